/** @module loops: the boundaries of the faces of shells and tessellations. */
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

/** A face as its boundaries, each in the sense of the face; the last point is not the first one again. */
export type FaceLoops = readonly (readonly Point[])[];

/** Faces of an IfcConnectedFaceSet, of polygons and of edges between vertices. */
export function shellFaces(row: number, model: IfcModel): readonly FaceLoops[] {
  return model.refs(row, 'CfsFaces').map((face) => faceLoops(face, model));
}

/** Boundaries of one IfcFace. */
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
export function tessellatedFaces(row: number, model: IfcModel): readonly FaceLoops[] {
  const list = model.ref(row, 'Coordinates');
  const points = list === null ? [] : listedPoints(list, model);
  const reindex = numbersIn(model.value(row, 'PnIndex'));
  const at = (index: number): Point =>
    points[(reindex.length === 0 ? index : (reindex[index - 1] ?? 0)) - 1] ?? [];
  if (model.isA(row, 'IfcTriangulatedFaceSet')) {
    return itemsOf(model.value(row, 'CoordIndex')).map((triangle) => [numbersIn(triangle).map(at)]);
  }
  return model
    .refs(row, 'Faces')
    .map((face) =>
      [model.value(face, 'CoordIndex'), ...itemsOf(model.value(face, 'InnerCoordIndices'))].map(
        (loop) => numbersIn(loop).map(at),
      ),
    );
}

/** How often each edge is used: in the direction of its lesser point, and in the other. */
export type EdgeUse = { forward: number; backward: number };

/** Edges of faces by the coordinates of their ends. */
export function edgeUses(faces: readonly FaceLoops[]): ReadonlyMap<string, EdgeUse> {
  const uses = new Map<string, EdgeUse>();
  for (const loop of faces.flat()) {
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
  return uses;
}
