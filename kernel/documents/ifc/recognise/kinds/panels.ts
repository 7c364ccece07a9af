/** @module panels: doors and windows in openings of their sizes. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import type { Product } from '../products.ts';
import { doorOperation, windowOperation } from './operations.ts';

/** Largest difference of the stated sizes of a door or window from those of its opening, mm. */
const SIZE_MM = 1;

/** The place of an opening in its host, mm. */
export type PanelPlace = {
  readonly host_id: string;
  readonly offset: number;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
};

/** The door or window; null if the product is neither, or states other sizes than those of its opening. */
export function panelOf(
  product: Product,
  place: PanelPlace,
  context: Context,
): ElementRecord | null {
  const { ids } = context;
  if (product.class !== 'IfcDoor' && product.class !== 'IfcWindow') return null;
  if (!hasSizes(product, place, context)) return null;
  const common = { host_id: place.host_id, name: nameOf(product), offset: place.offset };
  const sizes = { width: place.width, height: place.height };
  if (product.class === 'IfcWindow') {
    const params: JsonObject = {
      ...common,
      ...sizes,
      sill_height: place.sill,
      window_type: windowOperation(product.row, context),
      type_id: null,
    };
    return { id: ids.of('window', product), kind: 'window', params };
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
  return { id: ids.of('door', product), kind: 'door', params };
}

/** Whether the stated sizes are those of the opening; sizes that are not stated are taken from the opening. */
function hasSizes({ row }: Product, place: PanelPlace, { model, mm }: Context): boolean {
  const sizes = [
    [model.number(row, 'OverallWidth'), place.width],
    [model.number(row, 'OverallHeight'), place.height],
  ] as const;
  return sizes.every(
    ([stated, size]) => stated !== null && Math.abs(stated * mm - size) <= SIZE_MM,
  );
}
