/** @module curtain params: the parameters of the grid of a curtain wall, and the resulting grid. */
import * as z from 'zod';

import { type PlanPoint, CoordinateMm, LengthMm, toGrid } from '../../../../../schemas/units.ts';
import type { Face } from '../../../geometry/curtain/curtain-grid.ts';
import { acrossAt, type CurtainGrid } from '../../../geometry/curtain/curtain-sizes.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';

const Count = z
  .number()
  .int('expected a whole number')
  .min(1, 'expected at least 1')
  .max(1000, 'expected at most 1000');

const Lines = z.array(LengthMm).min(1, 'expected at least 1 line').max(999, 'expected at most 999');

/** A panel that differs from the others, or that fills several cells. */
const PanelEntry = z.strictObject({
  column: Count.describe('First column, from 1 at the start of the wall.'),
  row: Count.describe('First row, from 1 at the foot.'),
  columns: Count.describe('Columns that it spans. Default: 1.').exactOptional(),
  rows: Count.describe('Rows that it spans. Default: 1.').exactOptional(),
  kind: z
    .enum(['glass', 'solid', 'none'])
    .describe('glass, solid (opaque), none (open). Default: glass.')
    .exactOptional(),
  thickness: LengthMm.describe('Its thickness, mm. Default: panel_thickness.').exactOptional(),
  offset: CoordinateMm.describe(
    'Its middle, mm to the left of the axis. Default: panel_offset.',
  ).exactOptional(),
});

/**
 * The grid of a wall of type curtain, mm; null or absent: the wall is solid. Columns divide the length between start
 * and end evenly, rows the height: `columns` of them, or the fewest that are at most `panel_width` wide; or grid lines
 * have given positions.
 */
export const CurtainParts = z.strictObject({
  panel_width: LengthMm.describe('Largest panel width, mm. Default: 1500.').exactOptional(),
  panel_height: LengthMm.describe('Largest panel height, mm. Default: 3000.').exactOptional(),
  columns: Count.describe('Panel columns, instead of panel_width.').exactOptional(),
  rows: Count.describe('Panel rows, instead of panel_height.').exactOptional(),
  column_positions: Lines.describe(
    'Inner vertical grid lines, mm from the start of the wall, ascending, instead of panel_width and columns.',
  ).exactOptional(),
  row_positions: Lines.describe(
    'Inner horizontal grid lines, mm above the foot, ascending, instead of panel_height and rows.',
  ).exactOptional(),
  mullion_width: LengthMm.describe('Mullion face width, mm. Default: 50.').exactOptional(),
  mullion_depth: LengthMm.describe(
    'Mullion depth, mm. Default: 150, at most thickness.',
  ).exactOptional(),
  edge_width: LengthMm.describe(
    'Face width of border mullions, mm. Default: mullion_width.',
  ).exactOptional(),
  edge_depth: LengthMm.describe(
    'Depth of border mullions, mm. Default: mullion_depth.',
  ).exactOptional(),
  transom_width: LengthMm.describe(
    'Face width of inner horizontal mullions, mm. Default: mullion_width.',
  ).exactOptional(),
  transom_depth: LengthMm.describe(
    'Depth of inner horizontal mullions, mm. Default: mullion_depth.',
  ).exactOptional(),
  mullion_offset: CoordinateMm.describe(
    'Middle of mullions, mm to the left of the axis. Default: 0.',
  ).exactOptional(),
  panel_thickness: LengthMm.describe('Glass thickness, mm. Default: 30.').exactOptional(),
  panel_offset: CoordinateMm.describe(
    'Middle of panels, mm to the left of the axis. Default: 0.',
  ).exactOptional(),
  panel_fit: z
    .enum(['between', 'lapped'])
    .describe(
      'between mullions, or lapped: in front of or behind them, from grid line to grid line. Default: between.',
    )
    .exactOptional(),
  panels: z
    .array(PanelEntry)
    .max(1000, 'expected at most 1000')
    .describe(
      'Panels that differ, or span several cells without mullions between them; of two for one cell, the last one counts. For a door, place a door in the wall.',
    )
    .exactOptional(),
});
export type CurtainRequest = z.output<typeof CurtainParts>;

/** The stored grid of a wall; elements of older logs lack it. */
export const CurtainParams = CurtainParts.nullable().exactOptional();

/** Defaults, mm; mullions are at most as deep as the wall, panels at most as thick as mullions. */
const CURTAIN_DEFAULTS = {
  panel_width: 1500,
  panel_height: 3000,
  mullion_width: 50,
  mullion_depth: 150,
  panel_thickness: 30,
} as const satisfies CurtainRequest;

/** The parts of a wall that its grid needs, mm. */
export type Curtained = {
  readonly start: PlanPoint;
  readonly end: PlanPoint;
  readonly via?: PlanPoint | null;
  readonly height: number;
  readonly thickness: number;
  readonly base_offset: number;
  readonly wall_type: string;
  readonly curtain?: CurtainRequest | null;
};

/** Maximum number of panels of one wall. */
export const MAX_PANELS = 1000;

/** The grid of a wall; null for a solid wall. */
export function gridOf(params: Curtained): CurtainGrid | null {
  const { curtain, wall_type, thickness, height, start, end } = params;
  if (wall_type !== 'curtain' || curtain === null || curtain === undefined) return null;
  const mullion = toGrid(curtain.mullion_width ?? CURTAIN_DEFAULTS.mullion_width);
  const depth = toGrid(
    curtain.mullion_depth ?? Math.min(CURTAIN_DEFAULTS.mullion_depth, thickness),
  );
  const glass = toGrid(
    curtain.panel_thickness ?? Math.min(CURTAIN_DEFAULTS.panel_thickness, depth),
  );
  const { panel_width, panel_height } = { ...CURTAIN_DEFAULTS, ...curtain };
  const { column_positions: stations = null, row_positions: heights = null } = curtain;
  const panel_offset = toGrid(curtain.panel_offset ?? 0);
  const sizeOf = (width: number | undefined, deep: number | undefined) => ({
    width: toGrid(width ?? mullion),
    depth: toGrid(deep ?? depth),
  });
  return {
    columns:
      linesIn(stations) ?? curtain.columns ?? partsOf(segmentLengthMm(start, end), panel_width),
    rows: linesIn(heights) ?? curtain.rows ?? partsOf(height, panel_height),
    stations,
    heights,
    mullion,
    depth,
    edge: sizeOf(curtain.edge_width, curtain.edge_depth),
    transom: sizeOf(curtain.transom_width, curtain.transom_depth),
    mullion_offset: toGrid(curtain.mullion_offset ?? 0),
    glass,
    panel_offset,
    laps: curtain.panel_fit === 'lapped',
    panels: (curtain.panels ?? []).map((one) => ({
      column: one.column,
      row: one.row,
      columns: one.columns ?? 1,
      rows: one.rows ?? 1,
      kind: one.kind ?? 'glass',
      across: acrossAt(toGrid(one.offset ?? panel_offset), toGrid(one.thickness ?? glass)),
    })),
  };
}

/** The face of a wall with a grid between its border mullions, without regard to joints. */
export function faceOf({ start, end, height }: Curtained, { edge: { width } }: CurtainGrid): Face {
  const length = segmentLengthMm(start, end);
  return { length, height, from: width, to: length - width };
}

/** The number of parts that lines make; null without lines. */
function linesIn(lines: readonly number[] | null): number | null {
  return lines === null ? null : lines.length + 1;
}

/** Tolerance for the rounding of turned ends to 0.01 mm: four panels of 1,300 mm stay four. */
const ROUNDED_MM = 0.05;

/** The smallest number of equal parts of at most `most` mm, within the tolerance. */
function partsOf(length: number, most: number): number {
  return Math.max(1, Math.ceil((length - ROUNDED_MM) / most));
}
