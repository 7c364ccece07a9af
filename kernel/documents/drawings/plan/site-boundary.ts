/** @module site boundary: the boundary of the building's site, on the plans of levels at ground height. */
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { layerOf, penOf, PROPERTY, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';

/** Draws the boundary of the site on the plan of the level at ground height; nothing if there is no boundary. */
export function addSiteBoundary(sketch: Sketch, level_id: string, view: ModelView): void {
  const boundary = view.elementOf(SITE_ID, 'site')?.params.boundary ?? null;
  const level = view.elementOf(level_id, 'level');
  if (boundary === null || level?.params.elevation !== groundOf(view)) return;
  const pen = penOf(layerOf('Sites', 'seen'), widthsFor(sketch.scale).edge, { dash_mm: PROPERTY });
  sketch.line(boundary, pen, SITE_ID, true);
}

/**
 * Elevation of the level closest to the ground, mm; of two equally close levels, the lower one. The ground is at 0, or
 * at the lowest level if that is above 0. Undefined without levels.
 */
function groundOf(view: ModelView): number | undefined {
  const elevations = view.levels().map(({ params }) => params.elevation);
  const ground = Math.max(0, elevations[0] ?? 0);
  const off = (elevation: number): number => Math.abs(elevation - ground);
  return elevations.toSorted((a, b) => off(a) - off(b) || a - b)[0];
}
