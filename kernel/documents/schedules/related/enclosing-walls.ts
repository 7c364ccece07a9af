import { fireRatingOf } from '../../../building/kinds/shared/stated.ts';
/** @module enclosing walls: fire ratings of the walls along the outline of a room. */
import type { ModelView } from '../../../building/model/view.ts';
import { adjacencyOn } from '../../../building/spatial/adjacency.ts';

/** The walls along the outlines of the rooms of a level. */
type Enclosure = { readonly walls: Set<string>; is_open: boolean };

const KNOWN = new WeakMap<ModelView, Map<string, ReadonlyMap<string, Enclosure>>>();

function enclosuresOn(level_id: string, view: ModelView): ReadonlyMap<string, Enclosure> {
  const levels = KNOWN.get(view) ?? new Map<string, ReadonlyMap<string, Enclosure>>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const made = new Map<string, Enclosure>();
  const of = (id: string): Enclosure => {
    const found = made.get(id) ?? { walls: new Set(), is_open: false };
    made.set(id, found);
    return found;
  };
  const { parts, open } = adjacencyOn(view, level_id);
  for (const { wall_id, sides } of parts) {
    if (sides[0].type === 'room') of(sides[0].room_id).walls.add(wall_id);
  }
  for (const { sides } of open) if (sides[0].type === 'room') of(sides[0].room_id).is_open = true;
  levels.set(level_id, made);
  return made;
}

/** Fire ratings around a room. */
export type EnclosingRatings = {
  /** The distinct ratings of its walls in minutes, ascending. */
  readonly minutes: readonly number[];
  /** Whether a wall has no rating. */
  readonly is_unrated: boolean;
  /** Whether a part of the outline has no wall. */
  readonly is_open: boolean;
};

/** The fire ratings of the walls along the outline of a room; null if no outline of it is known. */
export function enclosingRatings(
  room_id: string,
  level_id: string,
  view: ModelView,
): EnclosingRatings | null {
  const enclosure = enclosuresOn(level_id, view).get(room_id);
  if (enclosure === undefined) return null;
  const ratings = [...enclosure.walls].map((id) => {
    const wall = view.element(id);
    return wall === undefined ? null : fireRatingOf(wall, view);
  });
  const known = ratings.filter((minutes) => minutes !== null);
  return {
    minutes: [...new Set(known)].toSorted((a, b) => a - b),
    is_unrated: known.length < ratings.length,
    is_open: enclosure.is_open,
  };
}
