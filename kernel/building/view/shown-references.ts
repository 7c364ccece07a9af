/** @module shown references: ids in parameters, limited to elements that the caller's view shows. */
import type { Element } from '../kinds/elements.ts';
import { sourcesOf } from '../kinds/solid/solid.ts';
import type { ModelView } from '../model/view.ts';

/** Whether an id belongs to an element that exists or existed and that the view shows. */
export function isKnown(id: string, view: ModelView): boolean {
  return view.element(id) !== undefined || view.version(id) > 0;
}

/** Names of the parameters of an element that contain ids of other elements. */
export function referringParams(element: Element, { kinds }: ModelView): readonly string[] {
  const sources = sourcesOf(element).length === 0 ? [] : ['source_ids'];
  const stair = stairOf(element).length === 0 ? [] : ['stair_id'];
  return [...kinds.named(element).map(([name]) => name), ...sources, ...stair];
}

/** Id of the stair for which an opening was cut; the stair may no longer exist. */
export function stairOf({ params }: Element): readonly string[] {
  return 'stair_id' in params && typeof params.stair_id === 'string' ? [params.stair_id] : [];
}

/** The value of such a parameter, with null in place of each id that the view does not show. */
export function shownReference(value: unknown, view: ModelView): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shownReference(item, view));
  return typeof value === 'string' && !isKnown(value, view) ? null : value;
}
