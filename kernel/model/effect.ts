/** @module effect: what planned events would do, told for the gate: who is touched, what changes, what is made again. */
import type { Element } from '../../schemas/elements.ts';
import { CATEGORY_OF } from '../../schemas/elements.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { affectedIds } from '../../schemas/events.ts';
import type { BoxMm } from '../../schemas/units.ts';
import { boxUnion } from '../geometry/vector.ts';
import { deepEqual } from './deep-equal.ts';
import type { Views } from './effect-warnings.ts';
import { effectWarnings } from './effect-warnings.ts';
import { compareElements } from './regeneration.ts';
import { shownParams } from './shown-params.ts';
import type { StateView } from './state-view.ts';

/** One element that planned events create, change or delete. The gate's own type is equal to it. */
export type ElementTouch = {
  readonly id: string;
  readonly action: 'CREATE' | 'MODIFY' | 'DELETE';
  readonly kind: string;
  readonly category: string;
  /** Ids and names of every level it stands on or reaches, before and after. */
  readonly levels: readonly string[];
  /** Boxes in mm; of a level that moves, around everything that moves with it. */
  readonly before: BoxMm | null;
  readonly after: BoxMm | null;
};

type About = { readonly id: string; readonly kind: string; readonly level_id: string | null };

/** A changed element as a preview shows it. */
export type ElementChange =
  | (About & { readonly change: 'created'; readonly params: Readonly<Record<string, unknown>> })
  | (About & {
      readonly change: 'modified';
      readonly params: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
    })
  | (About & {
      readonly change: 'deleted';
      readonly name: string | null;
      readonly cascade_of: string | null;
    });

/** The effect of planned events on a view. */
export type ModelEffect = {
  readonly after: StateView;
  /** By kind, then id. */
  readonly touches: readonly ElementTouch[];
  readonly changes: readonly ElementChange[];
  /** What moves with a level that goes to another elevation, by kind, then id. */
  readonly carried: readonly ElementTouch[];
  readonly regenerated: readonly string[];
  /** What a person should know beside the change itself. */
  readonly warnings: readonly string[];
};

/** Parameters that differ, by name in alphabetical order. */
export function changedParams(
  before: Element,
  after: Element,
): Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> {
  const old = new Map<string, unknown>(Object.entries(before.params));
  const changed: [string, { from: unknown; to: unknown }][] = [];
  for (const [name, to] of Object.entries(after.params))
    if (!deepEqual(old.get(name), to)) changed.push([name, { from: old.get(name), to }]);
  return Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function levelNames(view: StateView, element: Element | undefined): readonly string[] {
  if (element === undefined) return [];
  const ids = [
    element.kind === 'level' ? element.id : view.levelOf(element.id),
    element.kind === 'stair' || element.kind === 'column' ? element.params.top_level_id : null,
  ];
  return ids.flatMap((id) => {
    if (id === null) return [];
    const level = view.elementOf(id, 'level');
    return level === undefined ? [id] : [id, level.params.name];
  });
}

/** Box of an element; of a level the box around what its change moves. */
function boxOf(
  view: StateView,
  element: Element | undefined,
  moved: readonly string[],
): BoxMm | null {
  if (element === undefined) return null;
  if (element.kind !== 'level') return view.bounds(element.id);
  let around: BoxMm | null = null;
  for (const id of moved) {
    const box = view.bounds(id);
    if (box !== null) around = around === null ? box : boxUnion(around, box);
  }
  return around;
}

function touchOf(views: Views, id: string): ElementTouch | null {
  const [before, after] = [views.before.element(id), views.after.element(id)];
  const element = after ?? before;
  if (element === undefined) return null;
  const moved =
    before?.kind === 'level' && after?.kind === 'level' ? views.after.regeneration.regenerated : [];
  return {
    id,
    action: before === undefined ? 'CREATE' : after === undefined ? 'DELETE' : 'MODIFY',
    kind: element.kind,
    category: CATEGORY_OF[element.kind],
    levels: [...new Set([...levelNames(views.before, before), ...levelNames(views.after, after)])],
    before: boxOf(views.before, before, moved),
    after: boxOf(views.after, after, moved),
  };
}

function changeOf(
  views: Views,
  id: string,
  cascades: ReadonlyMap<string, string>,
): ElementChange | null {
  const [before, after] = [views.before.element(id), views.after.element(id)];
  if (after !== undefined) {
    const about = { id, kind: after.kind, level_id: views.after.levelOf(id) };
    if (before === undefined)
      return {
        ...about,
        change: 'created',
        params: { ...shownParams(after) },
      };
    const params = changedParams(before, after);
    return Object.keys(params).length === 0 ? null : { ...about, change: 'modified', params };
  }
  if (before === undefined) return null;
  const name = 'name' in before.params ? before.params.name : null;
  const about = { id, kind: before.kind, level_id: views.before.levelOf(id) };
  return { ...about, change: 'deleted', name, cascade_of: cascades.get(id) ?? null };
}

function cascadesOf(events: readonly PlannedEvent[]): ReadonlyMap<string, string> {
  const cascades = new Map<string, string>();
  for (const { type, aggregate_id, payload } of events) {
    const cause = payload['cascade_of'];
    if (type === 'element.deleted' && typeof cause === 'string') cascades.set(aggregate_id, cause);
  }
  return cascades;
}

/**
 * The effect of events on a view. Events that concern no element (branches, views, runs) touch nothing
 * here. Throws Refusal REGENERATION_FAILED when the result does not hold together.
 */
export function effectOf(view: StateView, events: readonly PlannedEvent[]): ModelEffect {
  const after = view.apply(events);
  view.prepareWalls([...affectedIds(events)]);
  const views = { before: view, after };
  const cascades = cascadesOf(events);
  const elements = [...affectedIds(events)].flatMap(
    (id) => after.element(id) ?? view.element(id) ?? [],
  );
  const ids = elements.toSorted(compareElements).map(({ id }) => id);
  const carried = ids.some((id) => hasRisen(views, id)) ? carriedIn(views) : [];
  const said = effectWarnings(views, ids);
  return {
    after,
    touches: ids.flatMap((id) => touchOf(views, id) ?? []),
    changes: ids.flatMap((id) => changeOf(views, id, cascades) ?? []),
    carried,
    regenerated: after.regeneration.regenerated,
    warnings:
      carried.length === 0
        ? said
        : [
            carried.length === 1
              ? '1 element moves along with its level'
              : `${carried.length} elements move along with their level`,
            ...said,
          ],
  };
}

/** Whether an element is a level that goes to another elevation. */
function hasRisen({ before, after }: Views, id: string): boolean {
  const [from, to] = [before.elementOf(id, 'level'), after.elementOf(id, 'level')];
  return from !== undefined && to !== undefined && from.params.elevation !== to.params.elevation;
}

/** What has another place although no event names it. */
function carriedIn(views: Views): readonly ElementTouch[] {
  return views.after.regeneration.regenerated.flatMap((id) => {
    const touch = touchOf(views, id);
    return touch === null || deepEqual(touch.before, touch.after) ? [] : [touch];
  });
}

/** Ids that the events touch and whose elements are not the same in both views, sorted as given by the events. */
export function differingIds(
  planned: StateView,
  actual: StateView,
  events: readonly PlannedEvent[],
): readonly string[] {
  return [...affectedIds(events)].filter(
    (id) => !deepEqual(planned.element(id) ?? null, actual.element(id) ?? null),
  );
}
