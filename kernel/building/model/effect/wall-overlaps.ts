/** @module wall overlaps: walls that overlap, so that both count the common part. */
import { toGrid } from '../../../../schemas/units.ts';
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds, ringPerimeter } from '../../geometry/plan/polygon.ts';
import { ringOverlap } from '../../geometry/plan/ring-overlap.ts';
import { GRID_MM, JOINT_OVERLAP_MM2, SHARPEST_TEE } from '../../geometry/tolerances.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import type { StateView } from '../state-view.ts';

type Wall = ElementOf<'wall'>;

/** Maximum number of listed overlaps; any others are only mentioned. */
const MAX_NAMED = 10;
/** Maximum number of changed walls that are examined, so that a merge of whole storeys is not delayed. */
const MAX_WALLS = 500;
/** Tolerance for touching faces: this many steps of the grid, and at corners this area, mm². */
const [STEPS, CORNER_MM2] = [4, 0.05];

/** Walls to examine: created or changed walls, and walls whose outline a joint changed. */
export type Looked = { readonly placed: readonly Wall[]; readonly reshaped: readonly Wall[] };

/**
 * Warns of changed walls that overlap others of their level, naming both, the place and the area. Walls whose outline a
 * joint changed are reported if their overlap grew. Joined walls can overlap if they are shorter than their joint or if
 * an arc returns. Walls with join type `none` overlap on request.
 */
export function overlapWarnings(
  { before, after: view }: { readonly before: StateView; readonly after: StateView },
  { placed, reshaped }: Looked,
): readonly string[] {
  const warnings = new Map<string, string>();
  const walls = [...placed, ...reshaped];
  for (const [done, wall] of walls.slice(0, MAX_WALLS).entries()) {
    // Only placed walls are counted: reshaped ones may be hidden from the caller.
    const total = done < placed.length ? placed.length : 0;
    checkpoint({ done, total, doing: 'looking for overlapping walls' });
    for (const other of view.wallsAtFootprint(wall)) {
      const key = [wall.id, other.id].toSorted(compareText).join('\n');
      if (warnings.has(key) || wall.id === other.id) continue;
      if (done >= placed.length && !hasGrown([wall.id, other.id], before, view)) continue;
      const warning = overlapOf(wall, other, view);
      if (warning !== null) warnings.set(key, warning);
      if (warnings.size > MAX_NAMED) {
        return [...[...warnings.values()].slice(0, MAX_NAMED), 'more walls overlap'];
      }
    }
  }
  return walls.length > MAX_WALLS
    ? [
        ...warnings.values(),
        `of ${walls.length} changed walls only the first ${MAX_WALLS} were checked for overlaps`,
      ]
    : [...warnings.values()];
}

/** An overlap has grown if it is larger by more than this rounding error, mm². */
const GROWN_MM2 = 1;

/** Whether the overlap of two walls in plan has grown. */
function hasGrown(ids: readonly [string, string], before: StateView, after: StateView): boolean {
  const [was, is] = [before, after].map((view) => {
    const [a, b] = ids.map((id) => outlinesIn(view, view.elementOf(id, 'wall')));
    return Math.max(
      0,
      ...commonOutlines(a ?? [], b ?? []).map(([p, q]) => ringOverlap(p, q)?.area_mm2 ?? 0),
    );
  });
  return (is ?? 0) > (was ?? 0) + GROWN_MM2;
}

/** An outline with its interval of heights, mm above the level. */
type Outlined = { readonly ring: Ring; readonly low: number; readonly high: number };

function outlinesIn(view: StateView, wall: Wall | undefined): readonly Outlined[] {
  const footprint = wall === undefined ? null : view.footprint(wall.id);
  if (wall === undefined || footprint === null) return [];
  const { low = -Infinity, high = Infinity } = straightWall(wall);
  return footprint.bands ?? [{ ring: footprint.ring, low, high }];
}

/** The outlines of two walls at each height that both have. */
function commonOutlines(
  a: readonly Outlined[],
  b: readonly Outlined[],
): readonly (readonly [Ring, Ring])[] {
  return a.flatMap((one) =>
    b.flatMap((other) =>
      one.low < other.high && other.low < one.high ? [[one.ring, other.ring] as const] : [],
    ),
  );
}

function overlapOf(wall: Wall, other: Wall, view: StateView): string | null {
  if (wall.params.join_type === 'none' || other.params.join_type === 'none') return null;
  const [a, b] = [view.footprint(wall.id), view.footprint(other.id)];
  if (a === null || b === null) return null;
  const isJoined = a.joins.some(({ kind, with: met }) => kind !== 'none' && met.includes(other.id));
  const [largest] = commonOutlines(outlinesIn(view, wall), outlinesIn(view, other))
    .flatMap(([p, q]) => overlapBeyond(p, q, isJoined) ?? [])
    .toSorted((p, q) => q.area_mm2 - p.area_mm2);
  if (largest === undefined) return null;
  const { centre, area_mm2 } = largest;
  const place = `around (${toGrid(centre.x)}, ${toGrid(centre.y)})`;
  const shared = `${area_mm2 < 1 ? area_mm2.toPrecision(1) : Math.round(area_mm2)} mm² of plan count in the volume of both`;
  if (isJoined) {
    const remedy =
      isArc(wall) || isArc(other)
        ? 'choose another `via`, so that they separate there'
        : 'the angle is too sharp for so short or thick a wall: end one of them where the other begins';
    return `wall \`${wall.id}\` lies in wall \`${other.id}\` ${place}, beyond their joint: ${shared}; ${remedy}`;
  }
  return liesAlong(wall, other)
    ? `wall \`${wall.id}\` lies on wall \`${other.id}\` ${place}: ${shared}; delete one, or end it where the other begins`
    : `wall \`${wall.id}\` crosses wall \`${other.id}\` ${place} without joining it: ${shared}; split one of them there, so that both parts end on the axis of the other`;
}

type Overlap = NonNullable<ReturnType<typeof ringOverlap>>;

/** The overlap of two outlines; null if it is within rounding. */
function overlapBeyond(a: Ring, b: Ring, isJoined: boolean): Overlap | null {
  const common = planBoxIntersects(ringBounds(a), ringBounds(b)) ? ringOverlap(a, b) : null;
  if (common === null) return null;
  const least = isJoined
    ? roundingOverlap(a, b)
    : Math.max(CORNER_MM2, STEPS * GRID_MM * common.extent_mm);
  return common.area_mm2 < least ? null : common;
}

/**
 * Largest overlap that rounding of a joint leaves between two outlines: a micrometre along the shorter one, plus the
 * corners.
 */
function roundingOverlap(a: Ring, b: Ring): number {
  return JOINT_OVERLAP_MM2 + (GRID_MM * Math.min(ringPerimeter(a), ringPerimeter(b))) / 2;
}

function isArc({ params: { via } }: Wall): boolean {
  return via !== undefined && via !== null;
}

function liesAlong({ params: a }: Wall, { params: b }: Wall): boolean {
  const [ax, ay] = [a.end.x - a.start.x, a.end.y - a.start.y];
  const [bx, by] = [b.end.x - b.start.x, b.end.y - b.start.y];
  const cross = ax * by - ay * bx;
  return cross * cross < SHARPEST_TEE * SHARPEST_TEE * (ax * ax + ay * ay) * (bx * bx + by * by);
}
