/** @module placement: where an element hangs in the reverse indexes, known from its parameters alone. */
import type { AnyElement, KindTable, Reach, Referred } from '../../kinds/kind.ts';

/** What an element refers to and where it lies. */
export type Placement = Referred & { readonly reach: Reach | null };

/** Placement of an element. */
export function placementOf(element: AnyElement, kinds: KindTable): Placement {
  const referred = kinds.references(element);
  const { reach } = kinds.of(element);
  return { ...referred, reach: reach === 'none' ? null : reach(element) };
}
