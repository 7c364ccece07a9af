/** @module window in IFC: it fills an opening in its wall. */
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import type { Grid } from '../fittings/fitting-values.ts';
import { sashesOf } from '../fittings/parts-of.ts';
import { gridOf } from '../fittings/window-parts.ts';
import { type Sized, isOutside, sizesOf } from '../ifc/fillings.ts';
import { fittingConstituents, windowPartition } from '../ifc/fitting-properties.ts';
import { glazingOf, ifcTypeOf } from '../ifc/typed.ts';
import { isShaped } from '../shared/hole-shape.ts';
import type { Type } from '../type/type.ts';
import type { WINDOW_TYPES } from '../types/operations.ts';

type WindowLike = Sized & {
  readonly params: {
    readonly window_type: (typeof WINDOW_TYPES)[number];
    readonly type_id?: string | null;
    readonly flipped?: boolean | null;
  };
};

const WINDOW_STYLE = {
  IFC2X3: 'IfcWindowStyle',
  IFC4: 'IfcWindowType',
  IFC4X3: 'IfcWindowType',
} as const;

/** The cells of a window; one without mullions for a window that is no rectangle. */
function cellsOf({ params }: WindowLike, type: Type | null): Grid {
  const { window_type, flipped } = params;
  return gridOf(window_type, isShaped(params) ? null : (type?.params ?? null), flipped === true);
}

/** The name of the type: mirrored windows of a type have another one, because their hinges are at other sides. */
function nameOf({ params }: WindowLike, type: Type | null): string {
  const { window_type, width, height, flipped } = params;
  const own = type === null ? '' : `${type.params.name}, `;
  const side = flipped === true ? ', mirrored' : '';
  return `${own}${window_type} window ${width} x ${height} mm${side}`;
}

/** The IFC product of a window. */
export const windowIfc: IfcProduct<WindowLike> = {
  as: 'filling',
  entity: () => inAllSchemas('IfcWindow'),
  parts: 'none',
  attributes: ({ params: { width, height } }) => ({ OverallWidth: width, OverallHeight: height }),
  type(element, view) {
    const { width, height } = element.params;
    const type = ifcTypeOf(element, view);
    const grid = cellsOf(element, type);
    const size = { width, height };
    const { partitioning, stated, panels } = windowPartition({
      type,
      size,
      grid,
      sashes: sashesOf(type?.params ?? null),
    });
    return {
      entity: WINDOW_STYLE,
      name: nameOf(element, type),
      attributes: {
        PredefinedType: ['WINDOW'],
        PartitioningType: [partitioning],
        ...(stated === null ? {} : { UserDefinedPartitioningType: stated }),
        OperationType: [partitioning],
        ConstructionType: ['NOTDEFINED'],
        ParameterTakesPrecedence: false,
        Sizeable: false,
      },
      constituents: fittingConstituents(type, view),
      panels,
    };
  },
  shape: 'panel',
  properties: (element, view) => ({
    Pset_WindowCommon: { IsExternal: isOutside(element, view) },
    ...glazingOf(ifcTypeOf(element, view)),
  }),
  quantities: sizesOf,
};
