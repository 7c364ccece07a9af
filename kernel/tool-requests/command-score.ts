/** @module command-score: how much the words of a question are those of commands; learned weights, added up. */
import { readFileSync } from 'node:fs';

import { z } from 'zod';

/**
 * What is weighed in a question: its words, pairs of words, its first word, and the last letters of words, which tell verbs
 * from nouns in languages with endings.
 *
 * @param words in lower case without accents, separated by single spaces
 */
export function featuresOf(words: string): ReadonlySet<string> {
  const all = words.split(' ').filter((word) => word !== '');
  const [first] = all;
  return new Set([
    ...all.map((word) => `w ${word}`),
    ...all.slice(1).map((word, at) => `p ${all[at] ?? ''} ${word}`),
    ...all.map((word) => `e ${word.slice(-3)}`),
    ...(first === undefined ? [] : [`f ${first}`, `v ${first.slice(-2)}`]),
  ]);
}

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries(
    z
      .record(z.string(), z.int())
      .parse(JSON.parse(readFileSync(new URL('./command-weights.json', import.meta.url), 'utf8'))),
  ),
);

/** From here on a question is taken for a command: four nats of evidence, in hundredths. */
export const COMMAND_SCORE = 400;

/**
 * Evidence that a question is a command, in hundredths of nats: the sum over its features of the logarithm of how much
 * oftener they stand in commands than in questions (naive Bayes; M. E. Maron, "Automatic Indexing", 1961).
 */
export function commandScore(words: string): number {
  let score = 0;
  for (const feature of featuresOf(words)) score += WEIGHTS.get(feature) ?? 0;
  return score;
}
