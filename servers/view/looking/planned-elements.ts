/** @module planned-elements: the elements that a plan itself names, for a heading. */
import { Refusal } from '../../../schemas/errors.ts';
import { carriedElement, type PlannedEvent } from '../../../schemas/events.ts';
import type { ApprovalRow, PlannedElement } from '../protocol/approvals.ts';
import type { Looking } from './looking.ts';

/** Maximum number of named elements. */
const NAMED = 3;
const ORDER = ['deleted', 'modified', 'created'] as const;

/** What a plan does with one element. */
type Fate = Pick<PlannedElement, 'change' | 'kind' | 'name'>;

/**
 * The first elements of a plan, without dependants, and the number of those with the change of the first one. SECURITY: a plan
 * has hidden elements, too, so that only a person who sees everything gets them.
 */
export async function plannedElements(
  { events, branch }: { readonly events: readonly PlannedEvent[]; readonly branch: string },
  looking: Pick<Looking, 'at'>,
): Promise<Pick<ApprovalRow, 'elements' | 'alike'>> {
  const fates = [...fatesOf(events)].toSorted(
    ([, one], [, other]) => ORDER.indexOf(one.change) - ORDER.indexOf(other.change),
  );
  const first = fates[0]?.[1].change;
  const alike = fates.filter(([, { change }]) => change === first);
  const elements: PlannedElement[] = [];
  for (const [id, fate] of alike.slice(0, NAMED)) {
    const known = fate.kind === '' ? await elementNow(id, branch, looking) : null;
    elements.push({ id, ...fate, ...known });
  }
  return { elements, alike: alike.length };
}

function fatesOf(events: readonly PlannedEvent[]): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const event of events) {
    const { type, aggregate_id: id, payload } = event;
    const element = carriedElement(event);
    const before = fates.get(id);
    if (type === 'element.deleted' && payload.cascade_of !== null) {
      fates.delete(id);
    } else if (element !== null) {
      const change = type === 'element.deleted' ? 'deleted' : 'created';
      fates.set(id, { change, ...fieldsOf(element) });
    } else if (type === 'element.modified' && before === undefined) {
      fates.set(id, { change: 'modified', kind: '', name: null });
    }
  }
  return fates;
}

/** The kind and the name of an element of the present branch; null without the element or the branch. */
async function elementNow(
  id: string,
  branch: string,
  looking: Pick<Looking, 'at'>,
): Promise<Pick<PlannedElement, 'kind' | 'name'> | null> {
  try {
    const { view } = await looking.at({ branch });
    const element = view.element(id);
    return element === undefined ? null : fieldsOf(element);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function fieldsOf({
  kind,
  params,
}: {
  readonly kind: string;
  readonly params: object;
}): Pick<PlannedElement, 'kind' | 'name'> {
  const name: unknown = 'name' in params ? params.name : null;
  return { kind, name: typeof name === 'string' ? name : null };
}
