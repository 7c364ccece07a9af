/** @module swept-surface: the faces of swept bodies and primitives. */
import { NO_SINE } from '../../../../building/geometry/tolerances.ts';
import {
  cross,
  dot,
  minus,
  type Point2,
  type Point3,
} from '../../../../building/geometry/vector.ts';
import { across, matrixOf, plus, scaled, unit } from '../axes.ts';
import { IDENTITY, type Matrix, pointThrough } from '../matrix.ts';
import type { Loop, ProfileShape, ShapeNode } from '../shape-node.ts';
import { EvaluateFault } from './evaluate-fault.ts';
import { chordCount, type Facets, ringOf, sidesFor } from './facets.ts';
import {
  type Face,
  flattened,
  flippedFaces,
  type Surface,
  surfaceVolume,
  throughMatrix,
} from './surface.ts';

type Of<Form extends ShapeNode['form']> = Extract<ShapeNode, { readonly form: Form }>;
type Rings = readonly (readonly Point2[])[];

/** Largest number of points of one swept body. */
const MAX_SWEPT_POINTS = 2_000_000;

/** The faces of an extrusion. */
export function extrusionSurface(node: Of<'extrusion'>, facets: Facets): Surface {
  // Arcs of both ends have the same number of chords.
  const loops = [node.profile, node.end ?? node.profile].flatMap(allLoops);
  const both = { sides: node.end === null ? facets.sides : sidesFor(facets, loops) };
  const rings = ringsOf(both, node.profile);
  const ends = node.end === null ? rings : ringsOf(both, node.end);
  if (ends.length !== rings.length || ends.some((ring, i) => ring.length !== rings[i]?.length)) {
    throw new EvaluateFault('expected two profiles with the same number of corners');
  }
  const shift: Matrix = [1, 0, 0, node.vector.x, 0, 1, 0, node.vector.y, 0, 0, 1, node.vector.z];
  const low = layer(rings, IDENTITY);
  const high = layer(ends, shift);
  return throughMatrix(stacked(rings, [low, high], false), node.place);
}

/** The faces of a revolution. Points on the axis become one. */
export function revolutionSurface(node: Of<'revolution'>, facets: Facets): Surface {
  const rings = ringsOf(facets, node.profile);
  const axis = unit(node.axis.direction) ?? { x: 0, y: 1, z: 0 };
  const { origin } = node.axis;
  const angle = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, node.angle));
  const isClosed = Math.abs(angle) >= 2 * Math.PI - NO_SINE;
  const base = layer(rings, IDENTITY);
  const radius = base.reduce((most, point) => {
    const from = minus(point, origin);
    const off = minus(from, scaled(axis, dot(from, axis)));
    return Math.max(most, Math.hypot(off.x, off.y, off.z));
  }, 0);
  const count = Math.max(isClosed ? 3 : 1, chordCount(facets, Math.max(radius, 1), angle));
  checkSize(base.length * (count + 1));
  const layers = Array.from({ length: isClosed ? count : count + 1 }, (_, i) =>
    base.map((point) => rotated(point, origin, axis, (angle * i) / count)),
  );
  return throughMatrix(stacked(rings, layers, isClosed), node.place);
}

/** The faces of an area that moves along frames. */
export function sweepSurface(node: Of<'sweep'>, facets: Facets): Surface {
  const rings = ringsOf(facets, node.profile);
  const [first, last] = [node.frames[0], node.frames.at(-1)];
  const isClosed =
    node.frames.length > 3 &&
    first?.[3] === last?.[3] &&
    first?.[7] === last?.[7] &&
    first?.[11] === last?.[11];
  const frames = isClosed ? node.frames.slice(0, -1) : node.frames;
  checkSize(frames.length * rings.reduce((sum, ring) => sum + ring.length, 0));
  if (frames.length < 2) throw new EvaluateFault('expected a path with a length');
  return stacked(
    rings,
    frames.map((frame) => layer(rings, frame)),
    isClosed,
  );
}

/** The faces of a disc that moves along a path: cylinders, cut where two meet by the plane that halves their angle. */
export function pipeSurface(node: Of<'pipe'>, facets: Facets): Surface {
  const path = node.path.filter((point, i) => {
    const before = node.path[i - 1];
    return before === undefined || unit(minus(point, before)) !== null;
  });
  const directions = path.slice(1).map((to, i) => unit(minus(to, path[i] ?? to)));
  const [start] = directions;
  if (!start) throw new EvaluateFault('expected a path with a length');
  const radii = node.inner_radius === null ? [node.radius] : [node.radius, node.inner_radius];
  const rings = radii.map((radius, i): readonly Point2[] => {
    const count = Math.max(3, chordCount(facets, node.radius, 2 * Math.PI));
    return Array.from({ length: count }, (_, k): Point2 => {
      const angle = ((i === 0 ? 1 : -1) * 2 * Math.PI * k) / count;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  });
  checkSize(path.length * rings.reduce((sum, ring) => sum + ring.length, 0));
  const x = across(Math.abs(start.x) < 0.9 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 }, start);
  if (x === null) throw new EvaluateFault('expected a path with a direction');
  const [from] = path;
  let points = layer(rings, matrixOf(from ?? start, x, cross(start, x), start));
  const layers = [points];
  for (const [i, to] of path.entries()) {
    const direction = directions[i - 1];
    if (i === 0 || !direction) continue;
    const normal = unit(plus(direction, directions[i] ?? direction));
    const slope = normal === null ? 0 : dot(normal, direction);
    if (normal === null || !(slope > MIN_SLOPE)) {
      throw new EvaluateFault('expected a path without sharp turns');
    }
    points = points.map((point) =>
      plus(point, scaled(direction, dot(minus(to, point), normal) / slope)),
    );
    layers.push(points);
  }
  return stacked(rings, layers, false);
}

/** Cosine of half the sharpest turn of a path: 150°. */
const MIN_SLOPE = 0.258;

/** The faces of a primitive. */
export function primitiveSurface(node: Of<'primitive'>, facets: Facets): Surface {
  return throughMatrix(primitive(node, facets), node.place);
}

function primitive({ shape, parameters }: Of<'primitive'>, facets: Facets): Surface {
  const get = (name: string): number => parameters[name] ?? NaN;
  const [radius, height] = [
    parameters['Radius'] ?? get('BottomRadius'),
    parameters['Height'] ?? NaN,
  ];
  const turn = (r: number): readonly Point2[] => {
    const count = Math.max(3, chordCount(facets, radius, 2 * Math.PI));
    return Array.from({ length: count }, (_, i): Point2 => {
      const angle = (2 * Math.PI * i) / count;
      return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
    });
  };
  const base: readonly Point2[] = [
    { x: 0, y: 0 },
    { x: get('XLength'), y: 0 },
    { x: get('XLength'), y: get('YLength') },
    { x: 0, y: get('YLength') },
  ];
  switch (shape) {
    case 'block': {
      return between(base, base, get('ZLength'));
    }
    case 'pyramid': {
      const top = { x: get('XLength') / 2, y: get('YLength') / 2 };
      return between(
        base,
        base.map(() => top),
        height,
      );
    }
    case 'cylinder': {
      return between(turn(radius), turn(radius), height);
    }
    case 'cone': {
      return between(turn(radius), turn(0), height);
    }
    case 'sphere': {
      const count = 2 * Math.max(2, Math.ceil(chordCount(facets, radius, Math.PI) / 2));
      const layers = Array.from({ length: count + 1 }, (_, i) => {
        const angle = (Math.PI * i) / count - Math.PI / 2;
        return at(
          turn(i === 0 || i === count ? 0 : radius * Math.cos(angle)),
          radius * Math.sin(angle),
        );
      });
      return stacked([turn(radius)], layers, false);
    }
    default:
      return shape satisfies never;
  }
}

function at(ring: readonly Point2[], z: number): readonly Point3[] {
  return ring.map(({ x, y }) => ({ x, y, z }));
}

function between(low: readonly Point2[], high: readonly Point2[], height: number): Surface {
  return stacked([low], [at(low, 0), at(high, height)], false);
}

function allLoops({ outer, inner }: ProfileShape): readonly Loop[] {
  return [outer, ...inner];
}

/** The corners of a profile. */
function ringsOf(facets: Facets, profile: ProfileShape): Rings {
  return allLoops(profile).map((loop) => ringOf(facets, loop));
}

/** The corners of all rings in space. */
function layer(rings: Rings, frame: Matrix): readonly Point3[] {
  return rings.flatMap((ring) => ring.map(({ x, y }) => pointThrough(frame, { x, y, z: 0 })));
}

function rotated(point: Point3, origin: Point3, axis: Point3, angle: number): Point3 {
  const from = minus(point, origin);
  const along = scaled(axis, dot(from, axis));
  const off = minus(from, along);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = plus(scaled(off, cos), scaled(cross(axis, off), sin));
  return plus(origin, plus(along, turned));
}

/**
 * The faces between layers of the corners of rings: quads from each layer to the next, and the rings themselves at both
 * ends, or from the last layer to the first. The result is seen from outside.
 */
function stacked(rings: Rings, layers: readonly (readonly Point3[])[], isClosed: boolean): Surface {
  const size = rings.reduce((sum, ring) => sum + ring.length, 0);
  const points = flattened(layers.flat());
  const faces: Face[] = [];
  const starts: number[] = [];
  let start = 0;
  for (const ring of rings) {
    starts.push(start);
    start += ring.length;
  }
  const last = layers.length - 1;
  for (let level = 0; level < (isClosed ? layers.length : last); level += 1) {
    const [low, high] = [level * size, ((level + 1) % layers.length) * size];
    for (const [k, { length }] of rings.entries()) {
      const base = starts[k] ?? 0;
      for (let i = 0; i < length; i += 1) {
        const [a, b] = [base + i, base + ((i + 1) % length)];
        faces.push([[low + a, low + b, high + b, high + a]]);
      }
    }
  }
  if (!isClosed) {
    const cap = (level: number): Face =>
      rings.map((ring, k) => ring.map((_, i) => level * size + (starts[k] ?? 0) + i));
    faces.push(...flippedFaces([cap(0)]), cap(last));
  }
  const surface = { points, faces };
  return surfaceVolume(surface) < 0 ? { points, faces: flippedFaces(faces) } : surface;
}

function checkSize(points: number): void {
  if (points <= MAX_SWEPT_POINTS) return;
  throw new EvaluateFault(`expected a body of at most ${MAX_SWEPT_POINTS} points, found ${points}`);
}
