/** @module grid-params: the parameters of a grid; those that have their usual values are left out. */
import type { JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import {
  type CurtainGrid,
  panelAcross,
  type PanelCells,
} from '../../../../../building/geometry/curtain/curtain-sizes.ts';
import { isSameAcross } from './same-places.ts';

/** The parameter `curtain` of a wall with a grid. */
export function curtainParams(grid: CurtainGrid): JsonObject {
  const { stations, heights, mullion, depth, edge, transom, panels } = grid;
  return {
    ...(stations === null ? { columns: grid.columns } : { column_positions: [...stations] }),
    ...(heights === null ? { rows: grid.rows } : { row_positions: [...heights] }),
    mullion_width: mullion,
    mullion_depth: depth,
    ...unless('edge_width', edge.width, mullion),
    ...unless('edge_depth', edge.depth, depth),
    ...unless('transom_width', transom.width, mullion),
    ...unless('transom_depth', transom.depth, depth),
    ...unless('mullion_offset', grid.mullion_offset, 0),
    panel_thickness: grid.glass,
    ...unless('panel_offset', grid.panel_offset, 0),
    ...(grid.laps ? { panel_fit: 'lapped' } : {}),
    ...(panels.length === 0 ? {} : { panels: panels.map((one) => entryOf(one, grid)) }),
  };
}

function unless(name: string, value: number, usual: number): JsonObject {
  return value === usual ? {} : { [name]: value };
}

function entryOf(
  { column, row, columns, rows, kind, across }: PanelCells,
  grid: CurtainGrid,
): JsonObject {
  const usual = panelAcross(grid);
  return {
    column,
    row,
    ...unless('columns', columns, 1),
    ...unless('rows', rows, 1),
    ...(kind === 'glass' ? {} : { kind }),
    ...(kind === 'none' || isSameAcross(across, usual)
      ? {}
      : {
          thickness: toGrid(across.left - across.right),
          offset: toGrid((across.left + across.right) / 2),
        }),
  };
}
