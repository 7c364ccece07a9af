/** @module panel-outline: the face of a panel that is no rectangle, such as one around a door. */
import type { MeshPart } from '../../../../../building/geometry/mesh/mesh-parts.ts';
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import { extentAlong } from '../../outlines/bar.ts';
import type { Unrecognised } from '../../proposal.ts';
import { type Range, SAME_MM } from './same-places.ts';

/** A place on the face: along the wall, and its height; mm. */
type Place = readonly [u: number, z: number];

/** The face of a panel with horizontal and vertical sides, as triangles; `u` and `z`: the places of its sides. */
export type Outline = {
  readonly triangles: readonly (readonly [Place, Place, Place])[];
  readonly u: readonly number[];
  readonly z: readonly number[];
};

/** Most corners of the face of a panel. */
const MAX_CORNERS = 200;

/** The face of a panel of even thickness whose sides are horizontal and vertical. */
export function outlineOf(
  part: MeshPart,
  along: Point2,
  { v }: { readonly v: Range },
): Outline | Unrecognised {
  const none = { why: 'a panel is no rectangle' };
  if (part.points.length > 2 * MAX_CORNERS) return none;
  const places = part.points.map((point) => {
    const { s, t } = extentAlong([point], along);
    return { u: s[0], v: t[0], z: point.z };
  });
  const isOn = (i: number, side: number): boolean =>
    Math.abs((places[i]?.v ?? Infinity) - side) <= SAME_MM;
  if (!places.every((_, i) => isOn(i, v[0]) || isOn(i, v[1]))) return none;
  if (v[1] - v[0] <= 2 * SAME_MM) return none;
  const sides = v.map((side) => part.triangles.filter((one) => one.every((i) => isOn(i, side))));
  const areas = sides.map((triangles) =>
    triangles.reduce((sum, one) => sum + areaOf(placesOf(one, places)), 0),
  );
  const [front, back] = areas;
  if (front === undefined || back === undefined || Math.abs(front - back) > SAME_MM * SAME_MM) {
    return none;
  }
  const [own = []] = sides;
  const isRight = bordersOf(own).every(([a, b]) => {
    const [from, to] = [places[a], places[b]];
    if (from === undefined || to === undefined) return false;
    return Math.abs(from.u - to.u) <= SAME_MM || Math.abs(from.z - to.z) <= SAME_MM;
  });
  // The sides between both faces are level or upright, so that the face behind has the same outline.
  const isPrism = part.triangles
    .filter((one) => !sides.some((side) => side.includes(one)))
    .every((one) => {
      const [a, b, c] = placesOf(one, places);
      return ([0, 1] as const).some((axis) =>
        [b, c].every((place) => Math.abs(place[axis] - a[axis]) <= SAME_MM),
      );
    });
  if (!isRight || !isPrism) return none;
  return {
    triangles: own.map((one) => placesOf(one, places)),
    u: places.map(({ u }) => u),
    z: places.map(({ z }) => z),
  };
}

/** Whether a place is on the face of a panel. */
export function isOnFace({ triangles }: Outline, [u, z]: Place): boolean {
  return triangles.some(([a, b, c]) => {
    const turns = [turn(a, b, [u, z]), turn(b, c, [u, z]), turn(c, a, [u, z])];
    return turns.every((one) => one >= 0) || turns.every((one) => one <= 0);
  });
}

function turn(a: Place, b: Place, c: Place): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function areaOf([a, b, c]: readonly [Place, Place, Place]): number {
  return Math.abs(turn(a, b, c)) / 2;
}

type Corners = readonly [number, number, number];

function placesOf(
  [a, b, c]: Corners,
  places: readonly { readonly u: number; readonly z: number }[],
): readonly [Place, Place, Place] {
  const at = (i: number): Place => [places[i]?.u ?? 0, places[i]?.z ?? 0];
  return [at(a), at(b), at(c)];
}

/** The edges of triangles that only one of them has. */
function bordersOf(triangles: readonly Corners[]): readonly (readonly [number, number])[] {
  const edges = new Map<string, readonly [number, number] | null>();
  for (const [a, b, c] of triangles) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      edges.set(key, edges.has(key) ? null : [from, to]);
    }
  }
  return [...edges.values()].flatMap((edge) => (edge === null ? [] : [edge]));
}
