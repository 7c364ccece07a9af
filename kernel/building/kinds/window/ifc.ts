/** @module window in IFC: it fills an opening in its wall. */
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { type Sized, isOutside, sizesOf } from '../ifc/fillings.ts';
import { glazingOf, ifcFitting, ifcTypeOf } from '../ifc/typed.ts';

type WindowLike = Sized & {
  readonly params: { readonly window_type: string; readonly type_id?: string | null };
};

/** Casements of a window: partitioning, and operation and places of its panels. */
const CASEMENTS: ReadonlyMap<string, readonly [string, string, readonly string[]]> = new Map([
  ['fixed', ['SINGLE_PANEL', 'FIXEDCASEMENT', ['NOTDEFINED']]],
  // The side of its hinges is not modelled.
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

/** The IFC product of a window. */
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
