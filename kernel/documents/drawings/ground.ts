/** @module ground: the height of the ground around a building. */
import type { ModelView } from '../../building/model/view.ts';
import { isReference } from './reference-style.ts';

/**
 * Maximum height of the ground floor of a building above the ground from which a file measures, mm: a level that is lower is
 * that of a cellar.
 */
const MAX_PLINTH_MM = 1000;

/**
 * Height of the ground, mm: 0, from which elevations of levels are measured. Some files measure them from the finished floor
 * instead: if the level with doors that is closest to 0 is at most 1 m below 0, the ground is at that level. Reference models do not count.
 */
export function groundHeight(view: ModelView): number {
  let nearest: number | null = null;
  for (const { id, params } of view.levels()) {
    const { elevation } = params;
    const [off, least] = [Math.abs(elevation), nearest === null ? Infinity : Math.abs(nearest)];
    if (off > least || (off === least && elevation < 0)) continue;
    if (!isReference(id, view) && hasDoors(id, view)) nearest = elevation;
  }
  return nearest !== null && nearest < 0 && nearest >= -MAX_PLINTH_MM ? nearest : 0;
}

function hasDoors(level_id: string, view: ModelView): boolean {
  for (const { kind } of view.elementsOnLevel(level_id)) if (kind === 'door') return true;
  return false;
}
