/** @module shared spaces: finds rooms of one storey that share a space or overlap. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { at } from '../geometry/indexed.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import { ringOverlap } from '../geometry/plan/ring-overlap.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { offsetOf, shareHeights } from '../kinds/room/foot.ts';
import type { ModelView } from '../model/view.ts';

type Room = ElementOf<'room'>;

/**
 * Minimum overlap of two rooms, mm². Smaller overlaps arise because outlines are drawn to walls of different thickness.
 */
const MIN_OVERLAP_MM2 = 100_000;
/** Maximum number of rooms that one warning names, and of warnings of each sort; the others are only counted. */
const MAX_NAMED = 5;
/** Maximum number of warnings about all storeys. */
const MAX_LISTED = 12;
/** Number of overlapping pairs after which no more are searched: rooms that all overlap have as many as their square. */
const MAX_COUNTED = 100;
/** Number of pairs of rooms that are compared between two checkpoints. */
const STRIDE = 100;

/** Rooms grouped by equal outlines, and warnings about rooms that share a space or overlap. */
export type Spaces = {
  readonly groups: readonly (readonly Room[])[];
  readonly warnings: readonly string[];
};

/** Warnings about the rooms of each storey that share a space or overlap, so that sums count the area twice. */
export function doubleCountWarnings(rooms: Iterable<Room>, view: ModelView): readonly string[] {
  const storeys = Map.groupBy(rooms, ({ id }) => view.levelOf(id));
  const all = [...storeys.values()].flatMap((storey) => spacesOf(storey, view).warnings);
  const more = all.length - MAX_LISTED;
  return [
    ...all.slice(0, MAX_LISTED),
    ...(more > 0 ? [`${more} more warnings about rooms that share a space or overlap`] : []),
  ];
}

/** Groups rooms by outline, in the order of the first room of each group, and finds overlapping rooms. */
export function spacesOf(rooms: readonly Room[], view: ModelView): Spaces {
  const outlined = rooms.flatMap((room) => {
    const outline = view.outline(room.id);
    return outline === null || outline.length < 3 ? [] : [{ room, outline }];
  });
  const groups = [...Map.groupBy(outlined, keyOf).values()];
  const shared = groups.filter(({ length }) => length > 1);
  const warnings = shared.slice(0, MAX_NAMED).map((group) => {
    const named = group.slice(0, MAX_NAMED).map(({ room }) => nameAndId(room));
    const others = group.length - named.length;
    return `rooms ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} occupy the same space, so its area is counted in each: delete all but one of them, or divide the space with a wall`;
  });
  const spaces = shared.length - warnings.length;
  const over = overlaps(
    groups.flatMap((group) => group.slice(0, 1)),
    view,
  );
  const pairs = over.length - MAX_NAMED;
  const least = over.length === MAX_COUNTED ? 'at least ' : '';
  return {
    groups: groups.map((group) => group.map(({ room }) => room)),
    warnings: [
      ...warnings,
      ...(spaces > 0 ? [`${spaces} more spaces have several rooms`] : []),
      ...over.slice(0, MAX_NAMED),
      ...(pairs > 0 ? [`${least}${pairs} more pairs of rooms overlap`] : []),
    ],
  };
}

type Outlined = { readonly room: Room; readonly outline: Ring };

/** A key of the foot and the outline of a room that does not depend on the first corner or the direction. */
function keyOf({ room, outline }: Outlined): string {
  return outline
    .map(({ x, y }) => `${x} ${y}`)
    .toSorted()
    .concat(String(offsetOf(room.params)))
    .join();
}

/** A text for each pair of rooms that overlap and share heights, at most `MAX_COUNTED`. */
function overlaps(rooms: readonly Outlined[], view: ModelView): readonly string[] {
  const sorted = rooms
    .map((one) => ({ ...one, box: ringBounds(one.outline) }))
    .toSorted((a, b) => a.box.min.x - b.box.min.x);
  const found: string[] = [];
  let compared = 0;
  for (const [i, one] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length; k += 1) {
      const other = at(sorted, k);
      if (other.box.min.x >= one.box.max.x) break;
      if (other.box.min.y >= one.box.max.y || other.box.max.y <= one.box.min.y) continue;
      compared += 1;
      if (compared % STRIDE === 0) {
        checkpoint({ done: i, total: sorted.length, doing: 'looking for overlapping rooms' });
      }
      if (!shareHeights(one.room.id, other.room.id, view)) continue;
      const shared = ringOverlap(one.outline, other.outline)?.area_mm2 ?? 0;
      if (shared < MIN_OVERLAP_MM2) continue;
      found.push(
        `rooms ${nameAndId(one.room)} and ${nameAndId(other.room)} overlap: ${(shared / 1e6).toFixed(1)} m² are counted in both`,
      );
      if (found.length === MAX_COUNTED) return found;
    }
  }
  return found;
}

function nameAndId({ id, params: { name } }: Room): string {
  return `\`${name}\` (${id})`;
}
