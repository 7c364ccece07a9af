/** @module site boundary: where the ground of the building ends, on the plans of the levels that lie at the ground. */
import { SITE_ID } from '../../kinds/site.ts';
import { layerOf, penOf, PROPERTY, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { DrawnView } from './storey.ts';

/** Draws the boundary of the site where the level is at the ground; nothing without a site in the view. */
export function addSiteBoundary(sketch: Sketch, level_id: string, view: DrawnView): void {
  const boundary = view.elementOf(SITE_ID, 'site')?.params.boundary ?? null;
  const level = view.elementOf(level_id, 'level');
  if (boundary === null || level?.params.elevation !== groundOf(view)) return;
  const pen = penOf(layerOf('Sites', 'seen'), widthsFor(sketch.scale).edge, { dash_mm: PROPERTY });
  sketch.line(boundary, pen, SITE_ID, true);
}

/** Elevation of the levels nearest to the ground, the lower of two: it lies at 0, or at the lowest level above that. */
function groundOf(view: DrawnView): number | undefined {
  const elevations = view.levels().map(({ params }) => params.elevation);
  const ground = Math.max(0, elevations[0] ?? 0);
  const off = (elevation: number): number => Math.abs(elevation - ground);
  return elevations.toSorted((a, b) => off(a) - off(b) || a - b)[0];
}
