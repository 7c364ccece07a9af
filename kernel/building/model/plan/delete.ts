/** @module delete: deletes elements with all their dependants, dependants first. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { listed } from '../../../base/text/id-list.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { level } from '../../kinds/level/level.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import { type as typeKind } from '../../kinds/type/type.ts';
import type { ModelView } from '../view.ts';
import { leftByStairs } from './left-openings.ts';
import { ofType } from './of-type.ts';

/** Kinds to which other calls can attach any element while the deletion is pending. */
const UPROOTING: readonly string[] = [level.kind, typeKind.kind];

/** Maximum number of dependants listed in the answer. */
const MAX_LISTED = 50;
/** Maximum number of ids in the message of a refusal. */
const MAX_NAMED = 5;

/**
 * Plans a deletion. The event of a dependant (`cascadeOf`) contains the id of the element that caused
 * its deletion; the event of a requested element does not. Dependants come first, so that every prefix
 * of the events leaves a consistent model. If a level or type is deleted, any other change of the
 * branch invalidates the plan. If a roof or floor is deleted, any change that names it does, because a
 * wall could have been set to end under it.
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
  const requested = new Set(element_ids);
  const cascade_of = new Map<string, string | null>();
  for (const id of requested) {
    requireElement(view, id, context);
    for (const one of view.cascadeOf(id)) {
      if (cascade_of.has(one.id) && !requested.has(one.id)) continue;
      cascade_of.set(one.id, requested.has(one.id) ? null : one.cascade_of);
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
  const cascaded = [...cascade_of.keys()].filter((id) => !requested.has(id));
  const deleted = ordered.flatMap(({ id }) => view.element(id) ?? []);
  const over = deleted.filter(hasUnderside).map(({ id }) => id);
  const exclusive = deleted.some(({ kind }) => UPROOTING.includes(kind)) || over;
  const [about] = element_ids;
  return {
    events,
    ...(about === undefined ? {} : { about }),
    data: {
      deleted_ids: [...requested],
      cascaded_ids: cascaded.slice(0, MAX_LISTED),
      deleted_count: events.length,
    },
    warnings: [
      ...(cascaded.length === 0
        ? []
        : [
            `also deletes ${cascaded.length} ${cascaded.length === 1 ? 'dependant' : 'dependants'}: ${listed(cascaded)}`,
          ]),
      ...leftByStairs(deleted, view),
    ],
    ...(exclusive === true || exclusive.length > 0 ? { exclusive } : {}),
  };
}

/**
 * Refuses INVALID_ARGUMENT for a type that a remaining element uses, the top level of a remaining
 * wall, and a roof or floor under which a remaining wall or room ends.
 */
function requireUnused(
  id: string,
  deleted: ReadonlyMap<string, unknown>,
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const use = useOf(id, view);
  const users = use === null ? [] : use.users.filter((user) => !deleted.has(user.id));
  if (use === null || users.length === 0) return;
  const used_by = users.slice(0, MAX_LISTED).map((user) => user.id);
  const named = used_by.slice(0, MAX_NAMED).map((user) => `\`${user}\``);
  const more = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
  context.refuse('INVALID_ARGUMENT', `${use.is} ${named.join(', ')}${more}: ${use.instead} first`, {
    element_id: id,
    used_by,
    used_by_count: users.length,
  });
}

/** Elements that need this element and are not deleted with it. */
type Use = {
  readonly users: readonly AnyElement[];
  /** Relation of the element to its users; precedes their ids in the message. */
  readonly is: string;
  readonly instead: string;
};

function useOf(id: string, view: ModelView): Use | null {
  const type = view.elementOf(id, 'type');
  if (type !== undefined) {
    return {
      users: ofType(type, view),
      is: `type \`${type.params.name}\` is the type of`,
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
      instead: 'set their `top_under` to null',
    };
  }
  if (element?.kind !== 'level') return null;
  return {
    users: [...view.elementsOf('wall')].filter((one) => view.kinds.references(one).rise === id),
    is: `level \`${id}\` is the top of`,
    instead: 'set their `top_level_id` to null, or to another level,',
  };
}

/** Sort key: fillings before their hosts, everything before its level. A stable sort preserves the remaining order. */
function rankOf(id: string, view: ModelView): number {
  const element = view.element(id);
  if (element === undefined || view.kinds.references(element).host !== null) return 0;
  if (hasUnderside(element)) return 2;
  return UPROOTING.includes(element.kind) ? 3 : 1;
}
