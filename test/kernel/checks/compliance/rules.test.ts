/** @module tests of rules: each says of its three examples what they are examples of. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { PACKS } from '../../../kernel/compliance/packs/packs.ts';
import type { Example, Rule } from '../../../kernel/compliance/rule.ts';
import { runOf } from './example-view.ts';

const RULES = PACKS.flatMap(({ rules }) => rules);

function said(rule: Rule, example: Example): ReturnType<Rule['check']> {
  const run = runOf(example);
  const subject = run.view.elementOf(example.subject, rule.subject);
  if (subject === undefined) throw new Error(`no ${rule.subject} \`${example.subject}\``);
  return rule.check(subject, run);
}

describe('the packs', () => {
  test('hold at least 60 rules of six standards, each id once', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(RULES.length).toBeGreaterThanOrEqual(60);
    expect(PACKS.map(({ standard }) => standard)).toEqual([
      'IBC-2021',
      'ADA-2010',
      'UK-ADK-2013',
      'UK-ADM',
      'UK-ADB',
      'DIN-18040-1',
    ]);
  });

  test.each(PACKS.map((pack) => [pack.standard, pack] as const))(
    '%s holds rules of its standard, each in a file of its name',
    (standard, { rules }) => {
      for (const { id, source } of rules) {
        expect(source.standard).toBe(standard);
        expect(id.startsWith(`${standard}.`)).toBe(true);
        const folder = standard.toLowerCase();
        const file = `kernel/compliance/packs/${folder}/${id.slice(standard.length + 1)}.ts`;
        expect(readFileSync(file, 'utf8')).toContain(`id: '${id}'`);
      }
    },
  );
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  const { limit, beyond, not_applicable } = rule.examples;

  test(`passes at its limit: ${limit.shows}`, () => {
    expect(said(rule, limit)).toMatchObject({ outcome: 'pass' });
  });

  test(`fails one step beyond: ${beyond.shows}`, () => {
    const outcome = said(rule, beyond);
    expect(outcome).toMatchObject({ outcome: 'fail' });
    // The step is a small one: of what is measured, no more than a tenth of what is required, or one of a few.
    if (outcome.outcome !== 'fail') return;
    const step = Math.abs(outcome.measured - outcome.required);
    expect(step <= Math.max(outcome.required / 10, 1)).toBe(true);
  });

  test(`is not about others: ${not_applicable.shows}`, () => {
    expect(said(rule, not_applicable)).toMatchObject({ outcome: 'not_applicable' });
  });
});
