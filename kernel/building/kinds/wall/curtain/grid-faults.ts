/** @module grid faults: why a wall cannot have the grid that its parameters state. */
import { toGrid } from '../../../../../schemas/units.ts';
import { MIN_PANEL_MM } from '../../../geometry/curtain/curtain-grid.ts';
import {
  type Across,
  acrossAt,
  type CurtainGrid,
  mullionsAcross,
  panelAcross,
} from '../../../geometry/curtain/curtain-sizes.ts';
import { ROUND_OFF_MM } from '../../../geometry/tolerances.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Fault } from '../../kind.ts';
import { type Curtained, type CurtainRequest, gridOf, MAX_PANELS } from './params.ts';

/** Why a wall cannot have its grid; null if it can, or has none. */
export function gridFault(params: Curtained): string | null {
  const grid = gridOf(params);
  if (grid === null) return null;
  if (params.via !== undefined && params.via !== null) {
    return 'a wall with `curtain` cannot follow an arc, because panels are flat: leave out `via` (null), and use straight walls';
  }
  return doubleFault(params.curtain ?? {}) ?? depthFault(grid, params) ?? faceFault(grid, params);
}

/** Names of parameters of which one states the columns, and of those of the rows. */
const COLUMNS = ['columns', 'panel_width', 'column_positions'] as const;
const ROWS = ['rows', 'panel_height', 'row_positions'] as const;

/** The message for a grid whose columns or rows are stated twice. */
function doubleFault(curtain: CurtainRequest): string | null {
  for (const names of [COLUMNS, ROWS]) {
    const given = names.filter((name) => curtain[name] !== undefined);
    if (given.length > 1) return `\`curtain\` has ${given.join(' and ')}, expected one of them`;
  }
  return null;
}

/** The message for parts that are not in the thickness of the wall, or not where they belong across it. */
function depthFault(grid: CurtainGrid, { thickness }: Curtained): string | null {
  const { depth, glass, laps } = grid;
  if (depth > thickness) {
    return `\`curtain.mullion_depth\` is ${depth} mm, expected at most the thickness of the wall, ${thickness} mm`;
  }
  const mullions = mullionsAcross(grid);
  if (!laps && glass > mullions.left - mullions.right) {
    return `\`curtain.panel_thickness\` is ${glass} mm, expected at most the depth of the mullions, ${toGrid(mullions.left - mullions.right)} mm`;
  }
  const whole = acrossAt(0, thickness);
  if (!isIn(mullions, whole)) {
    return `mullions of \`curtain\` are ${inWords(mullions)}, expected within the thickness of the wall, ${inWords(whole)}`;
  }
  for (const panel of [panelAcross(grid), ...grid.panels.map(({ across }) => across)]) {
    if (!isIn(panel, laps ? whole : mullions)) {
      return `a panel of \`curtain\` is ${inWords(panel)}, expected within ${laps ? 'the thickness of the wall' : 'the depth of the mullions'}, ${inWords(laps ? whole : mullions)}`;
    }
    if (
      laps &&
      panel.right < mullions.left - ROUND_OFF_MM &&
      panel.left > mullions.right + ROUND_OFF_MM
    ) {
      return `a panel of \`curtain\` is ${inWords(panel)}, expected in front of or behind the mullions, which are ${inWords(mullions)}, because \`panel_fit\` is lapped`;
    }
  }
  return null;
}

function isIn(part: Across, whole: Across): boolean {
  return part.right >= whole.right - ROUND_OFF_MM && part.left <= whole.left + ROUND_OFF_MM;
}

function inWords({ right, left }: Across): string {
  return `from ${toGrid(right)} to ${toGrid(left)} mm to the left of the axis`;
}

/** The message for grid lines that leave no panels between them, or too many. */
function faceFault(grid: CurtainGrid, { start, end, height }: Curtained): string | null {
  const { columns, rows, mullion, edge, transom, stations, heights } = grid;
  if (columns * rows > MAX_PANELS) {
    return `\`curtain\` has ${columns} columns and ${rows} rows, expected at most ${MAX_PANELS} panels in one wall`;
  }
  const [u, z] = [
    { edge: edge.width, mullion },
    { edge: edge.width, mullion: transom.width },
  ];
  const length = segmentLengthMm(start, end);
  return (
    (stations === null
      ? narrow('columns', columns, length, u)
      : near('column_positions', stations, length, u)) ??
    (heights === null ? narrow('rows', rows, height, z) : near('row_positions', heights, height, z))
  );
}

type Widths = { readonly edge: number; readonly mullion: number };

/** The message for parts whose mullions leave no panel. */
function narrow(name: string, parts: number, length: number, widths: Widths): string | null {
  const { edge, mullion } = widths;
  const taken = parts === 1 ? 2 * edge : Math.max(edge + mullion / 2, parts > 2 ? mullion : 0);
  if (length / parts - taken >= MIN_PANEL_MM) return null;
  const size_mm = Math.floor((length / parts) * 1000) / 1000;
  return `\`curtain\` has ${parts} ${name} of ${size_mm} mm with mullions of ${mullion} mm, expected panels of at least ${MIN_PANEL_MM} mm between them`;
}

/** The message for given lines that are not ascending or whose mullions overlap; lines may be beyond the end. */
function near(
  name: string,
  lines: readonly number[],
  length: number,
  { edge, mullion }: Widths,
): string | null {
  if (length - 2 * edge < MIN_PANEL_MM) return narrow(name, 1, length, { edge, mullion });
  const least = (i: number): number => (lines[i - 1] ?? 0 - mullion / 2) + mullion;
  const i = lines.findIndex((line, index) => line < least(index) - ROUND_OFF_MM);
  if (i < 0) return null;
  return `\`curtain.${name}\` has ${lines[i] ?? 0} mm as its line ${i + 1}, expected at least ${toGrid(least(i))} mm, so that its mullion of ${mullion} mm does not overlap the one before it`;
}

/** The message for panels of cells that the grid does not have; null if it has all of them. */
export function panelFault(params: Curtained): string | null {
  const grid = gridOf(params);
  const beyond = grid?.panels.find(
    ({ column, row, columns, rows }) =>
      column + columns - 1 > grid.columns || row + rows - 1 > grid.rows,
  );
  if (grid === null || beyond === undefined) return null;
  const { column, row, columns, rows } = beyond;
  return `\`curtain.panels\` has columns ${column} to ${column + columns - 1} and rows ${row} to ${row + rows - 1}, expected at most ${grid.columns} columns and ${grid.rows} rows`;
}

/** The fault of a wall with an impossible grid; null if the grid is possible or absent. */
export function curtainFault(params: Curtained): Fault | null {
  const why = gridFault(params);
  return why === null ? null : { why };
}
