/** @module emptied: what a person said of an element and an effect takes away, as far as its events tell. */
import type { Json, PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';

/** A text that says something has a letter or digit, and one that is not invisible: fillers of Hangul are letters. */
const SAYS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** What said something to the rule by which logs from before were judged. */
const SAID_BEFORE = /[\p{L}\p{N}]/u;

type Emptied = Extract<Loss, { readonly loss: 'value' }>;

/**
 * Texts and numbers that become empty: null, or a text without a letter or digit. References (`…_id`) say what an element
 * stands on, which is its place. Another text in the place of one is a change that is shown, and no loss. What the same
 * effect makes had nothing before.
 */
export function emptiedIn(events: readonly PlannedEvent[]): readonly Emptied[] {
  return emptied(events, SAYS);
}

/** Whether events that are in the log empty something by every rule that there has been. */
export function hasEmptied(events: readonly PlannedEvent[]): boolean {
  return emptied(events, SAID_BEFORE).length > 0;
}

function emptied(events: readonly PlannedEvent[], says: RegExp): readonly Emptied[] {
  const made = new Set<string>();
  const found = new Map<string, Emptied>();
  for (const { type, aggregate_id: element_id, payload } of events) {
    if (type === 'element.created' || type === 'level.created') made.add(element_id);
    if (type !== 'element.modified' || made.has(element_id)) continue;
    for (const [parameter, to] of Object.entries(payload.updates)) {
      const was = payload.previous[parameter];
      if (parameter.endsWith('_id') || !isSaid(was) || !isEmpty(to, says)) continue;
      found.set(`${element_id}\n${parameter}`, { loss: 'value', element_id, parameter, was });
    }
  }
  return [...found.values()];
}

function isSaid(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

function isEmpty(value: Json, says: RegExp): boolean {
  return value === null || (typeof value === 'string' && !says.test(value));
}
