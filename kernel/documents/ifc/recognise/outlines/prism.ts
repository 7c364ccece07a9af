/** @module prism: upright prisms in the trees of shapes, and what is cut from them. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { directionThrough, type Matrix, pointThrough, product } from '../../shape/matrix.ts';
import type { Loop, ShapeItem, ShapeNode } from '../../shape/shape-node.ts';
import { loopInPlan } from './plan-ring.ts';

/** An upright prism: its area in plan and its heights, mm in the model. */
export type Prism = {
  /** Counter-clockwise. */
  readonly outer: Loop;
  /** Clockwise. */
  readonly inner: readonly Loop[];
  readonly low: number;
  readonly high: number;
};

/** A node with the matrix that places it in the model. */
export type Placed = { readonly node: ShapeNode; readonly place: Matrix };

/** A body and the bodies that are cut from it. */
export type Uncut = { readonly body: Placed; readonly cutters: readonly Placed[] };

/** Maximum depth of a tree of cuts that is unwrapped. */
const MAX_CUTS = 512;
/** Largest sine of the angle between two directions that count as parallel: 1 mm over 100 m. */
const PARALLEL = 1e-5;

/** The body from which an item is cut, and the cutters; the item itself if it is no difference. */
export function uncut({ node: item, place }: ShapeItem): Uncut {
  const cutters: Placed[] = [];
  let node = item;
  while (node.form === 'boolean' && node.operation === 'difference' && cutters.length < MAX_CUTS) {
    cutters.push({ node: node.second, place });
    node = node.first;
  }
  return { body: { node, place }, cutters };
}

/** The prism of an extrusion upwards or downwards; null for any other body. */
export function uprightPrism({ node, place }: Placed): Prism | null {
  if (node.form !== 'extrusion' || node.end !== null) return null;
  const through = product(place, node.place);
  if (!isUpright(directionThrough(through, { x: 0, y: 0, z: 1 }))) return null;
  if (!isFlat(through)) return null;
  const rise = directionThrough(through, node.vector);
  if (!isUpright(rise)) return null;
  const outer = loopInPlan(node.profile.outer, through);
  const inner = node.profile.inner.map((loop) => loopInPlan(loop, through));
  if (outer === null || inner.includes(null)) return null;
  const { z: foot } = pointThrough(through, { x: 0, y: 0, z: 0 });
  return {
    outer,
    inner: inner.flatMap((loop) => (loop === null ? [] : [loop])),
    low: Math.min(foot, foot + rise.z),
    high: Math.max(foot, foot + rise.z),
  };
}

function isUpright({ x, y, z }: Point3): boolean {
  return Math.sqrt(x * x + y * y) <= PARALLEL * Math.abs(z);
}

/** Whether a matrix maps the horizontal plane to a horizontal one. */
function isFlat([, , , , , , , , i, j, k]: Matrix): boolean {
  return Math.sqrt(i * i + j * j) <= PARALLEL * Math.abs(k);
}
