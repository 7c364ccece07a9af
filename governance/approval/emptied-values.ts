/** @module emptied-values: stored values that an effect leaves empty, derived from its events alone. */
import { deepEqual } from '../../kernel/base/canonical/deep-equal.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { UNSEEN_CLASS } from '../../kernel/base/text/invisible-characters.ts';
import type { Json, ParamValues, PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';
import { topicEdit } from '../../schemas/topics/topics.ts';

/** A visible letter or digit. Some invisible fillers and blanks count as letters in Unicode. */
const VISIBLE = new RegExp(String.raw`[[\p{L}\p{N}]--${UNSEEN_CLASS}]`, 'v');

/** The version of the rule in this module; log entries name it. */
export const EMPTIED_RULE = 3;

/** All versions that log entries name. Version 2 did not count an appearance that ends because of another `of`. */
export const EMPTIED_RULES = [2, EMPTIED_RULE] as const;

/** Version 1 of the rule, by which older logs were written: any letter or digit. */
const VISIBLE_V1 = /[\p{L}\p{N}]/u;

/** A stored value that becomes empty, as plans state it. */
export type ValueLoss = Extract<Loss, { readonly loss: 'value' }>;

/** Path of a value within the parameters of an element: names of members and indices of list items. */
export type ValuePath = readonly (string | number)[];

/** A stored value that an effect leaves empty. */
export type Emptied = {
  readonly element_id: string;
  readonly path: ValuePath;
  readonly was: Json;
};

/** Longest JSON of a lost value that is shown in full: the longest text of a property with its quotes and some escapes. */
const STATED_CHARS = 520;
/** Number of characters shown of a longer value. */
const SHORTENED_CHARS = 200;

/**
 * Parameters that state the same fact in another way, so that setting one clears the other: clearing one is no loss if the
 * same effect sets another. `[]` is a list item, the same one on both sides.
 */
const STATED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // The last one set is the height of a wall; the others are cleared.
  top_level_id: ['height', 'follows_level'],
  // A room follows the walls around its point, or has its own outline.
  point: ['boundary_points'],
  // An opening is in a wall (offset) or in a floor (location).
  offset: ['location'],
  location: ['offset'],
  // One of three states the columns of a curtain wall, and one the rows.
  'curtain.columns': ['curtain.panel_width', 'curtain.column_positions'],
  'curtain.panel_width': ['curtain.columns', 'curtain.column_positions'],
  'curtain.column_positions': ['curtain.columns', 'curtain.panel_width'],
  'curtain.rows': ['curtain.panel_height', 'curtain.row_positions'],
  'curtain.panel_height': ['curtain.rows', 'curtain.row_positions'],
  'curtain.row_positions': ['curtain.rows', 'curtain.panel_height'],
  // A side of a roof slopes or is a gable.
  'edges.[].slope_deg': ['edges.[].gable'],
  'edges.[].gable': ['edges.[].slope_deg'],
};

/**
 * Parameters in whose place something is computed when they are empty: the outlines of wall ends. Clearing one is no
 * loss of a stated fact; the effect shows the change of the body.
 */
const COMPUTED: ReadonlySet<string> = new Set(['pins']);

/**
 * Stored values that are not empty before the events and are empty after all of them. Null, an absent member, a text
 * without a visible letter or digit, and a list or object of only such values count as empty. Objects are compared member
 * by member, and lists item by item up to the shorter length: a shorter list is an edit, an empty one is a loss. Created
 * elements had no values before; elements that are deleted and not created again are lost as a whole and not listed here.
 * Members of topics count like parameters.
 * `losses`: the rule for one parameter.
 */
export function emptiedIn(events: readonly PlannedEvent[], losses = lossesOf): readonly Emptied[] {
  return [...changedIn(events)].flatMap(([element_id, { was, is }]) =>
    is === null
      ? []
      : Object.entries(was).flatMap(([name, value]) =>
          losses(name, value, is[name])
            .filter(({ path }) => !isStatedOtherwise(path, was, is))
            .map(({ path, was: had }) => ({ element_id, path, was: had })),
        ),
  );
}

/** The loss as plans state it. `given`: a different value before unsigned changes by agents. */
export function valueLoss({ element_id, path, was }: Emptied, given?: Json): ValueLoss {
  const loss = {
    loss: 'value',
    element_id,
    parameter: pathText(path),
    was: abbreviated(was),
  } as const;
  return given === undefined ? loss : { ...loss, given: abbreviated(given) };
}

/**
 * Whether events of the log empty a value, by the rule of their time. Version 1 compared event by event and counted only
 * top-level texts and numbers; other losses in older events are not held against them.
 */
export function hasEmptied(events: readonly PlannedEvent[], rule: number | undefined): boolean {
  if (rule === EMPTIED_RULE) return emptiedIn(events).length > 0;
  if (rule === 2) return emptiedIn(events, lossesOfV2).length > 0;
  const before = emptiedBefore(events);
  return emptiedIn(events).some(({ element_id, path: [name = '', ...rest] }) => {
    return rest.length === 0 && before.has(`${element_id}\n${name}`);
  });
}

function emptiedBefore(events: readonly PlannedEvent[]): ReadonlySet<string> {
  const made = new Set<string>();
  const found = new Set<string>();
  for (const { type, aggregate_id, payload } of events) {
    if (type === 'element.created' || type === 'level.created') made.add(aggregate_id);
    if (type !== 'element.modified' || made.has(aggregate_id)) continue;
    for (const [name, to] of Object.entries(payload.updates)) {
      const was = payload.previous[name];
      const counted = (typeof was === 'string' && was.trim() !== '') || typeof was === 'number';
      if (counted && !name.endsWith('_id') && isEmpty(to, VISIBLE_V1)) {
        found.add(`${aggregate_id}\n${name}`);
      }
    }
  }
  return found;
}

/** Changed parameters of an element, before the first event and after the last; `is` is null when the events delete it. */
type Changed = { readonly was: ParamValues; readonly is: ParamValues | null };

/** The changes by element, without elements that the events create. */
function changedIn(events: readonly PlannedEvent[]): ReadonlyMap<string, Changed> {
  const made = new Set<string>();
  const changed = new Map<string, Changed>();
  for (const { type, aggregate_id: id, payload } of events) {
    const { was, is } = changed.get(id) ?? { was: {}, is: {} };
    if (type === 'element.created' || type === 'level.created') {
      if (changed.has(id)) changed.set(id, { was, is: payload.element.params });
      else made.add(id);
    }
    if (made.has(id)) continue;
    const edit = type === 'topic.updated' ? topicEdit(payload) : null;
    if (edit !== null) {
      changed.set(id, { was: { ...edit.previous, ...was }, is: { ...is, ...edit.updates } });
    }
    if (type === 'element.modified') {
      const { updates, previous } = payload;
      // An event is compared with the element only for the names that it updates; its other names are not verified.
      const had = Object.entries(previous).filter(([name]) => Object.hasOwn(updates, name));
      changed.set(id, { was: { ...Object.fromEntries(had), ...was }, is: { ...is, ...updates } });
    } else if (type === 'element.deleted') {
      changed.set(id, { was: { ...payload.element.params, ...was }, is: null });
    }
  }
  return changed;
}

type Lost = Pick<Emptied, 'path' | 'was'>;

/**
 * The losses of one parameter. An appearance made for another form is not shown, so that one with another `of` ends the
 * appearance before it.
 */
function lossesOf(name: string, was: Json, to: Json | undefined): readonly Lost[] {
  const ends =
    name === 'appearance' && isRecord(was) && isRecord(to) && !deepEqual(was['of'], to['of']);
  return ends ? [{ path: [name], was }] : lossesOfV2(name, was, to);
}

/** The losses of one parameter by version 2 of the rule. */
function lossesOfV2(name: string, was: Json, to: Json | undefined): readonly Lost[] {
  return COMPUTED.has(name) ? [] : lossesAt([name], was, to);
}

/** The losses at a path: the value itself, or some of its members and items. */
function lossesAt(path: ValuePath, was: Json | undefined, to: Json | undefined): readonly Lost[] {
  if (was === undefined || !isStated(was)) return [];
  if (isRecord(was) && (!isEmpty(to) || isSets(path))) {
    return Object.entries(was).flatMap(([name, value]) =>
      lossesAt([...path, name], value, at(to, name)),
    );
  }
  if (isEmpty(to)) return [{ path, was }];
  if (!isList(was)) return [];
  if (!isList(to)) return [{ path, was }];
  const items = was.slice(0, to.length).flatMap((item, i) => lossesAt([...path, i], item, to[i]));
  // A rotated or mirrored roof keeps its sides, listed from another corner.
  return items.length > 0 && isReordered(was, to) ? [] : items;
}

function isReordered(was: readonly Json[], to: readonly Json[]): boolean {
  return was.length === to.length && deepEqual(sorted(was), sorted(to));
}

function sorted(items: readonly Json[]): readonly string[] {
  return items.map((item) => canonicalJson(item)).toSorted();
}

/** Whether the value is the property sets or one of them: their losses are always reported per property. */
function isSets([name, ...rest]: ValuePath): boolean {
  return name === 'properties' && rest.length < 2;
}

function isStatedOtherwise(path: ValuePath, was: ParamValues, is: ParamValues): boolean {
  const name = path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
  const others = Object.hasOwn(STATED_OTHERWISE, name) ? (STATED_OTHERWISE[name] ?? []) : [];
  return others.some((other) => {
    const there = other.split('.').map((step, i) => (step === '[]' ? (path[i] ?? 0) : step));
    const [from, to] = [valueAt(was, there), valueAt(is, there)];
    // `false` means that the other parameter does not state the fact either.
    return !isEmpty(to) && to !== false && !deepEqual(from, to);
  });
}

/** The value at a path; undefined when the path does not exist. */
export function valueAt(params: ParamValues, path: ValuePath): Json | undefined {
  let value: Json | undefined = params;
  for (const step of path) {
    value = typeof step === 'string' ? at(value, step) : isList(value) ? value[step] : undefined;
  }
  return value;
}

/** A path as text: `layers[0].material`, or `Survey.Note` in property sets. */
function pathText([name = '', ...rest]: ValuePath): string {
  const steps = name === 'properties' && rest.length > 0 ? rest : [name, ...rest];
  return steps.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
    '',
  );
}

/** The value, or the beginning of its JSON if that is long. */
function abbreviated(value: Json): Json {
  const text = canonicalJson(value);
  if (text.length <= STATED_CHARS) return value;
  return `${text.slice(0, SHORTENED_CHARS).toWellFormed()}… (${text.length} characters)`;
}

function at(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Whether a value counts as stated: anything but null, white space, and objects and lists of nothing else. */
function isStated(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.values(value).some(isStated);
}

/** Whether a value is empty: null, absent, a text without a visible letter or digit, or an object or list of nothing else. */
export function isEmpty(value: Json | undefined, visible = VISIBLE): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return !visible.test(value);
  return typeof value === 'object' && Object.values(value).every((part: Json) => isEmpty(part));
}
