/** @module body-prism: the upright prism that the body of a product is. */
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import type { Unrecognised } from '../proposal.ts';
import { prismOfMesh } from './mesh-prism.ts';
import { type Prism, uncut, uprightPrism } from './prism.ts';

/** The prism of a body by its extrusion, which has the numbers of the file, else by its faces. */
export function prismOf({ items }: ProductShape, { evaluator }: Context): Prism | Unrecognised {
  const [item, another] = items;
  if (item === undefined) return { why: 'no body' };
  const { body, cutters } = uncut(item);
  const prism = another === undefined && cutters.length === 0 ? uprightPrism(body) : null;
  if (prism !== null) return prism;
  const solid = evaluator.evaluate(items, []);
  if (!solid.ok) return { why: solid.why };
  const faced = solid.closed ? prismOfMesh(solid.mesh()) : null;
  const what = another === undefined ? body.node.form : 'several bodies';
  return faced ?? { why: `body is no upright prism: ${what}` };
}
