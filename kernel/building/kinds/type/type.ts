/** @module type: the layers or sizes that walls, floors, roofs, doors or windows of one type share. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { LengthMm } from '../../../../schemas/units.ts';
import { NOWHERE } from '../facets/nowhere.ts';
import { FITTING_PARAMS, type Grid } from '../fittings/fitting-values.ts';
import { type ElementFor, type KindView, defineKind } from '../kind.ts';
import { materialName } from '../material/material.ts';
import { requireOwnName } from '../rules/own-name.ts';
import { builtSize, builtThickness } from '../shared/sizes.ts';
import { Layer, thicknessOf } from '../types/layers.ts';
import { DOOR_TYPES, WINDOW_TYPES } from '../types/operations.ts';

/** Kinds of elements that can have a type. */
export const TYPED_KINDS = ['wall', 'floor', 'roof', 'door', 'window'] as const;
export const GLAZINGS = ['none', 'single', 'double', 'triple'] as const;

const MaterialName = z.string().min(1).max(200).nullable();

const params = z.strictObject({
  name: z.string().min(1).max(200),
  for: z.enum(TYPED_KINDS),
  /** Layers of a wall, floor or roof: from the layer side of the wall, from the top of floors and roofs. */
  layers: z.array(Layer).max(30),
  /** Of a door or window: sizes and operation of all its elements; null if each has its own. */
  width: LengthMm.nullable(),
  height: LengthMm.nullable(),
  operation: z.string().min(1).max(40).nullable(),
  /** Of a door or window: face width and depth of the frame, mm. */
  frame_width: LengthMm.nullable(),
  frame_depth: LengthMm.nullable(),
  frame_material: MaterialName,
  leaf_count: z.number().int().min(1).max(20).nullable(),
  leaf_thickness: LengthMm.nullable(),
  leaf_material: MaterialName,
  glazing: z.enum(GLAZINGS).nullable(),
  ...FITTING_PARAMS,
});
export type Type = ElementFor<'type', typeof params>;
export type TypedKind = (typeof TYPED_KINDS)[number];

/** Operations of a kind; empty for kinds that do not open. */
const OPERATIONS: Readonly<Record<TypedKind, readonly string[]>> = {
  wall: [],
  floor: [],
  roof: [],
  door: DOOR_TYPES,
  window: WINDOW_TYPES,
};

/** The parameters that only types of doors and windows have, without values. */
export const NO_FITTING = {
  width: null,
  height: null,
  operation: null,
  frame_width: null,
  frame_depth: null,
  frame_material: null,
  leaf_count: null,
  leaf_thickness: null,
  leaf_material: null,
  glazing: null,
} as const satisfies Partial<Type['params']>;

/** Parameters that only types of doors and windows have, and those of only one of them. */
const FITTED = [
  'width',
  'height',
  'operation',
  'frame_width',
  'frame_depth',
  'frame_material',
  'leaf_count',
  'leaf_thickness',
  'leaf_material',
  'glazing',
  'position',
  'leaf_width',
  'mullion_width',
  'threshold',
  'sill',
  'grid',
] as const satisfies readonly (keyof Type['params'])[];
const ONLY_OF = {
  threshold: 'door',
  sill: 'window',
  mullion_width: 'window',
  grid: 'window',
} as const;
const ONLY_NAMES = ['threshold', 'sill', 'mullion_width', 'grid'] as const;

const BUILT = ['width', 'height'] as const;
const THIN = [
  'frame_width',
  'frame_depth',
  'leaf_thickness',
  'leaf_width',
  'mullion_width',
  'threshold',
  'sill',
] as const;

/** Whether elements of the kind consist of layers. */
export function isLayered(kind: TypedKind): boolean {
  return kind === 'wall' || kind === 'floor' || kind === 'roof';
}

/** Why a type is invalid in itself; null if it is valid. */
function faultOf({ params: values }: Type): string | null {
  const { for: kind, layers, operation } = values;
  if (isLayered(kind)) {
    if (layers.length === 0) return `a type of ${kind}s consists of layers: expected at least one`;
    const fitted = FITTED.find((name) => (values[name] ?? null) !== null);
    return fitted === undefined
      ? null
      : `a type of ${kind}s has layers and no \`${fitted}\`, which is for doors and windows`;
  }
  if (layers.length > 0) return `a type of ${kind}s has no layers: expected frame and leaf`;
  const other = ONLY_NAMES.find(
    (name) => (values[name] ?? null) !== null && ONLY_OF[name] !== kind,
  );
  if (other !== undefined) {
    return `a type of ${kind}s has no \`${other}\`, which is for ${ONLY_OF[other]}s`;
  }
  const words = OPERATIONS[kind];
  if (operation !== null && !words.includes(operation)) {
    return `\`operation\` of a ${kind} is one of ${words.join(', ')}, got \`${operation}\``;
  }
  return gridFault(values.grid ?? null);
}

function gridFault(grid: Grid | null): string | null {
  if (grid === null) return null;
  const { columns, rows, cells } = grid;
  const expected = columns.length * rows.length;
  return cells.length === expected
    ? null
    : `\`grid\` has ${columns.length} columns and ${rows.length} rows: expected ${expected} \`cells\`, got ${cells.length}`;
}

/** The type with names of materials in place of `@name` and ids. */
function withMaterialNames(
  element: Type,
  view: KindView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): Type {
  const { params: values } = element;
  const named = (one: string | null): string | null =>
    one === null ? null : materialName(one, view, context);
  const layers = values.layers.map((layer) => ({
    ...layer,
    material: materialName(layer.material, view, context),
  }));
  const [frame_material, leaf_material] = [values.frame_material, values.leaf_material].map(named);
  return {
    ...element,
    params: {
      ...values,
      layers,
      frame_material: frame_material ?? null,
      leaf_material: leaf_material ?? null,
    },
  };
}

/** A type. */
export const type = defineKind({
  kind: 'type',
  category: 'Types',
  params,
  fixed: { for: 'create another type for another kind of element' },
  plain_numbers: { leaf_count: null },
  refs: {},
  check(proposed: Type, view: KindView, context: PlanContext<'INVALID_ARGUMENT'>) {
    const element = withMaterialNames(proposed, view, context);
    const why = faultOf(element);
    if (why !== null) context.refuse('INVALID_ARGUMENT', why, { element_id: element.id });
    requireOwnName(element, view, context);
    const { layers, for: kind } = element.params;
    return {
      element,
      warnings: [],
      facts: { thickness_mm: isLayered(kind) ? thicknessOf(layers) : null },
    };
  },
  integrity(element: Type) {
    const why = faultOf(element);
    return why === null ? null : { why: `is inconsistent: ${why}` };
  },
  ...NOWHERE,
  buildable: ({ params: values }: Type) => [
    ...(values.layers.length === 0 ? [] : [builtThickness('layers', thicknessOf(values.layers))]),
    ...BUILT.flatMap((name) => {
      const size = values[name];
      return size === null ? [] : [builtSize(name, size)];
    }),
    ...THIN.flatMap((name) => {
      const size = values[name];
      return size === null || size === undefined ? [] : [builtThickness(name, size)];
    }),
  ],
  schedule: {
    type: 'for',
    columns: ['name', 'for', 'layers', 'width', 'height', 'operation', 'glazing'],
    summed: [],
    figures: {
      names: ['total_thickness_mm'],
      of: ({ params: { for: kind, layers } }: Type) =>
        isLayered(kind) ? { total_thickness_mm: thicknessOf(layers) } : {},
    },
  },
  shown: 'all',
});
