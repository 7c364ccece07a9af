/** @module tests of docs/compliance.md: its tables are the rules and the measures; UPDATE_SNAPSHOTS=1 writes them anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import type { Measure } from '../../../kernel/compliance/measure.ts';
import { MEASURES } from '../../../kernel/compliance/measures/measures.ts';
import { PACKS } from '../../../kernel/compliance/packs/packs.ts';
import type { Rule } from '../../../kernel/compliance/rule.ts';

const PAGE = 'docs/compliance.md';

function threshold({ parameters }: Rule): string {
  return Object.entries(parameters)
    .map(([name, { value, unit }]) => `${name.replaceAll('_', ' ')} ${+value.toFixed(3)} ${unit}`)
    .join(', ');
}

function rulesTable(): readonly string[] {
  const lines: string[] = [];
  for (const { standard, title, version, rules } of PACKS) {
    lines.push(
      `### ${standard}`,
      '',
      `${title}. Version ${version}, ${rules.length} rules.`,
      '',
      '| rule | clause | threshold | sure | just passes | fails | is not about |',
      '|---|---|---|---|---|---|---|',
      ...rules.map((rule) => {
        const { id, title: what, source, examples } = rule;
        const { limit, beyond, not_applicable } = examples;
        return `| \`${id.slice(standard.length + 1)}\`: ${what} | ${source.clause} | ${threshold(rule)} | ${source.confidence} | ${limit.shows} | ${beyond.shows} | ${not_applicable.shows} |`;
      }),
      '',
    );
  }
  return lines;
}

function measuresTable(): readonly string[] {
  return [
    '| measure | of | unit | definition |',
    '|---|---|---|---|',
    ...MEASURES.map(
      ({ name, subject, unit, definition }) =>
        `| \`${name}\` | ${subject} | ${unit} | ${definition} |`,
    ),
  ];
}

/** Text without what a formatter adds to tables. */
function plain(text: string): string {
  return text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/-{2,}/g, '---')
    .replaceAll(/\| (---)/g, '|$1')
    .replaceAll(/(---) \|/g, '$1|')
    .trim();
}

test.each([
  ['rules', rulesTable],
  ['measures', measuresTable],
] as const)('the table of %s is what runs', (name, table) => {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  expect(from).toBeLessThan(to);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    const lines = table().join('\n');
    writeFileSync(PAGE, `${page.slice(0, from)}\n\n${lines}\n${page.slice(to)}`);
    return;
  }
  expect(
    plain(page.slice(from, to)),
    'UPDATE_SNAPSHOTS=1 npx vitest run test/kernel/compliance/documentation.test.ts writes it anew',
  ).toBe(plain(table().join('\n')));
});

test('names of measures are the only ones of their name', () => {
  expect(new Set(MEASURES.map(({ name }) => name)).size).toBe(MEASURES.length);
});

test('every measure is in the list, by which operators and the page know it', async () => {
  const folder = 'kernel/compliance/measures';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'measures.ts',
  );
  const modules = await Promise.all(
    files.map(async (name): Promise<object> => import(resolve(folder, name))),
  );
  const measures = modules.flatMap((module) => Object.values(module)).filter(isMeasure);
  expect(measures.map(({ name }) => name).toSorted()).toEqual(
    MEASURES.map(({ name }) => name).toSorted(),
  );
});

function isMeasure(exported: unknown): exported is Measure {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'definition' in exported &&
    'subject' in exported
  );
}
