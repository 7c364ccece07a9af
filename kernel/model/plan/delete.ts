/** @module delete: elements with everything that hangs on them, dependents first. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { level } from '../../kinds/level.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';

/** Ids of dependents listed in the answer. */
const LISTED = 50;

/**
 * Plans a deletion. What an element takes along (`cascadeOf`) carries the id that took it; an element
 * that was asked for itself does not. Dependents come first, so that every prefix of the events holds
 * together. With a level among them, any other change of the branch makes the plan void.
 */
export function planDelete(
  element_ids: readonly string[],
  view: ModelView,
  context: PlanContext<ElementCode>,
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
  const takes_level = ordered.some(({ id }) => view.element(id)?.kind === level.kind);
  return {
    events,
    data: {
      deleted_ids: [...asked],
      cascaded_ids: cascaded.slice(0, LISTED),
      deleted_count: events.length,
    },
    warnings:
      cascaded.length === 0
        ? []
        : [
            cascaded.length === 1
              ? 'takes along 1 element that hangs on what is deleted'
              : `takes along ${cascaded.length} elements that hang on what is deleted`,
          ],
    ...(takes_level ? { exclusive: true } : {}),
  };
}

/** Fillings go before their hosts and everything before its level; a stable sort keeps the rest. */
function rankOf(id: string, view: ModelView): number {
  const element = view.element(id);
  if (element === undefined || view.kinds.references(element).host !== null) return 0;
  return element.kind === level.kind ? 2 : 1;
}
