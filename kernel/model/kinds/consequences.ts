/** @module consequences: what must still hold for others when an element changes. */
import type { Element, ElementOf } from '../../../schemas/elements.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { isKind } from '../state.ts';
import type { HostedElement, ModelView } from '../view.ts';
import type { CheckCode, Plain } from './check.ts';
import { checkHosted, checkPlain } from './check.ts';
import { isHost, isHosted } from './hosting.ts';
import type { References } from './lookup.ts';

/**
 * Refuses a change that breaks what hangs on the element: fillings of a host that is shortened or
 * redrawn, stairs and columns of a level that moves. Gives the ids the answer relied on.
 * `hosted` are the fillings as they will be, where the same plan moves them too.
 */
export function checkConsequences(
  after: Element,
  view: ModelView,
  context: PlanContext<CheckCode>,
  hosted: readonly HostedElement[] = view.hostedBy(after.id),
): readonly string[] {
  if (isHost(after)) {
    checkHosted(after, hosted, context);
    return [after.params.level_id, ...hosted.map(({ id }) => id)];
  }
  if (isHosted(after)) {
    const { host_id } = after.params;
    return [host_id, ...view.hostedBy(host_id).map(({ id }) => id)];
  }
  return after.kind === 'level' ? checkStanding(after, view, context) : levelsOf(after);
}

/** Levels that an element names. */
export function levelsOf(element: Element): readonly string[] {
  const { params } = element;
  const level_id = 'level_id' in params ? params.level_id : null;
  const top_level_id = 'top_level_id' in params ? params.top_level_id : null;
  return [level_id, top_level_id].filter((id) => id !== null);
}

/** Everything on the level, and what ends at it, must stand at the new elevation too. */
function checkStanding(
  after: ElementOf<'level'>,
  view: ModelView,
  context: PlanContext<CheckCode>,
): readonly string[] {
  const raised = withLevel(view, after);
  const relied: string[] = [];
  for (const element of view.elements()) {
    if (!levelsOf(element).includes(after.id)) continue;
    if ('top_level_id' in element.params && element.params.top_level_id !== null)
      relied.push(element.id);
    if (isPlain(element)) checkPlain(element, raised, context);
  }
  return relied;
}

function isPlain(element: Element): element is Plain {
  const { kind } = element;
  return kind !== 'floor' && kind !== 'roof' && kind !== 'room' && !isHosted(element);
}

/** The references of a view with one level as it will be. */
function withLevel(view: ModelView, level: ElementOf<'level'>): References {
  return {
    branch: view.branch,
    element: (id) => (id === level.id ? level : view.element(id)),
    elementOf: (id, kind) => {
      if (id !== level.id) return view.elementOf(id, kind);
      return isKind(level, kind) ? level : undefined;
    },
    levels: () => view.levels(),
    nearIds: (id, limit) => view.nearIds(id, limit),
    branchesWith: (id) => view.branchesWith(id),
    version: (id) => view.version(id),
  };
}
