/** @module fillings in IFC: what openings, doors and windows share. */
import type { IfcView } from '../facets/ifc.ts';
import type { Shaped } from '../shared/hole-form.ts';
import { shapedFigures } from '../shared/hole-shape.ts';

/** An element with sizes that sits in a host. */
export type Sized = {
  readonly id: string;
  readonly params: { readonly host_id: string } & Shaped;
};

/** Whether the host of a filling is an exterior wall by its usage. */
export function isOutside({ params: { host_id } }: Sized, view: IfcView): boolean {
  const host = view.element(host_id);
  return host?.params['usage'] === 'exterior';
}

/** Sizes by the names of the standard quantity sets. */
export function sizesOf({ params }: Sized): {
  readonly Width: number;
  readonly Height: number;
  readonly Area: number;
  readonly Perimeter: number;
} {
  const { width, height } = params;
  const { area_mm2: Area, perimeter_mm: Perimeter } = shapedFigures(params);
  return { Width: width, Height: height, Area, Perimeter };
}
