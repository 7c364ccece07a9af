/** @module runner.test: data.query runs read-only SQL over typed tables, in pages, within time and memory limits. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { DataMeter } from '../../../../../../kernel/tools/runners/data/bounds.ts';
import { queryTable } from '../../../../../../kernel/tools/runners/data/query/query.ts';
import { createDataQueryRunner } from '../../../../../../kernel/tools/runners/data/query/runner.ts';
import type { RunOutcome } from '../../../../../../kernel/tools/runners/runner.ts';
import { CORPUS_BUDGET } from '../../../../../corpus/code-program.ts';
import { bookOf, number, row, text } from '../../../../../corpus/xlsx/write.ts';
import { openIn } from '../../open-in.ts';

const DOORS = 'id,width,fire,note\nd1,900,30,007\nd2,1000.5,,008\nd3,800,60,\n';

/** Runs a query in this process; returns each column as name and type. */
async function answer(
  content: string | Buffer,
  sql: string,
  page: { readonly offset?: number; readonly limit?: number; readonly format?: 'json' } = {},
): Promise<unknown> {
  const request = {
    format: 'csv',
    sheet: 0,
    header: true,
    delimiter: null,
    encoding: null,
  } as const;
  const { columns, ...rest } = await queryTable(
    { kind: 'bytes', bytes: typeof content === 'string' ? Buffer.from(content) : content },
    { ...request, sql, offset: 0, limit: 100, ...page },
    new DataMeter(100),
  );
  return { columns: columns.map(({ name, type }) => `${name} ${type}`), ...rest };
}
const rowsOf = async (content: string | Buffer, sql: string, format?: 'json'): Promise<unknown> =>
  ((await answer(content, sql, format === undefined ? {} : { format })) as { rows: unknown }).rows;

describe('a table of delimited text', () => {
  test('has numeric columns with NULL for empty cells, and text columns for codes', async () => {
    expect(await answer(DOORS, 'SELECT * FROM t ORDER BY width')).toEqual({
      columns: ['id text', 'width real', 'fire integer', 'note text'],
      rows: [
        ['d3', 800, 60, ''],
        ['d1', 900, 30, '007'],
        ['d2', 1000.5, null, '008'],
      ],
      next_offset: null,
      stopped_by: null,
      warnings: [],
    });
    expect(await rowsOf(DOORS, 'SELECT count(fire), sum(width), avg(fire) FROM t')).toEqual([
      [2, 2700.5, 45],
    ]);
  });

  test.each([
    ['a;b\n1;x\n2;y\n', 'SELECT b FROM t WHERE a = 2', [['y']]],
    ['A,a,,c1\n1,2,3,4\n', 'SELECT A, a_2, column_3, c1_ FROM t', [[1, 2, 3, 4]]],
    [
      'a,b\n1\n1,2,3\n',
      'SELECT * FROM t',
      [
        [1, null, null],
        [1, 2, 3],
      ],
    ],
    ['say "hi"\n1\n', 'SELECT "say ""hi""" FROM t', [[1]]],
    ['a\n', 'SELECT count(*) FROM t', [[0]]],
    [
      'a\n123456789012345678\n',
      'SELECT a, typeof(a), 9007199254740993 FROM t',
      [['123456789012345678', 'text', '9007199254740993']],
    ],
    ['a\n1\n', "SELECT x'00ff', 1e999, NULL, 1.5 FROM t", [['00ff', 'Infinity', null, 1.5]]],
    ['a\n+1\n1e3\n', 'SELECT a FROM t', [['+1'], ['1e3']]],
  ])('of %j gives the expected rows for %s', async (content, sql, rows) => {
    expect(await rowsOf(content, sql)).toEqual(rows);
  });

  test('returns every row once over all pages', async () => {
    const content = `n\n${Array.from({ length: 25 }, (_, n) => n).join('\n')}\n`;
    const got: unknown[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page = (await answer(content, 'SELECT n FROM t', { offset, limit: 10 })) as {
        readonly rows: readonly (readonly number[])[];
        readonly next_offset: number | null;
      };
      got.push(...page.rows.map(([n]) => n));
      offset = page.next_offset;
    }
    expect(got).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  test.each([
    'DROP TABLE t',
    'DELETE FROM t',
    'UPDATE t SET id = 1',
    'INSERT INTO t SELECT * FROM t',
    'CREATE TABLE u (a)',
    "ATTACH '/tmp/x.db' AS x",
    'PRAGMA table_info(t)',
    'VACUUM',
    'BEGIN',
    'SELECT random()',
    'SELECT CURRENT_TIMESTAMP',
    'SELECT unixepoch()',
    'SELECT julianday()',
    "SELECT date('now')",
    "SELECT strftime('%Y')",
    "SELECT datetime('2026-01-31', 'localtime')",
    "SELECT timediff('2026-01-31', ' NOW ')",
    "SELECT load_extension('x')",
    'SELEC 1',
    'SELECT nothing FROM t',
    '-- nothing',
    'SELECT 1; SELECT 2',
    'SELECT 1; DROP TABLE t',
  ])('refuses a statement that is not a plain SELECT: %s', async (sql) => {
    await expect(answer(DOORS, sql)).rejects.toMatchObject({ code: 'TOOL_FAIL' });
  });

  test('computes dates from explicit times', async () => {
    const sql =
      "SELECT date('2026-01-31', '+1 month', 'start of month') AS a, strftime('%d.%m.%Y', '2026-01-31') AS b," +
      " unixepoch('2026-01-31') AS c, julianday('2026-01-31') AS d, time('12:30', '+45 minutes') AS e," +
      " datetime(1769817600, 'unixepoch') AS f, date('no date') AS g, timediff('2026-03-01', '2026-01-31') AS h";
    expect(await answer(DOORS, sql)).toMatchObject({
      rows: [
        [
          '2026-03-01',
          '31.01.2026',
          1_769_817_600,
          2_461_071.5,
          '13:15:00',
          '2026-01-31 00:00:00',
          null,
          '+0000-00-29 00:00:00.000',
        ],
      ],
      columns: ['a text', 'b text', 'c integer', 'd real', 'e text', 'f text', 'g null', 'h text'],
    });
  });

  test('accepts a comment after the statement', async () => {
    const sql = "SELECT ';--' AS a; -- all\n/* of it */ ;";
    expect(await answer(DOORS, sql)).toMatchObject({ rows: [[';--']] });
  });

  test('charges gas for reading', async () => {
    await expect(answer(`a\n${'1\n'.repeat(200_000)}`, 'SELECT 1')).rejects.toMatchObject({
      code: 'BOUND_GAS',
    });
  });
});

describe('a table of JSON', () => {
  const polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 5],
        [0, 0],
      ],
    ],
  };
  const feature = { type: 'Feature', id: 7, properties: { use: 'office' }, geometry: polygon };
  test.each<[string, unknown, string, unknown]>([
    [
      'objects',
      [
        { a: 1, b: 'x' },
        { c: [1, 2], a: 2 },
      ],
      'SELECT * FROM t',
      [
        [1, 'x', null],
        [2, null, '[1,2]'],
      ],
    ],
    [
      'whole numbers',
      [{ a: 1 }, { a: 2 }],
      'SELECT typeof(a), a / 2 FROM t',
      [
        ['integer', 0],
        ['integer', 1],
      ],
    ],
    ['fractions', [{ a: 1 }, { a: 2.5 }], 'SELECT typeof(a), sum(a) FROM t', [['real', 3.5]]],
    ['text of digits', [{ a: '007' }], 'SELECT a FROM t', [['007']]],
    ['booleans', [{ a: true }, { a: null }], 'SELECT a FROM t', [[1], [null]]],
    ['the only list', { name: 'x', doors: [{ w: 900 }] }, 'SELECT w FROM t', [[900]]],
    [
      'lists with a header',
      [
        ['w', 'h'],
        [2, 3],
      ],
      'SELECT w * h FROM t',
      [[6]],
    ],
    ['values', [1, 2, 3], 'SELECT sum(value) FROM t', [[6]]],
    ['an empty list', [], 'SELECT count(*) FROM t', [[0]]],
    [
      'names that objects have',
      [{ constructor: 1, '': 2, A: 3, a: 4 }],
      'SELECT "constructor", column_2, A, a_2 FROM t',
      [[1, 2, 3, 4]],
    ],
    [
      'features',
      {
        type: 'FeatureCollection',
        features: [feature, { type: 'Feature', properties: null, geometry: null }],
      },
      `SELECT feature_id, "use", geometry_type, min_x, max_x, max_y, json_array_length(geometry, '$.coordinates[0]') FROM t`,
      [
        [7, 'office', 'Polygon', 0, 10, 5, 4],
        [null, null, null, null, null, null, null],
      ],
    ],
  ])('has rows from %s', async (_, value, sql, rows) => {
    expect(await rowsOf(JSON.stringify(value), sql, 'json')).toEqual(rows);
  });

  test('refuses JSON that is not UTF-8', async () => {
    for (const bytes of [
      Buffer.from('[{"a":"B\u00fcro"}]', 'latin1'),
      Buffer.from('[1]\u00c3', 'latin1'),
    ]) {
      await expect(rowsOf(bytes, 'SELECT a FROM t', 'json')).rejects.toMatchObject({
        code: 'TOOL_FAIL',
        message: expect.stringContaining('is not UTF-8'),
      });
    }
  });

  test('reads JSON Lines as rows, and refuses invalid and too deeply nested JSON', async () => {
    expect(await rowsOf('{"a":1}\n\n{"a":2}\n', 'SELECT max(a) FROM t', 'json')).toEqual([[2]]);
    await expect(rowsOf('{"a":', 'SELECT 1', 'json')).rejects.toMatchObject({ code: 'TOOL_FAIL' });
    const deep = `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
    await expect(rowsOf(deep, 'SELECT 1', 'json')).rejects.toMatchObject({ code: 'BOUND_DATA' });
  });
});

describe('data.query', () => {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-query-'));
  const runner = createDataQueryRunner({ now: () => 0 });
  afterAll(async () => {
    await runner[Symbol.asyncDispose]();
    rmSync(root, { recursive: true });
  });
  const run = async (
    input: Readonly<Record<string, unknown>>,
    budget: object = {},
  ): Promise<RunOutcome> =>
    await runner.run(input, { ...CORPUS_BUDGET, ...budget }, new AbortController().signal, {
      open: openIn(root),
    });

  test('reads a CSV file and a sheet below its root, in a process that may read nothing else', async () => {
    writeFileSync(join(root, 'doors.csv'), DOORS);
    expect(await run({ path: 'doors.csv', sql: 'SELECT max(width) AS w FROM t' })).toMatchObject({
      ok: true,
      output: { columns: [{ name: 'w', type: 'real' }], rows: [[1000.5]] },
    });
    const rows = [
      row(1, text('A1', 'id'), text('B1', 'width')),
      row(2, text('A2', 'd1'), number('B2', '900.5')),
      row(3, text('A3', '7'), text('B3', '800')),
    ];
    writeFileSync(join(root, 'doors.xlsx'), bookOf({ rows: rows.join('') }));
    writeFileSync(join(root, 'rooms.geojson'), '{"features":[{"properties":{"area":12.5}}]}');
    expect(await run({ path: 'rooms.geojson', sql: 'SELECT * FROM t' })).toMatchObject({
      ok: true,
    });
    expect(
      await run({ content: '[{"a": 6}, {"a": 7}]', sql: 'SELECT sum(a) FROM t' }),
    ).toMatchObject({
      output: { rows: [[13]] },
    });
    // The workbook determines what is a number: text that looks like a number stays text
    const sql = 'SELECT id, width, typeof(id), typeof(width) FROM t';
    expect(await run({ path: 'doors.xlsx', sql })).toMatchObject({
      output: {
        rows: [
          ['d1', 900.5, 'text', 'real'],
          ['7', '800', 'text', 'text'],
        ],
      },
    });
    expect(await run({ path: '../x.csv', sql: 'SELECT 1' })).toMatchObject({ code: 'TOOL_UNSAFE' });
  });

  test('reads text of a given encoding and delimiter', async () => {
    writeFileSync(
      join(root, 'rooms.csv'),
      Buffer.from('Mark;Raum\r\nA;T\u00fcr, links\r\n', 'latin1'),
    );
    const sql = 'SELECT * FROM t';
    expect(await run({ path: 'rooms.csv', sql })).toMatchObject({ code: 'TOOL_FAIL' });
    const given = { encoding: 'windows-1252', delimiter: ';' };
    expect(await run({ path: 'rooms.csv', sql, ...given })).toMatchObject({
      output: { rows: [['A', 'T\u00fcr, links']], warnings: [] },
    });
  });

  const endless = (of: string): string =>
    `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT ${of} FROM c`;
  test('stops endless queries and queries that fill the memory', async () => {
    expect(await run({ content: 'a\n', sql: endless('count(*)') }, { time_ms: 500 })).toMatchObject(
      {
        code: 'TOOL_TIMEOUT',
        use: { unmeasured: true },
      },
    );
    const grows = endless('group_concat(hex(zeroblob(1000)))');
    expect(await run({ content: 'a\n', sql: grows })).toMatchObject({ code: 'BOUND_MEM' });
  });

  test.each([
    [{ sql: 'SELECT 1' }],
    [{ content: 'a', path: 'b', sql: 'SELECT 1' }],
    [{ content: 'a', sql: '' }],
    [{ content: 'a', sql: 'SELECT 1', more: 1 }],
    [{ content: 'a', sql: 'SELECT 1', delimiter: '::' }],
    [{ content: '[{"a": 1}]', sql: 'SELECT 1', delimiter: ';' }],
    [{ content: '[{"a": 1}]', sql: 'SELECT 1', encoding: 'utf-8' }],
  ])('refuses the input %j', async (input) => {
    expect(await run(input)).toMatchObject({ code: 'TOOL_SCHEMA_MISS' });
  });
});
