/** @module separations: which walls stand between which rooms, and along which part of them. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { compareText } from '../../canonical/deep-equal.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { Space } from '../../spatial/spaces.ts';
import { spacesOn } from '../../spatial/spaces.ts';
import type { FireView } from './fire-view.ts';

/** A wall between two rooms, the lesser id first. */
export type Separation = {
  readonly wall: ElementOf<'wall'>;
  readonly rooms: readonly [ElementOf<'room'>, ElementOf<'room'>];
  readonly shared_mm: number;
  /** On the axis, in the middle of what they share. */
  readonly middle: PlanPoint;
};

/** Rooms that share less of a wall meet at its end only, mm. */
const LEAST_SHARED_MM = 100;
/** How far outside the face of its wall an outline may be drawn, mm. */
const BESIDE_MM = 20;
/** Sine of the angle up to which an outline runs along a wall. */
const ALONG = 1e-3;

/** A part of a wall, from its start, with a room on its left or right. */
type Side = {
  readonly room_id: string;
  readonly left: boolean;
  readonly from: number;
  readonly to: number;
};

const DOING = 'walls between rooms';

/** The walls between rooms of a level, by ids of the walls, then of the rooms; a step for each of both. */
export function* separationsOn(level_id: string, view: FireView): Steps<readonly Separation[]> {
  const rooms = [...view.elementsOnLevel(level_id)].filter(({ kind }) => kind === 'room');
  for (const [done, { id }] of rooms.entries()) {
    yield { done, total: rooms.length, doing: DOING };
    view.outline(id);
  }
  const sides = new Map<string, Side[]>();
  const spaces = spacesOn(view, level_id);
  for (const [done, space] of spaces.entries()) {
    yield { done, total: spaces.length, doing: DOING };
    const { room_id, wall_ids } = space;
    if (room_id === null) continue;
    for (const id of wall_ids) {
      const wall = view.elementOf(id, 'wall');
      if (wall === undefined) continue;
      const known = sides.get(id) ?? [];
      sides.set(id, known);
      known.push(...sidesAlong(wall, room_id, space));
    }
  }
  const found: Separation[] = [];
  const sorted = [...sides].toSorted(([a], [b]) => compareText(a, b));
  for (const [done, [id, parts]] of sorted.entries()) {
    yield { done, total: sorted.length, doing: DOING };
    const wall = view.elementOf(id, 'wall');
    if (wall !== undefined) found.push(...between(wall, parts, view));
  }
  return found;
}

function sidesAlong(
  { params }: ElementOf<'wall'>,
  room_id: string,
  { area }: Space,
): readonly Side[] {
  const { thickness } = params;
  const axis = wallAxis(params);
  return area.flatMap((ring) =>
    edgesOf(ring).flatMap(([p, q]): readonly Side[] => {
      const [ex, ey] = [q.x - p.x, q.y - p.y];
      const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
      const place = axis.along(middle);
      const [on, { x: ux, y: uy }] = [axis.at(place), axis.directionAt(place)];
      if (Math.abs(ux * ey - uy * ex) > ALONG * Math.sqrt(ex * ex + ey * ey)) return [];
      const beside = ux * (middle.y - on.y) - uy * (middle.x - on.x);
      if (Math.abs(beside) > thickness / 2 + BESIDE_MM) return [];
      const [a, b] = [p, q].map((corner) => axis.along(corner));
      const [from, to] = [Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0)];
      // The room lies to the left of its outline.
      return [{ room_id, left: ex * ux + ey * uy > 0, from, to }];
    }),
  );
}

function edgesOf(ring: Ring): readonly (readonly [PlanPoint, PlanPoint])[] {
  return ring.flatMap((p, i) => {
    const q = ring[i + 1] ?? ring[0];
    return q === undefined ? [] : [[p, q] as const];
  });
}

function between(
  wall: ElementOf<'wall'>,
  sides: readonly Side[],
  view: FireView,
): readonly Separation[] {
  /** What each pair of rooms shares: its length, and the sum of its middles by their lengths. */
  const shared = new Map<string, { rooms: readonly [string, string]; sum: number; at: number }>();
  for (const one of sides) {
    if (!one.left) continue;
    for (const other of sides) {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      if (other.left || one.room_id === other.room_id || to <= from) continue;
      const rooms =
        one.room_id < other.room_id
          ? ([one.room_id, other.room_id] as const)
          : ([other.room_id, one.room_id] as const);
      const key = rooms.join('\n');
      const known = shared.get(key) ?? { rooms, sum: 0, at: 0 };
      shared.set(key, known);
      known.sum += to - from;
      known.at += ((to - from) * (from + to)) / 2;
    }
  }
  const axis = wallAxis(wall.params);
  return [...shared]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([, { rooms, sum, at }]) => {
      const [first, second] = rooms.map((id) => view.elementOf(id, 'room'));
      if (sum < LEAST_SHARED_MM || first === undefined || second === undefined) return [];
      return [
        {
          wall,
          rooms: [first, second] as const,
          shared_mm: sum,
          middle: axis.at(at / sum),
        },
      ];
    });
}
