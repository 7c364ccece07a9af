/** @module outer-areas: areas of storeys within the outer or the inner faces of their outer walls. */
import { type Measured, notComputed } from './figure.ts';
import { named, type StoreyAreas } from './storey-areas.ts';

const PER_M2 = 1e6;

/** Area within the outer faces of the outer walls, without voids; m². */
export function grossArea(storeys: readonly StoreyAreas[]): Measured {
  return within(storeys, ({ gross_mm2 }) => gross_mm2);
}

/** Area within the inner faces of the outer walls, with inner walls and columns, without voids; m². */
export function internalArea(storeys: readonly StoreyAreas[]): Measured {
  const measured = within(storeys, ({ inner_mm2 }) => inner_mm2);
  const mixed = storeys.flatMap((storey) => storey.mixed);
  if (measured.value === null || mixed.length === 0) return measured;
  const because = `${named(mixed)} are outer walls for a part of their length and deducted as a whole`;
  return { ...measured, because };
}

function within(storeys: readonly StoreyAreas[], area: (storey: StoreyAreas) => number): Measured {
  const unknown = storeys.find(({ because }) => because !== null);
  if (storeys.length === 0) return notComputed('the model has no enclosed spaces');
  if (unknown?.because != null) return notComputed(unknown.because);
  const value = storeys.reduce((sum, storey) => sum + area(storey), 0) / PER_M2;
  return { value, element_ids: storeys.flatMap(({ wall_ids }) => wall_ids), because: null };
}
