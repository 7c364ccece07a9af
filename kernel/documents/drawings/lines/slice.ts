/** @module slice: the section of a mesh by a plane: closed rings of closed parts, and lines of open surfaces. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { IsOpen } from '../open-parts.ts';

/** The frame of a parallel projection: unit vectors to the right, up, and away from the viewer. */
export type Frame = {
  readonly origin: Point3;
  readonly right: Point3;
  readonly up: Point3;
  readonly deeper: Point3;
};

/** The frame of a view from above, in plan coordinates; depth is measured downwards from `height`. */
export function planFrame(height: number): Frame {
  return {
    origin: { x: 0, y: 0, z: height },
    right: { x: 1, y: 0, z: 0 },
    up: { x: 0, y: 1, z: 0 },
    deeper: { x: 0, y: 0, z: -1 },
  };
}

/** Coordinates of the vertices in a frame: x, y and depth of each, mm. */
export function inFrame({ positions }: Mesh, { origin, right, up, deeper }: Frame): Float64Array {
  const out = new Float64Array(positions.length);
  const [ox, oy, oz] = [origin.x, origin.y, origin.z];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = (positions[i] ?? 0) - ox;
    const y = (positions[i + 1] ?? 0) - oy;
    const z = (positions[i + 2] ?? 0) - oz;
    out[i] = x * right.x + y * right.y + z * right.z;
    out[i + 1] = x * up.x + y * up.y + z * up.z;
    out[i + 2] = x * deeper.x + y * deeper.y + z * deeper.z;
  }
  return out;
}

/**
 * Vertices this close to the plane count as on it, mm: rounding moves points that were drawn exactly on the plane of a
 * body.
 */
export const ON_PLANE_MM = 0.005;

/**
 * The section of a mesh by a plane. `rings`: what its closed parts enclose, under the even-odd rule. `lines`: where the
 * plane meets an open surface; the last point of a line that closes equals its first.
 */
export type Section = { readonly rings: readonly Ring[]; readonly lines: readonly Ring[] };

/**
 * The section of a mesh by the plane of depth 0. The vertices are given in the frame. Vertices on the plane count as
 * behind it, so that every ring of a closed part closes. `isOpen` tells the vertices of open parts; without it, only
 * lines that end are open.
 */
export function sectionOf(
  spots: Float64Array,
  triangles: Uint32Array,
  isOpen: IsOpen = () => false,
): Section {
  const count = spots.length / 3;
  const steps = stepsOf(spots, triangles);
  const [rings, lines] = [new Array<Ring>(), new Array<Ring>()];
  const pointsOf = (edges: readonly number[]): readonly Point2[] =>
    edges.map((edge) => crossing(spots, Math.floor(edge / count), edge % count));
  for (const start of steps.starts()) {
    const line = lineWithoutStraight(pointsOf(steps.from(start)));
    if (line.length > 1) lines.push(line);
  }
  for (const start of steps.edges()) {
    for (let edges = steps.from(start); edges.length > 0; edges = steps.from(start)) {
      // The walk ends where it began.
      const ring = ringWithoutStraight(pointsOf(edges.slice(0, -1)));
      const isOfOpen = isOpen(Math.floor(start / count));
      if (isOfOpen && ring.length > 1) lines.push([...ring, at(ring, 0)]);
      else if (!isOfOpen && ring.length > 2) rings.push(ring);
    }
  }
  return { rings, lines };
}

/** The steps of a section from edge to edge of a mesh: one for each triangle that the plane cuts. */
class Steps {
  readonly #next = new Map<number, number>();
  /** Further steps of edges that several parts share. */
  readonly #more = new Map<number, number[]>();
  /** The steps that leave an edge, less those that enter it. */
  readonly #balance = new Map<number, number>();

  add(leaves: number, enters: number): void {
    if (this.#next.has(leaves)) {
      const more = this.#more.get(leaves);
      if (more === undefined) this.#more.set(leaves, [enters]);
      else more.push(enters);
    } else {
      this.#next.set(leaves, enters);
    }
    this.#count(leaves, 1);
    this.#count(enters, -1);
  }

  #count(edge: number, by: 1 | -1): void {
    const balance = (this.#balance.get(edge) ?? 0) + by;
    if (balance === 0) this.#balance.delete(edge);
    else this.#balance.set(edge, balance);
  }

  /** The edges at which lines begin, once for each line. */
  *starts(): Generator<number> {
    for (const [edge, balance] of this.#balance) {
      for (let i = 0; i < balance; i += 1) yield edge;
    }
  }

  /** The edges with steps, in the order of their triangles. */
  edges(): Iterable<number> {
    return this.#next.keys();
  }

  /** The edges of a walk from an edge, until it comes back or cannot go on. Its steps are used up; empty without one. */
  from(start: number): readonly number[] {
    const walk: number[] = [];
    for (let edge = start; ;) {
      const after = this.#next.get(edge);
      if (after === undefined) return walk;
      const other = this.#more.get(edge)?.pop();
      if (other === undefined) this.#next.delete(edge);
      else this.#next.set(edge, other);
      if (walk.length === 0) walk.push(start);
      walk.push(after);
      if (after === start) return walk;
      edge = after;
    }
  }
}

function stepsOf(spots: Float64Array, triangles: Uint32Array): Steps {
  const count = spots.length / 3;
  const steps = new Steps();
  const behind = (vertex: number): boolean => at(spots, vertex * 3 + 2) >= -ON_PLANE_MM;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const corners = [at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)] as const;
    const sides = corners.map(behind);
    if (sides[0] === sides[1] && sides[1] === sides[2]) continue;
    let [enters, leaves] = [-1, -1];
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [at(corners, k), at(corners, (k + 1) % 3)];
      const [a, b] = [behind(from), behind(to)];
      if (a === b) continue;
      const key = Math.min(from, to) * count + Math.max(from, to);
      if (b) enters = key;
      else leaves = key;
    }
    steps.add(leaves, enters);
  }
  return steps;
}

function crossing(spots: Float64Array, a: number, b: number): Point2 {
  const [da, db] = [at(spots, a * 3 + 2), at(spots, b * 3 + 2)];
  const share = shareOf(da, db);
  const [ax, ay] = [at(spots, a * 3), at(spots, a * 3 + 1)];
  return {
    x: ax + (at(spots, b * 3) - ax) * share,
    y: ay + (at(spots, b * 3 + 1) - ay) * share,
  };
}

/**
 * The position at which an edge crosses the plane of depth 0, as a share of its length; `from` and `to` are the depths
 * of its end points. Limited to 0 to 1, because an end point may be within the tolerance of the plane.
 */
export function shareOf(from: number, to: number): number {
  return Math.min(1, Math.max(0, from / (from - to)));
}

/** Maximum distance of a removed corner from the line between its neighbours, mm. */
const STRAIGHT_MM = 1e-4;

/**
 * The ring without collinear points. Duplicates are removed first; otherwise each of two equal points would be removed
 * because of the other.
 */
function ringWithoutStraight(ring: Ring): Ring {
  const points = ring.filter((here, i) => !isSame(here, ring.at(i - 1) ?? here));
  const kept: Point2[] = [];
  for (const [i, here] of points.entries()) {
    const before = kept.at(-1) ?? at(points, points.length - 1);
    if (!isStraight(before, here, at(points, (i + 1) % points.length))) kept.push(here);
  }
  const [first, second] = kept;
  const last = kept.at(-1);
  if (kept.length > 3 && first && second && last && isStraight(last, first, second)) kept.shift();
  return kept;
}

/** The line between its ends without collinear and duplicate points; a single point if it has no length. */
function lineWithoutStraight(line: Ring): Ring {
  const points = line.filter((here, i) => i === 0 || !isSame(here, at(line, i - 1)));
  const kept: Point2[] = [];
  for (const [i, here] of points.entries()) {
    const [before, after] = [kept.at(-1), points[i + 1]];
    if (!before || !after || !isStraight(before, here, after)) kept.push(here);
  }
  return kept;
}

function isSame(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) < STRAIGHT_MM && Math.abs(a.y - b.y) < STRAIGHT_MM;
}

function isStraight(a: Point2, b: Point2, c: Point2): boolean {
  const [dx, dy] = [c.x - a.x, c.y - a.y];
  const [ex, ey] = [b.x - a.x, b.y - a.y];
  const long = Math.sqrt(dx * dx + dy * dy);
  if (long < STRAIGHT_MM) return ex * ex + ey * ey < STRAIGHT_MM * STRAIGHT_MM;
  const along = dx * ex + dy * ey;
  return Math.abs(dx * ey - dy * ex) < STRAIGHT_MM * long && along >= 0 && along <= long * long;
}
