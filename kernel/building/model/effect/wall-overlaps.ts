/** @module wall overlaps: walls that stand in each other, so that both count the common part. */
import { toGrid } from '../../../schemas/units.ts';
import { compareText } from '../../canonical/deep-equal.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds, ringPerimeter } from '../../geometry/plan/polygon.ts';
import { ringOverlap } from '../../geometry/plan/ring-overlap.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { StateView } from '../state-view.ts';

type Wall = ElementOf<'wall'>;

/** Overlaps named; one more is said to be there. */
const NAMED = 10;
/** Changed walls looked at, so that a merge of whole storeys is not held up. */
const MOST_WALLS = 500;
/** Far over what rounding of joints leaves between walls, mm², and the grid on which their corners are, mm. */
const [LEAST_MM2, GRID_MM] = [5, 0.001];
/** Faces that touch lie in each other by no more than so many steps of the grid, and corners by no more than this, mm². */
const [STEPS, CORNER_MM2] = [4, 0.05];
/** sin 10°: walls that cross at less lie along each other. */
const ALONG = 0.173_648_177_666_930_3;

/** Walls that are looked at: those that were made or changed, and those whose outline a joint changed. */
export type Looked = { readonly placed: readonly Wall[]; readonly reshaped: readonly Wall[] };

/**
 * Says which of the changed walls stand in others of their level, with whom, where and how much; of those whose outline
 * a joint changed, where it is more than before.
 * Walls that are joined share something where they are shorter than their joint, or an arc comes back; walls with join
 * type `none` overlap because they were told to.
 */
export function* overlapWarnings(
  { before, after: view }: { readonly before: StateView; readonly after: StateView },
  { placed, reshaped }: Looked,
): Steps<readonly string[]> {
  const said = new Map<string, string>();
  const walls = [...placed, ...reshaped];
  for (const [done, wall] of walls.slice(0, MOST_WALLS).entries()) {
    yield { done, total: walls.length, doing: 'looking for walls that stand in others' };
    for (const other of view.wallsAtFootprint(wall)) {
      const key = [wall.id, other.id].toSorted(compareText).join('\n');
      if (said.has(key) || !shareHeight(wall, other)) continue;
      if (done >= placed.length && !hasGrown([wall.id, other.id], before, view)) continue;
      const warning = overlapOf(wall, other, view);
      if (warning !== null) said.set(key, warning);
      if (said.size > NAMED) {
        return [...[...said.values()].slice(0, NAMED), 'more walls stand in each other'];
      }
    }
  }
  return walls.length > MOST_WALLS
    ? [
        ...said.values(),
        `of ${walls.length} changed walls only the first ${MOST_WALLS} were checked for standing in others`,
      ]
    : [...said.values()];
}

/** More than rounding makes of an overlap, mm². */
const GROWN_MM2 = 1;

/** Whether two walls share more of the plan than they did. */
function hasGrown(ids: readonly [string, string], before: StateView, after: StateView): boolean {
  const [was, is] = [before, after].map((view) => {
    const [a, b] = ids.map((id) => view.footprint(id)?.ring);
    return a === undefined || b === undefined ? 0 : (ringOverlap(a, b)?.area_mm2 ?? 0);
  });
  return (is ?? 0) > (was ?? 0) + GROWN_MM2;
}

function shareHeight({ id, params: a }: Wall, { id: other, params: b }: Wall): boolean {
  return (
    id !== other &&
    a.base_offset < b.base_offset + b.height &&
    b.base_offset < a.base_offset + a.height
  );
}

function overlapOf(wall: Wall, other: Wall, view: StateView): string | null {
  if (wall.params.join_type === 'none' || other.params.join_type === 'none') return null;
  const [a, b] = [view.footprint(wall.id), view.footprint(other.id)];
  if (a === null || b === null) return null;
  const isJoined = a.joins.some(({ kind, with: met }) => kind !== 'none' && met.includes(other.id));
  if (!planBoxIntersects(ringBounds(a.ring), ringBounds(b.ring))) return null;
  const common = ringOverlap(a.ring, b.ring);
  if (common === null) return null;
  const { centre, area_mm2, extent_mm } = common;
  const least = isJoined
    ? leastOf(a.ring, b.ring)
    : Math.max(CORNER_MM2, STEPS * GRID_MM * extent_mm);
  if (area_mm2 < least) return null;
  const place = `around (${toGrid(centre.x)}, ${toGrid(centre.y)})`;
  const shared = `${area_mm2 < 1 ? area_mm2.toPrecision(1) : Math.round(area_mm2)} mm² of plan count in the volume of both`;
  if (isJoined) {
    const remedy =
      isArc(wall) || isArc(other)
        ? 'choose another `via`, so that they part there'
        : 'the angle is too sharp for so short or thick a wall: end one of them where the other begins';
    return `wall \`${wall.id}\` lies in wall \`${other.id}\` ${place}, beyond their joint: ${shared}; ${remedy}`;
  }
  return liesAlong(wall, other)
    ? `wall \`${wall.id}\` lies on wall \`${other.id}\` ${place}: ${shared}; delete one, or end it where the other begins`
    : `wall \`${wall.id}\` crosses wall \`${other.id}\` ${place} without joining it: ${shared}; split one of them there, so that both parts end on the axis of the other`;
}

/** What rounding of a joint leaves between two outlines at most: a micrometre along the shorter, and at the corners. */
function leastOf(a: Ring, b: Ring): number {
  return LEAST_MM2 + (GRID_MM * Math.min(ringPerimeter(a), ringPerimeter(b))) / 2;
}

function isArc({ params: { via } }: Wall): boolean {
  return via !== undefined && via !== null;
}

function liesAlong({ params: a }: Wall, { params: b }: Wall): boolean {
  const [ax, ay] = [a.end.x - a.start.x, a.end.y - a.start.y];
  const [bx, by] = [b.end.x - b.start.x, b.end.y - b.start.y];
  const cross = ax * by - ay * bx;
  return cross * cross < ALONG * ALONG * (ax * ax + ay * ay) * (bx * bx + by * by);
}
