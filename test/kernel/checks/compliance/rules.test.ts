/** @module tests of rules: each of the three examples of a rule has the expected outcome. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { describe, expect, test } from 'vitest';

import { PACKS } from '../../../../kernel/checks/compliance/packs/packs.ts';
import type { Example, Rule } from '../../../../kernel/checks/compliance/rule.ts';
import { runOf } from './example-view.ts';

const RULES = PACKS.flatMap(({ rules }) => rules);

function outcomeFor(rule: Rule, example: Example): ReturnType<Rule['check']> {
  const run = runOf(example);
  const subject = run.view.elementOf(example.subject, rule.subject);
  if (subject === undefined) throw new Error(`no ${rule.subject} \`${example.subject}\``);
  return rule.check(subject, run);
}

describe('the packs', () => {
  test('the packs have at least 60 rules of six standards with unique ids', () => {
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
    '%s names its standard in each rule, and its folder has only files of its computing rules',
    (standard, { rules }) => {
      for (const { id, source } of rules) {
        expect(source.standard).toBe(standard);
        expect(id.startsWith(`${standard}.`)).toBe(true);
      }
      const folder = `kernel/checks/compliance/packs/${standard.toLowerCase()}`;
      const ids = new Set(rules.map(({ id }) => id));
      for (const file of existsSync(folder) ? readdirSync(folder) : []) {
        if (!readFileSync(`${folder}/${file}`, 'utf8').includes('= defineRule(')) continue;
        expect(ids).toContain(`${standard}.${basename(file, '.ts')}`);
      }
    },
  );
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  const { pass, fail, not_applicable } = rule.examples;

  test(`passes at its limit: ${pass.shows}`, () => {
    expect(outcomeFor(rule, pass)).toMatchObject({ outcome: 'pass' });
  });

  test(`fails one step off its limit: ${fail.shows}`, () => {
    const outcome = outcomeFor(rule, fail);
    expect(outcome).toMatchObject({ outcome: 'fail' });
    // The measured number misses the limit by at most a tenth of it, or by one if it is a count.
    if (outcome.outcome !== 'fail') return;
    const step = Math.abs(outcome.measured - outcome.required);
    expect(step <= Math.max(outcome.required / 10, 1)).toBe(true);
  });

  test(`does not apply to ${not_applicable.shows}`, () => {
    expect(outcomeFor(rule, not_applicable)).toMatchObject({ outcome: 'not_applicable' });
  });
});
