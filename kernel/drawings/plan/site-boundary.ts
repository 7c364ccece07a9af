/** @module site boundary: where the ground of the building ends, on the plan of the level that lies at the ground. */
import type { ElementOf } from '../../kinds/elements.ts';
import { SITE_ID } from '../../kinds/site.ts';
import { layerOf, penOf, PROPERTY, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { DrawnView } from './storey.ts';

/** Draws the boundary of the site where the level is the one at the ground; nothing without a site in the view. */
export function addSiteBoundary(sketch: Sketch, level_id: string, view: DrawnView): void {
  const boundary = view.elementOf(SITE_ID, 'site')?.params.boundary ?? null;
  if (boundary === null || groundLevel(view)?.id !== level_id) return;
  const pen = penOf(layerOf('Sites', 'seen'), widthsFor(sketch.scale).edge, { dash_mm: PROPERTY });
  sketch.line(boundary, pen, SITE_ID, true);
}

/** The level nearest to the ground, the lower of two: the ground lies at 0, or at the lowest level above that. */
function groundLevel(view: DrawnView): ElementOf<'level'> | undefined {
  const levels = view.levels();
  const ground = Math.max(0, levels[0]?.params.elevation ?? 0);
  const off = ({ params }: ElementOf<'level'>): number => Math.abs(params.elevation - ground);
  return levels.toSorted((a, b) => off(a) - off(b) || a.params.elevation - b.params.elevation)[0];
}
