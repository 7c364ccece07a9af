/** @module curtain params: the parameters of the grid of a curtain wall, and the resulting grid. */
import * as z from 'zod';

import { type PlanPoint, LengthMm, toGrid } from '../../../../../schemas/units.ts';
import { type CurtainGrid, MIN_PANEL_MM } from '../../../geometry/curtain/curtain-grid.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Fault } from '../../kind.ts';

const Count = z
  .number()
  .int('expected a whole number')
  .min(1, 'expected at least 1')
  .max(1000, 'expected at most 1000');

/**
 * The grid of a wall of type curtain, mm; null or absent: the wall is solid. Columns divide the length between start
 * and end evenly, rows the height: `columns` of them, or the fewest that are at most `panel_width` wide.
 */
export const CurtainParts = z.strictObject({
  panel_width: LengthMm.describe('Largest panel width, mm. Default: 1500.').exactOptional(),
  panel_height: LengthMm.describe('Largest panel height, mm. Default: 3000.').exactOptional(),
  columns: Count.describe('Panel columns, instead of panel_width.').exactOptional(),
  rows: Count.describe('Panel rows, instead of panel_height.').exactOptional(),
  mullion_width: LengthMm.describe('Mullion face width, mm. Default: 50.').exactOptional(),
  mullion_depth: LengthMm.describe(
    'Mullion depth, mm. Default: 150, at most thickness.',
  ).exactOptional(),
  panel_thickness: LengthMm.describe('Glass thickness, mm. Default: 30.').exactOptional(),
});
type CurtainRequest = z.output<typeof CurtainParts>;

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
const MAX_PANELS = 1000;

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
  const columns = curtain.columns ?? partsOf(segmentLengthMm(start, end), panel_width);
  const rows = curtain.rows ?? partsOf(height, panel_height);
  return { columns, rows, mullion, depth, glass };
}

/** Tolerance for the rounding of turned ends to 0.01 mm: four panels of 1,300 mm stay four. */
const ROUNDED_MM = 0.05;

/** The smallest number of equal parts of at most `most` mm, within the tolerance. */
function partsOf(length: number, most: number): number {
  return Math.max(1, Math.ceil((length - ROUNDED_MM) / most));
}

/** Why a wall cannot have its grid; null if it can, or has none. */
export function gridFault(params: Curtained): string | null {
  const grid = gridOf(params);
  if (grid === null) return null;
  if (params.via !== undefined && params.via !== null) {
    return 'a wall with `curtain` cannot follow an arc, because panels are flat: leave out `via` (null), and use straight walls';
  }
  const { columns, rows, mullion, depth, glass } = grid;
  const { thickness, height, start, end, curtain } = params;
  if (curtain?.columns !== undefined && curtain.panel_width !== undefined) {
    return '`curtain` has columns and panel_width, expected one of them';
  }
  if (curtain?.rows !== undefined && curtain.panel_height !== undefined) {
    return '`curtain` has rows and panel_height, expected one of them';
  }
  if (depth > thickness) {
    return `\`curtain.mullion_depth\` is ${depth} mm, expected at most the thickness of the wall, ${thickness} mm`;
  }
  if (glass > depth) {
    return `\`curtain.panel_thickness\` is ${glass} mm, expected at most the depth of the mullions, ${depth} mm`;
  }
  if (columns * rows > MAX_PANELS) {
    return `\`curtain\` has ${columns} columns and ${rows} rows, expected at most ${MAX_PANELS} panels in one wall`;
  }
  return (
    narrow('columns', columns, segmentLengthMm(start, end), mullion) ??
    narrow('rows', rows, height, mullion)
  );
}

/** The message for parts whose mullions leave no panel. */
function narrow(name: string, parts: number, length: number, mullion: number): string | null {
  const taken = parts === 1 ? 2 * mullion : 1.5 * mullion;
  if (length / parts - taken >= MIN_PANEL_MM) return null;
  const size_mm = Math.floor((length / parts) * 1000) / 1000;
  return `\`curtain\` has ${parts} ${name} of ${size_mm} mm with mullions of ${mullion} mm, expected panels of at least ${MIN_PANEL_MM} mm between them`;
}

/** The fault of a wall with an impossible grid; null if the grid is possible or absent. */
export function curtainFault(params: Curtained): Fault | null {
  const why = gridFault(params);
  return why === null ? null : { why };
}
