/** @module emptied: stored values that an effect leaves empty, from its events alone. */
import { deepEqual } from '../../kernel/canonical/deep-equal.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { UNSEEN_CLASS } from '../../kernel/text/unseen.ts';
import type { Json, ParamValues, PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';

/** A text that says something has a letter or digit that is seen: some fillers and blanks are letters. */
const SAYS = new RegExp(String.raw`[[\p{L}\p{N}]--${UNSEEN_CLASS}]`, 'v');

/** The version of the rule of this module, which entries of the log name. */
export const EMPTIED_RULE = 2;

/** A text that says something by the first version of this rule, by which older logs were written. */
const SAID_BEFORE = /[\p{L}\p{N}]/u;

/** A stored value that becomes empty, as plans state it. */
export type ValueLoss = Extract<Loss, { readonly loss: 'value' }>;

/** Where a value is within the parameters of an element: names of members and indices of list items. */
export type ValuePath = readonly (string | number)[];

/** A stored value that an effect leaves empty. */
export type Emptied = {
  readonly element_id: string;
  readonly path: ValuePath;
  readonly was: Json;
};

/** Longest JSON of a lost value that is stated in full: the longest text of a property with its quotes, and some escapes. */
const STATED_CHARS = 520;
/** Characters of a longer one that are stated. */
const SHORTENED_CHARS = 200;

/**
 * Parameters that state the same fact in another way, where setting one clears the other: clearing one is no loss if the
 * same effect sets another of them. `[]` is an item of a list, the same one on both sides.
 */
const STATED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // The last one set is the height of a wall; the others are cleared.
  top_level_id: ['height', 'follows_level'],
  // A room follows the walls around its point, or has an outline of its own.
  point: ['boundary_points'],
  // An opening is in a wall (offset) or in a floor (location).
  offset: ['location'],
  location: ['offset'],
  'curtain.columns': ['curtain.panel_width'],
  'curtain.panel_width': ['curtain.columns'],
  'curtain.rows': ['curtain.panel_height'],
  'curtain.panel_height': ['curtain.rows'],
  // A side of a roof slopes or is a gable.
  'edges.[].slope_deg': ['edges.[].gable'],
  'edges.[].gable': ['edges.[].slope_deg'],
};

/**
 * Stored values that are not empty before the events and are empty after all of them. Empty are null, an absent
 * member, a text without a visible letter or digit, and a list or object that holds nothing else. Objects are compared
 * member by member, and lists item by item up to the shorter length: a shorter list is an edit, an empty one is a loss.
 * What the events create had nothing before; what they delete and do not create again is lost as a whole and not
 * listed here.
 */
export function emptiedIn(events: readonly PlannedEvent[]): readonly Emptied[] {
  return [...changedIn(events)].flatMap(([element_id, { was, is }]) =>
    is === null
      ? []
      : Object.entries(was).flatMap(([name, value]) =>
          lost([name], value, is[name])
            .filter(({ path }) => !isStatedOtherwise(path, was, is))
            .map(({ path, was: had }) => ({ element_id, path, was: had })),
        ),
  );
}

/** The loss as plans state it. `given`: the value before agents changed it without a signature, where it is another. */
export function valueLoss({ element_id, path, was }: Emptied, given?: Json): ValueLoss {
  const loss = { loss: 'value', element_id, parameter: pathText(path), was: stated(was) } as const;
  return given === undefined ? loss : { ...loss, given: stated(given) };
}

/**
 * Whether events of the log empty a value, by the rule of their time. The first compared event by event, and only texts
 * and numbers that were parameters themselves; what this rule does not count is not held against older events.
 */
export function hasEmptied(events: readonly PlannedEvent[], rule: number | undefined): boolean {
  if (rule === EMPTIED_RULE) return emptiedIn(events).length > 0;
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
      if (counted && !name.endsWith('_id') && isEmpty(to, SAID_BEFORE)) {
        found.add(`${aggregate_id}\n${name}`);
      }
    }
  }
  return found;
}

/** Parameters of an element that events change, before the first and after the last of them; `is` is null where they delete it. */
type Changed = { readonly was: ParamValues; readonly is: ParamValues | null };

/** What the events change, by element, without those that they make. */
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
    if (type === 'element.modified') {
      const { updates, previous } = payload;
      // Only for what it updates is an event compared with the element before: other names may claim anything.
      const had = Object.entries(previous).filter(([name]) => Object.hasOwn(updates, name));
      changed.set(id, { was: { ...Object.fromEntries(had), ...was }, is: { ...is, ...updates } });
    } else if (type === 'element.deleted') {
      changed.set(id, { was: { ...payload.element.params, ...was }, is: null });
    }
  }
  return changed;
}

type Lost = Pick<Emptied, 'path' | 'was'>;

/** What a value loses: itself, or members and items of it. */
function lost(path: ValuePath, was: Json | undefined, to: Json | undefined): readonly Lost[] {
  if (was === undefined || !isSaid(was)) return [];
  if (isRecord(was) && (!isEmpty(to) || isSets(path))) {
    return Object.entries(was).flatMap(([name, value]) =>
      lost([...path, name], value, at(to, name)),
    );
  }
  if (isEmpty(to)) return [{ path, was }];
  if (!isList(was)) return [];
  if (!isList(to)) return [{ path, was }];
  const items = was.slice(0, to.length).flatMap((item, i) => lost([...path, i], item, to[i]));
  // A roof that is turned or mirrored has the sides that it had, from another corner on.
  return items.length > 0 && isReordered(was, to) ? [] : items;
}

function isReordered(was: readonly Json[], to: readonly Json[]): boolean {
  return was.length === to.length && deepEqual(sorted(was), sorted(to));
}

function sorted(items: readonly Json[]): readonly string[] {
  return items.map((item) => canonicalJson(item)).toSorted();
}

/** Whether the value holds property sets, or is one of them: their losses are always reported per property. */
function isSets([name, ...rest]: ValuePath): boolean {
  return name === 'properties' && rest.length < 2;
}

function isStatedOtherwise(path: ValuePath, was: ParamValues, is: ParamValues): boolean {
  const name = path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
  const others = Object.hasOwn(STATED_OTHERWISE, name) ? (STATED_OTHERWISE[name] ?? []) : [];
  return others.some((other) => {
    const there = other.split('.').map((step, i) => (step === '[]' ? (path[i] ?? 0) : step));
    const [from, to] = [valueAt(was, there), valueAt(is, there)];
    // `false` says that it is not stated this way either.
    return !isEmpty(to) && to !== false && !deepEqual(from, to);
  });
}

/** The value at a path, undefined where there is none. */
export function valueAt(params: ParamValues, path: ValuePath): Json | undefined {
  let value: Json | undefined = params;
  for (const step of path) {
    value = typeof step === 'string' ? at(value, step) : isList(value) ? value[step] : undefined;
  }
  return value;
}

/** A path as people read it: `layers[0].material`, `Survey.Note` of the property sets. */
function pathText([name = '', ...rest]: ValuePath): string {
  const steps = name === 'properties' && rest.length > 0 ? rest : [name, ...rest];
  return steps.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
    '',
  );
}

/** The value, or the beginning of its JSON where that is long. */
function stated(value: Json): Json {
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

/** Whether a value counts as given by a person: every one but null, white space, and what holds nothing else. */
function isSaid(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.values(value).some(isSaid);
}

/** Whether a value says nothing: null, absent, a text without a visible letter or digit, and what holds nothing else. */
export function isEmpty(value: Json | undefined, says = SAYS): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return !says.test(value);
  return typeof value === 'object' && Object.values(value).every((part: Json) => isEmpty(part));
}
