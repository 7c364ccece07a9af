/** @module page.test: continuing at next_offset returns every row once, in order, however short the answers are. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../../../kernel/base/canonical/json.ts';
import {
  createRegistry,
  declaredTool,
} from '../../../../../kernel/tools/mpt/contracts/contract-registry.ts';
import { ownContracts } from '../../../../../kernel/tools/mpt/contracts/contract.ts';
import { settleOutput } from '../../../../../kernel/tools/mpt/output/settle-output.ts';
import { DEFAULT_TOOL_POLICY } from '../../../../../kernel/tools/mpt/service-parts.ts';
import { DataMeter } from '../../../../../kernel/tools/runners/data/bounds.ts';
import { readCsv } from '../../../../../kernel/tools/runners/data/csv/read.ts';
import { readXlsx } from '../../../../../kernel/tools/runners/data/xlsx/read.ts';
import { bookOf, row, text } from '../../../../corpus/xlsx/write.ts';

const registry = createRegistry(ownContracts());
const GAS = 100_000;
const PAGES_MAX = 1000;

type Answer = {
  readonly columns: readonly string[] | null;
  readonly rows: readonly (readonly unknown[])[];
  readonly row_numbers?: readonly number[];
  readonly next_offset: number | null;
  readonly stopped_by: 'limit' | 'size' | null;
  readonly artefact?: { readonly shortened: boolean };
};
type Question = { readonly offset: number; readonly limit: number };

const isAnswer = (output: unknown): output is Answer =>
  typeof output === 'object' && output !== null && 'rows' in output;

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(content));
}

const csv = {
  tool_id: 'data.csv',
  read: async (rows: readonly string[][], question: Question) =>
    await readCsv(
      bytesOf(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')),
      {
        delimiter: ',',
        encoding: null,
        header: true,
        columns: null,
        count_all: false,
        strict: true,
        ...question,
      },
      new DataMeter(GAS),
    ),
};

const xlsx = {
  tool_id: 'data.xlsx',
  read: async (rows: readonly string[][], question: Question) => {
    const sheet = rows.map((cells, at) =>
      row(at + 1, ...cells.map((cell, column) => text(`${'ABCDE'[column]}${at + 1}`, cell))),
    );
    return await readXlsx(
      { kind: 'bytes', bytes: bookOf({ rows: sheet.join('') }) },
      { sheet: 0, header: true, columns: null, count_all: false, values: 'typed', ...question },
      new DataMeter(GAS),
    );
  },
};

/** One answer as the caller receives it. */
async function answerOf(
  { tool_id, read }: typeof csv | typeof xlsx,
  rows: readonly string[][],
  { tokens_max, ...question }: Question & { tokens_max: number },
): Promise<Answer> {
  const output = await read(rows, question);
  const { output: settled } = await settleOutput(
    {
      run_id: 'run',
      tool: declaredTool(registry, tool_id, {}),
      input: question,
      output,
      text: canonicalJson(output),
      tokens_max,
    },
    {
      keep: async ({ text: kept }) => await Promise.resolve({ bytes: kept.length }),
      keepFile: async ({ name }) => await Promise.resolve(name),
    },
    DEFAULT_TOOL_POLICY,
  );
  if (!isAnswer(settled)) throw new Error('expected a page');
  return settled;
}

/** All pages from the first row, as a caller reads them. */
async function pagesOf(
  tool: typeof csv | typeof xlsx,
  rows: readonly string[][],
  bounds: { readonly limit: number; readonly tokens_max: number },
): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  for (let offset: number | null = 0; offset !== null && pages.length < PAGES_MAX;) {
    const page = await answerOf(tool, rows, { offset, ...bounds });
    pages.push(page);
    offset = page.next_offset;
  }
  return pages;
}

const cell = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'ß', '7', ' ', '木'), minLength: 1, maxLength });
const tableOf = (body: fc.Arbitrary<string>): fc.Arbitrary<string[][]> =>
  fc
    .array(fc.tuple(body, body), { maxLength: 40, size: 'max' })
    .map((rows) => [['id', 'note']].concat(rows.map(([a, b], at) => [`${at} ${a}`, b])));
const bounds = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  tokens_max: fc.integer({ min: 400, max: 900 }),
});

describe.each([csv, xlsx])('$tool_id', (tool) => {
  test('rows that each fit into an answer are returned complete, once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(cell(60)), bounds, async (table, limits) => {
        const pages = await pagesOf(tool, table, limits);
        expect(pages.flatMap(({ rows }) => rows)).toEqual(table.slice(1));
      }),
      { seed: 13, numRuns: 40 },
    );
  });

  test('a row that fits into no answer is cut and does not hide the following rows', async () => {
    const body = fc.oneof(
      cell(30),
      fc.nat(3000).map((length) => '木'.repeat(length + 1)),
    );
    await fc.assert(
      fc.asyncProperty(tableOf(body), bounds, async (table, limits) => {
        const pages = await pagesOf(tool, table, limits);
        const got = pages.flatMap(({ rows }) => rows);
        expect(got).toHaveLength(table.length - 1);
        for (const [at, cells] of table.slice(1).entries()) {
          for (const [column, value] of (got[at] ?? []).entries()) {
            expect(cells[column]?.startsWith(String(value))).toBe(true);
          }
        }
      }),
      { seed: 13, numRuns: 25 },
    );
  });

  test('a page that was cut states the reason, and every row keeps its number', async () => {
    const table = [
      ['id', 'note'],
      ...Array.from({ length: 60 }, (_, n) => [`d${n}`, 'x y '.repeat(20)]),
    ];
    const page = await answerOf(tool, table, { offset: 7, limit: 50, tokens_max: 800 });
    const { length } = page.rows;
    expect(length).toBeGreaterThan(4);
    expect(page.rows).toEqual(table.slice(8, 8 + length));
    expect(page).toMatchObject({
      columns: ['id', 'note'],
      next_offset: 7 + length,
      stopped_by: 'size',
      artefact: {
        shortened: true,
        sha256: sha256Hex(canonicalJson(await tool.read(table, { offset: 7, limit: 50 }))),
      },
    });
    const numbers = page.rows.map((_, at) => 9 + at);
    expect(page.row_numbers).toEqual(tool === xlsx ? numbers : undefined);
  });
});
