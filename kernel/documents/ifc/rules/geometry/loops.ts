/** @module loops: boundary loops of the faces of shells and tessellations. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import {
  itemsOf,
  keyOf,
  listedPoints,
  numbersIn,
  type Point,
  pointOf,
  pointsOf,
} from './points.ts';

/** A face as its boundary loops, each in the orientation of the face; the first point is not repeated at the end. */
export type FaceLoops = readonly (readonly Point[])[];

/** Faces of an IfcConnectedFaceSet whose boundaries are polygons or edges between vertices. */
export function* shellFaces(row: number, model: IfcModel): Generator<FaceLoops, void, void> {
  for (const face of model.refs(row, 'CfsFaces')) yield faceLoops(face, model);
}

/** Boundary loops of one IfcFace. */
export function faceLoops(face: number, model: IfcModel): FaceLoops {
  return model.refs(face, 'Bounds').map((bound) => {
    const loop = model.ref(bound, 'Bound');
    const points = loop === null ? [] : loopPoints(loop, model);
    return model.enumName(bound, 'Orientation') === 'F' ? points.toReversed() : points;
  });
}

function loopPoints(loop: number, model: IfcModel): readonly Point[] {
  if (model.isA(loop, 'IfcPolyLoop')) return pointsOf(loop, 'Polygon', model);
  if (!model.isA(loop, 'IfcEdgeLoop')) return [];
  return model.refs(loop, 'EdgeList').map((oriented) => {
    const edge = model.ref(oriented, 'EdgeElement');
    const isForward = model.enumName(oriented, 'Orientation') !== 'F';
    const vertex = edge === null ? null : model.ref(edge, isForward ? 'EdgeStart' : 'EdgeEnd');
    const point = vertex === null ? null : model.ref(vertex, 'VertexGeometry');
    return point === null ? [] : pointOf(point, model);
  });
}

/** Faces of an IfcTriangulatedFaceSet or IfcPolygonalFaceSet. */
export function* tessellatedFaces(row: number, model: IfcModel): Generator<FaceLoops, void, void> {
  const list = model.ref(row, 'Coordinates');
  const points = list === null ? [] : listedPoints(list, model);
  const reindex = numbersIn(model.value(row, 'PnIndex'));
  const at = (index: number): Point =>
    points[(reindex.length === 0 ? index : (reindex[index - 1] ?? 0)) - 1] ?? [];
  if (model.isA(row, 'IfcTriangulatedFaceSet')) {
    for (const triangle of itemsOf(model.value(row, 'CoordIndex'))) {
      yield [numbersIn(triangle).map(at)];
    }
    return;
  }
  for (const face of model.refs(row, 'Faces')) {
    const inner = itemsOf(model.value(face, 'InnerCoordIndices'));
    yield [model.value(face, 'CoordIndex'), ...inner].map((loop) => numbersIn(loop).map(at));
  }
}

/** Number of uses of an edge: in the direction from its smaller key to the greater one, and in the opposite direction. */
export type EdgeUse = { forward: number; backward: number };

/** Faces processed between two checkpoints. */
const BETWEEN_CHECKPOINTS = 256;

/** Calls `visit` for each face. */
export function eachFace(faces: Iterable<FaceLoops>, visit: (loops: FaceLoops) => void): void {
  let done = 0;
  for (const loops of faces) {
    visit(loops);
    done += 1;
    if (done % BETWEEN_CHECKPOINTS === 0) checkpoint();
  }
}

/** Counts the edges of a face; an edge is identified by the coordinates of its ends. */
export function countEdges(loops: FaceLoops, uses: Map<string, EdgeUse>): void {
  for (const loop of loops) {
    const keys = loop.map(keyOf);
    for (const [i, start] of keys.entries()) {
      const end = keys[(i + 1) % keys.length] ?? start;
      const isForward = start < end;
      const key = isForward ? `${start} ${end}` : `${end} ${start}`;
      const use = uses.get(key) ?? { forward: 0, backward: 0 };
      if (isForward) use.forward += 1;
      else use.backward += 1;
      uses.set(key, use);
    }
  }
}
