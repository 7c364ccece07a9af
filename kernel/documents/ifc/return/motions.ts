/** @module motions: elements that were only moved and turned. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { SAME_PLACE_MM } from '../../../building/geometry/tolerances.ts';
import { directionOf, type Point3 } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { IfcShape } from '../../../building/kinds/facets/ifc.ts';
import { IDENTITY, type Matrix, product as times } from '../shape/matrix.ts';
import { placeMatrix, relative } from './frame.ts';
import { sectionFrame } from './solids.ts';

/** A motion in the model, mm, and by how much an extrusion becomes deeper along its axis, a unit vector after the motion. */
export type Motion = { readonly matrix: Matrix; readonly deeper: number; readonly axis: Point3 };

/** The motion between two shapes of one extrusion without cuts whose sections are the same; null for others. */
export function motionOf(was: IfcShape, is: IfcShape): Motion | null {
  const [[before, second], [after, another]] = [was.items, is.items];
  if (second !== undefined || another !== undefined) return null;
  if (before?.item !== 'extrusion' || after?.item !== 'extrusion') return null;
  const isCut = (before.cuts ?? []).length + (after.cuts ?? []).length > 0;
  if (isCut || !deepEqual(before.section, after.section)) return null;
  const [from, to] = [
    times(placeMatrix(was.place), sectionFrame(before)),
    times(placeMatrix(is.place), sectionFrame(after)),
  ];
  const deeper = after.depth - before.depth;
  return {
    matrix: times(to, relative(from, IDENTITY)),
    deeper: Math.abs(deeper) <= SAME_PLACE_MM ? 0 : deeper,
    axis: { x: to[2], y: to[6], z: to[10] },
  };
}

/** The place of a body after its motions since the import, as a matrix, mm: mirrored in the x axis, turned, then moved. */
function bodyMatrix({ params }: ElementOf<'body'>): Matrix {
  const { x, y } = directionOf(params.turn_deg ?? 0);
  const { offset } = params;
  const flip = (params.mirrored ?? false) ? -1 : 1;
  return [x, -flip * y, 0, offset.x, y, flip * x, 0, offset.y, 0, 0, 1, offset.z];
}

/** The motion between two states of a body, mm. */
export function bodyMotion(was: ElementOf<'body'>, is: ElementOf<'body'>): Matrix {
  if (deepEqual(was.params, is.params)) return IDENTITY;
  return times(bodyMatrix(is), relative(bodyMatrix(was), IDENTITY));
}
