/** @module vocabulary: maps words of the same meaning to one concept, to compare intents with the texts of tools. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { wordsOf } from './routing.ts';

const Table = z.record(z.string(), z.string());

/** Reads a JSON file next to this module. */
function readTable(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/**
 * Words by concept. `actions`: verbs of intents and of tool names. `kinds`: kinds of element. `topics`: all other
 * concepts with several words.
 */
const WORDS = z
  .strictObject({ actions: Table, kinds: Table, topics: Table })
  .parse(readTable('./vocabulary.json'));

/**
 * By concept: the number of reference tools that have it, if more than one. The reference is the names and titles of
 * the 106 tools of an earlier release. The table is fixed: counts of current tools would change with each new tool.
 */
const FREQUENCY = new Map(
  Object.entries(z.record(z.string(), z.int().min(2)).parse(readTable('./concept-frequency.json'))),
);

/** How much a concept distinguishes tools: 1 if at most one reference tool has it, less for more tools. */
export function rarityOf(concept: string): number {
  return 1 / (1 + Math.log(FREQUENCY.get(concept) ?? 1));
}

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

/** Concepts by a form of a word. */
type Concepts = ReadonlyMap<string, readonly string[]>;

function indexBy(
  form: (word: string) => string,
  table: Readonly<Record<string, string>>,
): Concepts {
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

const ACTION_BY_STEM = indexBy(stemOf, WORDS.actions);
const KIND_BY_NOUN = indexBy(nounOf, WORDS.kinds);
const TOPIC_BY_NOUN = indexBy(nounOf, WORDS.topics);
const TOPIC_BY_STEM = indexBy(stemOf, WORDS.topics);

/** A file name: its ending determines its topic, not its words. */
const FILE_NAME = /\b[\w-]+\.(csv|tsv|xlsx|png|jpe?g|webp|py|js)\b/gi;

/** Phrases, and the one word that replaces them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:get rid of|throw (?:away|out)|take (?:out|away))\b/g, 'remove'],
  [/\b(?:take back|roll back)\b/g, 'undo'],
  [/\bset up\b/g, 'create'],
  [/\bhand in\b/g, 'submit'],
  [/\b(?:look up|look for)\b/g, 'find'],
  [/\bgive me\b/g, 'show'],
  [/\b(?:how many|number of)\b/g, 'count'],
];

/** The words of a text in order, after the replacements of `PHRASES`. */
export function plainWords(text: string): readonly string[] {
  let plain = wordsOf(text.replaceAll(FILE_NAME, '$1').replaceAll('_', ' ')).join(' ');
  for (const [phrase, word] of PHRASES) plain = plain.replace(phrase, word);
  return plain.split(' ').filter((word) => word !== '');
}

/** The kinds of element that a word names. */
export function kindsOf(word: string): readonly string[] {
  return KIND_BY_NOUN.get(nounOf(word)) ?? [];
}

/** The actions that a word names; `building` and `opening` are nouns. */
export function actionsOf(word: string): readonly string[] {
  if (kindsOf(word).length > 0 || /^(?:building|drawing|setting)s?$/.test(word)) return [];
  return ACTION_BY_STEM.get(stemOf(word)) ?? [];
}

/** Words that are ignored when choosing a tool. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by can could do does for from give has have how i in into is it its me my need of on or our please should some than that the their them then there these this those to use us want was we what when which who why with would you your'.split(
    ' ',
  ),
);

/** Whether a word is considered when choosing a tool. */
export function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word);
}

/** The concepts of a word: its kind and topics if it has any, else its stem. */
export function conceptsOf(word: string): readonly string[] {
  const found = [...kindsOf(word), ...(TOPIC_BY_NOUN.get(nounOf(word)) ?? [])];
  if (found.length > 0) return found;
  const stem = stemOf(word);
  return TOPIC_BY_STEM.get(stem) ?? [stem];
}
