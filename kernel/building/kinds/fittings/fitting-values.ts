/** @module fitting values: sizes of the parts of doors and windows: those of the type, else the usual ones. */
import * as z from 'zod';

import { LengthMm } from '../../../../schemas/units.ts';
import { CELL_OPERATIONS, type Position, POSITIONS } from '../types/operations.ts';
import type { Interval } from './part.ts';
import { amid } from './part.ts';

/** Maximum number of columns or rows of a grid, and of its cells: each cell has up to ten boxes. */
export const MAX_LINES = 12;
const MAX_CELLS = 60;

const Shares = z.array(z.number().positive().max(1e6)).min(1).max(MAX_LINES);

/** The cells of a window: relative widths from the start of the void, relative heights from its foot, operations row by row. */
export const Grid = z.strictObject({
  columns: Shares,
  rows: Shares,
  cells: z.array(z.enum(CELL_OPERATIONS)).min(1).max(MAX_CELLS),
});
export type Grid = z.output<typeof Grid>;

const Size = LengthMm.nullable().exactOptional();

/** Parameters of types of doors and windows that types of older logs lack. Absent or null: the usual value. */
export const FITTING_PARAMS = {
  /** Place of the frame in the depth of the wall; usual: middle. */
  position: z.enum(POSITIONS).nullable().exactOptional(),
  /** Face width of stiles and rails: of the sashes of a window (usual 50 mm), of glazed leaves of a door (usual 100 mm). */
  leaf_width: Size,
  /** Face width of mullions and transoms; usual: that of the frame. */
  mullion_width: Size,
  /** Height of the threshold of a door; usual: none. */
  threshold: Size,
  /** Height of the sill of a window, below its frame and as deep as the wall; usual: none. */
  sill: Size,
  /** The cells of a window between mullions and transoms. */
  grid: Grid.nullable().exactOptional(),
};

/** The values of a type that shape doors and windows. */
export type FittingValues = {
  readonly frame_width: number | null;
  readonly frame_depth: number | null;
  readonly leaf_count: number | null;
  readonly leaf_thickness: number | null;
  readonly glazing: 'none' | 'single' | 'double' | 'triple' | null;
  readonly position?: Position | null;
  readonly leaf_width?: number | null;
  readonly mullion_width?: number | null;
  readonly threshold?: number | null;
  readonly sill?: number | null;
  readonly grid?: Grid | null;
};

/** The void of a door or window, and the thickness of its wall, mm. */
export type Void = { readonly width: number; readonly height: number; readonly thickness: number };

/** Usual face width and depth of the frame of a window, and face width of its sashes, mm. */
const WINDOW_FRAME_MM = 60;
const WINDOW_DEPTH_MM = 60;
const SASH_MM = 50;
/** Usual face width of the lining of a door, and of the stiles of its glazed leaves, mm. A lining is as deep as the wall. */
const LINING_MM = 40;
const STILE_MM = 100;
/** Usual thickness of a leaf or sash, mm. */
const LEAF_MM = 40;
/** Thickness of panes, mm: 6; 4 + 16 + 4; 4 + 16 + 4 + 16 + 4. */
const GLASS_MM = { none: 24, single: 6, double: 24, triple: 44 } as const;
/** Maximum share of the width or height of a void, or of a leaf, that one side of a frame or a sill occupies. */
const MAX_SHARE = 0.25;

/** The sizes of a fitting in its void, mm. */
export type FittingSizes = {
  readonly frame: number;
  /** Where the frame is across the wall, from its outer face. */
  readonly across: Interval;
  readonly leaf: number;
  readonly stile: number;
  readonly mullion: number;
  readonly glass: number;
  readonly threshold: number;
  readonly sill: number;
};

/** The sizes of a door or window in its void; `type` null without a type. */
export function sizesIn(
  kind: 'door' | 'window',
  type: FittingValues | null,
  { width, height, thickness }: Void,
): FittingSizes {
  const isDoor = kind === 'door';
  const values = { ...UNSTATED, ...type };
  const usual = isDoor ? LINING_MM : WINDOW_FRAME_MM;
  const frame = Math.min(values.frame_width ?? usual, MAX_SHARE * width, MAX_SHARE * height);
  const deep = values.frame_depth ?? (isDoor ? thickness : WINDOW_DEPTH_MM);
  const across = acrossOf(values.position ?? 'middle', Math.min(deep, thickness), thickness);
  const depth = across[1] - across[0];
  const foot = Math.min((isDoor ? values.threshold : values.sill) ?? 0, MAX_SHARE * height);
  return {
    frame,
    across,
    leaf: Math.min(values.leaf_thickness ?? LEAF_MM, depth),
    stile: values.leaf_width ?? (isDoor ? STILE_MM : SASH_MM),
    mullion: values.mullion_width ?? frame,
    glass: Math.min(GLASS_MM[values.glazing ?? 'double'], depth),
    threshold: isDoor ? foot : 0,
    sill: isDoor ? 0 : foot,
  };
}

/** The values of an element without a type. */
const UNSTATED: FittingValues = {
  frame_width: null,
  frame_depth: null,
  leaf_count: null,
  leaf_thickness: null,
  glazing: null,
};

function acrossOf(position: Position, depth: number, thickness: number): Interval {
  if (position === 'outside') return [0, depth];
  return position === 'inside' ? [thickness - depth, thickness] : amid([0, thickness], depth);
}

/** The face width of stiles and rails that leaves most of a leaf of this size free, mm. */
export function stileIn(stile: number, width: number, height: number): number {
  return Math.min(stile, MAX_SHARE * width, MAX_SHARE * height);
}
