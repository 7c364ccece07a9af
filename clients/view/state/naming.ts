/** @module naming: how elements, kinds and moments are called on the page. */
import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { shown } from '../components/shown.ts';
import { timeWords } from '../components/time.tsx';
import { STRINGS } from '../strings.ts';
import { comparedRow } from './comparison.ts';
import { knownSteps, planNames, stepIndex } from './known-steps.ts';
import { type ElementRow, model } from './model.ts';
import { store } from './store.ts';

/** Characters of an id that tell elements without a name from each other. */
const END = 4;

/**
 * The name of an element; without one its kind with the rooms next to it, such as "Door Landing–Bedroom 1", or with the end of
 * its id, such as "Door 17bt"; without name and kind its id.
 */
export function titleOf({
  id,
  name,
  kind,
}: {
  readonly id: string;
  readonly name: string | null;
  readonly kind?: string;
}): string {
  if (name !== null && name !== '') return shown(name);
  if (kind === undefined || kind === '') return shown(id);
  // Labels arrive after the model: what names an element is rendered again.
  void model.version.value;
  return `${kindWords(kind)} ${shown(model.labels.get(id) ?? id.slice(-END))}`;
}

/** The title of a loaded element, or the id of another one. */
export function titleOfId(id: string): string {
  return knownTitle(id) ?? shown(id);
}

/** The title of an element that is loaded, or that a comparison lists; null for another one. */
function knownTitle(id: string): string | null {
  void model.version.value;
  const row = model.rows.get(id) ?? comparedRow(id);
  return row === undefined ? null : titleOf(row);
}

/** An id in backticks, with the name that may follow it in brackets; or an id alone. */
const ID = /`([^`]{1,200})`(?: \(([^()`]{1,200})\))?|\b([a-z][a-z_]{0,40}_[0-9a-z]{12})\b/g;

/** A text with the titles of known elements instead of their ids; everything is made visible. */
export function namedText(text: string): string {
  let named = '';
  let end = 0;
  for (const { 0: whole, 1: quoted, 2: name, 3: bare, index } of text.matchAll(ID)) {
    const title = knownTitle(quoted ?? bare ?? '');
    if (title === null) continue;
    const isNamed = name !== undefined && shown(name) !== title;
    const shownTitle = bare === undefined ? `“${title}”` : title;
    named += `${shown(text.slice(end, index))}${shownTitle}${isNamed ? ` (${shown(name)})` : ''}`;
    end = index + whole.length;
  }
  return named + shown(text.slice(end));
}

/** A kind in words: `curtain_wall` is a "Curtain wall". */
export function kindWords(kind: string): string {
  const words = shown(kind).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All elements of a kind in words: the category of one of them, or its kind. */
export function kindLabel(kind: string, { category }: ElementRow): string {
  return category === '' ? kindWords(kind) : shown(category);
}

/** The name of the level with this id; empty for none. */
export function levelName(level_id: string): string {
  if (level_id === '') return STRINGS.tree.noStorey;
  const storey = store.index.value?.storeys.find((one) => one.level_id === level_id);
  return storey === undefined ? shown(level_id) : shown(storey.name);
}

/** A sentence about a change with titles for ids, and the names that it has in backticks in quotation marks. */
export function changeSentence(text: string): string {
  return namedText(text).replaceAll(/`([^`]*)`/g, '“$1”');
}

/** Kind, storey and type of an element, for a second line. */
export function whereabouts({ kind, level, type }: ElementRow): string {
  const parts = [kindWords(kind)];
  if (level !== '') parts.push(levelName(level));
  if (type !== '') parts.push(shown(type));
  return parts.join(' · ');
}

/** A moment in words. `seq`: its ledger seq, if it is known. */
export function momentWords(moment: Moment, seq: number | null = null): string {
  const words = STRINGS.moment;
  if ('plan' in moment) {
    const name = planNames.value.get(moment.plan) ?? shown(moment.plan);
    return (moment.before === true ? words.beforePlan : words.plan)(name);
  }
  if (moment.seq === undefined && moment.event === undefined) return words.now;
  const steps = knownSteps.value.get(moment.branch) ?? [];
  const step = steps[stepIndex(steps, moment, seq) ?? -1];
  if (step !== undefined) return words.after(shown(step.label), timeWords(step.at));
  const known = moment.seq ?? seq;
  return known === null ? words.earlier : words.seq(known);
}

/** Compares names as people do: `Wall 2` before `Wall 10`. */
export const byName: (one: string, other: string) => number = new Intl.Collator('en', {
  numeric: true,
}).compare;
