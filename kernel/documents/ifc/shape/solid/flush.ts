/** @module flush: bodies that are cut off, widened where their faces are flush with those of the body that they cut. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { dot } from '../../../../building/geometry/vector.ts';
import { plus, scaled, unit } from '../axes.ts';
import { flattened, pointAt, ringNormal, type Surface } from './surface.ts';

/**
 * A cutter's face this near to a face of the body on the same side is flush: it is moved out by as much again, mm.
 * Otherwise rounding leaves skins without thickness that are as large as the face.
 */
export const FLUSH_MM = 0.01;
/** Sine between normals of flush faces: `FLUSH_MM` over 10 m. */
const FLUSH_SINE = 1e-6;
/** The plane of a face: its outward normal, and the distance of the plane from the origin along it, mm. */
export type Plane = { readonly normal: Point3; readonly distance: number };

/** Buckets of planes by their distance, in steps of `FLUSH_MM`. */
type Buckets = ReadonlyMap<number, readonly Plane[]>;

/** Layers of buckets are merged when there are more. */
const MAX_LAYERS = 16;

/** The planes of the faces of a body, to be found by their distance. */
export class PlaneSet {
  /** Number of planes; equal ones may count several times. */
  readonly size: number;
  readonly #layers: readonly Buckets[];

  /** The planes of sets and further ones. */
  constructor(sets: readonly PlaneSet[], planes: readonly Plane[]) {
    this.size = sets.reduce((sum, set) => sum + set.size, planes.length);
    const layers = sets.flatMap((set) => set.#layers);
    const own = planes.length > 0 ? [bucketsOf(planes)] : [];
    const all = [...layers, ...own];
    this.#layers =
      all.length > MAX_LAYERS
        ? [bucketsOf(all.flatMap((layer) => [...layer.values()].flat()))]
        : all;
  }

  /** Whether a plane is flush with one of the set: near it, with material on the same side. */
  hasFlush({ normal, distance }: Plane): boolean {
    const step = Math.floor(distance / FLUSH_MM);
    return this.#layers.some((layer) =>
      [step - 1, step, step + 1].some((key) =>
        (layer.get(key) ?? []).some(
          (one) =>
            Math.abs(one.distance - distance) < FLUSH_MM && sine(one.normal, normal) < FLUSH_SINE,
        ),
      ),
    );
  }

  /** All planes. */
  *planes(): Iterable<Plane> {
    for (const layer of this.#layers) for (const bucket of layer.values()) yield* bucket;
  }
}

export const NO_PLANES = new PlaneSet([], []);

function sine(a: Point3, b: Point3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

function bucketsOf(planes: readonly Plane[]): Buckets {
  const buckets = new Map<number, Plane[]>();
  for (const plane of planes) {
    const key = Math.floor(plane.distance / FLUSH_MM);
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      buckets.set(key, [plane]);
    } else if (bucket.length < MAX_BUCKET && !bucket.some((one) => isSame(one, plane))) {
      bucket.push(plane);
    }
  }
  return buckets;
}

function isSame(a: Plane, b: Plane): boolean {
  return a.distance === b.distance && sine(a.normal, b.normal) === 0;
}

/** Largest number of planes at one distance; spheres have many. */
const MAX_BUCKET = 64;

/** The planes of a surface. */
export function planesOf({ points, faces }: Surface): readonly Plane[] {
  return faces.flatMap(([outer = []]) => {
    const normal = unit(ringNormal(points, outer));
    return normal === null
      ? []
      : [{ normal, distance: dot(normal, pointAt(points, outer[0] ?? 0)) }];
  });
}

/** The planes of what a body leaves: with the material on the other side. */
export function turnedPlanes(planes: Iterable<Plane>): readonly Plane[] {
  return Array.from(planes, ({ normal, distance }) => ({
    normal: scaled(normal, -1),
    distance: -distance,
  }));
}

/** What a face of a cutter asks of a corner: to move this far along its normal, mm. */
type Wish = { readonly normal: Point3; readonly by: number };

/**
 * A cutter with its faces that are flush with the body moved out by `FLUSH_MM`. The other faces stay in their planes:
 * corners move along them.
 */
export function widened(cutter: Surface, body: PlaneSet): Surface {
  const { points, faces } = cutter;
  if (body.size === 0) return cutter;
  const wishes = new Map<number, Wish[]>();
  const moved = new Set<number>();
  for (const face of faces) {
    const [outer = []] = face;
    const normal = unit(ringNormal(points, outer));
    if (normal === null) continue;
    const distance = dot(normal, pointAt(points, outer[0] ?? 0));
    const wish = { normal, by: body.hasFlush({ normal, distance }) ? FLUSH_MM : 0 };
    for (const index of face.flat()) {
      if (wish.by > 0) moved.add(index);
      const known = wishes.get(index);
      if (known === undefined) wishes.set(index, [wish]);
      else known.push(wish);
    }
  }
  if (moved.size === 0) return cutter;
  const image = points.slice();
  for (const index of moved) {
    const move = movement(wishes.get(index) ?? []);
    image.set(flattened([plus(pointAt(points, index), move)]), 3 * index);
  }
  return { points: image, faces };
}

/** The shortest movement that satisfies the flush faces first, then the others as far as they are independent. */
function movement(wishes: readonly Wish[]): Point3 {
  let move: Point3 = { x: 0, y: 0, z: 0 };
  const axes: Point3[] = [];
  for (const { normal, by } of wishes.toSorted((a, b) => b.by - a.by)) {
    const rest = axes.reduce((left, axis) => plus(left, scaled(axis, -dot(left, axis))), normal);
    const size = Math.hypot(rest.x, rest.y, rest.z);
    if (axes.length === 3 || size < MIN_INDEPENDENT) continue;
    const axis = scaled(rest, 1 / size);
    move = plus(move, scaled(axis, (by - dot(move, normal)) / size));
    axes.push(axis);
  }
  return move;
}

/** Sine of the smallest angle of two faces between which a corner moves along both: 3°, 20 times `FLUSH_MM`. */
const MIN_INDEPENDENT = 0.05;
