/** @module sweeps: bodies that an area sweeps along a direction, about an axis or along a curve. */
import { NO_SINE } from '../../../building/geometry/tolerances.ts';
import { cross, dot, minus, type Point3 } from '../../../building/geometry/vector.ts';
import { across, axesOf, matrixOf, optionalAxes, plus, scaled, unit } from './axes.ts';
import type { Curve } from './curve-piece.ts';
import { curveOf, distance, partOf } from './curves.ts';
import { type Matrix, product } from './matrix.ts';
import { profilesOf } from './profiles.ts';
import { ELLIPSE_SIDES } from './shape-limits.ts';
import type { ProfileShape, ShapeNode } from './shape-node.ts';
import type { ShapeSource } from './shape-source.ts';

/**
 * The body of an IfcSweptAreaSolid; for a composite profile the union of its parts' bodies.
 *
 * @throws {ShapeFault} for a body without volume and for one that is not supported.
 */
export function sweptNode(source: ShapeSource, row: number): ShapeNode {
  const { model } = source;
  const profiles = profilesOf(source, source.ref(row, 'SweptArea'));
  const place = optionalAxes(source, row, 'Position');
  if (model.isA(row, 'IfcExtrudedAreaSolid')) return extruded(source, row, profiles, place);
  if (model.isA(row, 'IfcRevolvedAreaSolidTapered')) {
    throw source.fault(row, 'this body is not supported');
  }
  if (model.isA(row, 'IfcRevolvedAreaSolid')) {
    const axis = axesOf(source, source.ref(row, 'Axis'));
    const angle = source.angle(row, 'Angle');
    if (!(Math.abs(angle) > NO_SINE)) {
      throw source.fault(row, `expected an angle of revolution, found \`${angle}\``);
    }
    return united(
      profiles.map((profile) => ({
        form: 'revolution',
        profile,
        place,
        axis: {
          origin: { x: axis[3], y: axis[7], z: axis[11] },
          direction: { x: axis[2], y: axis[6], z: axis[10] },
        },
        angle,
      })),
    );
  }
  const reference = referenceOf(source, row);
  const curve = parametric(source, row, curveOf(source, source.ref(row, 'Directrix')));
  const frames = framesAlong(source, row, chords(source, curve), reference);
  return united(
    profiles.map((profile) => ({
      form: 'sweep',
      profile,
      frames: frames.map((frame) => product(place, frame)),
    })),
  );
}

/** The body of an IfcSweptDiskSolid. */
export function pipeNode(source: ShapeSource, row: number): ShapeNode {
  const curve = parametric(source, row, curveOf(source, source.ref(row, 'Directrix')));
  const [radius, inner] = [source.positive(row, 'Radius'), source.optional(row, 'InnerRadius')];
  if (source.optional(row, 'FilletRadius') > 0) {
    throw source.fault(row, 'a FilletRadius is not supported');
  }
  if (inner >= radius) throw source.fault(row, 'expected an InnerRadius less than Radius');
  const path = chords(source, curve);
  if (path.length < 2) throw source.fault(row, 'expected a directrix with a length');
  return { form: 'pipe', path, radius, inner_radius: inner > 0 ? inner : null };
}

function united(nodes: readonly ShapeNode[]): ShapeNode {
  const [first, ...rest] = nodes;
  if (first === undefined) throw new RangeError('expected at least one body');
  return rest.reduce<ShapeNode>(
    (all, second) => ({ form: 'boolean', operation: 'union', first: all, second }),
    first,
  );
}

function extruded(
  source: ShapeSource,
  row: number,
  profiles: readonly ProfileShape[],
  place: Matrix,
): ShapeNode {
  const direction = source.ratios(source.ref(row, 'ExtrudedDirection'));
  const vector = scaled(direction, source.positive(row, 'Depth'));
  if (!(Math.abs(direction.z) > NO_SINE)) {
    throw source.fault(row, 'expected an ExtrudedDirection out of the plane of the profile');
  }
  const ends = source.model.isA(row, 'IfcExtrudedAreaSolidTapered')
    ? profilesOf(source, source.ref(row, 'EndSweptArea'))
    : [];
  return united(
    profiles.map((profile, i) => ({
      form: 'extrusion',
      profile,
      place,
      vector,
      end: ends[i] ?? null,
    })),
  );
}

/** The direction of the x axis of the profile: a fixed one, or the normal of a plane. */
function referenceOf(source: ShapeSource, row: number): Point3 {
  const { model } = source;
  if (model.isA(row, 'IfcFixedReferenceSweptAreaSolid')) {
    return source.ratios(source.ref(row, 'FixedReference'));
  }
  if (model.isA(row, 'IfcSurfaceCurveSweptAreaSolid')) {
    const surface = source.ref(row, 'ReferenceSurface');
    if (!model.isA(surface, 'IfcPlane')) {
      throw source.fault(row, `expected a plane, found ${model.typeOf(surface)}`);
    }
    const [, , x, , , , y, , , , z] = axesOf(source, source.ref(surface, 'Position'));
    return { x, y, z };
  }
  throw source.fault(row, 'this body is not supported');
}

/** The part of a polyline between StartParam and EndParam; other curves are taken whole. */
function parametric(source: ShapeSource, row: number, curve: Curve): Curve {
  const { model } = source;
  const basis = source.ref(row, 'Directrix');
  const [start, end] = [model.number(row, 'StartParam'), model.number(row, 'EndParam')];
  const isPolyline = model.isA(basis, 'IfcPolyline');
  if (!isPolyline || (start === null && end === null)) return curve;
  const part = partOf(curve, start ?? 0, end ?? curve.length);
  if (part.length > 0) return part;
  throw source.fault(row, 'expected StartParam and EndParam of a part of the directrix');
}

/** Points along a curve; arcs become `ELLIPSE_SIDES` chords a turn. */
function chords(source: ShapeSource, curve: Curve): readonly Point3[] {
  const points: Point3[] = [];
  for (const { from, to, arc } of curve) {
    if (points.length === 0) points.push(from);
    if (arc !== null) {
      const count = Math.max(1, Math.ceil((arc.sweep / (2 * Math.PI)) * ELLIPSE_SIDES - 1e-6));
      source.spend(count);
      const x = minus(from, arc.centre);
      const y = cross(arc.normal, x);
      for (let i = 1; i < count; i += 1) {
        const angle = (arc.sweep * i) / count;
        const offset = plus(scaled(x, Math.cos(angle)), scaled(y, Math.sin(angle)));
        points.push(plus(arc.centre, offset));
      }
    }
    points.push(to);
  }
  return points;
}

/**
 * The plane of a profile at each point: at the ends across the path, between two chords in the plane that halves
 * their angle, where the profile is stretched so that its section across each chord stays the same.
 */
function framesAlong(
  source: ShapeSource,
  row: number,
  points: readonly Point3[],
  reference: Point3,
): readonly Matrix[] {
  const directions = points.slice(1).map((to, i) => unit(minus(to, points[i] ?? to)));
  const [start, end] = [points[0], points.at(-1)];
  const isClosed =
    start !== undefined && end !== undefined && points.length > 3 && distance(start, end) === 0;
  return points.map((point, i) => {
    const before = directions[i - 1] ?? (isClosed ? directions.at(-1) : directions[0]);
    const after = directions[i] ?? (isClosed ? directions[0] : directions.at(-1));
    const tangent = i === 0 ? after : before;
    const x = tangent === undefined || tangent === null ? null : across(reference, tangent);
    const normal = before && after ? unit(plus(before, after)) : null;
    if (!tangent || x === null || normal === null) {
      throw source.fault(row, 'expected a directrix that is nowhere along the reference');
    }
    const y = cross(tangent, x);
    const slope = dot(tangent, normal);
    if (!(slope > MIN_SLOPE)) throw source.fault(row, 'expected a directrix without sharp turns');
    const inPlane = (axis: Point3): Point3 =>
      plus(axis, scaled(tangent, -dot(axis, normal) / slope));
    return matrixOf(point, inPlane(x), inPlane(y), tangent);
  });
}

/** Cosine of half the sharpest turn of a directrix: 170°. */
const MIN_SLOPE = 0.087;
