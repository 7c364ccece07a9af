/** @module estimates: the house over the real server, with the call and the figures that the docs print, and hostile lists. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { connect, type Connected, okHere, testWorkspace } from '../e2e/connect.ts';
import { example } from './example.ts';

const why = { reasoning: 'the owner asks what the house costs' };
const LISTS = ['house-carbon.csv', 'house-prices.csv'] as const;
const workspace = testWorkspace();
const artifacts = join(workspace.dir, 'artifacts');
let server: Connected;

const Estimate = z.looseObject({
  path: z.string(),
  event_id: z.string().optional(),
  results: z.array(
    z.object({
      result: z.string(),
      amount: z.number(),
      groups: z.array(z.object({ group: z.string().nullable(), amount: z.number() })),
    }),
  ),
  left_out: z.array(z.looseObject({ category: z.string(), reason: z.string(), count: z.number() })),
  list: z.object({ file: z.string().nullable(), sha256: z.string(), lines: z.number() }),
  unused_lines: z.array(z.string()),
});

async function estimate(args: object): Promise<z.output<typeof Estimate>> {
  const { data, error } = await server.call('estimate', { ...args, ...why });
  expect(error).toBeUndefined();
  return Estimate.parse(data);
}

async function refused(args: object): Promise<EnvelopeBody['error']> {
  const { error } = await server.call('estimate', { ...args, ...why });
  return error;
}

const docs = readFileSync(new URL('../../docs/estimates.md', import.meta.url), 'utf8');

beforeAll(async () => {
  const file = join(workspace.dir, 'builder.json');
  const permissions = { READ: {}, CREATE: {}, MODIFY: {} };
  writeFileSync(file, JSON.stringify({ permissions, max_elements_per_operation: 1000 }));
  await okHere(workspace.dir, 'approver', 'add', 'anna');
  await okHere(workspace.dir, 'agent', 'add', 'builder', '--permissions', file, '--by', 'anna');
  server = await connect(workspace.dir, 'all', { env: { PLUMBLINE_AGENT: 'builder' } });
  const script = { script: example('house'), dry_run: false, ...why };
  const { approval_id: id = null, error } = await server.call('run_script', script);
  if (error?.name !== 'APPROVAL_PENDING') throw new Error(JSON.stringify(error));
  const shown = await okHere(workspace.dir, 'approvals', 'show', id ?? '', '--json');
  const { plan_digest } = z.looseObject({ plan_digest: z.string() }).parse(JSON.parse(shown));
  const approve = ['approvals', 'approve', id ?? '', '--as', 'anna', '--digest', plan_digest];
  await okHere(workspace.dir, ...approve);
  await server.call('get_operation', { approval_id: id, ...why });
  mkdirSync(join(artifacts, 'lists'), { recursive: true });
  for (const name of LISTS) {
    copyFileSync(
      new URL(`../../examples/lists/${name}`, import.meta.url),
      join(artifacts, 'lists', name),
    );
  }
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('the call of the docs gives the figures of the docs, in a preview and in the file', async () => {
  const [, printed = ''] = /^```json estimate\n(.*?)^```/ms.exec(docs) ?? [];
  const args: object = z.looseObject({}).parse(JSON.parse(printed));
  const preview = await estimate(args);
  expect(preview.results).toEqual([
    {
      result: 'kgCO2e A1-A3',
      amount: 37_279.91,
      groups: [
        { group: 'Walls', amount: 25_626.8 },
        { group: 'Floors', amount: 11_565.85 },
        { group: 'Columns', amount: 43.2 },
        { group: 'Beams', amount: 44.06 },
      ],
    },
  ]);
  expect(docs).toContain('37,279.91 kg');
  expect(preview.left_out.map(({ category, reason, count }) => [category, reason, count])).toEqual(
    expect.arrayContaining([
      ['Walls', 'unmatched', 9],
      ['Doors', 'unmatched', 11],
      ['Windows', 'unmatched', 17],
      ['Rooms', 'unmatched', 11],
      ['Stairs', 'unmatched', 1],
      ['Roofs', 'unmatched', 2],
    ]),
  );
  const list = readFileSync(join(artifacts, 'lists', 'house-carbon.csv'));
  expect(preview.list).toEqual({
    file: 'lists/house-carbon.csv',
    sha256: sha256Hex(list),
    lines: 5,
  });

  const written = await estimate({ ...args, dry_run: false });
  expect(written.results).toEqual(preview.results);
  const Row = z.looseObject({
    line: z.string().nullable(),
    amount: z.number().nullable(),
    source: z.string().nullable(),
    status: z.string(),
    element_ids: z.string(),
  });
  const Group = z.object({ rows: z.array(Row) });
  const File = z.object({ groups: z.array(z.object({ groups: z.array(Group) })) });
  const file = File.parse(JSON.parse(readFileSync(written.path, 'utf8')));
  const rows = file.groups.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  for (const { line, amount, source, element_ids } of rows.filter(
    ({ status }) => status === 'counted',
  )) {
    const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount ?? 0);
    expect([line, docs.includes(`| ${line} |`), docs.includes(`${money} kg`)]).toEqual([
      line,
      true,
      true,
    ]);
    expect(source).toContain('ÖKOBAUDAT 2020, data set ');
    expect(element_ids).toMatch(/^\w+( \w+)*$/u);
  }
  expect(rows.flatMap(({ element_ids }) => element_ids.split(' '))).toHaveLength(68);

  const history = await server.call('get_history', { limit: 1, ...why });
  expect(JSON.stringify(history.data)).toContain('schedule.generated');
});

test('prices are summed by cost group, in each format', async () => {
  const args = { list: 'lists/house-prices.csv', group_by: 'cost_group' };
  const { results, left_out, unused_lines } = await estimate(args);
  expect(results).toMatchObject([{ result: 'EUR', amount: 126_721.53 }]);
  expect(results[0]?.groups.map(({ group }) => group)).toEqual([
    '322',
    '331',
    '333',
    '334',
    '342',
    '344',
    '345',
    '351',
    '361',
  ]);
  expect(left_out.map(({ category }) => category)).toEqual(['Rooms']);
  expect(unused_lines).toEqual([]);
  for (const format of ['csv', 'xlsx', 'markdown']) {
    const first = await estimate({ ...args, rows: 'elements', format, dry_run: false });
    const again = await estimate({ ...args, rows: 'elements', format, dry_run: false });
    expect(again).toEqual(first);
  }
});

const HEADER = 'id,matches,quantity,unit,value,result_unit,source,edition';
const lineWith = (value: string, id = 'A'): string =>
  `${HEADER}\n${id},category = Walls,area_m2,m2,${value},EUR,S,2026\n`;

test('texts that look like formulas stay text', async () => {
  const csv = lineWith('1', '"=HYPERLINK(""http://x"")"');
  const { path } = await estimate({ csv, format: 'csv', dry_run: false });
  expect(readFileSync(path, 'utf8')).toContain('"\'=HYPERLINK(""http://x"")"');
});

test.each([
  ['a formula as value', lineWith('=1+1'), 'line 2, `value`: received `=1+1`'],
  ['a decimal comma', lineWith('"1,5"'), 'line 2, `value`: received `1,5`'],
  ['an unknown category', lineWith('1').replace('Walls', 'Wals'), 'for example Walls'],
  ['an open quote', `${HEADER}\n"A`, 'a quoted cell that never ends'],
  ['a hidden character', lineWith('1', 'A\u202E'), 'without invisible characters'],
  ['two delimiters', `${HEADER};x`, 'a header with several delimiters'],
  ['figures of many digits', lineWith('999999999999999'.slice(0, 12)), 'more than 15 digits'],
])('a list with %s is refused', async (_, csv, message) => {
  expect(await refused({ csv })).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: expect.stringContaining(message),
  });
});

test('files that are no lists are refused', async () => {
  writeFileSync(join(artifacts, 'lists', 'latin.csv'), Buffer.from([...Buffer.from(HEADER), 0xe4]));
  writeFileSync(join(artifacts, 'lists', 'utf16.csv'), Buffer.from(`\uFEFF${HEADER}`, 'utf16le'));
  writeFileSync(join(artifacts, 'lists', 'large.csv'), Buffer.alloc(5_000_000, 'x'));
  for (const [name, message] of [
    ['latin.csv', 'expected a file in UTF-8'],
    ['utf16.csv', 'expected a file in UTF-8'],
    ['large.csv', 'a file of 5000000 bytes, expected at most 4194304'],
    ['none.csv', 'none.csv'],
    ['../../secret.csv', 'secret.csv'],
  ] as const) {
    expect(await refused({ list: `lists/${name}` })).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  }
  expect(await refused({})).toMatchObject({ name: 'INVALID_ARGUMENT' });
  expect(await refused({ list: 'lists/house-carbon.csv', csv: HEADER })).toMatchObject({
    message: 'expected exactly one of `list` and `csv`',
  });
  expect(await refused({ list: 'lists/house-prices.csv', group_by: 'costgroup' })).toMatchObject({
    name: 'UNKNOWN_PARAMETER',
    message: expect.stringMatching(/expected for example .*cost_group/u),
  });
  expect(await refused({ list: 'lists/house-prices.csv', group_by: 'levl' })).toMatchObject({
    name: 'UNKNOWN_PARAMETER',
  });
});
