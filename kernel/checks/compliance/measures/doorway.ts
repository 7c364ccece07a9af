/** @module doorway: the void of a door, window or opening in its wall. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { wayThrough } from '../../../building/kinds/rules/in-wall.ts';
import { wall } from '../../../building/kinds/wall/wall.ts';
import { oncePerRun, type Run } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';

/** The void of a door, window or opening in its wall, mm. `s` runs along the wall, `t` through it. */
export type Doorway = {
  readonly id: string;
  /** The level of the storey that it is in: a wall may reach into storeys above its own. */
  readonly level_id: string;
  readonly host_id: string;
  readonly frame: Frame;
  readonly s: Interval;
  readonly t: Interval;
  readonly low: number;
  readonly high: number;
};

/** Distance from the faces of the wall at which the rooms and floors on both sides are found, mm. */
const FROM_WALL_MM = 50;

/** A void begins on a storey if its foot is no further than this below the level, mm: a rounding. */
const BELOW_LEVEL_MM = 1;

/** The level of a void whose foot is at this elevation, in a wall on a level. */
function levelAt(run: Run, wall_level: string, foot: number): string {
  const own = run.view.elementOf(wall_level, 'level')?.params;
  if (own === undefined || foot < own.elevation + own.height - BELOW_LEVEL_MM) return wall_level;
  const reached = run.view
    .levels()
    .filter(({ params }) => params.elevation <= foot + BELOW_LEVEL_MM);
  return reached.at(-1)?.id ?? wall_level;
}

/** The middle of a void in plan. */
export function middleOf({ frame, s, t }: Doorway): Point2 {
  return frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
}

/** Points in plan to the left and right of a void, at a distance from the faces of its wall (mm). */
export function sidesOfDoorway(
  { frame, s, t }: Doorway,
  from_wall_mm = FROM_WALL_MM,
): readonly [Point2, Point2] {
  const middle = (s[0] + s[1]) / 2;
  return [frame.point(middle, t[1] + from_wall_mm), frame.point(middle, t[0] - from_wall_mm)];
}

/**
 * The void of an element that is hosted by a wall, along the wall's axis and from face to face; null for other elements.
 * Not computed from its outline: rounding to 0.001 mm turns the axis of a narrow void enough to matter metres away.
 */
export const doorwayOf = oncePerRun((run, id): Doorway | null => {
  const box = run.view.bounds(id);
  const wall_level = run.view.levelOf(id);
  const element = run.view.element(id);
  if (box === null || wall_level === null || element === undefined) return null;
  const { fills } = KINDS.of(element);
  if (fills === 'none') return null;
  const cut = fills.cut(element);
  const host = run.view.elementOf(cut.host_id, wall.kind);
  if (host === undefined || run.view.footprint(host.id) === null) return null;
  const { thickness } = host.params;
  const { right, along, width } = wayThrough(host, cut);
  return {
    id,
    level_id: levelAt(run, wall_level, box.min.z),
    host_id: host.id,
    frame: new Frame(right, along),
    s: [0, width],
    t: [0, thickness],
    low: box.min.z,
    high: box.max.z,
  };
});
