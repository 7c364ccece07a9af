/** @module undo: the events that revert an operation, or the reasons why it cannot be reverted without loss. */
import { affectedIds, manifestsOf } from '../../../../schemas/element-changes.ts';
import type { PlannedEvent, StoredEvent, StoredEventOf } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { StateView } from '../state-view.ts';
import { cascadeIn, usersOf } from '../state/lookup.ts';
import { elementWith, readElement } from '../state/read-element.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';
import { eventsFor } from './differences.ts';
import { type Grounds, groundsOf } from './grounds.ts';
import { atLevelHeights } from './level-heights.ts';
import { withTypeValues } from './type-values.ts';
import {
  dependantOf,
  presentIn,
  revertOf,
  type UndoneElements,
  undoneImports,
  withoutImports,
} from './undo-import.ts';
import { MembersNotes } from './undone-members.ts';
import { type Draft, hasPins, wallsAt, withoutPins, withUndonePins } from './undone-pins.ts';

/** Either the inverse events, ending with `event.reverted`, and the state they rely on, or the obstacles. */
export type Inverse =
  | ({
      readonly ok: true;
      readonly events: readonly PlannedEvent[];
      /** Pinned ends of walls that are not restored. */
      readonly warnings: readonly string[];
      /** Number of elements that the events create, change or delete, each counted once. */
      readonly element_count: number;
    } & Grounds)
  | { readonly ok: false; readonly reason: string; readonly element_ids: readonly string[] };

/** The effect of an operation on one element: parameters by name if the element existed before and after. */
type Footprint = {
  readonly id: string;
  /** Null if the operation created the element. */
  readonly before: Element | null;
  /** Null if the operation deleted the element. */
  readonly after: Element | null;
  /** Values before and after of parameters that it changed; null if it created or deleted the element. */
  readonly params: ReadonlyMap<string, { readonly from: unknown; readonly to: unknown }> | null;
};

function refuse(
  reason: string,
  ...element_ids: readonly string[]
): Extract<Inverse, { readonly ok: false }> {
  return { ok: false, reason, element_ids };
}

/**
 * Returns the inverse of one operation's events on their branch. Refuses when a later change touched what the inverse
 * would restore: a parameter that now has another value, an element that was changed or is needed by others, or an
 * element or host that no longer exists. Later changes of other parameters are kept. A pinned end of a wall is restored only
 * if neither its wall nor a wall at it has been reshaped since.
 *
 * @param later the later events of `wallsAround`; walls with unknown later changes count as reshaped
 */
export function inverseEvents(
  operation: readonly StoredEvent[],
  view: StateView,
  later: readonly StoredEvent[] = [],
): Inverse {
  const [first] = operation;
  if (first === undefined) return refuse('the operation does not exist');
  if (operation.some(({ type }) => type === 'branch.created')) {
    return refuse('the creation of a branch is undone with discard_branch');
  }
  const drawn = draftsOf(operation, view);
  if (!drawn.ok) return drawn;
  const { imports, drafts } = drawn;
  const { differences, warnings } = hasPins(drafts)
    ? withUndonePins(drafts, {
        view,
        restored: imports.length > 0 ? view : restoredView(drafts, view),
        last: lastOf(operation),
        later,
      })
    : { differences: drafts, warnings: [] };
  const real = differences.filter((one) => !deepEqual(one.before, one.after));
  const settled = withTypeValues(atLevelHeights(real, view.state), view.state);
  const before = withoutImports(imports, view.state, afterChanges(settled, view.state));
  const obstacle = imports.length === 0 ? null : importObstacle(before, settled, view.state);
  if (obstacle !== null) return obstacle;
  const changes = [
    ...restoring(settled, view),
    ...imports.toReversed().map(({ payload }) => revertOf(payload)),
    ...eventsFor(followers(before, settled, view.state), view.kinds),
  ];
  if (changes.length === 0) return refuse('no change of the operation is left to undo');
  const { event_id, operation_id } = first;
  const reverted: PlannedEvent = {
    type: 'event.reverted',
    aggregate_id: operation_id,
    payload: { event_id, operation_id },
  };
  return {
    ok: true,
    events: [...changes, reverted],
    warnings,
    element_count: countChanged(changes, view),
    ...groundsOf(settled, view.state),
    ...(imports.length === 0 ? {} : { exclusive: true }),
  };
}

/** What an undo restores, or why it cannot: a later change touched it. */
type Drafts =
  | {
      readonly ok: true;
      readonly imports: readonly StoredEventOf<'model.imported'>[];
      readonly drafts: readonly Draft[];
    }
  | Extract<Inverse, { readonly ok: false }>;

function draftsOf(operation: readonly StoredEvent[], view: StateView): Drafts {
  const found = undoneImports(operation, view);
  if (!found.ok) return refuse(found.reason);
  const { imports } = found;
  const at = presentIn(view.state);
  const prints = [...affectedIds(operation)].map((id) =>
    footprintOf(id, operation, at(id), view.kinds),
  );
  const own = [...prints, ...idsIn(imports, view.state)];
  if (own.length === 0) return refuse('the operation changed no element');
  const drafts: Draft[] = [];
  for (const print of prints) {
    const now = elementIn(view.state, print.id) ?? null;
    const reason = obstacleTo(print, now, view.state, own);
    if (reason !== null) return refuse(reason, print.id);
    drafts.push(draftOf(print, now, view.kinds));
  }
  return { ok: true, imports, drafts };
}

/** Number of elements that are others after the events, or that exist only before or only after them. */
function countChanged(events: readonly PlannedEvent[], view: StateView): number {
  const [now, then] = [presentIn(view.state), presentIn(view.evolved(events))];
  let count = 0;
  for (const id of view.changedBy(events)) {
    if (!isSameContent(now(id), then(id))) count += 1;
  }
  return count;
}

/**
 * Ids of walls that were changed after an operation, at ends that its undo may pin again: their later events tell
 * {@link inverseEvents} whether it does. None if no pin would be restored.
 */
export function wallsToAsk(operation: readonly StoredEvent[], view: StateView): readonly string[] {
  const drawn = draftsOf(operation, view);
  if (!drawn.ok) return [];
  const { drafts } = drawn;
  if (!hasPins(drafts)) return [];
  const last = lastOf(operation);
  return wallsAt(drafts, view).filter((id) => view.version(id) > last);
}

function lastOf(operation: readonly StoredEvent[]): number {
  return operation.reduce((last, { seq }) => Math.max(last, seq), 0);
}

/** The view with restored elements. Their pins are left out: no joint depends on them. */
function restoredView(drafts: readonly Draft[], view: StateView): StateView {
  const real = withoutPins(drafts).filter((one) => !deepEqual(one.before, one.after));
  const settled = withTypeValues(atLevelHeights(real, view.state), view.state);
  return view.apply(eventsFor(settled, view.kinds));
}

/**
 * The events that bring elements back to the state in which imports made them. An element that a revision created in a host
 * that the branch had deleted has no host until the import is undone.
 */
function restoring(settled: readonly Difference[], { state, kinds }: StateView): PlannedEvent[] {
  const at = afterChanges(settled, state);
  return eventsFor(settled, kinds).filter(
    ({ type, payload }) => type !== 'element.hosted' || at(payload.host_id) !== null,
  );
}

/** Most ids of changed elements in a refusal. */
const CHANGED_NAMED = 100;

/** Why the elements of imports cannot be returned to their state before; null if they can. */
function importObstacle(
  { after, changed, deleted }: UndoneElements,
  changes: readonly Difference[],
  state: BranchState,
): Inverse | null {
  const lost = [...deleted, ...changed];
  const [first] = lost;
  if (first !== undefined) {
    const what = deleted.length > 0 ? 'deleted' : 'changed';
    const others = lost.length - 1;
    return refuse(
      `\`${first}\`${others === 0 ? '' : ` and ${others} more of its elements`} ${others === 0 ? 'has' : 'have'} been ${deleted.length > 0 && changed.length > 0 ? 'deleted or changed' : what} since`,
      ...lost.slice(0, CHANGED_NAMED),
    );
  }
  const all = new Map([...changes.map(({ id, after: to }) => [id, to] as const), ...after]);
  const dependant = dependantOf(state, all);
  if (dependant === null) return null;
  const { id, needs, isRestored } = dependant;
  return refuse(
    isRestored
      ? `\`${needs}\`, which \`${id}\` needs, has been deleted since`
      : `\`${id}\` now depends on \`${needs}\``,
    id,
  );
}

/** The elements after some changes of a state. */
function afterChanges(
  changes: readonly Difference[],
  state: BranchState,
): (id: string) => Element | null {
  const after = new Map(changes.map((change) => [change.id, change.after]));
  const now = presentIn(state);
  return (id) => (after.has(id) ? (after.get(id) ?? null) : now(id));
}

/** Changes of elements that no undone import has, and that follow its levels and types. */
function followers(
  { after }: UndoneElements,
  changes: readonly Difference[],
  state: BranchState,
): readonly Difference[] {
  if (after.size === 0) return [];
  const at = afterChanges(changes, state);
  const now = presentIn(state);
  const all = new Map(changes.map((change) => [change.id, change]));
  for (const [id, to] of after) all.set(id, { id, before: now(id), after: to });
  return withTypeValues(atLevelHeights([...all.values()], state), state).flatMap((change) => {
    const before = at(change.id);
    const isOther = !after.has(change.id) && !deepEqual(before, change.after);
    return isOther ? [{ ...change, before }] : [];
  });
}

/** The elements of imports and of those that they replace. */
function idsIn(
  imports: readonly StoredEventOf<'model.imported'>[],
  { keys }: BranchState,
): readonly { readonly id: string }[] {
  return imports
    .flatMap(manifestsOf)
    .flatMap((sha256) => keys.manifests.elements(sha256, keys.kinds));
}

/** Net effect of the operation on one element, apart from its creation by an import. `now`: the present element. */
function footprintOf(
  id: string,
  operation: readonly StoredEvent[],
  now: Element | null,
  kinds: Kinds,
): Footprint {
  let before: Element | null | undefined;
  let after: Element | null = null;
  const params = new Map<string, { from: unknown; to: unknown }>();
  const members = new MembersNotes(params);
  for (const event of operation) {
    if (event.type === 'elements.joined') {
      noteJoin(id, event, params);
      continue;
    }
    if (event.aggregate_id !== id) continue;
    if (event.type === 'element.created' || event.type === 'level.created') {
      if (before === undefined) before = null;
      after = readElement(event.payload.element, kinds);
      params.clear();
      members.clear();
    } else if (event.type === 'element.deleted') {
      const element = readElement(event.payload.element, kinds);
      members.settle(element);
      // An element that the operation changed and then deleted is restored to its state before the operation.
      if (before === undefined) before = undone(element, params, kinds);
      after = null;
      params.clear();
    } else if (event.type === 'element.modified') {
      members.note(event);
      noteChange(event, params);
    }
  }
  if (before === undefined) members.settle(now);
  else if (after !== null) members.redone(after);
  if (before === undefined) return { id, before: null, after: null, params };
  if (after !== null) after = redone(after, params, kinds);
  return { id, before, after, params: null };
}

type Changes = Map<string, { from: unknown; to: unknown }>;

function noteChange({ payload }: StoredEventOf<'element.modified'>, params: Changes): void {
  const { updates, previous } = payload;
  for (const [name, to] of Object.entries(updates)) {
    params.set(name, { from: params.has(name) ? params.get(name)?.from : previous[name], to });
  }
}

function noteJoin(
  id: string,
  { payload }: StoredEventOf<'elements.joined'>,
  params: Changes,
): void {
  const { previous, join_type: to } = payload;
  if (!Object.hasOwn(previous, id)) return;
  const name = 'join_type';
  params.set(name, { from: params.has(name) ? params.get(name)?.from : previous[id], to });
}

function withParams(
  { id, kind, params }: Element,
  values: ReadonlyMap<string, unknown>,
  kinds: Kinds,
): Element {
  return elementWith({ id, kind, params: { ...params, ...Object.fromEntries(values) } }, kinds);
}

type Net = NonNullable<Footprint['params']>;

function undone(element: Element, changes: Net, kinds: Kinds): Element {
  return withParams(element, new Map([...changes].map(([name, { from }]) => [name, from])), kinds);
}

function redone(element: Element, changes: Net, kinds: Kinds): Element {
  return withParams(element, new Map([...changes].map(([name, { to }]) => [name, to])), kinds);
}

/** The element in the state that it must have after the operation is reverted. */
function restored(
  { before, params }: Footprint,
  now: Element | null,
  kinds: Kinds,
): Element | null {
  if (params === null || now === null) return before;
  return withParams(now, new Map([...params].map(([name, { from }]) => [name, from])), kinds);
}

/** The element as the undo restores it, with its pins. */
function draftOf(print: Footprint, now: Element | null, kinds: Kinds): Draft {
  const { id, params } = print;
  const left =
    now?.kind === 'wall' && params?.has('pins') === true ? redone(now, params, kinds) : null;
  return { id, before: now, after: restored(print, now, kinds), left };
}

function obstacleTo(
  { id, before, after, params }: Footprint,
  now: Element | null,
  state: BranchState,
  prints: readonly { readonly id: string }[],
): string | null {
  if (params !== null) {
    if (now === null) return `\`${id}\` has been deleted since`;
    const values = new Map<string, unknown>(Object.entries(now.params));
    for (const [name, { to }] of params) {
      // Pins are not restored if they have changed since, and obstruct nothing.
      if (name !== 'pins' && !deepEqual(values.get(name), to)) {
        return `\`${name}\` of \`${id}\` has been changed since`;
      }
    }
    return null;
  }
  if (!deepEqual(now, after)) {
    return now === null
      ? `\`${id}\` has been deleted since`
      : after === null
        ? `\`${id}\` has been created again since`
        : `\`${id}\` has been changed since`;
  }
  const own = new Set(prints.map((print) => print.id));
  if (before === null && after !== null) {
    const needed = [...cascadeIn(state, id), ...usersOf(state, after)].find(
      (dependent) => !own.has(dependent.id),
    );
    if (needed !== undefined) return `\`${needed.id}\` now depends on \`${id}\``;
  }
  return before === null ? null : missingFor(before, state, own);
}

function missingFor(element: Element, state: BranchState, own: ReadonlySet<string>): string | null {
  const { level, top, host, type, rise, under } = state.keys.kinds.references(element);
  const missing = [host ?? level, top, type, rise, under].find(
    (id) => id !== null && !own.has(id) && elementIn(state, id) === undefined,
  );
  if (missing === undefined) return null;
  return `\`${missing}\`, which \`${element.id}\` needs, has been deleted since`;
}
