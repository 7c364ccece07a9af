/** @module holes: where a door, window or opening is in its host, before and after an edit. */
import type { FaceShape } from '../../../../building/geometry/plan/face-shape.ts';
import { SAME_PLACE_MM } from '../../../../building/geometry/tolerances.ts';
import {
  type Box3,
  directionOf,
  type Point2,
  type Point3,
} from '../../../../building/geometry/vector.ts';
import {
  sectorRing,
  wallAxis,
  type WallAxis,
} from '../../../../building/geometry/walls/arcs/wall-axis.ts';
import type { Element, ElementOf } from '../../../../building/kinds/elements.ts';
import { directionBetween, inPlace, placeAt } from '../../../../building/kinds/ifc/local.ts';
import { type Cut, fillingOf } from '../../../../building/kinds/kind.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import { type Matrix, product as times } from '../../shape/matrix.ts';
import { placeMatrix } from '../frame.ts';

/** A hole. Its box is in its frame, mm. */
export type Hole = {
  /**
   * In a wall: x along it from the side near its start, y to the left from its axis, z up from the sill; in an arc, x is
   * along the chord between its sides. In a floor or roof: x and y along the sides of the hole from its middle, z
   * up from the underside.
   */
  readonly frame: Matrix;
  readonly box: Box3;
  /** Corners of a hole that is not a rectangle, from the origin of the frame: in plan, or `upright` along x and z. */
  readonly outline: readonly Point2[] | null;
  /** The round or arched form of which `outline` has the facets. */
  readonly arcs?: FaceShape;
  readonly upright: boolean;
  /** The edges of its wall that it reaches, beyond which openings of files often extend. */
  readonly flush: Flush;
  /** For a hole in an arc: its outline in plan, beyond the faces of the wall; null for any other. */
  readonly sector: readonly Point2[] | null;
};

/** Whether a hole ends where its wall begins, ends, stands or is highest. */
export type Flush = {
  readonly start: boolean;
  readonly end: boolean;
  readonly foot: boolean;
  readonly top: boolean;
};

const INSIDE: Flush = { start: false, end: false, foot: false, top: false };

/** New holes reach beyond both faces of their host by this, mm, because many readers cut flush holes incorrectly. */
export const BEYOND_MM = 10;

/** The hole of an element in a wall, floor or roof; null for any other element or host. */
export function holeOf(element: Element, view: ModelView): Hole | null {
  const cut = fillingOf(view.kinds, element)?.cut;
  if (cut === undefined) return null;
  const host = view.element(cut.host_id);
  if (host?.kind === 'wall') return wallHole(cut, host, view);
  const bounds = host !== undefined && isSlab(host, view) ? view.bounds(host.id) : null;
  if (bounds === null || cut.location === null) return null;
  const { location, width, height, turn_deg, outline = null } = cut;
  const place = placeAt({ ...location, z: bounds.min.z }, directionOf(turn_deg ?? 0));
  const [x, y] = [width / 2, height / 2];
  const box = { min: { x: -x, y: -y, z: 0 }, max: { x, y, z: bounds.max.z - bounds.min.z } };
  const drawn = outline?.map((point) => ({ x: point.x - location.x, y: point.y - location.y }));
  const outlined = { outline: drawn ?? null, upright: false, sector: null };
  return { frame: placeMatrix(place), box, ...outlined, flush: INSIDE };
}

/** Whether a host is a floor, ceiling or roof, whose openings are upright. */
function isSlab(host: Element, view: ModelView): boolean {
  return view.kinds.of(host).covers !== 'none';
}

function wallHole(cut: Cut, host: ElementOf<'wall'>, view: ModelView): Hole | null {
  const level = view.elementOf(host.params.level_id, 'level');
  if (level === undefined || cut.offset === null) return null;
  const { start, end, base_offset, thickness } = host.params;
  const foot = { ...start, z: level.params.elevation + base_offset };
  const axis = wallAxis(host.params);
  if (axis.chain !== null) return arcHole(cut, axis, { foot: foot.z, thickness });
  const place = placeMatrix(placeAt(foot, directionBetween(start, end)));
  const { offset, sill, width, height, outline = null } = cut;
  const frame = times(place, [1, 0, 0, offset, 0, 1, 0, 0, 0, 0, 1, sill]);
  const half = thickness / 2;
  const box = { min: { x: 0, y: -half, z: 0 }, max: { x: width, y: half, z: height } };
  const drawn = outline?.map(({ x, y }) => ({ x: x - offset, y: y - sill }));
  const flush = {
    start: offset <= SAME_PLACE_MM,
    end: offset + width >= axis.length - SAME_PLACE_MM,
    foot: sill <= SAME_PLACE_MM,
    top: sill + height >= host.params.height - SAME_PLACE_MM,
  };
  const arcs = cut.arcs === undefined ? {} : { arcs: cut.arcs };
  return { frame, box, outline: drawn ?? null, ...arcs, upright: true, sector: null, flush };
}

/** A hole between two rays from the centre of an arc. */
function arcHole(
  { offset, sill, width, height }: Cut,
  axis: WallAxis,
  { foot, thickness }: { readonly foot: number; readonly thickness: number },
): Hole {
  const [from, half] = [offset ?? 0, thickness / 2];
  const [begin, end] = [axis.at(from), axis.at(from + width)];
  const place = placeAt({ ...begin, z: foot + sill }, directionBetween(begin, end));
  const box = { min: { x: 0, y: -half, z: 0 }, max: { x: width, y: half, z: height } };
  const ring = sectorRing(axis, from, from + width, half + BEYOND_MM);
  const sector = inPlace(ring, place);
  return { frame: placeMatrix(place), box, outline: null, upright: false, sector, flush: INSIDE };
}

/** Whether two boxes have the same sides. */
export function isSameBox(a: Box3, b: Box3): boolean {
  return AXES.every(
    (axis) =>
      Math.abs(a.min[axis] - b.min[axis]) <= SAME_PLACE_MM &&
      Math.abs(a.max[axis] - b.max[axis]) <= SAME_PLACE_MM,
  );
}

const AXES = ['x', 'y', 'z'] as const;

/** Largest distance of a corner of a stretched outline from that of another one, mm: rounding. */
const STRETCHED_MM = 0.01;

/** Whether the outline of one hole is that of another one stretched with its box; two rectangles are, too. */
export function isStretchedOutline(before: Hole, after: Hole): boolean {
  const [was, is] = [before.outline, after.outline];
  if (was === null || is === null) return was === is;
  const [wide, high] = [after.box.max.x / before.box.max.x, after.box.max.z / before.box.max.z];
  return (
    was.length === is.length &&
    was.every(({ x, y }, i) => {
      const corner = is[i];
      if (corner === undefined) return false;
      return (
        Math.abs(x * wide - corner.x) <= STRETCHED_MM &&
        Math.abs(y * high - corner.y) <= STRETCHED_MM
      );
    })
  );
}

/** A point that is in a box, in the box after its sizes change; what is outside of it moves with its sides. */
export function stretched(point: Point3, before: Box3, after: Box3): Point3 {
  const along = (axis: 'x' | 'y' | 'z'): number => {
    const [value, low, high] = [point[axis], before.min[axis], before.max[axis]];
    const [to, end] = [after.min[axis], after.max[axis]];
    if (value <= low) return value + (to - low);
    if (value >= high) return value + (end - high);
    return to + ((value - low) * (end - to)) / (high - low);
  };
  return { x: along('x'), y: along('y'), z: along('z') };
}
