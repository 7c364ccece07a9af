/** @module boundary faces: the faces where a room touches its walls, their fillings, and the slabs below and above it. */
import { ringBounds, type Ring, signedArea } from '../../../../building/geometry/plan/polygon.ts';
import { ringOverlap } from '../../../../building/geometry/plan/ring-overlap.ts';
import { directionOf, type Point2, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import type { WallAxis } from '../../../../building/geometry/walls/arcs/wall-axis.ts';
import { wallAxis } from '../../../../building/geometry/walls/arcs/wall-axis.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import { fillingOf, isOf } from '../../../../building/kinds/kind.ts';
import { wall as wallKind } from '../../../../building/kinds/wall/wall.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import type { Placed } from '../draft.ts';
import {
  highestOf,
  levelTop,
  lowerOf,
  mapped,
  runsOver,
  type TopPiece,
  topsOver,
} from './sloping-top.ts';

/** An outline lies on a face if it is within `ON_FACE_MM` of the face over a length of at least `MIN_MM`; mm. */
const [ON_FACE_MM, MIN_MM] = [0.01, 1];
/** Relative tolerance for rounding when areas are compared. */
const ROUNDING = 1e-6;

type Side = readonly [from: Point2, to: Point2];

/** An element and where it is in the model. */
export type Solid = Pick<Placed, 'element' | 'place'>;

/**
 * An upright face over a line in plan, in world coordinates, mm. It is a rectangle if `tops` is null; otherwise it
 * extends up to that edge, whose pieces are measured along the line from `from`. If `heights` is null, the space and the
 * wall run along each other but do not touch.
 */
export type UprightFace = {
  readonly from: Point2;
  readonly to: Point2;
  readonly heights: { readonly low: number; readonly high: number } | null;
  readonly tops: readonly TopPiece[] | null;
};

/** The stretches along which the outlines of a space lie on a wall, each with the face in which the two touch. */
export function wallFaces(
  rings: readonly Ring[],
  { space, wall, ring }: { readonly space: Solid; readonly wall: Solid; readonly ring: Ring },
  view: ModelView,
): readonly UprightFace[] {
  const [inner, outer] = [heightsOf(space), heightsOf(wall)];
  const [low, high] = [Math.max(inner.low, outer.low), Math.min(inner.high, outer.high)];
  const heights = high - low < MIN_MM ? null : { low, high };
  const bodies = [
    endsUnder(space) ? view.mesh(space.element.id) : null,
    endsUnder(wall) ? view.uncutMesh(wall.element.id) : null,
  ].filter((mesh) => mesh !== null);
  return rings
    .flatMap((one) => stretchesAlong(one, ring))
    .flatMap(([from, to]): readonly UprightFace[] => {
      if (bodies.length === 0) return [{ from, to, heights, tops: null }];
      const tops = bodies
        .map((mesh) => topsOver(mesh, from, to))
        .reduce(lowerOf, levelTop(0, segmentLengthMm(from, to), high));
      const faces = runsOver(tops, low).flatMap((run) => faceUnder(run, from, to, low) ?? []);
      return faces.length === 0 ? [{ from, to, heights: null, tops: null }] : faces;
    });
}

/** Whether the top of an element follows a roof or floor, or is that of a room that planes cut. */
export function endsUnder({ element }: Solid): boolean {
  const { top_under, cut_planes = null } = element.params;
  return typeof top_under === 'string' || (element.kind === 'room' && cut_planes !== null);
}

/** The face over a part of a line, up to an edge without gaps; null if it is negligibly small. */
function faceUnder(
  run: readonly TopPiece[],
  from: Point2,
  to: Point2,
  low: number,
): UprightFace | null {
  const length = segmentLengthMm(from, to);
  const [start, end] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0];
  const high = highestOf(run);
  if (end - start < MIN_MM || high - low < MIN_MM) return null;
  const at = (along: number): Point2 => ({
    x: from.x + ((to.x - from.x) * along) / length,
    y: from.y + ((to.y - from.y) * along) / length,
  });
  return {
    from: at(start),
    to: at(end),
    heights: { low, high },
    tops: slopingOnly(
      mapped(run, (along) => along - start),
      high,
    ),
  };
}

/** The edge, or null if it is level at the given height. */
function slopingOnly(tops: readonly TopPiece[], high: number): readonly TopPiece[] | null {
  return tops.every(({ at_from, at_to }) => high - Math.min(at_from, at_to) < ON_FACE_MM)
    ? null
    : tops;
}

/** The part of a wall face that a filling of the wall occupies; null if there is none. */
export function fillingFace(
  face: UprightFace,
  wall: Solid,
  filling: AnyElement,
  view: ModelView,
): UprightFace | null {
  const cut = fillingOf(view.kinds, filling)?.cut;
  if (cut === undefined || cut.offset === null) return null;
  const { origin } = wall.place;
  return partOfFace(face, wall, {
    from: cut.offset,
    to: cut.offset + cut.width,
    low: origin.z + cut.sill,
    high: origin.z + cut.sill + cut.height,
    tops: null,
  });
}

/**
 * A part of an upright face of a wall: `from` and `to` are in mm from the wall's start along its axis, heights are in mm
 * in world coordinates. If `tops` is not null, the part ends at that edge.
 */
export type Patch = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly tops: readonly TopPiece[] | null;
};

/**
 * Position of a face along its wall, and the side of the wall's axis on which it lies; null for an end face of the wall
 * and for a face without heights.
 */
export function patchOf(
  face: UprightFace,
  wall: Solid,
): (Patch & { readonly side: number }) | null {
  const { from, to, heights } = face;
  const arc = arcOf(wall);
  if (arc !== null) return heights === null ? null : patchOnArc(arc, { ...face, heights });
  const { origin, x } = wall.place;
  const along = (point: Point2): number => (point.x - origin.x) * x.x + (point.y - origin.y) * x.y;
  const across = (point: Point2): number => (point.y - origin.y) * x.x - (point.x - origin.x) * x.y;
  if (heights === null || Math.abs(across(from) - across(to)) > ON_FACE_MM) return null;
  const [a, b] = [along(from), along(to)];
  const tops = topsBetween(face, a, b);
  const side = Math.sign(across(from));
  return { from: Math.min(a, b), to: Math.max(a, b), ...heights, tops, side };
}

/** The edge of a face, measured along the wall's axis, on which the face begins at `begin` and ends at `end`. */
function topsBetween(
  { from, to, tops }: UprightFace,
  begin: number,
  end: number,
): readonly TopPiece[] | null {
  const length = segmentLengthMm(from, to);
  return tops === null ? null : mapped(tops, (along) => begin + ((end - begin) * along) / length);
}

/** The axis of a wall that follows an arc; null for a straight wall. */
function arcOf({ element }: Solid): WallAxis | null {
  const axis = isOf(wallKind, element) ? wallAxis(element.params) : null;
  return axis?.chain === null ? null : axis;
}

function patchOnArc(
  axis: WallAxis,
  face: UprightFace & { readonly heights: NonNullable<UprightFace['heights']> },
): (Patch & { readonly side: number }) | null {
  const { from, to, heights } = face;
  const [a, b] = [axis.along(from), axis.along(to)];
  // An end face runs along the ray from the centre.
  if (Math.abs(a - b) < MIN_MM) return null;
  const middle = (a + b) / 2;
  const [on, { x, y }] = [axis.at(middle), axis.directionAt(middle)];
  const across = ((from.y + to.y) / 2 - on.y) * x - ((from.x + to.x) / 2 - on.x) * y;
  const tops = topsBetween(face, a, b);
  return { from: Math.min(a, b), to: Math.max(a, b), ...heights, tops, side: Math.sign(across) };
}

/** The intersection of two patches, or its widest part if it is not connected; null if they do not intersect. */
export function commonPatch(a: Patch, b: Patch): Patch | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  if (to - from < MIN_MM || high - low < MIN_MM) return null;
  if (a.tops === null && b.tops === null) return { from, to, low, high, tops: null };
  const edge = [a.tops, b.tops]
    .filter((tops) => tops !== null)
    .reduce(lowerOf, levelTop(from, to, high));
  const [run] = runsOver(edge, low).toSorted((one, other) => widthOf(other) - widthOf(one));
  if (run === undefined || widthOf(run) < MIN_MM) return null;
  const top = highestOf(run);
  if (top - low < MIN_MM) return null;
  const [start, end] = [run[0]?.from ?? from, run.at(-1)?.to ?? to];
  return { from: start, to: end, low, high: top, tops: slopingOnly(run, top) };
}

/** Width of a run of an edge, mm. */
function widthOf(run: readonly TopPiece[]): number {
  return (run.at(-1)?.to ?? 0) - (run[0]?.from ?? 0);
}

/** The part of a face inside a patch, in the direction of the face; null if there is none. */
export function partOfFace(face: UprightFace, wall: Solid, patch: Patch): UprightFace | null {
  const whole = patchOf(face, wall);
  const part = whole === null ? null : commonPatch(whole, patch);
  if (whole === null || part === null) return null;
  const { from, to } = face;
  const arc = arcOf(wall);
  const x = arc === null ? wall.place.x : arc.directionAt((whole.from + whole.to) / 2);
  const isAlong = (to.x - from.x) * x.x + (to.y - from.y) * x.y > 0;
  const at = (way: number): Point2 => {
    const share = (isAlong ? way - whole.from : whole.to - way) / (whole.to - whole.from);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  const [first, last] = isAlong ? [part.from, part.to] : [part.to, part.from];
  const ends = { from: at(first), to: at(last) };
  const per = segmentLengthMm(ends.from, ends.to) / (part.to - part.from);
  const tops =
    part.tops === null ? null : mapped(part.tops, (along) => Math.abs(along - first) * per);
  return { ...ends, heights: { low: part.low, high: part.high }, tops };
}

/**
 * Contact of a space with a slab below or above it, at the height `z`, mm. `region` is null if the shape of the contact
 * is not known exactly.
 */
export type LevelFace<S extends Solid = Placed> = {
  readonly slab: S;
  readonly z: number;
  readonly region: { readonly boundary: Ring; readonly holes: readonly Ring[] } | null;
};

/** The elements that may be slabs, by id. */
type Placing<S> = { readonly get: (id: string) => S | undefined };

/** The contacts of a space with the slabs below its floor and on its top. */
export function slabFaces<S extends Solid>(
  { view, placed }: { readonly view: ModelView; readonly placed: Placing<S> },
  space: Solid,
  ring: Ring,
): readonly LevelFace<S>[] {
  const { low, high: stored } = heightsOf(space);
  const high = endsUnder(space) ? (view.bounds(space.element.id)?.max.z ?? low) : stored;
  const { min, max } = ringBounds(ring);
  return [low, high].flatMap((z, i) => {
    const near = view.inBox({
      min: { ...min, z: z - ON_FACE_MM },
      max: { ...max, z: z + ON_FACE_MM },
    });
    return near.flatMap((id): readonly LevelFace<S>[] => {
      const slab = placed.get(id);
      const covers = slab === undefined ? 'none' : view.kinds.of(slab.element).covers;
      if (slab === undefined || covers === 'none' || !covers.flat(slab.element)) return [];
      const [box, outline] = [view.bounds(id), view.outline(id)];
      if (box === null || outline === null) return [];
      const touches = Math.abs(z - (i === 0 ? box.max.z : box.min.z)) <= ON_FACE_MM;
      const edge = counterClockwise(outline);
      const shared = touches ? (ringOverlap(ring, edge)?.area_mm2 ?? 0) : 0;
      if (shared < MIN_MM) return [];
      const isWhole = shared > (1 - ROUNDING) * Math.abs(signedArea(ring));
      const cuts = [...covers.holes(slab.element), ...shaftsOf(view, id)];
      const holes = isWhole ? holesIn(ring, view.holes(space.element.id), cuts) : null;
      return [{ slab, z, region: holes === null ? null : { boundary: ring, holes } }];
    });
  });
}

/**
 * Holes of an outline: the outlines of bodies inside it, and the cuts that lie entirely inside it. Null if a cut
 * crosses the outline or overlaps another hole.
 */
function holesIn(ring: Ring, own: readonly Ring[], cuts: readonly Ring[]): readonly Ring[] | null {
  const holes = [...own];
  for (const cut of cuts.map(counterClockwise)) {
    const shared = ringOverlap(cut, ring)?.area_mm2 ?? 0;
    if (shared < MIN_MM) continue;
    if (shared < (1 - ROUNDING) * Math.abs(signedArea(cut))) return null;
    if (holes.some((hole) => ringOverlap(cut, counterClockwise(hole)) !== null)) return null;
    holes.push(cut);
  }
  return holes;
}

/** Outlines of the openings in a slab. */
function shaftsOf(view: ModelView, id: string): readonly Ring[] {
  return view.hostedBy(id).flatMap((opening): readonly Ring[] => {
    const cut = fillingOf(view.kinds, opening)?.cut;
    if (cut === undefined || cut.location === null) return [];
    const { location, width, height, outline } = cut;
    if (outline !== undefined && outline !== null) return [outline];
    const turn = directionOf(cut.turn_deg ?? 0);
    const corner = (u: number, v: number): Point2 => ({
      x: location.x + turn.x * u * width - turn.y * v * height,
      y: location.y + turn.y * u * width + turn.x * v * height,
    });
    return [[corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]];
  });
}

function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** Vertical extent of a room or wall in world coordinates, mm; unbounded above if its top follows a roof or floor. */
function heightsOf({ element, place }: Solid): { readonly low: number; readonly high: number } {
  const { height, top_under } = element.params;
  const low = place.origin.z;
  // If the top of an element follows a roof or floor, its height is determined by its body, not by a parameter.
  if (typeof top_under === 'string') return { low, high: Infinity };
  return { low, high: typeof height === 'number' ? low + height : low };
}

function sidesOf(ring: Ring): readonly Side[] {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length];
    return to === undefined ? [] : [[from, to] as const];
  });
}

/** Stretches of the sides of an outline that run along sides of a face, in the order of the outline. */
function stretchesAlong(ring: Ring, face: Ring): readonly Side[] {
  const faces = sidesOf(face);
  return sidesOf(ring).flatMap((side) => faces.flatMap((other) => overlap(side, other) ?? []));
}

/** The part of a side that runs along another one, as a list of one; null if there is none. */
function overlap([a, b]: Side, [c, d]: Side): readonly Side[] | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return null;
  const across = ({ x, y }: Point2): number => Math.abs((x - a.x) * dy - (y - a.y) * dx) / length;
  if (across(c) > ON_FACE_MM || across(d) > ON_FACE_MM) return null;
  const along = ({ x, y }: Point2): number => ((x - a.x) * dx + (y - a.y) * dy) / length;
  const from = Math.max(0, Math.min(along(c), along(d)));
  const to = Math.min(length, Math.max(along(c), along(d)));
  if (to - from < MIN_MM) return null;
  const at = (way: number): Point2 => ({
    x: a.x + (dx * way) / length,
    y: a.y + (dy * way) / length,
  });
  return [[at(from), at(to)]];
}
