/** @module spread: repeats changes of one placement of a group in the others. */
import type { Json } from '../../../../../schemas/events.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import { hosted, modified } from '../planned.ts';
import { STEP } from './following.ts';
import type { Following } from './following.ts';
import { cannotFollow } from './following.ts';
import { alike, imageOf, isFound, sharedNames, type Way } from './image.ts';
import { motionBetween } from './placed.ts';

type Values = Map<string, { readonly value: Json; readonly from: number }>;

/** Spreads changes of members; free-standing elements come before their fillings. */
export function spreadChanges(
  following: Following,
  rows: readonly number[],
  columns: readonly number[],
): void {
  const { kinds } = following.around.after;
  const inHost = (column: number): boolean => {
    const element = following.now(following.idsOf(rows[0] ?? 0)[column] ?? '');
    return element !== undefined && kinds.references(element).host !== null;
  };
  const hosts = columns.filter((column) => !inHost(column));
  const contents = columns.filter((column) => !hosts.includes(column));
  for (const column of [...hosts, ...contents]) {
    spreadColumn(following, rows, column);
  }
}

/**
 * Collects the changes of all placements in the first changed one, then spreads them from there to
 * all: two mappings per placement.
 */
function spreadColumn(following: Following, rows: readonly number[], column: number): void {
  const [first, ...others] = rows.filter((row) => isChanged(following, row, column));
  if (first !== undefined) {
    const gathered: Values = new Map();
    for (const source of others) {
      checkpoint(STEP);
      addValues(following, { source, row: first, column }, gathered);
    }
    settle(following, { row: first, column, values: gathered });
    for (const row of rows) {
      checkpoint(STEP);
      const values: Values = new Map();
      if (row !== first) addValues(following, { source: first, row, column }, values);
      settle(following, { row, column, values });
    }
    if (rows.some((row) => !isNewRow(following, row) && !following.isMoved(row))) {
      for (const row of rows) keepFound(following, row, column);
    }
  }
  checkpoint(STEP);
  conformNew(following, rows, column);
}

function isNewRow(following: Following, row: number): boolean {
  return following.rowBefore(row) === undefined;
}

/**
 * Keeps derived parameters of a member as stored if its placement was moved as a whole. Deriving them
 * again would be a change that the other placements do not have.
 */
function keepFound(following: Following, row: number, column: number): void {
  const { before } = following.around;
  const id = following.idsOf(row)[column] ?? '';
  const [was, is] = [before.element(id), following.now(id)];
  if (was === undefined || is === undefined || !following.isMoved(row)) return;
  const stood = asMoved(following, row, was);
  const updates = Object.keys(is.params).flatMap((name): readonly [string, Json][] =>
    isFound(is, name, before) && !alike(paramOf(is, name), paramOf(stood, name), name)
      ? [[name, paramOf(stood, name)]]
      : [],
  );
  set(following, is, updates);
}

/** Returns whether a member or its host has changed. */
function isChanged(following: Following, row: number, column: number): boolean {
  const id = following.idsOf(row)[column] ?? '';
  const { before, after } = following.around;
  const was = before.element(id);
  if (was === undefined || isNewRow(following, row)) return false;
  const { host } = after.kinds.references(was);
  const differs = (one: string): boolean =>
    before.element(one) !== after.element(one) &&
    !deepEqual(before.element(one) ?? null, after.element(one) ?? null);
  return differs(id) || (host !== null && differs(host));
}

/** Returns the old state of a member at the new position of its placement. */
function asMoved(following: Following, row: number, element: AnyElement): AnyElement {
  const { was, around } = following;
  const [old, place] = [
    was?.params.placements[following.rowBefore(row) ?? -1],
    following.placeOf(row),
  ];
  if (old === undefined || !following.isMoved(row)) return element;
  const own = new Map([...following.idsBefore(row), ...following.idsOf(row)].map((id) => [id, id]));
  const way: Way = {
    motion: following.asDrawn(motionBetween(old, place)),
    ids: own,
    levels: new Map(),
    there: (id) => following.now(id) ?? goneMoved(id),
  };
  const goneMoved = (id: string): AnyElement | undefined => {
    const deleted = around.before.element(id);
    return deleted === undefined
      ? undefined
      : imageOf(deleted, way, around.before, following.in(row));
  };
  return imageOf(element, way, around.before, following.in(row));
}

type Step = { readonly source: number; readonly row: number; readonly column: number };

/** Adds the values that a change in the source row implies for another row. */
function addValues(following: Following, { source, row, column }: Step, values: Values): void {
  const { before, after } = following.around;
  const [id, other] = [following.idsOf(source)[column] ?? '', following.idsOf(row)[column] ?? ''];
  const [was, is] = [before.element(id), following.now(id)];
  if (was === undefined || is === undefined || following.now(other) === undefined) return;
  const way = following.way(source, row);
  const context = following.in(row);
  const old = following.wayBefore(source, row);
  const from = asMoved(following, source, was);
  const [past, image] = [imageOf(from, old, before, context), imageOf(is, way, after, context)];
  for (const name of sharedNames(is, after, false)) {
    if (following.isMoved(source) && isFound(is, name, after)) continue;
    const [a, b] = [paramOf(past, name), paramOf(image, name)];
    // Values that no motion affects are compared exactly.
    const plain = deepEqual(a, paramOf(from, name)) && deepEqual(b, paramOf(is, name));
    if (plain ? deepEqual(a, b) : alike(a, b, name)) continue;
    const known = values.get(name);
    if (known !== undefined && !alike(known.value, b, name)) {
      if (isFound(is, name, after)) continue;
      throw differently(following, [known.from, source], is, name);
    }
    values.set(name, { value: b, from: source });
  }
}

function paramOf({ params }: AnyElement, name: string): Json {
  return params[name] ?? null;
}

/** Sets the new values of a member. Refuses if the events give it different values. */
function settle(
  following: Following,
  {
    row,
    column,
    values,
  }: { readonly row: number; readonly column: number; readonly values: Values },
): void {
  const { before } = following.around;
  const id = following.idsOf(row)[column] ?? '';
  const is = following.now(id);
  const was = before.element(id);
  if (is === undefined || values.size === 0) return;
  const stood = was === undefined || is === was ? is : asMoved(following, row, was);
  const updates: [string, Json][] = [];
  for (const [name, { value, from }] of values) {
    const now = paramOf(is, name);
    if (deepEqual(now, value)) continue;
    // Values changed by the events were already rounded at their own place.
    if (is !== was && alike(now, value, name)) continue;
    const own = was !== undefined && !alike(now, paramOf(stood, name), name);
    if (own && isFound(is, name, before)) continue;
    if (own) throw differently(following, [from, row], is, name);
    updates.push([name, value]);
  }
  change(following, row, is, updates);
}

function differently(
  following: Following,
  [one = 0, other = 0]: readonly number[],
  element: AnyElement,
  name: string,
): Error {
  const { placements } = following.group.params;
  const numbers = [one, other].toSorted((a, b) => a - b).map((row) => placements[row]?.number);
  return cannotFollow(
    following.group,
    other,
    `placements ${numbers.join(' and ')} get different values of \`${name}\` of ${element.kind} \`${element.id}\` and of its counterparts`,
    { element_id: element.id, parameter_name: name },
  );
}

function change(
  following: Following,
  row: number,
  is: AnyElement,
  updates: readonly (readonly [string, Json])[],
): void {
  if (set(following, is, updates)) following.note(row, is.id, 'changed');
}

/** Plans new values of a member. Returns whether any of them differs. */
function set(
  following: Following,
  is: AnyElement,
  updates: readonly (readonly [string, Json])[],
): boolean {
  if (updates.length === 0) return false;
  const { kinds } = following.around.after;
  const after = { ...is, params: { ...is.params, ...Object.fromEntries(updates) } };
  const event = modified(is, after);
  if (event === null) return false;
  following.events.push(event);
  const [from, to] = [kinds.references(is).host, kinds.references(after).host];
  if (to !== null && from !== to) following.events.push(hosted(to, after.id));
  following.set(after);
  return true;
}

/** Makes members created by the events equal to the others of their column. */
function conformNew(following: Following, rows: readonly number[], column: number): void {
  const { before, after } = following.around;
  const isNew = (row: number): boolean =>
    isNewRow(following, row) || before.element(following.idsOf(row)[column] ?? '') === undefined;
  const fresh = rows.filter(isNew);
  if (fresh.length === 0) return;
  const model = rows.find((row) => !isNew(row)) ?? rows[0] ?? 0;
  const like = following.now(following.idsOf(model)[column] ?? '');
  if (like === undefined) return;
  for (const row of fresh) {
    const is = following.now(following.idsOf(row)[column] ?? '');
    if (row === model || is === undefined) continue;
    const image = imageOf(like, following.way(model, row), after, following.in(row));
    const updates = sharedNames(like, after, true).flatMap((name) =>
      alike(paramOf(is, name), paramOf(image, name), name)
        ? []
        : [[name, paramOf(image, name)] as const],
    );
    change(following, row, is, updates);
  }
}
