/** @module shared spaces: finds rooms of one storey that share a space or overlap. */
import type { Ring } from '../geometry/plan/polygon.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import { ringOverlap } from '../geometry/plan/ring-overlap.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';

type Room = ElementOf<'room'>;

/**
 * Minimum overlap of two rooms, mm². Smaller overlaps arise because outlines are drawn to walls of different thickness.
 */
const MIN_OVERLAP_MM2 = 100_000;
/** Maximum number of overlapping pairs that warnings name; further pairs are only counted. */
const MAX_NAMED = 5;

/** Rooms grouped by equal outlines, and warnings about rooms that share a space or overlap. */
export type Spaces = {
  readonly groups: readonly (readonly Room[])[];
  readonly warnings: readonly string[];
};

/** Warnings about the rooms of each storey that share a space or overlap, so that sums count the area twice. */
export function doubleCountWarnings(rooms: Iterable<Room>, view: ModelView): readonly string[] {
  const storeys = Map.groupBy(rooms, ({ id }) => view.levelOf(id));
  return [...storeys.values()].flatMap((storey) => spacesOf(storey, view).warnings);
}

/** Groups rooms by outline, in the order of the first room of each group, and finds overlapping rooms. */
export function spacesOf(rooms: readonly Room[], view: ModelView): Spaces {
  const outlined = rooms.flatMap((room) => {
    const outline = view.outline(room.id);
    return outline === null || outline.length < 3 ? [] : [{ room, outline }];
  });
  const groups = [...Map.groupBy(outlined, ({ outline }) => keyOf(outline)).values()];
  const warnings = groups.flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? []
      : [
          `rooms ${[first, ...others].map(({ room }) => nameAndId(room)).join(', ')} occupy the same space, so its area is counted in each: delete all but one of them, or divide the space with a wall`,
        ],
  );
  const over = overlaps(groups.flatMap((group) => group.slice(0, 1)));
  const more = over.length - MAX_NAMED;
  return {
    groups: groups.map((group) => group.map(({ room }) => room)),
    warnings: [
      ...warnings,
      ...over.slice(0, MAX_NAMED),
      ...(more > 0 ? [`${more} more pairs of rooms overlap`] : []),
    ],
  };
}

type Outlined = { readonly room: Room; readonly outline: Ring };

/** A key of an outline that does not depend on its first corner or its direction. */
function keyOf(outline: Ring): string {
  return outline
    .map(({ x, y }) => `${x} ${y}`)
    .toSorted()
    .join();
}

function overlaps(rooms: readonly Outlined[]): readonly string[] {
  const sorted = rooms
    .map((one) => ({ ...one, box: ringBounds(one.outline) }))
    .toSorted((a, b) => a.box.min.x - b.box.min.x);
  return sorted.flatMap((one, i) => {
    const found: string[] = [];
    for (const other of sorted.slice(i + 1)) {
      if (other.box.min.x >= one.box.max.x) break;
      if (other.box.min.y >= one.box.max.y || other.box.max.y <= one.box.min.y) continue;
      const shared = ringOverlap(one.outline, other.outline)?.area_mm2 ?? 0;
      if (shared < MIN_OVERLAP_MM2) continue;
      found.push(
        `rooms ${nameAndId(one.room)} and ${nameAndId(other.room)} overlap: ${(shared / 1e6).toFixed(1)} m² are counted in both`,
      );
    }
    return found;
  });
}

function nameAndId({ id, params: { name } }: Room): string {
  return `\`${name}\` (${id})`;
}
