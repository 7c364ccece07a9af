/** @module emptied: what a person said of an element and an effect takes away, as far as its events tell. */
import type { Json, PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';

/** A text that says something has a letter or digit, and one that is not invisible: fillers of Hangul are letters. */
const SAYS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** What said something to the rule by which logs from before were judged. */
const SAID_BEFORE = /[\p{L}\p{N}]/u;

type Emptied = Extract<Loss, { readonly loss: 'value' }>;

/** A value by its name, before and after. */
type Pair = readonly [name: string, was: Json | undefined, to: Json | undefined];

/**
 * Texts and numbers that become empty: null, or a text without a letter or digit; so do properties (`Survey.Note`), which
 * may be gone as well, and materials of layers (`layers[0].material`). References (`…_id`) say what an element stands on,
 * which is its place. Another text in the place of one is a change that is shown, and no loss; nor is a layer less. What
 * the same effect makes had nothing before.
 */
export function emptiedIn(events: readonly PlannedEvent[]): readonly Emptied[] {
  return emptied(events, SAYS, said);
}

/** Whether events that are in the log empty something by every rule that there has been. */
export function hasEmptied(events: readonly PlannedEvent[]): boolean {
  return emptied(events, SAID_BEFORE, (pair) => [pair]).length > 0;
}

function emptied(
  events: readonly PlannedEvent[],
  says: RegExp,
  parts: (pair: Pair) => readonly Pair[],
): readonly Emptied[] {
  const made = new Set<string>();
  const found = new Map<string, Emptied>();
  for (const { type, aggregate_id: element_id, payload } of events) {
    if (type === 'element.created' || type === 'level.created') made.add(element_id);
    if (type !== 'element.modified' || made.has(element_id)) continue;
    const pairs = Object.entries(payload.updates)
      .filter(([name]) => !name.endsWith('_id'))
      .flatMap(([name, to]) => parts([name, payload.previous[name], to]));
    for (const [parameter, was, to] of pairs) {
      if (!isSaid(was) || !isEmpty(to, says)) continue;
      found.set(`${element_id}\n${parameter}`, { loss: 'value', element_id, parameter, was });
    }
  }
  return [...found.values()];
}

/** The texts and numbers that a parameter holds: itself, properties of its sets, or materials of its layers. */
function said([name, was, to]: Pair): readonly Pair[] {
  if (name === 'properties') {
    return entriesOf(was).flatMap(([set, had]) =>
      entriesOf(had).map(([property, value]): Pair => [
        `${set}.${property}`,
        value,
        at(at(to, set), property),
      ]),
    );
  }
  if (name !== 'layers' || !Array.isArray(was) || !Array.isArray(to)) return [[name, was, to]];
  return to.map((layer, i): Pair => [
    `layers[${i}].material`,
    at(was[i], 'material'),
    at(layer, 'material'),
  ]);
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function at(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSaid(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

function isEmpty(value: Json | undefined, says: RegExp): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !says.test(value));
}
