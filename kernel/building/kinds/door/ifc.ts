/** @module door in IFC: it fills an opening in its wall. */
import { type IfcProduct, fireRatingLabel, inAllSchemas } from '../facets/ifc.ts';
import { type Sized, isOutside, sizesOf } from '../ifc/fillings.ts';
import { doorLining, fittingConstituents, leafDepth } from '../ifc/fitting-properties.ts';
import { glazingOf, ifcTypeOf } from '../ifc/typed.ts';

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
 * The operation of a door in IfcDoorTypeOperationEnum and its older form: its leaf opens towards the y axis of its local
 * frame, which is the left side of its wall, and `LEFT` has its hinges on the left as seen along that axis, as in the
 * model. The direction of a sliding or folding leaf is included if the model states it.
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

/** The IFC product of a door. */
export const doorIfc: IfcProduct<DoorLike> = {
  as: 'filling',
  entity: () => inAllSchemas('IfcDoor'),
  parts: 'none',
  attributes: ({ params: { width, height } }) => ({ OverallWidth: width, OverallHeight: height }),
  type(element, view) {
    const { door_type, swing, width, height } = element.params;
    const type = ifcTypeOf(element, view);
    const PanelDepth = leafDepth(type, { width, height });
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
      constituents: fittingConstituents(type, view),
      panels: [
        doorLining(type, { width, height }),
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
