/** @module fillings: openings of walls, and the doors and windows in them. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { shapeOfHole } from '../outlines/hole-shape.ts';
import type { Hole } from '../outlines/holes.ts';
import type { MergedVoid } from '../outlines/merged-holes.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import type { Product } from '../products.ts';
import type { Proposal } from '../proposal.ts';
import { doorOrWindowOf, type HolePlace, mayHaveShape } from './doors-and-windows.ts';

/** Where a hole is: its host, the place of the host's start along the strip, and the host's foot; mm. */
type Frame = { readonly host: ElementRecord; readonly start: number; readonly low: number };

/**
 * The host, the number of earlier holes of the same opening, and a door or window that fits the hole without being
 * related to it; null without one.
 */
type InHost = {
  readonly frame: Frame;
  readonly part: number;
  readonly fitted: Product | null;
};

/** The element of a hole: a door or window if one fills it and states its sizes, else an opening. */
export function fillingElements(
  { opening, hole, parts }: MergedVoid,
  { frame, part, fitted }: InHost,
  context: Context,
): readonly Proposal[] {
  const { products } = context;
  const place = placeOf(hole, frame);
  const related = opening === null ? [] : products.fillingsOf(opening.row);
  const [filler, another] = fitted === null ? related : [fitted.row];
  const isOnly = another === undefined && part === 0;
  const ofParts = (element: ElementRecord): readonly Proposal[] =>
    parts.map((product) => ({ product, element, expected: null, host_id: frame.host.id }));
  if (filler !== undefined && (isOnly || fitted !== null)) {
    const product = products.product(filler);
    // Another shape needs an opening of its own.
    const mayFill = hole.is_rectangle || (mayHaveShape(product) && fitted === null);
    const placed = { ...place, host_id: frame.host.id, shape: shapeOfHole(hole) };
    const element = mayFill ? doorOrWindowOf(product, placed, context, fitted !== null) : null;
    if (element !== null) {
      const proposal = { product, element, expected: null, host_id: frame.host.id };
      // The opening of a door or window is a part of it.
      const own = opening === null ? [] : [{ ...proposal, product: opening }];
      return [proposal, ...own, ...ofParts(element)];
    }
  }
  const element = openingElement({ opening, hole }, { frame, part }, context);
  return [
    { product: opening, element, expected: null, host_id: frame.host.id },
    ...ofParts(element),
  ];
}

/** The opening that a hole is. */
function openingElement(
  { opening, hole }: Pick<MergedVoid, 'opening' | 'hole'>,
  { frame, part }: Pick<InHost, 'frame' | 'part'>,
  { ids }: Context,
): ElementRecord {
  const place = placeOf(hole, frame);
  const id =
    opening === null
      ? ids.named('opening', 'host', frame.host.id, String(part))
      : ids.of('opening', opening, part);
  // An outline of an opening is in its wall, that of a window in its own box.
  const { outline: own, ...arcs } = shapeOfHole(hole);
  const outline =
    own === undefined
      ? {}
      : {
          outline: gridRing(
            hole.outline.map(({ x, y }) => ({ x: x - frame.start, y: y - frame.low })),
          ),
        };
  return {
    id,
    kind: 'opening',
    params: {
      host_id: frame.host.id,
      name: opening === null ? null : nameOf(opening),
      offset: place.offset,
      location: null,
      sill: place.sill,
      width: place.width,
      height: place.height,
      ...outline,
      ...arcs,
    },
  };
}

function placeOf({ min, max }: Hole, { start, low }: Frame): Omit<HolePlace, 'host_id' | 'shape'> {
  return {
    offset: toGrid(min.x - start),
    sill: toGrid(min.y - low),
    width: toGrid(max.x - min.x),
    height: toGrid(max.y - min.y),
  };
}
