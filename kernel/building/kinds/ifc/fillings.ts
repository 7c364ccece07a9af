/** @module fillings in IFC: what openings, doors and windows share. */
import type { IfcView } from '../facets/ifc.ts';

/** An element with sizes that sits in a host. */
export type Sized = {
  readonly id: string;
  readonly params: { readonly host_id: string; readonly width: number; readonly height: number };
};

/** Whether the host of a filling is an exterior wall by its usage. */
export function isOutside({ params: { host_id } }: Sized, view: IfcView): boolean {
  const host = view.element(host_id);
  return host?.params['usage'] === 'exterior';
}

/** Sizes by the names of the standard quantity sets. */
export function sizesOf({ params: { width, height } }: Sized): {
  readonly Width: number;
  readonly Height: number;
  readonly Area: number;
  readonly Perimeter: number;
} {
  return { Width: width, Height: height, Area: width * height, Perimeter: 2 * (width + height) };
}
