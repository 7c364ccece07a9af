/** @module fillings: openings of walls, and the doors and windows in them. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import type { Hole } from '../outlines/holes.ts';
import type { MergedVoid } from '../outlines/merged-holes.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import type { Product } from '../products.ts';
import type { Proposal } from '../proposal.ts';
import { doorOperation, windowOperation } from './operations.ts';

/** Where a hole is: its host, the place of the host's start along the strip, and the host's foot; mm. */
export type Frame = { readonly host: ElementRecord; readonly start: number; readonly low: number };

/** The host, and the number of earlier holes of the same opening. */
type InHost = { readonly frame: Frame; readonly part: number };

/** Largest difference of the stated sizes of a door or window from those of its opening, mm. */
const SIZE_MM = 1;

/** The element of a hole: a door or window if one fills it and states its sizes, else an opening. */
export function fillingElements(
  { opening, hole, parts }: MergedVoid,
  { frame, part }: InHost,
  context: Context,
): readonly Proposal[] {
  const { ids, model, products } = context;
  const place = placeOf(hole, frame);
  const [filler, another] = opening === null ? [] : products.fillingsOf(opening.row);
  const isOnly = another === undefined && part === 0;
  const ofParts = (element: ElementRecord): readonly Proposal[] =>
    parts.map((product) => ({ product, element, solid: null, host_id: frame.host.id }));
  if (opening !== null && filler !== undefined && isOnly) {
    const product = products.product(filler);
    const element = hole.is_rectangle ? panelOf(product, { place, frame }, context) : null;
    if (element !== null) {
      const proposal = { product, element, solid: null, host_id: frame.host.id };
      // The opening of a door or window is a part of it.
      return [proposal, { ...proposal, product: opening }, ...ofParts(element)];
    }
  }
  const id =
    opening === null
      ? ids.named('opening', `${frame.host.id}/${part}`)
      : ids.of('opening', opening, `${model.file.idOf(opening.row)}/${part}`);
  const outline = hole.is_rectangle
    ? {}
    : {
        outline: gridRing(
          hole.outline.map(({ x, y }) => ({ x: x - frame.start, y: y - frame.low })),
        ),
      };
  const element: ElementRecord = {
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
    },
  };
  return [{ product: opening, element, solid: null, host_id: frame.host.id }, ...ofParts(element)];
}

type Place = {
  readonly offset: number;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
};

function placeOf({ min, max }: Hole, { start, low }: Frame): Place {
  return {
    offset: toGrid(min.x - start),
    sill: toGrid(min.y - low),
    width: toGrid(max.x - min.x),
    height: toGrid(max.y - min.y),
  };
}

/** The door or window; null if the product is neither, or states other sizes than those of its opening. */
function panelOf(
  product: Product,
  { place, frame }: { readonly place: Place; readonly frame: Frame },
  context: Context,
): ElementRecord | null {
  const { ids, model } = context;
  if (product.class !== 'IfcDoor' && product.class !== 'IfcWindow') return null;
  if (!hasSizes(product, place, context)) return null;
  const record = String(model.file.idOf(product.row));
  const common = { host_id: frame.host.id, name: nameOf(product), offset: place.offset };
  const sizes = { width: place.width, height: place.height };
  if (product.class === 'IfcWindow') {
    const params: JsonObject = {
      ...common,
      ...sizes,
      sill_height: place.sill,
      window_type: windowOperation(product.row, context),
      type_id: null,
    };
    return { id: ids.of('window', product, record), kind: 'window', params };
  }
  const params: JsonObject = {
    ...common,
    ...sizes,
    ...doorOperation(product.row, context),
    fire_rating_min: null,
    is_exit: context.products.flag(product.row, 'Pset_DoorCommon', 'FireExit') ?? false,
    type_id: null,
    ...(place.sill === 0 ? {} : { sill: place.sill }),
  };
  return { id: ids.of('door', product, record), kind: 'door', params };
}

/** Whether the stated sizes are those of the opening; sizes that are not stated are taken from the opening. */
function hasSizes({ row }: Product, place: Place, { model, mm }: Context): boolean {
  const sizes = [
    [model.number(row, 'OverallWidth'), place.width],
    [model.number(row, 'OverallHeight'), place.height],
  ] as const;
  return sizes.every(
    ([stated, size]) => stated !== null && Math.abs(stated * mm - size) <= SIZE_MM,
  );
}
