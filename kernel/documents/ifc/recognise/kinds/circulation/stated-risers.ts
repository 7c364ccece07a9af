/** @module stated-risers: the number of risers that a file states for a stair. */
import type { Context } from '../../context.ts';
import type { Product } from '../../products.ts';

/** The attribute of a flight in IFC2X3, and in later schemas. */
const ATTRIBUTES = ['NumberOfRiser', 'NumberOfRisers'] as const;
const PROPERTY = 'NumberOfRiser';

/**
 * The number of risers of all flights of a stair, or that of the stair itself; null if the file does not state them.
 */
export function statedRisers(
  stair: Product,
  flights: readonly Product[],
  context: Context,
): number | null {
  let sum = 0;
  for (const { row } of flights) {
    const count = ofFlight(row, context);
    if (count === null) return ofStair(stair, context);
    sum += count;
  }
  return flights.length === 0 ? ofStair(stair, context) : sum;
}

function ofFlight(row: number, { model, products }: Context): number | null {
  for (const name of ATTRIBUTES) {
    const count = model.has(row, name) ? model.number(row, name) : null;
    if (count !== null) return count;
  }
  return products.count(row, 'Pset_StairFlightCommon', PROPERTY);
}

function ofStair({ row }: Product, { products }: Context): number | null {
  return products.count(row, 'Pset_StairCommon', PROPERTY);
}
