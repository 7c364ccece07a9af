/** @module body-elements: the elements of bodies, once the blob of their meshes is known. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { MAX_TEXT, type ProductBody } from './product-bodies.ts';
import type { Recognised, Recognition } from './recognise.ts';

/** The recognition with the elements of its bodies, whose meshes are in the blob of this SHA-256. */
export function withBodies(found: Recognition, blob: string): Recognition {
  const elements = new Map<number, ElementRecord>();
  for (const { product, body, reason } of found.products) {
    if (body !== null) elements.set(product.row, elementOf(body, blob, reason ?? ''));
  }
  const products = found.products.map((one): Recognised => {
    const element = elements.get(one.product.row) ?? holderOf(one, elements);
    return element === undefined ? one : { ...one, element };
  });
  return { ...found, products };
}

/** The body of which a part is a part, if that was made of its parts. */
function holderOf(
  { product, outcome, element, body }: Recognised,
  elements: ReadonlyMap<number, ElementRecord>,
): ElementRecord | undefined {
  const isPart = outcome === 'body' && element === null && body === null;
  return isPart && product.whole !== null ? elements.get(product.whole) : undefined;
}

function elementOf(
  { id, params, place }: ProductBody,
  blob: string,
  reason: string,
): ElementRecord {
  const { digest, offset, length } = place;
  const { box, ...texts } = params;
  return {
    id,
    kind: 'body',
    params: {
      ...texts,
      box: { min: { ...box.min }, max: { ...box.max } },
      mesh: { blob, offset, length },
      digest,
      offset: { x: 0, y: 0, z: 0 },
      reason: reason === '' ? 'not recognised' : reason.slice(0, MAX_TEXT),
      turn_deg: 0,
    },
  };
}
