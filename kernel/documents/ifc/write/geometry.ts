/** @module geometry: writes points, directions, placements and curves. */
import { archOf, type FaceShape } from '../../../building/geometry/plan/face-shape.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { IfcArc, IfcPlace } from '../../../building/kinds/facets/ifc.ts';
import { directionThrough, type Matrix, pointThrough } from '../shape/matrix.ts';
import type { Draft, Shared } from './draft.ts';
import { rounded } from './draft.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';

/** The part of a draft that geometry needs. */
export type Drawing = {
  readonly file: StepFile;
  readonly shared: Pick<Shared, 'axes' | 'up'>;
  readonly frames?: Draft['frames'];
};

/** A point in the plane, mm. */
function planePoint(file: StepFile, { x, y }: Point2): Ref {
  return file.add('IfcCartesianPoint', { Coordinates: [rounded(x), rounded(y)] });
}

/** A point in space, mm. */
export function spacePoint(file: StepFile, { x, y, z }: Point3): Ref {
  return file.add('IfcCartesianPoint', { Coordinates: [rounded(x), rounded(y), rounded(z)] });
}

/** A direction in space, unrounded. */
function direction(file: StepFile, { x, y, z }: Point3): Ref {
  return file.add('IfcDirection', { DirectionRatios: [x, y, z] });
}

/** Axes at a point; for the identity, the shared axes. */
export function axesAt(
  { file, shared }: Drawing,
  origin: Point3,
  turned: { readonly axis: Point3; readonly x: Point3 } | null,
): Ref {
  const moved = rounded(origin.x) !== 0 || rounded(origin.y) !== 0 || rounded(origin.z) !== 0;
  const straight = turned === null || (turned.x.x === 1 && turned.axis.z === 1);
  if (!moved && straight) return shared.axes;
  const Location = spacePoint(file, origin);
  if (straight) return file.add('IfcAxis2Placement3D', { Location });
  const Axis = turned.axis.z === 1 ? shared.up : direction(file, turned.axis);
  const RefDirection = direction(file, turned.x);
  return file.add('IfcAxis2Placement3D', { Location, Axis, RefDirection });
}

/** A placement relative to another one, mm. */
export function placement(
  drawing: Drawing,
  relative: Ref | null,
  origin: Point3,
  x: Point2 = { x: 1, y: 0 },
): Ref {
  const { stubs } = drawing.file;
  if (stubs !== null) return stubs.placement;
  const turned = { axis: { x: 0, y: 0, z: 1 }, x: { ...x, z: 0 } };
  const RelativePlacement = axesOn(drawing, relative, origin, turned);
  return drawing.file.add('IfcLocalPlacement', { PlacementRelTo: relative, RelativePlacement });
}

/** Axes at a point in the coordinates of a placement, which may have a frame of its own in a file of another program. */
export function axesOn(
  drawing: Drawing,
  relative: Ref | null,
  origin: Point3,
  turned: { readonly axis: Point3; readonly x: Point3 } = UPRIGHT,
): Ref {
  const frame = drawing.frames?.get(relative);
  if (frame === undefined) return axesAt(drawing, origin, turned);
  return axesAt(drawing, pointThrough(frame, origin), {
    axis: unitThrough(frame, turned.axis),
    x: unitThrough(frame, turned.x),
  });
}

const UPRIGHT = { axis: { x: 0, y: 0, z: 1 }, x: { x: 1, y: 0, z: 0 } } as const;

/** A unit vector in another frame, without the noise of the product. */
function unitThrough(frame: Matrix, axis: Point3): Point3 {
  const { x, y, z } = directionThrough(frame, axis);
  return { x: exact(x), y: exact(y), z: exact(z) };
}

function exact(value: number): number {
  return Math.round(value * 1e15) / 1e15 + 0;
}

/** An open polyline in the plane, mm. */
export function polyline(file: StepFile, points: readonly Point2[]): Ref {
  return file.add('IfcPolyline', { Points: points.map((point) => planePoint(file, point)) });
}

/** An arc in the plane from the first to the last of these points, mm. */
export function trimmedArc(file: StepFile, points: readonly Point2[], arc: IfcArc): Ref {
  const Location = planePoint(file, arc.centre);
  const Position = file.add('IfcAxis2Placement2D', { Location });
  const BasisCurve = file.add('IfcCircle', { Position, Radius: rounded(arc.radius) });
  const [start, end] = [points[0], points.at(-1)].map((point) =>
    point === undefined ? null : planePoint(file, point),
  );
  return file.add('IfcTrimmedCurve', {
    BasisCurve,
    Trim1: [start ?? null],
    Trim2: [end ?? null],
    SenseAgreement: arc.turn === 1,
    MasterRepresentation: 'CARTESIAN',
  });
}

/** The closed curve of an arched outline whose box begins at x and y `from`, mm: straight sides, then the arc. */
export function archedCurve(file: StepFile, shape: FaceShape, from: number): Ref {
  const { width, height, rise } = shape;
  const { centre, radius } = archOf(shape);
  const [low, spring, right] = [from, from + height - rise, from + width];
  const [left, end] = [
    { x: from, y: spring },
    { x: right, y: spring },
  ];
  const feet = [
    { x: from, y: low },
    { x: right, y: low },
  ];
  const sides = polyline(file, rounded(height - rise) === 0 ? feet : [left, ...feet, end]);
  const middle = { x: centre.x + from, y: centre.y + from };
  const arc = trimmedArc(file, [end, left], { centre: middle, radius, turn: 1 });
  const Segments = [sides, arc].map((ParentCurve) =>
    file.add('IfcCompositeCurveSegment', {
      Transition: 'CONTINUOUS',
      SameSense: true,
      ParentCurve,
    }),
  );
  return file.add('IfcCompositeCurve', { Segments, SelfIntersect: false });
}

/** A closed polyline in the plane, mm; its first point is repeated at the end. */
export function closedPolyline(file: StepFile, ring: readonly Point2[]): Ref {
  const points = ring.map((point) => planePoint(file, point));
  return file.add('IfcPolyline', { Points: [...points, ...points.slice(0, 1)] });
}

/** A world point in the coordinates of a placement, mm. */
export function inPlace({ origin, x }: IfcPlace, point: Point3): Point3 {
  const [dx, dy] = [point.x - origin.x, point.y - origin.y];
  return { x: dx * x.x + dy * x.y, y: dy * x.x - dx * x.y, z: point.z - origin.z };
}
