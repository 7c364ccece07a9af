/** @module vocabulary: words of one meaning as one concept, so that an intent and the texts of tools meet in it. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { wordsOf } from './routing.ts';

const Table = z.record(z.string(), z.string());

/**
 * Words by concept. `actions`: what an intent wants done, or what the first word of a tool's name does. `kinds`: kinds
 * of element; what is said of an element is said of each of them. `topics`: all else that has several words.
 */
const WORDS = z
  .strictObject({ actions: Table, kinds: Table, topics: Table })
  .parse(JSON.parse(readFileSync(new URL('./vocabulary.json', import.meta.url), 'utf8')));

/** A word without its plural ending, so that `doors` matches `door` but `opening` does not match `open`. */
export function nounOf(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:sses|shes|ches|xes)$/, (ending) => ending.slice(0, -2))
    .replace(/(?<![su])s$/, '');
}

/** A word without its plural and verb endings, so that `placing` matches `place`. */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return nounOf(word)
    .replace(/(?:ing|ed)$/, '')
    .replace(/e$/, '');
}

/** A table of concepts, read by a form of a word. */
type Concepts = ReadonlyMap<string, readonly string[]>;

function readBy(form: (word: string) => string, table: Readonly<Record<string, string>>): Concepts {
  const found = new Map<string, string[]>();
  for (const [concept, words] of Object.entries(table)) {
    for (const word of words.split(' ')) {
      const key = form(word);
      const known = found.get(key);
      if (known === undefined) found.set(key, [concept]);
      else if (!known.includes(concept)) known.push(concept);
    }
  }
  return found;
}

const ACTION_BY_STEM = readBy(stemOf, WORDS.actions);
const KIND_BY_NOUN = readBy(nounOf, WORDS.kinds);
const TOPIC_BY_NOUN = readBy(nounOf, WORDS.topics);
const TOPIC_BY_STEM = readBy(stemOf, WORDS.topics);

/** A file name: what it is about is told by its ending, not by its words. */
const FILE_NAME = /\b[\w-]+\.(csv|tsv|xlsx|png|jpe?g|webp|py|js)\b/gi;

/** Phrases that mean one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:get rid of|throw (?:away|out)|take (?:out|away))\b/g, 'remove'],
  [/\b(?:take back|roll back)\b/g, 'undo'],
  [/\bset up\b/g, 'create'],
  [/\bhand in\b/g, 'submit'],
  [/\b(?:look up|look for)\b/g, 'find'],
  [/\bgive me\b/g, 'show'],
  [/\b(?:how many|number of)\b/g, 'count'],
];

/** The words of a text in their order, phrases that mean one word replaced by it. */
export function plainWords(text: string): readonly string[] {
  let plain = wordsOf(text.replaceAll(FILE_NAME, '$1').replaceAll('_', ' ')).join(' ');
  for (const [phrase, word] of PHRASES) plain = plain.replace(phrase, word);
  return plain.split(' ').filter((word) => word !== '');
}

/** The kinds of element that a word names. */
export function kindsOf(word: string): readonly string[] {
  return KIND_BY_NOUN.get(nounOf(word)) ?? [];
}

/** The actions that a word names; `building` and `opening` are things. */
export function actionsOf(word: string): readonly string[] {
  if (kindsOf(word).length > 0 || /^(?:building|drawing|setting)s?$/.test(word)) return [];
  return ACTION_BY_STEM.get(stemOf(word)) ?? [];
}

/** Words that say nothing about what is wanted. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by can could do does for from give has have how i in into is it its me my need of on or our please should some than that the their them then there these this those to use us want was we what when which who why with would you your'.split(
    ' ',
  ),
);

/** Whether a word says something about what is wanted. */
export function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word);
}

/** What a word stands for: its kind and topics where it has any, else its stem. */
export function conceptsOf(word: string): readonly string[] {
  const found = [...kindsOf(word), ...(TOPIC_BY_NOUN.get(nounOf(word)) ?? [])];
  if (found.length > 0) return found;
  const stem = stemOf(word);
  return TOPIC_BY_STEM.get(stem) ?? [stem];
}
