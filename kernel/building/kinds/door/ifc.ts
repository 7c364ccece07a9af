/** @module openings, doors and windows in IFC: holes in a host, and what fills them. */
import type { IfcProduct, IfcView } from './facet.ts';
import { fireRatingLabel, inAllSchemas } from './facet.ts';
import { glazingOf, ifcFitting, ifcTypeOf } from './typed.ts';

type Sized = {
  readonly id: string;
  readonly params: { readonly host_id: string; readonly width: number; readonly height: number };
};

/** Whether the host of a filling is said to be an outer wall. */
function isOutside({ params: { host_id } }: Sized, view: IfcView): boolean {
  const host = view.element(host_id);
  return host?.params['usage'] === 'exterior';
}

function sizesOf({ params: { width, height } }: Sized): {
  readonly Width: number;
  readonly Height: number;
  readonly Area: number;
  readonly Perimeter: number;
} {
  return { Width: width, Height: height, Area: width * height, Perimeter: 2 * (width + height) };
}

/** What an opening is in IFC. */
export const openingIfc: IfcProduct<Sized> = {
  as: 'void',
  entity: () => inAllSchemas('IfcOpeningElement'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['OPENING'] }),
  type: () => null,
  shape: 'panel',
  properties: () => ({}),
  quantities: ({ id, params: { width, height } }, view) => ({
    Width: width,
    Height: height,
    Area: view.measures(id).area_mm2,
  }),
};

type DoorLike = Sized & {
  readonly params: {
    readonly door_type: string;
    readonly swing: string;
    readonly fire_rating_min: number | null;
    readonly is_exit: boolean;
    readonly type_id?: string | null;
  };
};

/**
 * How a door opens, as IfcDoorTypeOperationEnum and its older form say it: its leaf opens towards the y axis of its place,
 * which is the left side of its wall, and `LEFT` has its hinges on the left as seen along that axis. So the model has it,
 * too. Which way a sliding or folding leaf goes is said where the model does.
 */
function operationOf({ params: { door_type, swing } }: DoorLike): string {
  const side = swing === 'right' ? 'RIGHT' : 'LEFT';
  const isSided = swing === 'left' || swing === 'right';
  switch (door_type) {
    case 'single':
      if (swing === 'none') return 'NOTDEFINED';
      return swing === 'both' ? 'DOUBLE_SWING_LEFT' : `SINGLE_SWING_${side}`;
    case 'double':
      if (swing === 'none') return 'NOTDEFINED';
      return swing === 'both' ? 'DOUBLE_DOOR_DOUBLE_SWING' : 'DOUBLE_DOOR_SINGLE_SWING';
    case 'sliding':
    case 'pocket':
      return isSided ? `SLIDING_TO_${side}` : 'NOTDEFINED';
    case 'folding':
      return isSided ? `FOLDING_TO_${side}` : 'NOTDEFINED';
    case 'revolving':
      return 'REVOLVING';
    default:
      return 'NOTDEFINED';
  }
}

const PANEL_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['single', 'SWINGING'],
  ['double', 'SWINGING'],
  ['sliding', 'SLIDING'],
  ['pocket', 'SLIDING'],
  ['folding', 'FOLDING'],
  ['revolving', 'REVOLVING'],
]);

const DOOR_STYLE = { IFC2X3: 'IfcDoorStyle', IFC4: 'IfcDoorType', IFC4X3: 'IfcDoorType' } as const;

/** What a door is in IFC. */
export const doorIfc: IfcProduct<DoorLike> = {
  as: 'filling',
  entity: () => inAllSchemas('IfcDoor'),
  parts: 'none',
  attributes: ({ params: { width, height } }) => ({ OverallWidth: width, OverallHeight: height }),
  type(element, view) {
    const { door_type, swing, width, height } = element.params;
    const type = ifcTypeOf(element, view);
    const fitting = type === null ? {} : ifcFitting(type, 'IfcDoorLiningProperties', view);
    const PanelDepth = type?.params.leaf_thickness ?? null;
    const twice = door_type === 'double';
    const moves = swing === 'none' && (door_type === 'single' || twice);
    const PanelOperation = [
      moves ? 'NOTDEFINED' : (PANEL_OPERATIONS.get(door_type) ?? 'NOTDEFINED'),
    ];
    const leaf = (PanelPosition: string, PanelWidth: number) => ({
      entity: 'IfcDoorPanelProperties',
      attributes: { PanelDepth, PanelOperation, PanelPosition: [PanelPosition], PanelWidth },
    });
    return {
      entity: DOOR_STYLE,
      name: `${type === null ? '' : `${type.params.name}, `}${door_type} door ${width} x ${height} mm, swing ${swing}`,
      attributes: {
        PredefinedType: ['DOOR'],
        OperationType: [operationOf(element), 'NOTDEFINED'],
        ConstructionType: ['NOTDEFINED'],
        ParameterTakesPrecedence: false,
        Sizeable: false,
      },
      ...fitting,
      panels: [
        ...(fitting.panels ?? []),
        ...(twice ? [leaf('LEFT', 0.5), leaf('RIGHT', 0.5)] : [leaf('MIDDLE', 1)]),
      ],
    };
  },
  shape: 'panel',
  properties: (element, view) => ({
    Pset_DoorCommon: {
      IsExternal: isOutside(element, view),
      FireExit: element.params.is_exit,
      FireRating: fireRatingLabel(element.params.fire_rating_min),
    },
    ...glazingOf(ifcTypeOf(element, view)),
  }),
  quantities: sizesOf,
};

type WindowLike = Sized & {
  readonly params: { readonly window_type: string; readonly type_id?: string | null };
};

/** Casements of a window: partitioning, and operation and places of its panels. */
const CASEMENTS: ReadonlyMap<string, readonly [string, string, readonly string[]]> = new Map([
  ['fixed', ['SINGLE_PANEL', 'FIXEDCASEMENT', ['NOTDEFINED']]],
  // On which side it hangs is not known.
  ['casement', ['SINGLE_PANEL', 'NOTDEFINED', ['NOTDEFINED']]],
  ['double_hung', ['DOUBLE_PANEL_HORIZONTAL', 'SLIDINGVERTICAL', ['TOP', 'BOTTOM']]],
  ['sliding', ['DOUBLE_PANEL_VERTICAL', 'SLIDINGHORIZONTAL', ['LEFT', 'RIGHT']]],
  ['awning', ['SINGLE_PANEL', 'TOPHUNG', ['NOTDEFINED']]],
  ['hopper', ['SINGLE_PANEL', 'BOTTOMHUNG', ['NOTDEFINED']]],
  ['pivot', ['SINGLE_PANEL', 'PIVOTHORIZONTAL', ['NOTDEFINED']]],
]);

const WINDOW_STYLE = {
  IFC2X3: 'IfcWindowStyle',
  IFC4: 'IfcWindowType',
  IFC4X3: 'IfcWindowType',
} as const;

/** What a window is in IFC. */
export const windowIfc: IfcProduct<WindowLike> = {
  as: 'filling',
  entity: () => inAllSchemas('IfcWindow'),
  parts: 'none',
  attributes: ({ params: { width, height } }) => ({ OverallWidth: width, OverallHeight: height }),
  type(element, view) {
    const { window_type, width, height } = element.params;
    const type = ifcTypeOf(element, view);
    const fitting = type === null ? {} : ifcFitting(type, 'IfcWindowLiningProperties', view);
    const [partitioning, operation, positions] = CASEMENTS.get(window_type) ?? [
      'NOTDEFINED',
      'NOTDEFINED',
      [],
    ];
    return {
      entity: WINDOW_STYLE,
      name: `${type === null ? '' : `${type.params.name}, `}${window_type} window ${width} x ${height} mm`,
      attributes: {
        PredefinedType: ['WINDOW'],
        PartitioningType: [partitioning],
        OperationType: [partitioning],
        ConstructionType: ['NOTDEFINED'],
        ParameterTakesPrecedence: false,
        Sizeable: false,
      },
      ...fitting,
      panels: [
        ...(fitting.panels ?? []),
        ...positions.map((position) => ({
          entity: 'IfcWindowPanelProperties',
          attributes: { OperationType: [operation], PanelPosition: [position] },
        })),
      ],
    };
  },
  shape: 'panel',
  properties: (element, view) => ({
    Pset_WindowCommon: { IsExternal: isOutside(element, view) },
    ...glazingOf(ifcTypeOf(element, view)),
  }),
  quantities: sizesOf,
};
