/** @module snap: moves wall ends onto nearby walls that they narrowly miss. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { SAME_PLACE_MM } from '../../geometry/tolerances.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Snap } from '../../geometry/walls/snap-ends.ts';
import { snapEnds } from '../../geometry/walls/snap-ends.ts';
import type { WallEnd } from '../../geometry/walls/wall-contacts.ts';
import { wallReach } from '../../geometry/walls/wall-contacts.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { axisOf, drawnEnds, lineOffsetOf } from '../../kinds/rules/location-line.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import type { Wall } from '../../kinds/wall/wall.ts';
import { wall } from '../../kinds/wall/wall.ts';
import type { ModelView } from '../view.ts';
import { paramsOnGrid } from './planned.ts';

/** Part of the plan context that snapping needs. */
type Snapping = Pick<PlanContext<never>, 'snap_mm'>;

/** The snapped value, a note for each moved end, and the ids of the walls that the ends now touch. */
export type Snapped<T> = {
  readonly snapped: T;
  readonly notes: readonly string[];
  readonly wall_ids: readonly string[];
};

const BOTH: readonly WallEnd[] = ['start', 'end'];

/** Parameters of a new wall. Its ends are moved onto walls of the view that they miss by at most `snap_mm`. */
export function snappedParams(
  requested: ParamsOf<'wall'>,
  view: ModelView,
  context: Snapping,
): Snapped<ParamsOf<'wall'>> {
  const params = paramsOnGrid(requested, wall.plain_numbers);
  const fresh = { id: '', kind: 'wall', params } as const;
  const found = snappedWall(fresh, { ends: BOTH, was: [] }, view, context);
  return { ...found, snapped: found.snapped.params };
}

/**
 * Snaps an element that was changed or copied from `before`. The moved ends of a wall are put on walls
 * of the view that they miss by at most `snap_mm`, except walls that its ends touched before. Other
 * elements are returned unchanged.
 */
export function snapped(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: Snapping,
): Snapped<AnyElement> {
  const still = { snapped: after, notes: [], wall_ids: [] };
  if (!isOf(wall, before) || !isOf(wall, after)) return still;
  const [from, to] = [before.params, after.params];
  const anew = from.level_id !== to.level_id;
  const [old, now] = [drawnEnds(from), drawnEnds(to)];
  const ends = BOTH.filter((end) => anew || !deepEqual(old[end], now[end]));
  if (ends.length === 0) return still;
  return snappedWall(after, { ends, was: anew ? [] : [old.start, old.end] }, view, context);
}

/** The ends of a wall on its location line, mm. */
export type DrawnEnds = Readonly<Record<WallEnd, Point2>>;

type Ends = { readonly ends: readonly WallEnd[]; readonly was: readonly Point2[] };

function snappedWall(after: Wall, rule: Ends, view: ModelView, context: Snapping): Snapped<Wall> {
  const snaps = snapsOf(after, rule, view, context);
  if (snaps.length === 0) return { snapped: after, notes: [], wall_ids: [] };
  const { params } = after;
  const moved = Object.fromEntries(snaps.map(({ end, to }) => [end, { x: to.x, y: to.y }]));
  const axis = axisOf({ ...drawnEnds(params), ...moved }, lineOffsetOf(params));
  return {
    snapped: { ...after, params: { ...params, ...axis } },
    notes: snaps.map((snap) => noteOf(snap, after.id, view)),
    wall_ids: [...new Set(snaps.map(({ wall_id }) => wall_id))],
  };
}

function snapsOf(
  after: Wall,
  { ends, was }: Ends,
  view: ModelView,
  { snap_mm }: Snapping,
): readonly Snap[] {
  const { params } = after;
  // The rules of the wall kind refuse a wall without a length.
  if (deepEqual(params.start, params.end) || !(params.thickness > 0)) return [];
  const own = straightWall(after);
  const box = widened(wallReach(own), snap_mm);
  const others = view.wallsNear(params.level_id, box).map(straightWall);
  return snapEnds(own, others, { distance: snap_mm, ends, was });
}

/**
 * The wall with the ends, of those drawn at `drawn`, that would snap onto walls `fresh` if it were created now; null if
 * none would that is not there yet. Its other ends stay.
 */
export function snappedLate(
  own: Wall,
  { drawn, fresh }: { readonly drawn: DrawnEnds; readonly fresh: ReadonlySet<string> },
  view: ModelView,
  context: Snapping,
): Snapped<Wall> | null {
  const { params } = own;
  const is = drawnEnds(params);
  const line = lineOffsetOf(params);
  const asDrawn = { ...own, params: { ...params, ...axisOf({ ...is, ...drawn }, line) } };
  const snaps = snapsOf(asDrawn, { ends: BOTH, was: [] }, view, context);
  const late = snaps.filter(
    ({ end, to, wall_id }) => fresh.has(wall_id) && !isSamePlace(is[end], to),
  );
  if (late.length === 0) return null;
  // The points as they were given: those recovered from the axis may differ in the last digit.
  const exact = (end: WallEnd): Point2 => {
    const points = [...snaps.filter((snap) => snap.end === end).map(({ to }) => to), drawn[end]];
    const moved = late.find((snap) => snap.end === end);
    return moved?.to ?? points.find((point) => isSamePlace(is[end], point)) ?? is[end];
  };
  const axis = axisOf({ ...is, start: exact('start'), end: exact('end') }, line);
  return {
    snapped: { ...own, params: { ...params, ...axis } },
    notes: late.map((snap) => noteOf(snap, own.id, view)),
    wall_ids: late.map(({ wall_id }) => wall_id),
  };
}

function isSamePlace(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

const ONTO = { node: 'an end', axis: 'the axis', face: 'a face' } as const;

function noteOf(
  { end, onto, wall_id, from, to, by_mm }: Snap,
  id: string,
  view: ModelView,
): string {
  const own = id === '' ? 'the wall' : `wall \`${id}\``;
  const name = view.elementOf(wall_id, 'wall')?.params.name ?? null;
  const other = name === null ? `wall \`${wall_id}\`` : `wall \`${wall_id}\` (${name})`;
  return `${end} of ${own} moved by ${by_mm} mm onto ${ONTO[onto]} of ${other}: from (${from.x}, ${from.y}) to (${to.x}, ${to.y})`;
}
