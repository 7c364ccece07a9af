/** @module type-name: the name of the type of an element, in the model or in the file of its import. */
import type { AnyElement } from '../kind.ts';
import type { PropertyView } from '../shared/properties.ts';

/**
 * The name of the type of an element; for an imported element without a type in the model, that of its type in the file. Null
 * without one, and for a type that the view does not show. May read the file.
 */
export function typeNameOf(
  element: AnyElement,
  view: Pick<PropertyView, 'element' | 'fileProperty'>,
): string | null {
  const { type_id: id } = element.params;
  const name = typeof id === 'string' ? view.element(id)?.params['name'] : undefined;
  if (typeof name === 'string') return name;
  const stated = view.fileProperty(element.id, 'Ifc.TypeName');
  return typeof stated === 'string' ? stated : null;
}
