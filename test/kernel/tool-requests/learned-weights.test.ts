/** @module learned-weights.test: the weights of words are those that the published set gives, without its unseen part. */
import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { featuresOf } from '../../../kernel/tool-requests/command-score.ts';
import { plainWords } from '../../../kernel/tool-requests/spellings.ts';

const FILE = 'kernel/tool-requests/command-weights.json';
const SET = z
  .array(z.object({ part: z.string(), wanted: z.enum(['pass', 'reject']), text: z.string() }))
  .parse(JSON.parse(readFileSync('test/corpus/tool-requests/directives.json', 'utf8')))
  .filter(({ part }) => part !== 'unseen');

/** Added to each count, so that no feature proves anything alone. */
const SMOOTHING = 0.5;
/** What stands in one sentence alone is not learned. */
const SENTENCES_MIN = 2;

/** Hundredths of nats by feature, in the order of the features. */
function learned(): Readonly<Record<string, number>> {
  const counts = new Map<string, { pass: number; reject: number }>();
  const all = { pass: 0, reject: 0 };
  for (const { wanted, text } of SET) {
    all[wanted] += 1;
    for (const feature of featuresOf(plainWords(text))) {
      const count = counts.get(feature) ?? { pass: 0, reject: 0 };
      count[wanted] += 1;
      counts.set(feature, count);
    }
  }
  const share = (some: number, of: number): number => (some + SMOOTHING) / (of + 2 * SMOOTHING);
  return Object.fromEntries(
    [...counts]
      .filter(([, { pass, reject }]) => pass + reject >= SENTENCES_MIN)
      .map(([feature, { pass, reject }]): [string, number] => [
        feature,
        Math.round(100 * Math.log(share(reject, all.reject) / share(pass, all.pass))),
      ])
      .filter(([, weight]) => weight !== 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

test('the weights are those of the set; UPDATE_SNAPSHOTS=1 writes them', () => {
  const weights = learned();
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    writeFileSync(FILE, `${JSON.stringify(weights, null, 2)}\n`);
  }
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(weights);
});

test('no sentence of the set can be read from them: each weight is of two words at most', () => {
  expect(Object.keys(learned()).filter((feature) => feature.split(' ').length > 3)).toEqual([]);
});
