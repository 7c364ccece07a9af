/** @module per element: facets that may differ between the elements of a kind. */
import type { AnyElement, AnyKind, KindTable } from '../kind.ts';
import type { Bears, Obstructs } from './presence.ts';

/** Whether the body of an element is solid or encloses a space; `'none'` without a body. */
export function occupancyOf(element: AnyElement, kinds: KindTable): 'matter' | 'space' | 'none' {
  const { body } = kinds.of(element);
  if (body === 'none') return 'none';
  const { occupies } = body;
  return typeof occupies === 'function' ? occupies(element) : occupies;
}

/** What the body of an element obstructs. */
export function obstructionOf(
  element: AnyElement,
  kinds: KindTable,
): Obstructs<AnyElement> | 'none' {
  const { obstructs }: Pick<AnyKind, 'obstructs'> = kinds.of(element);
  return typeof obstructs === 'function' ? obstructs(element) : obstructs;
}

/** How an element carries loads. */
export function bearingOf(element: AnyElement, kinds: KindTable): Bears | 'none' {
  const { bears } = kinds.of(element);
  return typeof bears === 'function' ? bears(element) : bears;
}
