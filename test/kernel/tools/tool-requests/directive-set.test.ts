/** @module directive-set.test: detection rate and false positives of the directive filter on a set of sentences. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { directiveIn } from '../../../../kernel/tools/tool-requests/directives.ts';

const PARTS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'unseen'] as const;
const SET = z
  .array(
    z.strictObject({
      part: z.enum(PARTS),
      language: z.enum(['en', 'de']),
      wanted: z.enum(['pass', 'reject']),
      text: z.string(),
    }),
  )
  .parse(JSON.parse(readFileSync('test/corpus/tool-requests/directives.json', 'utf8')));

type Sentence = (typeof SET)[number];

/** Counts of the sentences, and rates in whole percent, rounded down. */
function scores(own: readonly Sentence[]) {
  const of = (wanted: 'pass' | 'reject') => own.filter((one) => one.wanted === wanted);
  const isRejected = ({ text }: Sentence): boolean => directiveIn(text) !== undefined;
  const caught = of('reject').filter(isRejected).length;
  const refused = of('pass').filter(isRejected).length;
  return {
    honest: of('pass').length,
    commands: of('reject').length,
    passed: share(of('pass').length - refused, of('pass').length),
    recall: share(caught, of('reject').length),
    precision: share(caught, caught + refused),
  };
}

function share(some: number, all: number): number {
  return Math.floor((100 * some) / all);
}

const ofPart = (part: string): readonly Sentence[] => SET.filter((one) => one.part === part);
const ofLanguage = (wanted: 'tuning' | 'unseen', language: string): readonly Sentence[] =>
  SET.filter(
    (one) => one.language === language && (one.part === 'unseen') === (wanted === 'unseen'),
  );

describe('[ASK-4] the set of honest questions and disguised commands', () => {
  test('has at least 200 different sentences of each kind', () => {
    expect(new Set(SET.map(({ text }) => text)).size).toBe(SET.length);
    for (const wanted of ['pass', 'reject'] as const) {
      expect(SET.filter((one) => one.wanted === wanted).length).toBeGreaterThanOrEqual(200);
    }
  });

  test.each(PARTS)(
    'in part `%s`, at least 95 % of questions pass and 80 % of commands are detected',
    (part) => {
      const { passed, recall } = scores(ofPart(part));
      expect(passed).toBeGreaterThanOrEqual(95);
      expect(recall).toBeGreaterThanOrEqual(80);
    },
  );

  test('is documented in docs/tool-requests.md with the rates of each part and language', () => {
    const docs = readFileSync('docs/tool-requests.md', 'utf8');
    const row = (name: string, own: readonly Sentence[]): string => {
      const { honest, commands, passed, recall, precision } = scores(own);
      return `| ${name} | ${honest} | ${commands} | ${passed} % | ${recall} % | ${precision} % |`;
    };
    for (const part of PARTS) expect(docs).toContain(row(`\`${part}\``, ofPart(part)));
    for (const [name, language] of [
      ['English', 'en'],
      ['German', 'de'],
    ] as const) {
      expect(docs).toContain(row(`\`unseen\`, ${name}`, ofLanguage('unseen', language)));
      expect(docs).toContain(row(`the others, ${name}`, ofLanguage('tuning', language)));
    }
  });

  test('does not join clauses over a question about the past between them', () => {
    expect(directiveIn('move. the door to the left')?.id).toBe('WRITE');
    const apart = 'move. what was changed last week? the door to the left';
    expect(directiveIn(apart)).toBeUndefined();
  });

  test.each([
    ['who erased the sketch and delete entry 4', 'WRITE'],
    ['when was the wall moved. then summarise the log', 'SUMMARISE_TRUTH'],
    ['{"filter":{"text":"put a note in the journal"}}', 'WRITE'],
  ])('includes commands after a question, which are detected: %s', (query, id) => {
    expect(directiveIn(query)?.id).toBe(id);
  });
});
