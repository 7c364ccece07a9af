/** @module separations: walls that separate rooms, with the part of the wall that both rooms share. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { shareHeights } from '../../../building/kinds/room/foot.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Space } from '../../../building/spatial/spaces.ts';
import { spacesOn } from '../../../building/spatial/spaces.ts';

/** A wall between two rooms, sorted by room id. */
export type Separation = {
  readonly wall: ElementOf<'wall'>;
  readonly rooms: readonly [ElementOf<'room'>, ElementOf<'room'>];
  readonly shared_mm: number;
  /** Point on the axis, in the middle of the shared part. */
  readonly middle: PlanPoint;
};

/** Minimum shared length, mm. Rooms that share less of a wall meet only at its end. */
const MIN_SHARED_MM = 100;
/** Maximum gap between a room outline and the face of its wall, mm. */
const MAX_GAP_MM = 20;
/** Sine of the largest angle at which an outline counts as parallel to a wall. */
const MAX_SINE = 1e-3;

/** A part of a wall, measured from its start, with a room on its left or right. */
type Side = {
  readonly room_id: string;
  readonly left: boolean;
  readonly from: number;
  readonly to: number;
};

const DOING = 'walls between rooms';

/**
 * The walls that separate rooms of a level, sorted by wall id, then by room ids. There is a checkpoint for each room,
 * space and wall.
 */
export function separationsOn(level_id: string, view: ModelView): readonly Separation[] {
  const rooms = [...view.elementsOnLevel(level_id)].filter(({ kind }) => kind === 'room');
  for (const [done, { id }] of rooms.entries()) {
    checkpoint({ done, total: rooms.length, doing: DOING });
    view.outline(id);
  }
  const sides = new Map<string, Side[]>();
  const spaces = spacesOn(view, level_id);
  for (const [done, space] of spaces.entries()) {
    checkpoint({ done, total: spaces.length, doing: DOING });
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
    checkpoint({ done, total: sorted.length, doing: DOING });
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
      if (Math.abs(ux * ey - uy * ex) > MAX_SINE * Math.sqrt(ex * ex + ey * ey)) return [];
      const offset = ux * (middle.y - on.y) - uy * (middle.x - on.x);
      if (Math.abs(offset) > thickness / 2 + MAX_GAP_MM) return [];
      const [a, b] = [p, q].map((corner) => axis.along(corner));
      const [from, to] = [Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0)];
      // A room lies to the left of its outline.
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
  view: ModelView,
): readonly Separation[] {
  /** Shared part of each pair of rooms: its total length, and the sum of its midpoints weighted by length. */
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
      if (sum < MIN_SHARED_MM || first === undefined || second === undefined) return [];
      if (!shareHeights(first.id, second.id, view)) return [];
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
