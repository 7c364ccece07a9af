/** @module joined ends: stretches walls that are joined to moved walls. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { TOUCH_MM } from '../../../geometry/tolerances.ts';
import type { Point2 } from '../../../geometry/vector.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { WallEnd } from '../../../geometry/walls/wall-contacts.ts';
import type { Motion } from '../../../kinds/kind.ts';
import { axisOf, drawnEnds, lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall as wallKind } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { paramsOnGrid } from '../planned.ts';

/** A wall before and after the stretch. */
export type Stretched = { readonly before: Wall; readonly after: Wall };

/**
 * Returns the unselected walls whose ends move with the selection, sorted by id. An end at the end of
 * a moved wall moves with that end. An end on the side of a moved wall moves along its own wall to the
 * new line of the moved wall.
 */
export function stretchedWalls(
  moved: ReadonlyMap<string, Wall>,
  motion: Motion,
  view: ModelView,
): readonly Stretched[] {
  const stretched = new Map<string, Wall>();
  for (const host of moved.values()) {
    for (const id of view.joinedWalls(host.id)) {
      const known = stretched.get(id) ?? view.elementOf(id, 'wall');
      const stays = view.elementOf(id, 'wall');
      if (known === undefined || stays === undefined || moved.has(id)) continue;
      const is = withEnds(stays, known, { host, motion });
      if (is !== known) stretched.set(id, is);
    }
  }
  return [...stretched.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((after) => {
      const before = view.elementOf(after.id, 'wall');
      const params = paramsOnGrid(after.params, wallKind.plain_numbers);
      // A wall that slides along itself leaves the ends on its side where they are.
      const isMoved = before !== undefined && !deepEqual(before.params, params);
      return isMoved ? [{ before, after: { ...after, params } }] : [];
    });
}

const OTHER = { start: 'end', end: 'start' } as const satisfies Record<WallEnd, WallEnd>;

type Joint = { readonly host: Wall; readonly motion: Motion };

/**
 * Returns `known` with the ends of `stays` that are joined to the host moved; returns `known` itself
 * if there are none.
 */
function withEnds(stays: Wall, known: Wall, joint: Joint): Wall {
  // Walls are joined where they were drawn, regardless of their kind of location line.
  const [was, now] = [drawnEnds(stays.params), drawnEnds(known.params)];
  const ends = { ...now };
  for (const end of BOTH) {
    const at = was[end];
    // An end at a corner of moved walls moves with the corner only, not additionally along its own wall.
    if (deepEqual(ends[end], at)) ends[end] = placeOf(at, was[OTHER[end]], joint) ?? at;
  }
  if (ends.start === now.start && ends.end === now.end) return known;
  const axis = axisOf(ends, lineOffsetOf(stays.params));
  return { ...known, params: { ...known.params, ...axis } };
}

const BOTH = ['start', 'end'] as const;

/** New place of an end that is joined to the host; null if it is not joined. */
function placeOf(end: Point2, other: Point2, { host, motion }: Joint): Point2 | null {
  const drawn = drawnEnds(host.params);
  if (BOTH.some((one) => segmentLengthMm(drawn[one], end) <= TOUCH_MM)) return motion.point(end);
  const { start, end: finish, thickness } = host.params;
  const length = segmentLengthMm(start, finish);
  const [ux, uy] = [(finish.x - start.x) / length, (finish.y - start.y) / length];
  const along = (end.x - start.x) * ux + (end.y - start.y) * uy;
  const off = (end.y - start.y) * ux - (end.x - start.x) * uy;
  if (along < 0 || along > length || Math.abs(off) > thickness / 2 + TOUCH_MM) return null;
  const there = motion.point(end);
  if (motion.turn_deg !== 0 || motion.mirrored) return there;
  return alongOwn(end, other, { by: { x: there.x - end.x, y: there.y - end.y }, ux, uy });
}

/** Sine of the smallest angle between wall and host at which an end moves along its own wall. */
const FLATTEST = 0.1;

/**
 * Moves the end along its own wall by the displacement of the host perpendicular to itself. If both
 * are nearly parallel, the end moves by the full displacement.
 */
function alongOwn(
  end: Point2,
  other: Point2,
  { by, ux, uy }: { readonly by: Point2; readonly ux: number; readonly uy: number },
): Point2 {
  const length = segmentLengthMm(other, end);
  const [dx, dy] = [(end.x - other.x) / length, (end.y - other.y) / length];
  const sine = dy * ux - dx * uy;
  if (Math.abs(sine) < FLATTEST) return { x: end.x + by.x, y: end.y + by.y };
  const by_mm = (by.y * ux - by.x * uy) / sine;
  return { x: end.x + dx * by_mm, y: end.y + dy * by_mm };
}
