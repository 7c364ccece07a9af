/** @module carvings: what a body lacks of a whole prism, as planes that cut it within prisms. */
import type { UnlimitedPrism } from '../../../../../building/geometry/convex/half-space-cut.ts';
import { extrudeBetween } from '../../../../../building/geometry/mesh/extrude.ts';
import { type Mesh, meshBounds, meshVolume } from '../../../../../building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../../building/geometry/mesh/solid-kernel.ts';
import { pointInRing } from '../../../../../building/geometry/plan/polygon.ts';
import { grownBy } from '../../../../../building/geometry/plan/regions.ts';
import { cross, dot, type Point2, type Point3 } from '../../../../../building/geometry/vector.ts';
import { type Facet, facetsOf } from '../facets.ts';
import { cleanRing } from '../plan-ring.ts';
import {
  beyond,
  directionsOf,
  edgeDirections,
  isOnOutside,
  planarGroups,
  type Plane,
  planeOf,
  planeThrough,
  prismOver,
  prismsOver,
  SIDE,
  type WholePrism,
} from './carving-faces.ts';

/** Volume over surface of what is left by rounding, mm. */
const SLIVER_MM = 0.02;
/** Distance by which a carving reaches into what is next to it when the rest is searched, mm: rounding. */
const OVERLAP_MM = 0.02;
/** Distance from the sides of a prism at which a corner is on them, mm. */
const ON_SIDE_MM = 0.1;
/** Largest share of a carving that may be in the body: rounding. */
const SAME_VOLUME = 1e-3;
/** Smallest sine of the angle between a carving and the face at which it ends. */
const LEAST_RISE = 0.2;
/** Largest share of a part that may be left after a carving. */
const MOST_LEFT = 0.98;
/** Maximum numbers of carvings, and of all points of their outlines: those of cut planes. */
const [MAX_CARVINGS, MAX_ALL_POINTS] = [64, 512];
/**
 * Maximum numbers of faces that are tried for one carving, of tries for one body, each with booleans, and of carvings in
 * one part.
 */
const [MAX_FACES, MAX_TRIES, MAX_STEPS] = [8, 48, 6];
/** Maximum number of triangles of a part that is taken to pieces. */
const MAX_FACETS = 400;

/** The prism from which a body is carved, with its mesh. */
export type Whole = WholePrism & { readonly mesh: Mesh };

/** A plane that cuts within a prism. */
export type Carving = Plane & { readonly within: UnlimitedPrism | null };

/** A connected part of what a body lacks. */
type Part = { readonly mesh: Mesh; readonly facets: readonly Facet[] };

/** What all parts share: the kernel, and the number of tries that are left. */
type Work = { readonly solids: SolidKernel; tries: number };

/**
 * The carvings that together are a mesh, in its frame; null if it is in too many parts, or one of them is no union of
 * prisms that reach the outside. Throws faults of the kernel, and `RangeError` for outlines that cannot be extruded.
 */
export function carvingsOf(
  carved: Mesh,
  whole: Whole,
  solids: SolidKernel,
): readonly Carving[] | null {
  const work = { solids, tries: MAX_TRIES };
  const found: Carving[] = [];
  for (const part of partsOf(carved) ?? [null]) {
    const some = part === null ? null : carvingsIn(part, whole, work);
    if (some === null) return null;
    found.push(...some);
    const points = found.reduce((sum, { within }) => sum + (within?.points.length ?? 0), 0);
    if (found.length > MAX_CARVINGS || points > MAX_ALL_POINTS) return null;
  }
  return found;
}

/** The carvings of one part: a single one, else one after the other. */
function carvingsIn(part: Part, whole: Whole, work: Work): readonly Carving[] | null {
  const found: Carving[] = [];
  const left = [part];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (isSliver(one.facets)) continue;
    const last = carvingOf(one.facets, whole);
    if (last !== null) {
      found.push(last);
      continue;
    }
    const isSmall = one.facets.length <= MAX_FACETS;
    const next = isSmall ? firstOf(one, { part, whole }, work) : null;
    if (next === null || found.length === MAX_STEPS) return null;
    found.push(next);
    const { mesh, volume_mm3 } = work.solids.subtractAll(one.mesh, [
      regionOf(next, whole, OVERLAP_MM),
    ]);
    const rest = partsOf(mesh);
    // Without progress the same face would be found again.
    if (rest === null || volume_mm3 > MOST_LEFT * meshVolume(one.mesh)) return null;
    left.push(...rest);
  }
  return found;
}

/** The connected parts of a mesh; null for too many of them, or of triangles. */
function partsOf(mesh: Mesh): readonly Part[] | null {
  const { triangles } = mesh;
  const above = new Int32Array(mesh.positions.length / 3).map((_, i) => i);
  const root = (start: number): number => {
    let at = start;
    while (above[at] !== at) {
      above[at] = above[above[at] ?? 0] ?? 0;
      at = above[at] ?? 0;
    }
    return at;
  };
  for (let i = 0; i < triangles.length; i += 3) {
    const first = root(triangles[i] ?? 0);
    for (const k of [1, 2]) above[root(triangles[i + k] ?? 0)] = first;
  }
  const groups = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i += 3) {
    const key = root(triangles[i] ?? 0);
    const corners = [0, 1, 2].map((k) => triangles[i + k] ?? 0);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, corners);
    else known.push(...corners);
  }
  if (groups.size > 4 * MAX_CARVINGS) return null;
  const parts: Part[] = [];
  for (const corners of groups.values()) {
    const one = { positions: mesh.positions, triangles: Uint32Array.from(corners) };
    const facets = facetsOf(one);
    if (facets === null) return null;
    parts.push({ mesh: compacted(one), facets });
  }
  return parts;
}

/** A mesh without the vertices that it does not use. */
function compacted({ positions, triangles }: Mesh): Mesh {
  const used = new Map<number, number>();
  const kept: number[] = [];
  const renumbered = triangles.map((vertex) => {
    const known = used.get(vertex);
    if (known !== undefined) return known;
    const made = used.size;
    used.set(vertex, made);
    kept.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
    return made;
  });
  return { positions: Float64Array.from(kept), triangles: renumbered };
}

/** Whether triangles enclose only what rounding leaves. */
function isSliver(facets: readonly Facet[]): boolean {
  const [origin] = facets[0]?.corners ?? [];
  if (origin === undefined) return true;
  let [volume, surface] = [0, 0];
  for (const { normal, corners, area } of facets) {
    const [point] = corners;
    const away = { x: point.x - origin.x, y: point.y - origin.y, z: point.z - origin.z };
    volume += (dot(away, normal) * area) / 3;
    surface += area;
  }
  return Math.abs(volume) <= SLIVER_MM * surface;
}

/** The carving that triangles enclose; null if it is no prism to the outside. */
function carvingOf(facets: readonly Facet[], whole: Whole): Carving | null {
  const outside = new Set(facets.filter((facet) => isOnOutside(facet, whole)));
  for (const axis of [...directionsOf(facets), ...edgeDirections(facets)]) {
    const ends = facets.filter(({ normal }) => Math.abs(dot(normal, axis)) > SIDE);
    for (const sign of [1, -1]) {
      const isAhead = ({ normal }: Facet): boolean => sign * dot(normal, axis) > 0;
      const [inner, outer] = [ends.filter(isAhead), ends.filter((facet) => !isAhead(facet))];
      if (inner.length === 0 || !outer.every((facet) => outside.has(facet))) continue;
      const plane = inner.every((facet) => outside.has(facet))
        ? beyond(inner, axis, sign)
        : planeOf(inner);
      const within = plane === null ? null : prismOver(inner, axis);
      if (plane !== null && within !== null) return { ...plane, within };
    }
  }
  return null;
}

type Of = { readonly part: Part; readonly whole: Whole };

/** A carving within a part over one of its faces; null without one. */
function firstOf({ facets }: Part, { part, whole }: Of, work: Work): Carving | null {
  const edges = edgeDirections(facets);
  for (const { group, isOuter } of endsFirst(planarGroups(facets), whole).slice(0, MAX_FACES)) {
    const [{ normal, corners } = { normal: null, corners: [] }] = group;
    const [point] = corners;
    if (normal === null || point === undefined) continue;
    const inner = isOuter ? null : planeOf(group);
    if (!isOuter && inner === null) continue;
    for (const axis of outwards([normal, ...edges], normal)) {
      for (const within of prismsOver(group, axis)) {
        const ends = { point, normal: axis };
        const planes = inner === null ? endsBehind(facets, ends, within) : [inner];
        const found = planes.find((plane) => {
          if (work.tries === 0) return false;
          work.tries -= 1;
          return isWithin(regionOf({ ...plane, within }, whole, 0), { part, whole }, work);
        });
        if (found !== undefined) return { ...found, within };
      }
    }
  }
  return null;
}

/** The directions that lead out of a face, each pointing outwards. */
function outwards(directions: readonly Point3[], normal: Point3): readonly Point3[] {
  return directions.flatMap((one) => {
    const rise = dot(one, normal);
    if (Math.abs(rise) < LEAST_RISE) return [];
    return rise > 0 ? [one] : [{ x: 0 - one.x, y: 0 - one.y, z: 0 - one.z }];
  });
}

type End = { readonly group: readonly Facet[]; readonly isOuter: boolean };

/**
 * Groups of triangles in the order in which they may be ends of carvings: those on the outside first, then those of the
 * most triangles, as round ends have.
 */
function endsFirst(groups: readonly (readonly Facet[])[], whole: Whole): readonly End[] {
  const ends = groups.map((group) => ({
    group,
    isOuter: group.every((facet) => isOnOutside(facet, whole)),
  }));
  const inner = ends.filter(({ isOuter }) => !isOuter);
  return [
    ...ends.filter(({ isOuter }) => isOuter),
    ...inner.toSorted((a, b) => b.group.length - a.group.length),
  ];
}

/**
 * Planes at which a prism behind a face may end: that through its farthest corners, if they are in one, such as the mitre
 * of a bend, and that along the face through the farthest of all.
 */
function endsBehind(
  facets: readonly Facet[],
  { point, normal }: Plane,
  { axis, x, points }: UnlimitedPrism,
): readonly Plane[] {
  const y = cross(axis, x);
  const [ring = points] = grownBy([points], ON_SIDE_MM);
  const corners = facets.flatMap((facet) => facet.corners);
  const over = corners.filter((corner) =>
    pointInRing({ x: dot(corner, x), y: dot(corner, y) }, ring),
  );
  const farthest = (some: readonly Point3[]): Point3 =>
    some.reduce((a, b) => (dot(b, normal) < dot(a, normal) ? b : a), point);
  const ends = points.map((at) =>
    farthest(
      over.filter(
        (corner) =>
          Math.abs(dot(corner, x) - at.x) <= ON_SIDE_MM &&
          Math.abs(dot(corner, y) - at.y) <= ON_SIDE_MM,
      ),
    ),
  );
  const mitre = planeThrough(ends, normal);
  const level = { point: farthest(over), normal };
  return mitre === null ? [level] : [mitre, level];
}

/** Whether what a region takes of a whole is all in one part of what is missing. */
function isWithin(region: Mesh, { part, whole }: Of, { solids }: Work): boolean {
  const taken = solids.boolean(region, whole.mesh, 'intersect').volume_mm3;
  const missing = solids.boolean(region, part.mesh, 'intersect').volume_mm3;
  return missing > 0 && taken - missing <= SAME_VOLUME * taken;
}

/** The region that a carving removes, as far as the whole reaches; grown by a distance, mm. */
function regionOf({ point, normal, within }: Carving, whole: Whole, grown: number): Mesh {
  if (within === null) throw new RangeError('expected a carving within a prism');
  const { axis, x, points } = within;
  const y = cross(axis, x);
  const { min, max } = meshBounds(whole.mesh);
  const ends = [min, max].flatMap((a) =>
    [min, max].flatMap((b) => [min, max].map((c) => dot({ x: a.x, y: b.y, z: c.z }, axis))),
  );
  const rise = dot(normal, axis);
  const offset = dot(normal, point);
  const [along, across] = [dot(normal, x), dot(normal, y)];
  const plane = (at: Point2): number => (offset - along * at.x - across * at.y) / rise;
  const isUp = rise > 0;
  const far = isUp ? Math.max(...ends) + 1 : Math.min(...ends) - 1;
  const [ring = points] = grown === 0 ? [points] : grownBy([points], grown);
  const { positions, triangles } = extrudeBetween(
    { boundary: cleanRing(ring), holes: [] },
    isUp ? (at) => plane(at) - grown : () => far,
    isUp ? () => far : (at) => plane(at) + grown,
  );
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [u = 0, v = 0, w = 0] = positions.subarray(i, i + 3);
    placed[i] = u * x.x + v * y.x + w * axis.x;
    placed[i + 1] = u * x.y + v * y.y + w * axis.y;
    placed[i + 2] = u * x.z + v * y.z + w * axis.z;
  }
  return { positions: placed, triangles };
}
