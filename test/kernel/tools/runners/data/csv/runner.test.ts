/** @module runner.test: data.csv returns exact text within its limits and agrees with an independent parser. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createDataCsvRunner } from '../../../../../../kernel/tools/runners/data/csv/runner.ts';
import { CsvScan } from '../../../../../../kernel/tools/runners/data/csv/scan.ts';
import type { RunBudget, RunOutcome } from '../../../../../../kernel/tools/runners/runner.ts';
import { CSV_READ, CSV_REFUSED } from '../../../../../corpus/csv/cases.ts';
import { openIn } from '../../open-in.ts';
import { BUDGET, NO_ABORT, now } from '../budget.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plumbline-csv-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

async function run(
  input: Record<string, unknown>,
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createDataCsvRunner({ now });
  return await runner.run(input, budget, NO_ABORT, { open: openIn(root) });
}

const outputOf = (outcome: RunOutcome): Readonly<Record<string, unknown>> =>
  outcome.ok ? outcome.output : { refused: outcome };

/** The records of a text that is scanned in pieces of `step` UTF-16 units. */
function scan(text: string, step = text.length, delimiter = ','): string[][] {
  const records: string[][] = [];
  const scanner = new CsvScan(delimiter, (cells) => records.push(cells) > 0);
  for (let at = 0; at < text.length; at += Math.max(step, 1)) {
    scanner.push(text.slice(at, at + step));
  }
  scanner.end();
  return records;
}

const inputOf = (content: string | Uint8Array): Record<string, unknown> =>
  typeof content === 'string'
    ? { content }
    : { content_base64: Buffer.from(content).toString('base64') };

describe('unusual and hostile texts', () => {
  test.each(CSV_READ)('$name', async ({ content, input, expect: wanted, warnings = [] }) => {
    const output = outputOf(await run({ ...inputOf(content), ...input }));
    expect(output).toMatchObject(wanted);
    expect(output['rows']).toEqual(wanted.rows);
    expect((output['warnings'] as { kind: string }[]).map(({ kind }) => kind)).toEqual(warnings);
  });

  test.each(CSV_REFUSED)('$name', async ({ content, input, code, cause }) => {
    const outcome = await run({ ...inputOf(content), ...input });
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.cause).toMatch(cause);
  });
});

describe('agreement with other readers', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('csv-spectrum')), 'csvs');

  // The published answer to this file has another phone number than its text
  const files = readdirSync(folder).filter((file) => file !== 'location_coordinates.csv');

  test.each(files)('reads the csv-spectrum file %s as published', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const [names = [], ...rows] = scan(text);
    const wanted = JSON.parse(
      readFileSync(join(folder, '..', 'json', file.replace('.csv', '.json')), 'utf8'),
    ) as Record<string, string>[];
    expect(rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))).toEqual(
      wanted,
    );
  });

  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '😀') });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1 });
  const quotedCsv = (rows: string[][]): string =>
    rows
      .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
      .join('\r\n');

  test('reads quoted cells unchanged, wherever the text is cut', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, step) => {
        expect(scan(quotedCsv(rows), step)).toEqual(rows);
      }),
    );
  });

  test('reads the same records as csv-parse', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const theirs = parse(quotedCsv(rows), {
          relax_column_count: true,
          record_delimiter: '\r\n',
        });
        expect(scan(quotedCsv(rows))).toEqual(theirs);
      }),
    );
  });

  test('reads any text equally as a whole and in pieces', () => {
    fc.assert(
      fc.property(cell, fc.integer({ min: 1, max: 3 }), (text, step) => {
        expect(scan(text, step)).toEqual(scan(text));
      }),
    );
  });
});

describe('pages', () => {
  const content = `n\n${Array.from({ length: 250 }, (_, at) => at).join('\n')}\n`;

  test('an answer has the offset of the next one', async () => {
    const first = outputOf(await run({ content }));
    expect(first).toMatchObject({ next_offset: 100, total_rows: null, stopped_by: 'limit' });
    const last = outputOf(await run({ content, offset: 200 }));
    expect(last).toMatchObject({ next_offset: null, total_rows: 250, stopped_by: null });
    expect((last['rows'] as string[][]).at(-1)).toEqual(['249']);
  });

  test('a limit equal to the number of rows does not stop the answer', async () => {
    expect(outputOf(await run({ content, limit: 250 }))).toMatchObject({
      next_offset: null,
      total_rows: 250,
    });
  });

  test('count_all counts all rows', async () => {
    expect(outputOf(await run({ content, limit: 1, count_all: true }))).toMatchObject({
      rows: [['0']],
      next_offset: 1,
      total_rows: 250,
    });
  });

  test('an answer stops before a million characters', async () => {
    const long = `a\n${`${'x'.repeat(100_000)}\n`.repeat(12)}`;
    expect(outputOf(await run({ content: long }))).toMatchObject({
      next_offset: 10,
      stopped_by: 'size',
    });
  });
});

describe('files', () => {
  beforeAll(async () => {
    await mkdir(join(root, 'sub'));
    await writeFile(join(root, 'sub', 'ok.csv'), 'a\n1\n');
    await writeFile(`${root}-beside.csv`, 'secret\n1\n');
    await symlink(`${root}-beside.csv`, join(root, 'link.csv'));
    await symlink(dirname(root), join(root, 'up'));
    await symlink(join(root, 'sub', 'ok.csv'), join(root, 'inside.csv'));
    execFileSync('mkfifo', [join(root, 'pipe.csv')]);
  });
  afterAll(async () => {
    await rm(`${root}-beside.csv`);
  });

  test.each(['sub/ok.csv', 'inside.csv', './sub/ok.csv'])('the path %s is read', async (path) => {
    expect(outputOf(await run({ path }))).toMatchObject({ columns: ['a'], rows: [['1']] });
  });

  test.each([
    ['link.csv', 'TOOL_UNSAFE', /leads out of the data folder/],
    ['up/etc', 'TOOL_FAIL', /there is no file/],
    ['../x.csv', 'TOOL_UNSAFE', /leaves the data folder/],
    ['sub/../../x', 'TOOL_UNSAFE', /leaves the data folder/],
    ['/etc/passwd', 'TOOL_UNSAFE', /relative/],
    ['C:\\x', 'TOOL_UNSAFE', /relative/],
    ['a\0b', 'TOOL_UNSAFE', /relative/],
    ['.', 'TOOL_UNSAFE', /leaves the data folder/],
    ['sub', 'TOOL_UNSAFE', /not a regular file/],
    ['pipe.csv', 'TOOL_UNSAFE', /not a regular file/],
    ['gone.csv', 'TOOL_FAIL', /there is no file/],
  ])('%j is refused', async (path, code, cause) => {
    const outcome = await run({ path });
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.cause).toMatch(cause);
  });

  test('a path is refused without a data folder', async () => {
    await using runner = createDataCsvRunner({ now });
    expect(await runner.run({ path: 'sub/ok.csv' }, BUDGET, NO_ABORT)).toMatchObject({
      ok: false,
      code: 'TOOL_UNSAFE',
    });
  });
});

describe('budgets', () => {
  test('the price is one gas per started 64 KiB and per started 1000 cells', async () => {
    const content = 'ab\n'.repeat(30_000);
    expect(await run({ content, limit: 1, count_all: true })).toMatchObject({
      ok: true,
      use: { gas: 2 + 30, fuel: 0, web_requests: 0 },
    });
    expect(await run({ content, limit: 1, count_all: true }, { ...BUDGET, gas: 32 })).toMatchObject(
      {
        ok: true,
      },
    );
    expect(await run({ content, limit: 1, count_all: true }, { ...BUDGET, gas: 31 })).toMatchObject(
      {
        ok: false,
        code: 'BOUND_GAS',
        cause: 'the table needs more than 31 gas to read',
      },
    );
  });

  test('the deadline kills the reader', async () => {
    const content = 'a,b,c,d\n'.repeat(900_000);
    expect(
      await run({ content, limit: 0, count_all: true }, { ...BUDGET, time_ms: 1 }),
    ).toMatchObject({ ok: false, code: 'TOOL_TIMEOUT', use: { gas: 0, unmeasured: true } });
  });

  test('a cancelled run stops', async () => {
    await using runner = createDataCsvRunner({ now });
    expect(await runner.run({ content: 'a\n' }, BUDGET, AbortSignal.abort())).toMatchObject({
      ok: false,
      code: 'TOOL_FAIL',
      cause: 'the run was cancelled',
    });
  });

  test.each([
    [{}, /exactly one of path/],
    [{ content: 'a', path: 'b' }, /got 2/],
    [{ content: 'a', delimiter: '"' }, /delimiter/],
    [{ content: 'a', delimiter: '::' }, /delimiter/],
    [{ content: 'a', limit: 10_001 }, /limit/],
    [{ content: 'a', offset: -1 }, /offset/],
    [{ content: 'a', else: 1 }, /else/],
  ])('refuses the input %j', async (input, cause) => {
    const outcome = await run(input);
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_SCHEMA_MISS' });
    expect(outcome.ok ? '' : outcome.cause).toMatch(cause);
  });
});
