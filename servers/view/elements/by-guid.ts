/** @module by-guid: finds an element by its IFC GUID. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';

/** A GUID: 22 digits, the first of which holds two bits. */
const GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

/** Id of the element of the view with this GUID; null without one. Linear in the number of elements. */
export function idByGuid(guid: string, view: BuildingView): string | null {
  if (!GUID.test(guid)) return null;
  for (const { id } of view.elements()) if (guidOf(id, view) === guid) return id;
  return null;
}
