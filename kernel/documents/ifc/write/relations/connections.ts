/** @module connections: walls that are joined. */
import { compareText } from '../../../canonical/deep-equal.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import type { ModelView } from '../../../model/view.ts';
import type { Draft, Placed } from '../draft.ts';

type Where = 'ATSTART' | 'ATEND' | 'ATPATH';

/** Two walls that are joined; the one ends at the other. */
export type Connection = {
  readonly one: string;
  readonly other: string;
  readonly oneAt: Where;
  readonly otherAt: Where;
};

/** Each pair of joined walls once, by the wall that comes later. */
export function connectionsOf(
  view: ModelView,
  elements: readonly AnyElement[],
): ReadonlyMap<string, readonly Connection[]> {
  const order = new Map(elements.map(({ id }, place) => [id, place]));
  const pairs = new Map<string, Connection>();
  for (const { id } of elements) {
    for (const { end, with: others } of view.footprint(id)?.joins ?? []) {
      for (const other of others) {
        const at = endAt(view, other, id);
        const oneAt = end === 'start' ? 'ATSTART' : 'ATEND';
        // What ends at a wall's end is named by both, what ends at its side by the one only.
        const both = at !== 'ATPATH';
        const key = both && compareText(id, other) > 0 ? `${other} ${id}` : `${id} ${other}`;
        if (!pairs.has(key)) pairs.set(key, { one: id, other, oneAt, otherAt: at });
      }
    }
  }
  const later = new Map<string, Connection[]>();
  for (const pair of pairs.values()) {
    const last = (order.get(pair.one) ?? 0) > (order.get(pair.other) ?? 0) ? pair.one : pair.other;
    later.set(last, [...(later.get(last) ?? []), pair]);
  }
  return later;
}

/** Which end of a wall names another. */
function endAt(view: ModelView, id: string, other: string): Where {
  const join = view.footprint(id)?.joins.find(({ with: others }) => others.includes(other));
  if (join === undefined) return 'ATPATH';
  return join.end === 'start' ? 'ATSTART' : 'ATEND';
}

/** The connections of a wall that was just written with walls that are there already. */
export function writeConnections(
  draft: Draft,
  { element, ref }: Placed,
  connections: readonly Connection[],
): void {
  for (const { one, other, oneAt, otherAt } of connections) {
    const known = draft.placed.get(element.id === one ? other : one)?.ref;
    if (known === undefined) continue;
    draft.file.root('IfcRelConnectsPathElements', `${one}/joins/${other}`, {
      RelatingElement: element.id === one ? ref : known,
      RelatedElement: element.id === one ? known : ref,
      RelatingPriorities: [],
      RelatedPriorities: [],
      RelatingConnectionType: oneAt,
      RelatedConnectionType: otherAt,
    });
  }
}
