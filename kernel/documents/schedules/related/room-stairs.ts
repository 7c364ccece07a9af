/** @module room stairs: the stairs that start or end in a room. */
import type { ModelView } from '../../../building/model/view.ts';
import { linksOf } from '../../../building/spatial/level-links.ts';
import { approachPoint, WAY_MM } from '../../../building/spatial/routes.ts';
import { isIn, spacesOn } from '../../../building/spatial/spaces.ts';

const KNOWN = new WeakMap<ModelView, ReadonlyMap<string, readonly string[]>>();

/** Ids of the stairs with the foot or the head in a room, ascending: half a way in front of it is a point of the room. */
export function stairsOfRoom(room_id: string, view: ModelView): readonly string[] {
  const known = KNOWN.get(view);
  if (known !== undefined) return known.get(room_id) ?? [];
  const made = stairsByRoom(view);
  KNOWN.set(view, made);
  return made.get(room_id) ?? [];
}

function stairsByRoom(view: ModelView): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const link of linksOf(view)) {
    if (link.kind !== 'stair') continue;
    for (const end of ['lower', 'upper'] as const) {
      const point = approachPoint(link, WAY_MM / 2, end === 'upper');
      const spaces = spacesOn(view, link[end].level_id);
      const id = spaces.find((one) => one.room_id !== null && isIn(one, point))?.room_id ?? null;
      if (id === null) continue;
      const stairs = found.get(id) ?? [];
      if (!stairs.includes(link.element_id)) stairs.push(link.element_id);
      found.set(id, stairs);
    }
  }
  return found;
}
