/** @module placement: position of an element in the reverse indexes, derived from its parameters alone. */
import type { AnyElement, KindTable, Reach, Referred } from '../../kinds/kind.ts';

/** References and reach of an element. */
export type Placement = Referred & { readonly reach: Reach | null };

/** Placement of an element. */
export function placementOf(element: AnyElement, kinds: KindTable): Placement {
  const referred = kinds.references(element);
  const { reach } = kinds.of(element);
  return { ...referred, reach: reach === 'none' ? null : reach(element) };
}
