/** @module tests of printed tables: JSON, CSV and Markdown. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { csvText } from '../../../../kernel/documents/schedules/print/csv.ts';
import { jsonTable, jsonText } from '../../../../kernel/documents/schedules/print/json.ts';
import { markdownText } from '../../../../kernel/documents/schedules/print/markdown.ts';
import { paperTable } from '../../../../kernel/documents/schedules/print/paper.ts';
import type { Table } from '../../../../kernel/documents/schedules/table.ts';
import type { ScheduleDefinition } from '../../../../schemas/schedules.ts';
import { created } from '../../building/model/build.ts';
import { scheduleOf, viewOf } from './two-rooms.ts';

const walls = scheduleOf({
  category: 'Walls',
  parameters: ['name', 'length_m', 'load_bearing'],
  group_by: ['thickness'],
});

test('CSV has a header with units, a row for each element, and sums on request', () => {
  const [header, first, ...rest] = csvText(walls).split('\r\n');
  expect(header).toBe('Thickness (mm),Name,Length (m),Load bearing,Element id,IFC GUID');
  expect(first).toMatch(/^100,,4,false,middle,[0-3][\w$]{21}$/);
  expect(rest.length).toBe(6);
  expect(rest.at(-1)).toBe('');
  const sums = csvText(walls, { totals: true })
    .split('\r\n')
    .filter((line) => /otal/.test(line));
  expect(sums).toEqual([
    'Subtotal Thickness: 100,,4,,,',
    'Subtotal Thickness: 200,,29,,,',
    'Total (6),,33,,,',
  ]);
});

function named(name: string): Table {
  return scheduleOf(
    { category: 'Walls', parameters: ['name', 'base_offset'] },
    viewOf([created('level', 'L1'), created('wall', 'w', { name, base_offset: -5 })]),
  );
}

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '=cmd|" /C calc"!A0', '＝1+1'])(
  'text that a spreadsheet would carry out is protected: %j',
  (name) => {
    const [, row] = parse(csvText(named(name)), { record_delimiter: '\r\n' });
    expect(row).toEqual([`'${name}`, '-5', 'w', ifcGuid('w')]);
  },
);

test('any text is read back from CSV, protected or not', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), (name) => {
      const records: unknown = parse(csvText(named(name)), { record_delimiter: '\r\n' });
      const [, row] = Array.isArray(records) ? records : [];
      expect(String(row[0]).replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, '')).toBe(name);
    }),
    { numRuns: 200 },
  );
});

test('JSON has rows by key and separate sums', () => {
  expect(jsonTable(walls)).toMatchObject({
    title: 'Walls schedule',
    columns: [{ key: 'thickness', unit: 'mm' }, {}, {}, {}, {}, {}],
    groups: [
      {
        key: 'thickness',
        value: 100,
        count: 1,
        rows: [{ name: null, length_m: 4 }],
        totals: { length_m: 4 },
      },
      { key: 'thickness', value: 200, count: 5, totals: { length_m: 29 } },
    ],
    count: 6,
    totals: { length_m: 33 },
  });
  expect(JSON.parse(jsonText(walls))).toEqual(jsonTable(walls));
});

test('Markdown has group headings and sums in bold, and no name can end its cell', () => {
  const lines = markdownText(walls).split('\n');
  expect(lines.slice(0, 7)).toEqual([
    '## Walls schedule',
    '',
    '| Thickness (mm) | Name | Length (m) | Load bearing | Element id | IFC GUID |',
    '| ---: | --- | ---: | --- | --- | --- |',
    '| **Thickness: 100 (1)** |  |  |  |  |  |',
    expect.stringMatching(/^\| 100 \| {2}\| 4\.000 \| no \| middle \| /),
    '| **Subtotal Thickness: 100** |  | **4.000** |  |  |  |',
  ]);
  expect(lines).toContain('| **Total (6)** |  | **33.000** |  |  |  |');
  const [, , , , row = ''] = markdownText(named('a|b\n<b>*x*</b>')).split('\n');
  expect(row).toContain('| a\\|b \\<b\\>\\*x\\*\\</b\\> | -5 |');
});

test('Markdown shows every GUID and id unchanged, so that it can be copied', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `wall_${i}__$x`);
  const level = created('level', 'L1', { name: 'Ground', elevation: 0 });
  const walls_only = ids.map((id, i) =>
    created('wall', id, { start: { x: 0, y: i * 500 }, end: { x: 4000, y: i * 500 } }),
  );
  const view = viewOf([level, ...walls_only]);
  const table = scheduleOf({ category: 'Walls', parameters: ['level_id'] }, view);
  const text = markdownText(table);
  const guids = ids.map((id) => ifcGuid(id));
  expect(guids.some((guid) => guid.includes('_')) && guids.some((guid) => guid.includes('$'))).toBe(
    true,
  );
  for (const value of [...ids, ...guids]) expect(text).toContain(`| \`${value}\` |`);
});

test('on paper groups have headings and sums, each row has its element, and ids are omitted unless requested', () => {
  const request = { category: 'Walls', parameters: ['name', 'length_m'], group_by: ['thickness'] };
  const paper = paperTable(scheduleOf(request), request);
  expect(paper.columns).toEqual([
    { title: 'Name', align: 'left' },
    { title: 'Length (m)', align: 'right' },
  ]);
  expect(paper.rows.slice(0, 3)).toEqual([
    { cells: ['Thickness: 100 (1)', ''], bold: true, element: null },
    { cells: ['', '4.000'], bold: false, element: 'middle' },
    { cells: ['Subtotal Thickness: 100', '4.000'], bold: true, element: null },
  ]);
  expect(paper.rows.at(-1)).toEqual({ cells: ['Total (6)', '33.000'], bold: true, element: null });
  const ids = { category: 'Walls', parameters: ['length_m', 'ifc_guid'] };
  expect(paperTable(scheduleOf(ids), ids).rows.slice(-2)).toEqual([
    { cells: ['Total (6)', ''], bold: true, element: null },
    { cells: ['33.000', ''], bold: true, element: null },
  ]);
  expect(paperTable(scheduleOf(ids), ids).rows[0]?.cells[1]).toMatch(/^[0-3][\w$]{21}$/);
});

test('on paper empty default columns are omitted, requested ones are kept', () => {
  const nameless = viewOf([created('level', 'L1'), created('wall', 'w', { name: null })]);
  const titles = (request: ScheduleDefinition): readonly string[] =>
    paperTable(scheduleOf(request, nameless), request).columns.map(({ title }) => title);
  expect(titles({ category: 'Walls' }).slice(0, 2)).toEqual(['Level', 'Wall type']);
  expect(titles({ category: 'Walls', parameters: ['name', 'level'] })).toEqual(['Name', 'Level']);
});
