/** @module by-guid: finds an element by its IFC GUID. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { guidOf, isIfcGuid } from '../../../kernel/documents/ifc/guid.ts';

/** Id of the element of the view with this GUID; null without one. Linear in the number of elements. */
export function idByGuid(guid: string, view: BuildingView): string | null {
  if (!isIfcGuid(guid)) return null;
  for (const { id } of view.elements()) if (guidOf(id, view) === guid) return id;
  return null;
}
