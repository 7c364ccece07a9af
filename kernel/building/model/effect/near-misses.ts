/** @module near misses: wall ends slightly short of another wall or slightly beyond it, if one of the walls has changed. */
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { meetCourses } from '../../geometry/walls/arcs/meet-lines.ts';
import type { Gap } from '../../geometry/walls/loose-ends.ts';
import { compareGaps, gapsOf } from '../../geometry/walls/loose-ends.ts';
import type { PreparedWall } from '../../geometry/walls/wall-contacts.ts';
import { prepareWall, wallReach } from '../../geometry/walls/wall-contacts.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { drawnEnds } from '../../kinds/rules/location-line.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import type { ModelView } from '../view.ts';

type Wall = ElementOf<'wall'>;

/** An end further than this from a wall is not intended to meet it, mm. */
const NEAR_MM = 300;
/** Maximum number of listed near misses; any others are only counted. */
const MAX_NAMED = 10;
/** Maximum number of changed walls that are examined, so that a merge of whole storeys is not delayed. */
const MAX_WALLS = 500;

const PLACE = [
  'level_id',
  'start',
  'end',
  'via',
  'thickness',
  'base_offset',
  'height',
  'line_offset',
] as const;

/**
 * Warns of wall ends that are up to 300 mm short of another wall, or beyond it, in the view after the events, if one of
 * the two walls is in `ids` and the events created or moved it. The views are restricted to the caller's READ scope, so
 * hidden walls are not named.
 */
export function nearMissWarnings(
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
  ids: Iterable<string>,
): readonly string[] {
  const changed = [...ids].flatMap((id) => placedWall(before, after, id) ?? []);
  const gaps = new Map<string, Gap>();
  for (const [done, wall] of changed.slice(0, MAX_WALLS).entries()) {
    checkpoint({ done, total: changed.length, doing: 'looking for walls that fall short' });
    for (const gap of gapsRound(wall, after)) {
      const key = `${gap.wall_id}\n${gap.end}`;
      const known = gaps.get(key);
      if (known === undefined || compareGaps(gap, known) < 0) gaps.set(key, gap);
    }
  }
  const open = [...gaps.values()].filter((gap) => !endsAtColumn(gap, after)).toSorted(compareGaps);
  const warnings = open
    .filter((gap, i) => !open.slice(0, i).some((nearer) => isOneCorner(nearer, gap, after)))
    .map((gap) => textOf(gap, after));
  return warnings.length <= MAX_NAMED
    ? warnings
    : [...warnings.slice(0, MAX_NAMED), `${warnings.length - MAX_NAMED} more wall ends miss walls`];
}

/** Whether two gaps are those of one missed corner: the end of the nearer one is the one to move. */
function isOneCorner(nearer: Gap, further: Gap, view: ModelView): boolean {
  if (nearer.wall_id !== further.other_id || nearer.other_id !== further.wall_id) return false;
  const [a, b] = [nearer.wall_id, nearer.other_id].map((id) => view.elementOf(id, 'wall'));
  const most = ((a?.params.thickness ?? 0) + (b?.params.thickness ?? 0)) / 2;
  return segmentLengthMm(nearer.to, further.from) <= most;
}

/** A wall that is new or that has moved. */
function placedWall(before: ModelView, after: ModelView, id: string): Wall | undefined {
  const is = after.elementOf(id, 'wall');
  const was = is === undefined ? undefined : before.elementOf(id, 'wall');
  const same =
    was !== undefined &&
    is !== undefined &&
    PLACE.every((name) => deepEqual(was.params[name], is.params[name]));
  return same ? undefined : is;
}

/** The narrowest gap of each loose end of a wall and of the walls around it. */
function gapsRound(wall: Wall, view: ModelView): readonly Gap[] {
  const own = prepareWall(straightWall(wall));
  const near = around(wall, view);
  const others = near.filter(({ id }) => id !== own.id);
  const gaps = [...gapsOf(own, others, NEAR_MM)];
  for (const other of others) {
    const [first] = gapsOf(other, [own], NEAR_MM);
    // Whether the other end is joined can only be decided with all of its surroundings.
    if (first === undefined) continue;
    const wholly = view.elementOf(other.id, 'wall');
    if (wholly !== undefined) gaps.push(...gapsOf(other, around(wholly, view), NEAR_MM));
  }
  return gaps;
}

function around({ params, ...wall }: Wall, view: ModelView): readonly PreparedWall[] {
  const box = widened(wallReach(straightWall({ ...wall, params })), NEAR_MM);
  return view.wallsNear(params.level_id, box).map((near) => prepareWall(straightWall(near)));
}

/** Whether a column stands in the gap, in which case the walls end on either side of it. */
function endsAtColumn({ wall_id, end, to }: Gap, view: ModelView): boolean {
  const wall = view.elementOf(wall_id, 'wall');
  if (wall === undefined) return false;
  const from = wall.params[end];
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const line = { min: { ...middle, z: -Infinity }, max: { ...middle, z: Infinity } };
  return view
    .inBox(line)
    .some((id) => view.elementOf(id, 'column')?.params.level_id === wall.params.level_id);
}

function textOf({ wall_id, end, other_id, to, gap_mm, crosses }: Gap, view: ModelView): string {
  const [own, other] = [nameOf(wall_id, view), nameOf(other_id, view)];
  const at = crosses ?? onLocationLines([wall_id, other_id], to, view);
  const misses =
    crosses !== null
      ? `is ${toGrid(gap_mm)} mm beyond ${other}, which it crosses,`
      : `stops ${toGrid(gap_mm)} mm short of ${other}`;
  return `${end} of ${own} ${misses} and does not join it: end it at (${at.x}, ${at.y}) if it should`;
}

/**
 * The place of an end at another wall as callers give it, and as edit_walls extends to it: where the location lines
 * meet, if one is off its axis. Otherwise, and for arcs, the place on the axis, mm.
 */
function onLocationLines(
  ids: readonly [string, string],
  on_axis: PlanPoint,
  view: ModelView,
): PlanPoint {
  const walls = ids.flatMap((id) => view.elementOf(id, 'wall')?.params ?? []);
  const [own, other] = walls;
  if (own === undefined || other === undefined) return on_axis;
  if (walls.every(({ line_offset }) => (line_offset ?? 0) === 0)) return on_axis;
  if (walls.some(({ via }) => (via ?? null) !== null)) return on_axis;
  const most = own.thickness + other.thickness;
  const [met] = meetCourses({ ...drawnEnds(own), arc: null }, { ...drawnEnds(other), arc: null });
  if (met === undefined || segmentLengthMm(met, on_axis) > most) return on_axis;
  return { x: toGrid(met.x), y: toGrid(met.y) };
}

function nameOf(id: string, view: ModelView): string {
  const name = view.elementOf(id, 'wall')?.params.name ?? null;
  return name === null ? `wall \`${id}\`` : `wall \`${id}\` (${name})`;
}
