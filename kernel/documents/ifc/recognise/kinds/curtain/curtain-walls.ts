/** @module curtain-walls: curtain walls as grids of panels and mullions, from their parts, and those of one body. */
import type { ElementRecord } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { CurtainCut } from '../../../../../building/geometry/curtain/curtain-grid.ts';
import type { ProductShape } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import { doorOrWindowOf } from '../doors-and-windows.ts';
import { wallElement } from '../wall-element.ts';
import { proposeWall } from '../walls.ts';
import { curtainGrid } from './curtain-grid.ts';
import { faceOf } from './face.ts';

/** The curtain wall that a product is: with a grid if it consists of panels and mullions. */
export function proposeCurtainWall(
  wall: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { products } = context;
  const isOneBody = products.partsOf(wall.row).length === 0;
  if (isOneBody && products.openingsOf(wall.row).length > 0) {
    return proposeWall(wall, shape, context);
  }
  const face = faceOf(wall, shape, context);
  if (isUnrecognised(face)) return isOneBody ? proposeWall(wall, shape, context) : face;
  const grid = curtainGrid(wall, face, context);
  if (isUnrecognised(grid)) return isOneBody ? proposeWall(wall, shape, context) : grid;
  const { curtain, line, thickness, holes, is_measured } = grid;
  const { low, high, fillings } = face;
  const made = wallElement(wall, { line, thickness, low, high, planes: [] }, context);
  const element: ElementRecord = { ...made, params: { ...made.params, curtain } };
  const { items } = shape;
  const expected = { items, cuts: [] };
  const proposals: Proposal[] = [
    { product: wall, element, expected, is_measured, appearance: items, host_id: null },
  ];
  for (const [i, hole] of holes.entries()) {
    const product = fillings[i]?.product;
    const filling =
      product === undefined ? null : fillingOf(product, { host: element, hole }, context);
    if (product === undefined || filling === null) {
      return { why: 'a door or window in it has other sizes than its hole' };
    }
    proposals.push({ product, element: filling, expected: null, host_id: element.id });
  }
  return proposals;
}

/** The door or window in a hole of its wall; null if it states other sizes. */
function fillingOf(
  product: Product,
  { host, hole }: { readonly host: ElementRecord; readonly hole: CurtainCut },
  context: Context,
): ElementRecord | null {
  const place = {
    host_id: host.id,
    offset: hole.from,
    sill: hole.low,
    width: toGrid(hole.to - hole.from),
    height: toGrid(hole.high - hole.low),
    shape: {},
  };
  return doorOrWindowOf(product, place, context, false);
}
