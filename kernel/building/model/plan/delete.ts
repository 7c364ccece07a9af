/** @module delete: elements with everything that hangs on them, dependents first. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { level } from '../../kinds/level.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import { type as typeKind } from '../../kinds/types/type.ts';
import type { ModelView } from '../view.ts';
import { leftByStairs } from './left-openings.ts';
import { ofType } from './of-type.ts';

/** Kinds on which anything else may come to rest meanwhile. */
const UPROOTING: readonly string[] = [level.kind, typeKind.kind];

/** Ids of dependents listed in the answer. */
const LISTED = 50;
/** Ids in the message of a refusal. */
const NAMED = 5;

/**
 * Plans a deletion. What an element takes along (`cascadeOf`) carries the id that took it; an element
 * that was asked for itself does not. Dependents come first, so that every prefix of the events holds
 * together. With a level among them, any other change of the branch makes the plan void; with a roof or floor, one that
 * names it, since a wall could have come to end under it.
 */
export function planDelete(
  element_ids: readonly string[],
  view: ModelView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): Plan<{
  readonly deleted_ids: string[];
  readonly cascaded_ids: string[];
  readonly deleted_count: number;
}> {
  const asked = new Set(element_ids);
  const cascade_of = new Map<string, string | null>();
  for (const id of asked) {
    requireElement(view, id, context);
    for (const gone of view.cascadeOf(id)) {
      if (cascade_of.has(gone.id) && !asked.has(gone.id)) continue;
      cascade_of.set(gone.id, asked.has(gone.id) ? null : gone.cascade_of);
    }
  }
  for (const id of cascade_of.keys()) requireUnused(id, cascade_of, view, context);
  const ordered = [...cascade_of]
    .map(([id, taken_by]) => ({ id, taken_by, rank: rankOf(id, view) }))
    .toSorted((a, b) => a.rank - b.rank);
  const events = ordered.flatMap(({ id, taken_by }): readonly PlannedEvent[] => {
    const element = view.element(id);
    if (element === undefined) return [];
    return [
      { type: 'element.deleted', aggregate_id: id, payload: { element, cascade_of: taken_by } },
    ];
  });
  const cascaded = [...cascade_of.keys()].filter((id) => !asked.has(id));
  const gone = ordered.flatMap(({ id }) => view.element(id) ?? []);
  const over = gone.filter(hasUnderside).map(({ id }) => id);
  const exclusive = gone.some(({ kind }) => UPROOTING.includes(kind)) || over;
  return {
    events,
    data: {
      deleted_ids: [...asked],
      cascaded_ids: cascaded.slice(0, LISTED),
      deleted_count: events.length,
    },
    warnings: [
      ...(cascaded.length === 0
        ? []
        : [
            cascaded.length === 1
              ? 'takes along 1 element that hangs on what is deleted'
              : `takes along ${cascaded.length} elements that hang on what is deleted`,
          ]),
      ...leftByStairs(gone, view),
    ],
    ...(exclusive === true || exclusive.length > 0 ? { exclusive } : {}),
  };
}

/** Refuses INVALID_ARGUMENT for a type of which something remains, and what a remaining wall rises to or a wall or room ends under. */
function requireUnused(
  id: string,
  gone: ReadonlyMap<string, unknown>,
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const use = useOf(id, view);
  const users = use === null ? [] : use.users.filter((user) => !gone.has(user.id));
  if (use === null || users.length === 0) return;
  const used_by = users.slice(0, LISTED).map((user) => user.id);
  const named = used_by.slice(0, NAMED).map((user) => `\`${user}\``);
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
  context.refuse('INVALID_ARGUMENT', `${use.is} ${named.join(', ')}${more}: ${use.instead} first`, {
    element_id: id,
    used_by,
    used_by_count: users.length,
  });
}

/** What cannot be without this element and does not go with it. */
type Use = {
  readonly users: readonly AnyElement[];
  /** What the element is to them, before their names. */
  readonly is: string;
  readonly instead: string;
};

function useOf(id: string, view: ModelView): Use | null {
  const type = view.elementOf(id, 'type');
  if (type !== undefined) {
    return {
      users: ofType(type, view),
      is: `type \`${type.params.name}\` is that of`,
      instead: 'give them another `type_id`, or null,',
    };
  }
  const element = view.element(id);
  if (element !== undefined && hasUnderside(element)) {
    return {
      users: [...view.elementsOf('wall'), ...view.elementsOf('room')].filter(
        (one) => view.kinds.references(one).under === id,
      ),
      is: `under ${element.kind} \`${id}\` end`,
      instead: 'set `top_under` of them to null',
    };
  }
  if (element?.kind !== 'level') return null;
  return {
    users: [...view.elementsOf('wall')].filter((one) => view.kinds.references(one).rise === id),
    is: `level \`${id}\` is the top of`,
    instead: 'set `top_level_id` of them to null, or to another level,',
  };
}

/** Fillings go before their hosts and everything before its level; a stable sort keeps the rest. */
function rankOf(id: string, view: ModelView): number {
  const element = view.element(id);
  if (element === undefined || view.kinds.references(element).host !== null) return 0;
  if (hasUnderside(element)) return 2;
  return UPROOTING.includes(element.kind) ? 3 : 1;
}
