/** @module shared spaces: rooms of one storey that lie in one space or over each other. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { ringOverlap } from '../../geometry/plan/ring-overlap.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { DrawnView } from './storey.ts';

type Room = ElementOf<'room'>;

/** Outlines of rooms are drawn to walls of one or the other thickness: what they share must be more, mm². */
const LEAST_MM2 = 100_000;
/** Pairs that are named; the rest is counted. */
const NAMED = 5;

/** Rooms with one outline, and what is to be said of those that share some of theirs. */
export type Spaces = {
  readonly groups: readonly (readonly Room[])[];
  readonly warnings: readonly string[];
};

/** Groups rooms by their outline, in the order of their first, and finds those that lie over each other. */
export function spacesOf(rooms: readonly Room[], view: DrawnView): Spaces {
  const outlined = rooms.flatMap((room) => {
    const outline = view.outline(room.id);
    return outline === null || outline.length < 3 ? [] : [{ room, outline }];
  });
  const groups = [...Map.groupBy(outlined, ({ outline }) => keyOf(outline)).values()];
  const warnings = groups.flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? []
      : [
          `rooms ${[first, ...others].map(({ room }) => named(room)).join(', ')} lie in one space, and its area counts in each: delete all but one of them, or part the space with a wall`,
        ],
  );
  const over = overlaps(groups.flatMap((group) => group.slice(0, 1)));
  const more = over.length - NAMED;
  return {
    groups: groups.map((group) => group.map(({ room }) => room)),
    warnings: [
      ...warnings,
      ...over.slice(0, NAMED),
      ...(more > 0 ? [`${more} more pairs of rooms lie over each other`] : []),
    ],
  };
}

type Outlined = { readonly room: Room; readonly outline: Ring };

/** Rooms in one space have the same corners, wherever their outlines begin. */
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
      if (shared < LEAST_MM2) continue;
      found.push(
        `rooms ${named(one.room)} and ${named(other.room)} lie over each other: ${(shared / 1e6).toFixed(1)} m² count in both`,
      );
    }
    return found;
  });
}

function named({ id, params: { name } }: Room): string {
  return `\`${name}\` (${id})`;
}
