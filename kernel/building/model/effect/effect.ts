/** @module effect: the effect of planned events, for the gate: touched elements, changes and regenerated geometry. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { inImportOf } from '../../../base/manifest/same-content.ts';
import { listed } from '../../../base/text/id-list.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element } from '../../kinds/elements.ts';
import type { KindTable } from '../../kinds/kind.ts';
import { shownParams } from '../../kinds/kind.ts';
import { elementOrder } from '../derived/regeneration.ts';
import type { StateView } from '../state-view.ts';
import { affectedBetween } from '../state/affected-between.ts';
import { advisedIds, fileFaultNote, mergedBuildingNotes } from './advised.ts';
import { type Changed, changedParams, differing } from './changed-params.ts';
import type { Views } from './effect-warnings.ts';
import { effectWarnings } from './effect-warnings.ts';
import { type ElementTouch, touchOf } from './touch.ts';

const STEP = { done: 0, total: 0, doing: 'computing the effect of the change' };

type About = { readonly id: string; readonly kind: string; readonly level_id: string | null };

/** A changed element as a preview shows it. */
export type ElementChange =
  | (About & { readonly change: 'created'; readonly params: Readonly<Record<string, unknown>> })
  | (About & {
      readonly change: 'modified';
      /** Absent if it has none. */
      readonly name?: string;
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
  /** Ordered by kind, then id. */
  readonly touches: readonly ElementTouch[];
  readonly changes: readonly ElementChange[];
  /** Elements that get another place or extent although no event names them, ordered by kind, then id. */
  readonly carried: readonly ElementTouch[];
  readonly regenerated: readonly string[];
  /** Information for a person in addition to the change itself. */
  readonly warnings: readonly string[];
};

/**
 * Parameters that differ, by name, in the form in which answers show them: for example the ends of a wall where they
 * were drawn. A parameter that is too long for answers is reported by the value shown in its place. It is reported as
 * stored if no shown value differs. Another place of the same mesh is no difference.
 */
export function shownDifference(before: Element, after: Element, kinds: KindTable): Changed {
  const stored = changedParams(inImportOf(before, after), after);
  if (kinds.of(after).shown === 'all' || Object.keys(stored).length === 0) return stored;
  const [was, is] = [shownParams(before, kinds), shownParams(after, kinds)];
  const shown = differing(was, is, [...new Set([...Object.keys(was), ...Object.keys(is)])]);
  if (Object.keys(shown).length > 0) return shown;
  return Object.fromEntries(
    Object.entries(stored).map(([name, values]) => [
      name,
      name in is ? { from: was[name] ?? null, to: otherThan(was[name], is[name]) } : values,
    ]),
  );
}

/** A shown value; `another …` if the text in place of a long value, such as a mesh, is that of the earlier value. */
function otherThan(was: unknown, is: unknown): unknown {
  return typeof is === 'string' && was === is ? `another ${is}` : is;
}

function changeOf(
  views: Views,
  id: string,
  cascades: ReadonlyMap<string, string>,
): ElementChange | null {
  const [before, after] = [views.before.element(id), views.after.element(id)];
  if (after !== undefined) {
    const about = { id, kind: after.kind, level_id: views.after.levelOf(id) };
    if (before === undefined) {
      return {
        ...about,
        change: 'created',
        params: { ...shownParams(after, views.after.kinds) },
      };
    }
    const params = shownDifference(before, after, views.after.kinds);
    return Object.keys(params).length === 0
      ? null
      : { ...about, change: 'modified', ...nameIn(after), params };
  }
  if (before === undefined) return null;
  const name = 'name' in before.params ? before.params.name : null;
  const about = { id, kind: before.kind, level_id: views.before.levelOf(id) };
  return { ...about, change: 'deleted', name, cascade_of: cascades.get(id) ?? null };
}

/** The name of an element as a member of a change; nothing if it has none. */
export function nameIn({ params }: Element): { readonly name?: string } {
  const name = 'name' in params ? params.name : null;
  return name === null ? {} : { name };
}

function cascadesOf(events: readonly PlannedEvent[]): ReadonlyMap<string, string> {
  const cascades = new Map<string, string>();
  for (const { type, aggregate_id, payload } of events) {
    if (type === 'element.deleted' && payload.cascade_of !== null) {
      cascades.set(aggregate_id, payload.cascade_of);
    }
  }
  return cascades;
}

/**
 * Returns the effect of events on a view. Events that concern no element (branches, views, runs) touch nothing here.
 * @throws Refusal REGENERATION_FAILED when the resulting model is inconsistent.
 */
export function effectOf(view: StateView, events: readonly PlannedEvent[]): ModelEffect {
  const after = view.apply(events);
  const affected = affectedBetween(events, { before: view.state, after: after.state });
  view.prepareWalls([...affected]);
  checkpoint(STEP);
  const views = { before: view, after };
  const cascades = cascadesOf(events);
  const elements = [...affected].flatMap((id) => after.element(id) ?? view.element(id) ?? []);
  const ids = elements.toSorted(elementOrder(view.kinds)).map(({ id }) => id);
  const carried = carriedIn(views);
  checkpoint(STEP);
  const touches = [...ids, ...excludedIn(events)].flatMap((id) => touchOf(views, id) ?? []);
  checkpoint(STEP);
  const changes = ids.flatMap((id) => changeOf(views, id, cascades) ?? []);
  checkpoint(STEP);
  const warnings = effectWarnings(views, advisedIds(events, view, ids));
  return {
    after,
    touches,
    changes,
    carried,
    regenerated: after.regeneration.regenerated,
    warnings: [
      ...risenWarnings(views, carried),
      ...warnings,
      ...alongWarnings(views, carried),
      ...fileFaultNote(events, view),
      ...mergedBuildingNotes(events, view),
    ],
  };
}

/** Elements that the events mark as clashing by design. The agent that marks them must be allowed to change them. */
function excludedIn(events: readonly PlannedEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'clash.excluded' ? event.payload.element_ids : [],
  );
}

/** Elements that get another place or extent although no event names them. They count like named elements. */
export function carriedIn(views: Views): readonly ElementTouch[] {
  return views.after.regeneration.regenerated.flatMap((id) => {
    const [was, is] = [views.before.element(id), views.after.element(id)];
    if (was === undefined || is === undefined || !isCarried(views, is)) return [];
    return touchOf(views, id) ?? [];
  });
}

/**
 * Whether an element gets another place. The place of elements that can host openings, doors and windows is defined by
 * their own parameters and level: neither a joint with a neighbour nor an opening cut into them moves them. The place
 * of all other elements is the place of their body and outline.
 */
function isCarried(views: Views, element: Element): boolean {
  if (hasRisen(views, element)) return true;
  const { before, after } = views;
  if (after.kinds.of(element).holds !== 'none') return false;
  const { id } = element;
  return (
    !deepEqual(before.bounds(id), after.bounds(id)) ||
    !isSameRing(before.outline(id), after.outline(id))
  );
}

/**
 * Whether two outlines are the same regardless of their first corner. The first corner of a room's outline depends on
 * the ids of its walls.
 */
export function isSameRing(
  a: readonly PlanPoint[] | null,
  b: readonly PlanPoint[] | null,
): boolean {
  const [first] = a ?? [];
  if (a === null || b === null || first === undefined) return deepEqual(a, b);
  const from = b.findIndex(({ x, y }) => x === first.x && y === first.y);
  return from >= 0 && deepEqual(a, [...b.slice(from), ...b.slice(0, from)]);
}

/** Whether the elevation from which an element's heights are measured has changed. */
function hasRisen(views: Views, element: Element): boolean {
  const { before, after } = views;
  return zeroOf(before, element) !== zeroOf(after, element);
}

/** The elevation from which the heights of an element are measured, mm; null without a level. */
function zeroOf(view: StateView, element: Element): number | null {
  const level = view.elementOf(view.kinds.references(element).level ?? '', 'level');
  if (level === undefined) return null;
  const { elevation, height } = level.params;
  return view.kinds.roleOfLevel(element) === 'hangs_from' ? elevation + height : elevation;
}

function risenWarnings(views: Views, carried: readonly ElementTouch[]): readonly string[] {
  const risen = carried.filter((touch) => goesWithLevel(views, touch)).map(({ id }) => id);
  if (risen.length === 0) return [];
  return [
    risen.length === 1
      ? `${listed(risen)} moves along with its level`
      : `${risen.length} elements move along with their level: ${listed(risen)}`,
  ];
}

function alongWarnings(views: Views, carried: readonly ElementTouch[]): readonly string[] {
  const others = carried.filter((touch) => !goesWithLevel(views, touch)).map(({ id }) => id);
  if (others.length === 0) return [];
  return [
    others.length === 1
      ? `${listed(others)} also changes, with its host or its enclosing walls`
      : `${others.length} elements also change, with their hosts or enclosing walls: ${listed(others)}`,
  ];
}

function goesWithLevel(views: Views, { levels }: ElementTouch): boolean {
  return levels.some((id) => hasMoved(views, id));
}

/** Whether this is a level whose bottom or top is at another height. */
function hasMoved({ before, after }: Views, id: string): boolean {
  const [from, to] = [before.elementOf(id, 'level'), after.elementOf(id, 'level')];
  if (from === undefined || to === undefined) return false;
  return from.params.elevation !== to.params.elevation || from.params.height !== to.params.height;
}
