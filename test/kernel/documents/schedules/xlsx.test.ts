/** @module tests of workbooks: they are read by exceljs and by data_xlsx. */
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { xlsxOf } from '../../../../kernel/documents/schedules/print/xlsx/workbook.ts';
import type { Table } from '../../../../kernel/documents/schedules/table.ts';
import { createDataXlsxRunner } from '../../../../kernel/tools/runners/data/xlsx/runner.ts';
import { created } from '../../building/model/build.ts';
import { BUDGET, NO_ABORT, now } from '../../tools/runners/data/budget.ts';
import { scheduleOf, takeOffOf, viewOf } from './two-rooms.ts';

const doors = scheduleOf({ category: 'Doors' });

async function opened(table: Table): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(new Uint8Array(xlsxOf(table)).buffer);
  return book;
}

async function read(table: Table, sheet: string | number = 0): Promise<unknown> {
  await using runner = createDataXlsxRunner({ now });
  const content_base64 = xlsxOf(table).toString('base64');
  const outcome = await runner.run({ content_base64, sheet }, BUDGET, NO_ABORT);
  expect(outcome).toMatchObject({ ok: true });
  return outcome.ok ? outcome.output : null;
}

test('exceljs finds typed cells, formats, the frozen header and the filter', async () => {
  const book = await opened(
    scheduleOf({
      category: 'Walls',
      parameters: ['name', 'length_m', 'load_bearing', 'thickness'],
    }),
  );
  expect(book.worksheets.map(({ name }) => name)).toEqual(['Walls schedule', 'About']);
  const sheet = book.getWorksheet('Walls schedule');
  expect(sheet?.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
  expect(sheet?.autoFilter).toBe('A1:F7');
  expect(sheet?.getRow(1).values).toEqual([
    undefined,
    'Name',
    'Length (m)',
    'Load bearing',
    'Thickness (mm)',
    'Element id',
    'IFC GUID',
  ]);
  expect(sheet?.getCell('A1').font.bold).toBe(true);
  expect(sheet?.getRow(2).values).toEqual([
    undefined,
    'South',
    8,
    false,
    200,
    'south',
    ifcGuid('south'),
  ]);
  expect(
    ['A2', 'B2', 'C2', 'D2'].map((cell) => [
      sheet?.getCell(cell).type,
      sheet?.getCell(cell).numFmt,
    ]),
  ).toEqual([
    [ExcelJS.ValueType.String, '@'],
    [ExcelJS.ValueType.Number, '0.000'],
    [ExcelJS.ValueType.Boolean, undefined],
    [ExcelJS.ValueType.Number, undefined],
  ]);
  expect(sheet?.getRow(8).values).toEqual([undefined, 'Total (6)', 33]);
  expect(sheet?.getCell('B8').font.bold).toBe(true);
  expect(sheet?.rowCount).toBe(8);
});

test('data_xlsx reads the same table', async () => {
  expect(await read(doors)).toMatchObject({
    sheet: 'Doors schedule',
    columns: [
      'Name',
      'Level',
      'Door type',
      'Width (mm)',
      'Height (mm)',
      'Swing',
      'Fire rating (min)',
      'Is exit',
      'Host',
      'From room',
      'To room',
      'Element id',
      'IFC GUID',
    ],
    rows: [
      [
        'D9',
        'Ground',
        'single',
        1000,
        2100,
        'left',
        null,
        true,
        'South',
        null,
        '1 Study',
        'd9',
        ifcGuid('d9'),
      ],
      [
        'D10',
        'Ground',
        'single',
        900,
        2100,
        'left',
        30,
        false,
        'wall basic 100 mm',
        '2 Hall',
        '1 Study',
        'd10',
        ifcGuid('d10'),
      ],
      [
        'D1',
        'First',
        'sliding',
        800,
        2100,
        'left',
        null,
        false,
        'Above',
        null,
        null,
        'd1',
        ifcGuid('d1'),
      ],
      ['Total (3)'],
    ],
  });
  expect(await read(doors, 'About')).toMatchObject({
    rows: [
      ['Title', 'Doors schedule'],
      ['Branch', 'main'],
      ['Position in the log', 13],
      ['Elements', 3],
    ],
  });
});

test('groups have headings and subtotals', async () => {
  const answer = await read(takeOffOf({ categories: ['Walls'], grouping: ['level', 'material'] }));
  expect(answer).toMatchObject({
    rows: [
      ['Level: Ground (5)'],
      ['Ground', 'basic 100 mm', 1, 4, 10.11, 12, 0.951, 1.14],
      ['Ground', 'basic 200 mm', 4, 24, 69.9, 72, 13.98, 14.4],
      ['Subtotal Level: Ground', null, 5, 28, 80.01, 84, 14.931, 15.54],
      ['Level: First (1)'],
      ['First', 'basic 200 mm', 1, 5, 13.32, 15, 2.664, 3],
      ['Subtotal Level: First', null, 1, 5, 13.32, 15, 2.664, 3],
      ['Total (6)', null, 6, 33, 93.33, 99, 17.595, 18.54],
    ],
  });
});

const NAMES = [
  '=1+1',
  'a\nb\tc',
  '<&>"\'',
  '_x0041_ stays',
  'bell \u0007 rings',
  'Tür 🚪',
  ' padded ',
];

test.each(NAMES)('the name %j is read back unchanged, as text', async (name) => {
  const view = viewOf([created('level', 'L1'), created('wall', 'w', { name })]);
  const table = scheduleOf({ category: 'Walls', parameters: ['name'], title: name }, view);
  const cell = (await opened(table)).worksheets[0]?.getCell('A2');
  // Exceljs does not decode `_xHHHH_`.
  const text = cell?.text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  expect([cell?.type, text]).toEqual([ExcelJS.ValueType.String, name]);
  expect(await read(table)).toMatchObject({ rows: [[name, 'w', ifcGuid('w')], ['Total (1)']] });
});

test('any title yields a sheet name that Excel accepts', async () => {
  for (const title of [
    "'a/b\\c?d*e[f]g:h'",
    'x'.repeat(200),
    '',
    'About',
    'History',
    '🚪'.repeat(40),
  ]) {
    const [sheet, about] = (await opened(scheduleOf({ category: 'Doors', title }))).worksheets;
    expect(sheet?.name).toMatch(/^[^'\\/?*[\]:][^\\/?*[\]:]{0,30}$/);
    expect(sheet?.name).not.toMatch(/^(?:about|history)$/i);
    expect(about?.name).toBe('About');
  }
});

test('the same table yields the same bytes', () => {
  expect(xlsxOf(doors).equals(xlsxOf(scheduleOf({ category: 'Doors' })))).toBe(true);
});
