/** @module curtain-walls: curtain walls as grids of panels and mullions, from their parts, and those of one body. */
import type { ElementRecord } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { ProductShape } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import { panelOf } from '../panels.ts';
import { wallElement } from '../wall-element.ts';
import { proposeWall } from '../walls.ts';
import { curtainGrid } from './curtain-grid.ts';
import { type Box, type Face, faceOf } from './face.ts';

/** The curtain wall that a product is: with a grid if it consists of parts. */
export function proposeCurtainWall(
  wall: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const parts = context.products.partsOf(wall.row);
  if (parts.length === 0) return proposeWall(wall, shape, context);
  const face = faceOf(wall, context);
  if (isUnrecognised(face)) return face;
  const grid = curtainGrid(wall, face, context);
  if (isUnrecognised(grid)) return grid;
  const { curtain, line, thickness } = grid;
  const { low, high } = face;
  const made = wallElement(wall, { line, thickness, low, high, planes: [] }, context);
  const element: ElementRecord = { ...made, params: { ...made.params, curtain } };
  const expected = { items: shape.items, cuts: [] };
  const proposals: Proposal[] = [{ product: wall, element, expected, host_id: null }];
  for (const { product, box } of face.fillings) {
    const filling = fillingOf(product, { host: element, from: grid.from, low, box }, context);
    if (filling === null) return { why: 'a door or window in it has other sizes than its hole' };
    proposals.push({ product, element: filling, expected: null, host_id: element.id });
  }
  return proposals;
}

type FillingPlace = {
  readonly host: ElementRecord;
  /** Where the axis of the wall begins on its face, and its foot. */
  readonly from: number;
  readonly low: Face['low'];
  readonly box: Box;
};

/** The door or window with this box on the face of its wall; null if it states other sizes. */
function fillingOf(
  product: Product,
  { host, from, low, box }: FillingPlace,
  context: Context,
): ElementRecord | null {
  const place = {
    host_id: host.id,
    offset: toGrid(box.u[0] - from),
    sill: toGrid(box.z[0] - low),
    width: toGrid(box.u[1] - box.u[0]),
    height: toGrid(box.z[1] - box.z[0]),
    shape: {},
  };
  return panelOf(product, place, context, false);
}
