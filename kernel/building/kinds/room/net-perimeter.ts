/** @module net perimeter: the length of the faces of walls around a room, without what reaches its floor in them. */
import { at } from '../../geometry/indexed.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../geometry/vector.ts';
import { type WallAxis, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { isOf } from '../kind.ts';
import { type Held, type HoldingView, heldBy } from '../shared/held.ts';
import { wall } from '../wall/wall.ts';

/** A side lies on a face if it is within this of it, mm; shorter stretches are rounding. */
const [ON_FACE_MM, LEAST_MM] = [0.01, 0.1];
/** A void whose sill is at most this above the floor reaches it, mm. */
const ON_FLOOR_MM = 1;

/** A stretch along a side, mm from its start. */
type Stretch = readonly [from: number, to: number];
type Walled = { readonly faces: Ring; readonly axis: WallAxis; readonly voids: readonly Held[] };

/**
 * Length of the outlines that lies on walls, minus doors, openings and windows that reach the floor, mm; null if no
 * side lies on a wall.
 */
export function netPerimeter(
  rings: readonly Ring[],
  floor: number,
  view: HoldingView,
): number | null {
  const { min, max } = ringBounds(rings.flat());
  const walls = view
    .inBox({ min: { ...min, z: floor }, max: { ...max, z: floor } })
    .flatMap((id) => walled(id, floor, view) ?? []);
  let sum = 0;
  let found = false;
  for (const ring of rings) {
    for (const [i, from] of ring.entries()) {
      const faces = facesOn([from, at(ring, (i + 1) % ring.length)], walls);
      found ||= faces.length > 0;
      sum += lengthOf(faces);
    }
  }
  return found ? sum : null;
}

function walled(id: string, floor: number, view: HoldingView): Walled | null {
  const [element, box, outline] = [view.element(id), view.bounds(id), view.footprint(id)];
  if (!isOf(wall, element) || box === null || outline === null) return null;
  const voids = heldBy(id, view).filter(({ cut }) => {
    const low = box.min.z + cut.sill;
    return low <= floor + ON_FLOOR_MM && low + cut.height > floor + ON_FLOOR_MM;
  });
  return { faces: outline.ring, axis: wallAxis(element.params), voids };
}

/** Stretches of a side that lie on walls, without their voids. */
function facesOn([a, b]: readonly [Point2, Point2], walls: readonly Walled[]): readonly Stretch[] {
  const length = segmentLengthMm(a, b);
  if (length === 0) return [];
  const x = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  return walls.flatMap(({ faces, axis, voids }) =>
    faces.flatMap((from, i): readonly Stretch[] => {
      const ends = [from, at(faces, (i + 1) % faces.length)];
      if (ends.some((p) => Math.abs((p.y - a.y) * x.x - (p.x - a.x) * x.y) > ON_FACE_MM)) return [];
      const places = ends.map((p) => (p.x - a.x) * x.x + (p.y - a.y) * x.y);
      const on: Stretch = [Math.max(0, Math.min(...places)), Math.min(length, Math.max(...places))];
      if (on[1] - on[0] < LEAST_MM) return [];
      const [c, d] = [pointOn(a, x, on[0]), pointOn(a, x, on[1])];
      return withoutVoids(on, [axis.along(c), axis.along(d)], voids);
    }),
  );
}

function pointOn(from: Point2, x: Point2, distance: number): Point2 {
  return { x: from.x + x.x * distance, y: from.y + x.y * distance };
}

/** A stretch that runs along a wall from `along[0]` to `along[1]` on its axis, without the voids. */
function withoutVoids(
  [from, to]: Stretch,
  along: readonly [number, number],
  voids: readonly Held[],
): readonly Stretch[] {
  let rest: readonly Stretch[] = [[from, to]];
  const per = (to - from) / (along[1] - along[0]);
  // An end face of a wall runs across its axis.
  if (!Number.isFinite(per) || Math.abs(along[1] - along[0]) < LEAST_MM) return rest;
  for (const { cut } of voids) {
    const ends = [cut.offset ?? 0, (cut.offset ?? 0) + cut.width];
    const [p = 0, q = 0] = ends
      .map((place) => from + (place - along[0]) * per)
      .toSorted((c, d) => c - d);
    rest = rest.flatMap(([c, d]): readonly Stretch[] =>
      (
        [
          [c, Math.min(d, p)],
          [Math.max(c, q), d],
        ] as const
      ).filter(([e, f]) => f > e),
    );
  }
  return rest;
}

/** Length of stretches; parts that are in several count once. */
function lengthOf(stretches: readonly Stretch[]): number {
  let [sum, end] = [0, -Infinity];
  for (const [from, to] of stretches.toSorted((c, d) => c[0] - d[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}
