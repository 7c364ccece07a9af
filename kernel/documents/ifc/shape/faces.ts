/** @module faces: bodies that a file gives by their faces: breps, surface models and tessellations. */
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { StepValue } from '../read/step-value.ts';
import type { ShapeNode } from './shape-node.ts';
import { numbersIn, type ShapeSource } from './shape-source.ts';

type Face = readonly (readonly number[])[];
type Faces = Extract<ShapeNode, { readonly form: 'faces' }>;

/**
 * The body of a brep, a surface model or a tessellation.
 *
 * @throws {ShapeFault} for curved faces, indices of missing points, and bodies without faces.
 */
export function facesNode(source: ShapeSource, row: number): ShapeNode {
  const { model } = source;
  if (model.isA(row, 'IfcManifoldSolidBrep')) {
    const outer = shells(source, [source.ref(row, 'Outer')], true);
    // Voids are the same in all kinds of brep that have them.
    return model.refs(row, 'Voids').reduce<ShapeNode>(
      (first, shell) => ({
        form: 'boolean',
        operation: 'difference',
        first,
        second: shells(source, [shell], true),
      }),
      outer,
    );
  }
  if (model.isA(row, 'IfcFaceBasedSurfaceModel')) {
    return shells(source, model.refs(row, 'FbsmFaces'), false);
  }
  if (model.isA(row, 'IfcShellBasedSurfaceModel')) {
    const parts = model.refs(row, 'SbsmBoundary');
    return shells(
      source,
      parts,
      parts.every((part) => model.isA(part, 'IfcClosedShell')),
    );
  }
  if (model.isA(row, 'IfcTriangulatedFaceSet')) return triangulated(source, row);
  if (model.isA(row, 'IfcPolygonalFaceSet')) return polygonal(source, row);
  throw source.fault(row, 'this body is not supported');
}

/** The faces of shells as one body. */
function shells(source: ShapeSource, rows: readonly number[], isClosed: boolean): Faces {
  const { model } = source;
  const points = new Corners(source);
  const faces: Face[] = [];
  for (const shell of rows) {
    for (const face of model.refs(shell, 'CfsFaces')) {
      source.spend(1);
      const found = faceOf(source, face, points);
      if (found.length > 0) faces.push(found);
    }
  }
  if (faces.length > 0) return { form: 'faces', points: points.points, faces, closed: isClosed };
  throw source.fault(rows[0] ?? 0, 'expected a body with faces');
}

/** The corners of a body: each IfcCartesianPoint once. */
class Corners {
  readonly points: Point3[] = [];
  readonly #source: ShapeSource;
  readonly #indices = new Map<number, number>();

  constructor(source: ShapeSource) {
    this.#source = source;
  }

  index(row: number): number {
    const known = this.#indices.get(row);
    if (known !== undefined) return known;
    const index = this.points.push(this.#source.point(row)) - 1;
    this.#indices.set(row, index);
    return index;
  }
}

/** The rings of a face, the outer bound first; those with fewer than three corners are left out. */
function faceOf(source: ShapeSource, row: number, points: Corners): Face {
  const { model } = source;
  if (model.has(row, 'FaceSurface') && !model.isA(source.ref(row, 'FaceSurface'), 'IfcPlane')) {
    throw source.fault(
      row,
      `expected plane faces, found ${model.typeOf(source.ref(row, 'FaceSurface'))}`,
    );
  }
  const bounds = model.refs(row, 'Bounds');
  const isOuter = (bound: number): boolean => model.isA(bound, 'IfcFaceOuterBound');
  const sorted = [...bounds.filter(isOuter), ...bounds.filter((bound) => !isOuter(bound))];
  const rings = sorted.map((bound) => {
    const ring = ringOf(source, source.ref(bound, 'Bound'), points);
    return source.flag(bound, 'Orientation', true) ? ring : ring.toReversed();
  });
  return rings.filter((ring) => ring.length > 2);
}

function ringOf(source: ShapeSource, loop: number, points: Corners): readonly number[] {
  const { model } = source;
  if (model.isA(loop, 'IfcPolyLoop')) {
    const ring = model.refs(loop, 'Polygon').map((point) => points.index(point));
    source.spend(ring.length);
    return withoutRepeats(ring);
  }
  if (model.isA(loop, 'IfcEdgeLoop')) {
    return withoutRepeats(
      model.refs(loop, 'EdgeList').map((edge) => points.index(startOf(source, edge))),
    );
  }
  throw source.fault(loop, 'this boundary of a face is not supported');
}

function withoutRepeats(ring: readonly number[]): readonly number[] {
  return ring.filter((index, i) => index !== ring[(i + 1) % ring.length]);
}

/** The point at which a straight edge of a loop begins. */
function startOf(source: ShapeSource, edge: number): number {
  const { model } = source;
  source.spend(1);
  const element = source.ref(edge, 'EdgeElement');
  const curve = model.ref(element, 'EdgeGeometry');
  if (curve !== null && !model.isA(curve, 'IfcLine') && !model.isA(curve, 'IfcPolyline')) {
    throw source.fault(element, `expected straight edges, found ${model.typeOf(curve)}`);
  }
  const isForward = source.flag(edge, 'Orientation', true);
  const vertex = source.ref(element, isForward ? 'EdgeStart' : 'EdgeEnd');
  return source.ref(vertex, 'VertexGeometry');
}

function triangulated(source: ShapeSource, row: number): Faces {
  const { model } = source;
  const points = source.pointList(source.ref(row, 'Coordinates'));
  const order = numbersIn(model.value(row, 'PnIndex'));
  const faces = lists(model.value(row, 'CoordIndex')).map((triangle): Face => {
    source.spend(1);
    return [corners(source, row, ordered(order, triangle), points.length)];
  });
  return indexed(source, row, points, faces);
}

function polygonal(source: ShapeSource, row: number): Faces {
  const { model } = source;
  const points = source.pointList(source.ref(row, 'Coordinates'));
  const order = numbersIn(model.value(row, 'PnIndex'));
  const ring = (value: StepValue): readonly number[] => {
    source.spend(1);
    return withoutRepeats(corners(source, row, ordered(order, value), points.length));
  };
  const faces = model.refs(row, 'Faces').map((face): Face => {
    const inner = model.has(face, 'InnerCoordIndices')
      ? lists(model.value(face, 'InnerCoordIndices'))
      : [];
    return [model.value(face, 'CoordIndex'), ...inner]
      .map((value) => ring(value))
      .filter((one) => one.length > 2);
  });
  return indexed(source, row, points, faces);
}

function indexed(
  source: ShapeSource,
  row: number,
  points: readonly Point3[],
  faces: readonly Face[],
): Faces {
  if (faces.length === 0) throw source.fault(row, 'expected a body with faces');
  return {
    form: 'faces',
    points,
    faces: faces.filter((face) => face.length > 0),
    closed: source.flag(row, 'Closed', false),
  };
}

function lists(value: StepValue): readonly StepValue[] {
  return value.kind === 'list' ? value.items : [];
}

/** Indices of points: those of a list, or if there is an order, those that the list selects in it. */
function ordered(order: readonly number[], value: StepValue): readonly number[] {
  const written = numbersIn(value);
  return order.length === 0 ? written : written.map((index) => order[index - 1] ?? NaN);
}

/** Indices from 1 as indices from 0. */
function corners(
  source: ShapeSource,
  row: number,
  indices: readonly number[],
  points: number,
): readonly number[] {
  source.spend(indices.length);
  return indices.map((index) => {
    if (Number.isInteger(index) && index >= 1 && index <= points) return index - 1;
    throw source.fault(row, `expected an index of ${points} points, found \`${index}\``);
  });
}
