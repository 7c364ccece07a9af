/** @module space boundaries: the faces of walls that a room's outline runs along. */
import { ringBounds, type Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import type { Draft, Placed } from './draft.ts';
import { axesAt, inPlace, polyline } from './geometry.ts';
import type { Ref } from './step-value.ts';

/** An outline lies on a face that is no further away, and runs along it for at least that long, mm. */
const [ON_FACE_MM, LEAST_MM] = [0.01, 1];

/**
 * First-level boundaries of a space that is in the file: one for each stretch along which a side of it lies on a wall,
 * with the rectangle in which the two touch.
 */
export function writeBoundaries(draft: Draft, element: AnyElement): void {
  const { view, file, placed } = draft;
  const space = placed.get(element.id);
  if (space === undefined) return;
  const [level, ring] = [view.levelOf(element.id), view.outline(element.id)];
  if (level === null || ring === null) return;
  const rings = [ring, ...view.holes(element.id)];
  const entity =
    draft.schema.name === 'IFC2X3' ? 'IfcRelSpaceBoundary' : 'IfcRelSpaceBoundary1stLevel';
  for (const { id, params } of view.wallsNear(level, ringBounds(ring))) {
    const face = view.footprint(id)?.ring;
    const wall = placed.get(id);
    if (face === undefined || wall === undefined) continue;
    const stretches = rings.flatMap((one) => stretchesAlong(one, face));
    for (const [i, stretch] of stretches.entries()) {
      file.root(entity, `${element.id}/bounds/${id}${i === 0 ? '' : ` ${i + 1}`}`, {
        Name: '1stLevel',
        RelatingSpace: space.ref,
        RelatedBuildingElement: wall.ref,
        ConnectionGeometry: surface(draft, space, wall, stretch),
        PhysicalOrVirtualBoundary: 'PHYSICAL',
        InternalOrExternalBoundary: params.usage === 'exterior' ? 'EXTERNAL' : 'INTERNAL',
      });
    }
  }
}

type Side = readonly [from: Point2, to: Point2];

/** The upright rectangle over a stretch in which space and wall touch, as the space has it; null where they do not. */
function surface(draft: Draft, space: Placed, wall: Placed, [from, to]: Side): Ref | null {
  const [inner, outer] = [heightsOf(space), heightsOf(wall)];
  if (inner === null || outer === null) return null;
  const [low, high] = [Math.max(inner.low, outer.low), Math.min(inner.high, outer.high)];
  if (high - low < LEAST_MM) return null;
  const { file, shared } = draft;
  const { z } = space.place.origin;
  const ends = [from, to].map((point) => inPlace(space.place, { ...point, z: low }));
  const SweptCurve = file.add('IfcArbitraryOpenProfileDef', {
    ProfileType: 'CURVE',
    Curve: polyline(file, ends),
  });
  const SurfaceOnRelatingElement = file.add('IfcSurfaceOfLinearExtrusion', {
    SweptCurve,
    Position: axesAt(draft, { x: 0, y: 0, z: low - z }, null),
    ExtrudedDirection: shared.up,
    Depth: high - low,
  });
  return file.add('IfcConnectionSurfaceGeometry', { SurfaceOnRelatingElement });
}

/** From where to where a room or wall reaches, mm in the world. */
function heightsOf({ element, place }: Placed): { low: number; high: number } | null {
  const { height } = element.params;
  return typeof height === 'number' ? { low: place.origin.z, high: place.origin.z + height } : null;
}

function sidesOf(ring: Ring): readonly Side[] {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length];
    return to === undefined ? [] : [[from, to] as const];
  });
}

/** Where sides of an outline run along those of a face, in the order of the outline. */
function stretchesAlong(ring: Ring, face: Ring): readonly Side[] {
  const faces = sidesOf(face);
  return sidesOf(ring).flatMap((side) => faces.flatMap((other) => overlap(side, other) ?? []));
}

/** The part of a side that runs along another, as a list of one; null where there is none. */
function overlap([a, b]: Side, [c, d]: Side): readonly Side[] | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return null;
  const across = ({ x, y }: Point2): number => Math.abs((x - a.x) * dy - (y - a.y) * dx) / length;
  if (across(c) > ON_FACE_MM || across(d) > ON_FACE_MM) return null;
  const along = ({ x, y }: Point2): number => ((x - a.x) * dx + (y - a.y) * dy) / length;
  const from = Math.max(0, Math.min(along(c), along(d)));
  const to = Math.min(length, Math.max(along(c), along(d)));
  if (to - from < LEAST_MM) return null;
  const at = (way: number): Point2 => ({
    x: a.x + (dx * way) / length,
    y: a.y + (dy * way) / length,
  });
  return [[at(from), at(to)]];
}
