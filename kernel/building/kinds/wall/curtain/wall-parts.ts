/** @module wall parts: the panels and mullions of a wall that has a grid. */
import type { CurtainPart } from '../../../geometry/curtain/curtain-body.ts';
import { curtainCounts, curtainParts } from '../../../geometry/curtain/curtain-body.ts';
import { linesOf } from '../../../geometry/curtain/curtain-grid.ts';
import type { Ring } from '../../../geometry/plan/polygon.ts';
import type { WallFootprint } from '../../../geometry/walls/wall-joins.ts';
import { type Mark, area } from '../../facets/symbol.ts';
import { type Held, type HoldingView, heldBy } from '../../shared/held.ts';
import { type Curtained, faceOf, gridOf } from './params.ts';

type Walled = { readonly id: string; readonly params: Curtained };

/** Panels, then mullions; null for a solid wall. */
export function wallParts(
  { id, params }: Walled,
  footprint: WallFootprint,
  fillings: readonly Held[],
): readonly CurtainPart[] | null {
  const grid = gridOf(params);
  if (grid === null) return null;
  const { start, end, thickness, height, base_offset: low } = params;
  const openings = fillings.map((filling) => ({
    id: filling.id,
    offset: filling.cut.offset ?? 0,
    width: filling.cut.width,
    sill: filling.cut.sill,
    height: filling.cut.height,
  }));
  return curtainParts({
    wall: { id, start, end, thickness, low },
    footprint,
    height,
    grid,
    openings,
  });
}

/** The parts of a wall in a view. */
export function partsIn(element: Walled, view: HoldingView): readonly CurtainPart[] | null {
  if (gridOf(element.params) === null) return null;
  const footprint = view.footprint(element.id);
  return footprint === null ? null : wallParts(element, footprint, heldBy(element.id, view));
}

/** A wall in plan: its outline, and the uprights of its grid. */
export function curtainMarks(parts: readonly CurtainPart[] | null, outline: Ring): readonly Mark[] {
  if (parts === null) return [area('solid', outline)];
  const posts = parts.filter(({ role, upright }) => role === 'mullion' && upright);
  const rings = posts.flatMap(({ outlines }) => outlines);
  return [area('area', outline), ...rings.map((ring) => area('solid', ring))];
}

/** Figures of a wall with a grid, in addition to its measures. */
export const CURTAIN_FIGURES = [
  'panel_columns',
  'panel_rows',
  'panel_count',
  'mullion_count',
  'glass_area_mm2',
  'mullion_length_mm',
] as const;

/** Figures of a wall; empty for a solid wall. */
export function curtainFigures(
  element: Walled,
  view: HoldingView,
): Readonly<Record<string, number>> {
  const grid = gridOf(element.params);
  const parts = grid === null ? null : partsIn(element, view);
  if (grid === null || parts === null) return {};
  const { uprights, across } = linesOf(faceOf(element.params, grid), grid);
  return {
    panel_columns: uprights.length + 1,
    panel_rows: across.length - 1,
    ...curtainCounts(parts),
  };
}
