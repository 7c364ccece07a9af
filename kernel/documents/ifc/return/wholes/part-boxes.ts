/** @module part-boxes: boxes of the parts of wholes, in a file and as their kinds write them. */
import { profileRing } from '../../../../building/geometry/members/profile.ts';
import { shapeRing } from '../../../../building/geometry/plan/face-shape.ts';
import type { Box3, Point2, Point3 } from '../../../../building/geometry/vector.ts';
import type { IfcItem, IfcPlace } from '../../../../building/kinds/facets/ifc.ts';
import { type Matrix, pointThrough, product as times } from '../../shape/matrix.ts';
import type { ShapeReader } from '../../shape/read-shape.ts';
import type { Loop, ShapeNode } from '../../shape/shape-node.ts';
import { placeMatrix } from '../frame.ts';
import { sectionFrame } from '../solids.ts';

/** The box of items as a kind writes them, without their cuts, mm; null without points. */
export function boxOfItems(items: readonly IfcItem[], place: IfcPlace): Box3 | null {
  const box = new GrowingBox();
  for (const item of items) {
    if (item.item === 'mesh') {
      const { positions } = item.mesh;
      for (let i = 0; i + 2 < positions.length; i += 3) {
        box.add({ x: positions[i] ?? NaN, y: positions[i + 1] ?? NaN, z: positions[i + 2] ?? NaN });
      }
      continue;
    }
    const frame = times(placeMatrix(place), sectionFrame(item));
    const { section } = item;
    const ring = section.kind === 'arched' ? shapeRing(section.outer) : profileRing(section);
    box.addPrism(ring, frame, { x: 0, y: 0, z: item.depth });
  }
  return box.box();
}

/**
 * The box of the body of a product in the file, without its cuts, mm; an arc counts by its ends and its middle. Null
 * without a body, or if an item has another form than an extrusion or faces.
 */
export function boxInFile(shapes: ShapeReader, row: number): Box3 | null {
  const box = new GrowingBox();
  for (const { node, place } of shapes.body(row)?.items ?? []) {
    if (!addNode(box, node, place)) return null;
  }
  return box.box();
}

function addNode(box: GrowingBox, node: ShapeNode, place: Matrix): boolean {
  let body = node;
  while (body.form === 'boolean' && body.operation === 'difference') body = body.first;
  if (body.form === 'faces') {
    for (const point of body.points) box.add(pointThrough(place, point));
    return true;
  }
  if (body.form !== 'extrusion') return false;
  const frame = times(place, body.place);
  box.addPrism(pointsOf(body.profile.outer), frame, body.vector);
  return true;
}

/** The ends of the pieces of a loop, and the middles of its arcs. */
function pointsOf(loop: Loop): readonly Point2[] {
  return loop.flatMap(({ from, arc }): readonly Point2[] => {
    if (arc === null) return [from];
    const { centre, sweep } = arc;
    const [x, y] = [from.x - centre.x, from.y - centre.y];
    const [cosine, sine] = [Math.cos(sweep / 2), Math.sin(sweep / 2)];
    return [from, { x: centre.x + x * cosine - y * sine, y: centre.y + x * sine + y * cosine }];
  });
}

/** The smallest box around points. */
class GrowingBox {
  readonly #low = { x: Infinity, y: Infinity, z: Infinity };
  readonly #high = { x: -Infinity, y: -Infinity, z: -Infinity };

  add(point: Point3): void {
    for (const axis of ['x', 'y', 'z'] as const) {
      this.#low[axis] = Math.min(this.#low[axis], point[axis]);
      this.#high[axis] = Math.max(this.#high[axis], point[axis]);
    }
  }

  /** Adds both ends of an extrusion. */
  addPrism(ring: readonly Point2[], frame: Matrix, vector: Point3): void {
    for (const { x, y } of ring) {
      this.add(pointThrough(frame, { x, y, z: 0 }));
      this.add(pointThrough(frame, { x: x + vector.x, y: y + vector.y, z: vector.z }));
    }
  }

  /** Null without points, or if one of them is not finite. */
  box(): Box3 | null {
    const [min, max] = [{ ...this.#low }, { ...this.#high }];
    const isFinite = [min, max].every(({ x, y, z }) => Number.isFinite(x + y + z));
    return isFinite ? { min, max } : null;
  }
}
