/** @module tests of the documentation: docs/compliance.md has all rules and measures (UPDATE_SNAPSHOTS=1 rewrites its tables), docs/adding.md all guards. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import * as guards from '../../../../kernel/checks/compliance/guards.ts';
import type { Measure } from '../../../../kernel/checks/compliance/measure.ts';
import { MEASURES } from '../../../../kernel/checks/compliance/measures/measures.ts';
import { statedText } from '../../../../kernel/checks/compliance/outcome.ts';
import { PACKS } from '../../../../kernel/checks/compliance/packs/packs.ts';
import type { Rule } from '../../../../kernel/checks/compliance/rule.ts';

const PAGE = 'docs/compliance.md';

function limits({ parameters }: Rule): string {
  return Object.entries(parameters)
    .map(([name, quantity]) => {
      const text = `${+quantity.value.toFixed(3)} ${quantity.unit}`;
      const stated = statedText(quantity);
      return `${name.replaceAll('_', ' ')} ${stated === null ? text : `${stated} (${text})`}`;
    })
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
      '| rule | clause | limit | confidence | passes | fails | does not apply to |',
      '|---|---|---|---|---|---|---|',
      ...rules.map((rule) => {
        const { id, title: what, source, examples } = rule;
        const { pass, fail, not_applicable } = examples;
        return `| \`${id.slice(standard.length + 1)}\`: ${what} | ${source.clause} | ${limits(rule)} | ${source.confidence} | ${pass.shows} | ${fail.shows} | ${not_applicable.shows} |`;
      }),
      '',
    );
  }
  return lines;
}

function measuresTable(): readonly string[] {
  return [
    '| measure | subject | unit | definition |',
    '|---|---|---|---|',
    ...MEASURES.map(
      ({ name, subject, unit, definition }) =>
        `| \`${name}\` | ${subject} | ${unit} | ${definition} |`,
    ),
  ];
}

/** The text without the padding that a formatter adds to tables. */
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
] as const)('the table of %s in docs/compliance.md matches the code', (name, table) => {
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
    'UPDATE_SNAPSHOTS=1 npx vitest run test/kernel/checks/compliance/documentation.test.ts rewrites it',
  ).toBe(plain(table().join('\n')));
});

test('no two measures have the same name', () => {
  expect(new Set(MEASURES.map(({ name }) => name)).size).toBe(MEASURES.length);
});

test('every exported measure is in MEASURES, which operators and the page use', async () => {
  const folder = 'kernel/checks/compliance/measures';
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

test('the table in docs/adding.md lists every guard', () => {
  const page = readFileSync('docs/adding.md', 'utf8');
  const listed = [...page.matchAll(/^\| (\w+) \| `(\w+)[^`]*` \|/gm)];
  expect(new Set(listed.map(([, , name]) => name))).toEqual(new Set(Object.keys(guards)));
});
