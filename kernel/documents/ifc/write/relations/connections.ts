/** @module connections: writes the connections between joined walls. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import type { Draft, Placed } from '../draft.ts';

type Where = 'ATSTART' | 'ATEND' | 'ATPATH';

/** Two joined walls; the first ends at the second. */
export type Connection = {
  readonly one: string;
  readonly other: string;
  readonly oneAt: Where;
  readonly otherAt: Where;
};

/** Each pair of joined walls once, by the wall that was created later. */
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
        // A join at the ends of two walls is recorded by both; a join at a wall's side, only by the other wall.
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

/** The end of a wall at which it is joined to another wall. */
function endAt(view: ModelView, id: string, other: string): Where {
  const join = view.footprint(id)?.joins.find(({ with: others }) => others.includes(other));
  if (join === undefined) return 'ATPATH';
  return join.end === 'start' ? 'ATSTART' : 'ATEND';
}

/** Writes the connections of a newly written wall with walls that are already in the file. */
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
