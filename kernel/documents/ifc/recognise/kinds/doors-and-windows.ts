/** @module doors-and-windows: doors and windows in openings of their sizes. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import type { Product } from '../products.ts';
import { doorOperation, windowOperation } from './operations.ts';

/** Largest difference of the stated sizes of a door or window from those of its opening, mm. */
const SIZE_MM = 1;

/** The place of an opening in its host, mm. */
export type HolePlace = {
  readonly host_id: string;
  readonly offset: number;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
  /** Parameters of the shape of a window; none for a rectangle. */
  readonly shape: JsonObject;
};

/** Whether a product may be in an opening that is no rectangle: only a window. */
export function mayHaveShape({ class: name }: Pick<Product, 'class'>): boolean {
  return name === 'IfcWindow';
}

/**
 * The door or window in an opening; null if the product is neither, or states other sizes than those of the opening.
 * `isFitted`: its body has the sizes of the opening, so it need not state them.
 */
export function doorOrWindowOf(
  product: Product,
  place: HolePlace,
  context: Context,
  isFitted: boolean,
): ElementRecord | null {
  const { ids } = context;
  if (product.class !== 'IfcDoor' && product.class !== 'IfcWindow') return null;
  if (!(isFitted ? mayHaveSizes : hasSizes)(product, place, context)) return null;
  const common = { host_id: place.host_id, name: nameOf(product), offset: place.offset };
  const sizes = { width: place.width, height: place.height };
  if (product.class === 'IfcWindow') {
    const params: JsonObject = {
      ...common,
      ...sizes,
      sill_height: place.sill,
      window_type: windowOperation(product.row, context),
      type_id: null,
      ...place.shape,
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

/** Whether the stated sizes are those of the opening. */
function hasSizes(product: Product, { width, height }: HolePlace, context: Context): boolean {
  const [wide, high] = statedSizes(product, context);
  return isSize(wide, width) && isSize(high, height);
}

/** Whether the stated sizes do not contradict those of the opening: some programs state none, 0, or the height first. */
function mayHaveSizes(product: Product, { width, height }: HolePlace, context: Context): boolean {
  const [wide, high] = statedSizes(product, context);
  if ((wide ?? 0) === 0 && (high ?? 0) === 0) return true;
  return (
    (isSize(wide, width) && isSize(high, height)) || (isSize(wide, height) && isSize(high, width))
  );
}

/** Stated width and height, mm. */
function statedSizes({ row }: Product, { model, mm }: Context) {
  return ['OverallWidth', 'OverallHeight'].map((name) => {
    const stated = model.number(row, name);
    return stated === null ? null : stated * mm;
  });
}

function isSize(stated: number | null | undefined, size: number): boolean {
  return stated !== null && stated !== undefined && Math.abs(stated - size) <= SIZE_MM;
}
