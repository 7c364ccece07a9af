/** @module runner.test: data.xlsx returns the stored values of a workbook and refuses hostile workbooks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createDataXlsxRunner } from '../../../../../../kernel/tools/runners/data/xlsx/runner.ts';
import type { RunBudget, RunOutcome } from '../../../../../../kernel/tools/runners/runner.ts';
import { XLSX_READ, XLSX_REFUSED } from '../../../../../corpus/xlsx/cases.ts';
import { bookOf, number, row, text } from '../../../../../corpus/xlsx/write.ts';
import { openIn } from '../../open-in.ts';
import { BUDGET, NO_ABORT, now } from '../budget.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plumbline-xlsx-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

async function run(
  file: Buffer,
  input: Record<string, unknown> = {},
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createDataXlsxRunner({ now });
  await writeFile(join(root, 'book.xlsx'), file);
  return await runner.run({ path: 'book.xlsx', ...input }, budget, NO_ABORT, {
    open: openIn(root),
  });
}

describe('valid workbooks', () => {
  test.each(XLSX_READ)('$name', async ({ file, input, expect: wanted }) => {
    const outcome = await run(file(), input);
    expect(outcome).toMatchObject({ ok: true, output: wanted });
  });

  test('reads content in the call like a file', async () => {
    await using runner = createDataXlsxRunner({ now });
    const content_base64 = bookOf({ rows: row(1, number('A1', '1')) }).toString('base64');
    expect(await runner.run({ content_base64, header: false }, BUDGET, NO_ABORT)).toMatchObject({
      ok: true,
      output: { rows: [[1]] },
    });
  });

  test('reads a workbook written by exceljs', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Türen');
    sheet.addRow(['id', 'width', 'made', 'exit', 'none', 'note']);
    sheet.addRow(['007', 900.5, new Date('2024-02-29T00:00:00Z'), true, null, 'a\nb "c" & <d>']);
    const bytes = Buffer.from(await book.xlsx.writeBuffer());
    expect(await run(bytes, { sheet: 'Türen' })).toMatchObject({
      ok: true,
      output: {
        columns: ['id', 'width', 'made', 'exit', 'none', 'note'],
        rows: [['007', 900.5, '2024-02-29', true, null, 'a\nb "c" & <d>']],
      },
    });
  });
});

describe('refused workbooks', () => {
  test.each(XLSX_REFUSED)('$name', async ({ file, input, code, cause }) => {
    const outcome = await run(file(), input);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.cause).toMatch(cause);
  });
});

describe('pages and budgets', () => {
  const rows = Array.from({ length: 5000 }, (_, at) =>
    row(at + 1, number(`A${at + 1}`, String(at)), text(`B${at + 1}`, `room ${at}`)),
  ).join('');

  test('an answer has the offset of the next one', async () => {
    expect(await run(bookOf({ rows }), { header: false, offset: 10, limit: 2 })).toMatchObject({
      ok: true,
      output: {
        rows: [
          [10, 'room 10'],
          [11, 'room 11'],
        ],
        row_numbers: [11, 12],
        next_offset: 12,
        total_rows: null,
      },
    });
    expect(await run(bookOf({ rows }), { header: false, limit: 1, count_all: true })).toMatchObject(
      { ok: true, output: { next_offset: 1, total_rows: 5000 } },
    );
  });

  test('the exact gas suffices, and one less is refused', async () => {
    const all = { header: false, limit: 1, count_all: true };
    const whole = await run(bookOf({ rows }), all);
    expect(whole).toMatchObject({ ok: true });
    const { gas } = whole.use;
    expect(gas).toBeGreaterThan(10);
    expect(await run(bookOf({ rows }), all, { ...BUDGET, gas })).toMatchObject({ ok: true });
    expect(await run(bookOf({ rows }), all, { ...BUDGET, gas: gas - 1 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
    });
  });

  test('shared texts that fill the heap are refused with BOUND_MEM, and the next run works', async () => {
    const strings = Array.from(
      { length: 60_000 },
      (_, at) => `<si><t>${at}${'é€'.repeat(200)}</t></si>`,
    );
    const outcome = await run(bookOf({ strings: strings.join('') }), {}, { ...BUDGET, mem_mb: 24 });
    expect(outcome).toMatchObject({ ok: false, code: 'BOUND_MEM' });
    expect(await run(bookOf({ rows: row(1, number('A1', '1')) }), {})).toMatchObject({ ok: true });
  });
});
