/** @module tests of the strict reader of lists: what is read, and the refusal of each fault. */
import { expect, test } from 'vitest';

import { textOf } from '../../../../../kernel/documents/estimates/decimal.ts';
import { faultText, type ListLine } from '../../../../../kernel/documents/estimates/list.ts';
import { readList } from '../../../../../kernel/documents/estimates/read/read-list.ts';

const HEADER = 'id,matches,quantity,unit,value,result_unit,stage,density_kg_m3,source,edition';
const GOOD = 'A,category = Walls,area_m2,m2,12.5,EUR,,,Source,2026';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function linesIn(text: string, mark: '.' | ',' = '.'): readonly ListLine[] {
  const read = readList(bytes(text), mark);
  if (!read.ok) throw new Error(read.faults.map(faultText).join('\n'));
  return read.lines;
}

function faultsIn(content: string | Uint8Array, mark: '.' | ',' = '.'): readonly string[] {
  const read = readList(typeof content === 'string' ? bytes(content) : content, mark);
  return read.ok ? [] : read.faults.map(faultText);
}

/** The faults of the good line with one cell changed. */
function faultsWith(column: string, value: string): readonly string[] {
  const names = HEADER.split(',');
  const cells = GOOD.split(',').map((cell, index) => (names[index] === column ? value : cell));
  return faultsIn(`${HEADER}\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}`);
}

test('a list is read with a byte order mark, CRLF, quotes, empty lines and columns in any order', () => {
  const text =
    '\uFEFF"value",id,matches,quantity,unit,result_unit,source,edition,text\r\n' +
    '-0.125,B,"kind = wall; name = \'a; \'\'b\'\'\'; thickness >= 200",gross_area_m2,m²,EUR,"He said ""yes""",2026,\r\n' +
    ',,,,,,,,\r\n';
  const [line, ...more] = linesIn(text);
  expect(more).toEqual([]);
  expect(line).toEqual({
    line: 2,
    id: 'B',
    category: 'wall',
    conditions: [
      { field: 'name', op: 'eq', value: "a; 'b'" },
      { field: 'thickness', op: 'ge', value: '200' },
    ],
    quantity: 'gross_area_m2',
    unit: 'm2',
    density: null,
    value: { digits: -125n, scale: 3 },
    result: { unit: 'EUR', stage: null },
    source: 'He said "yes"',
    edition: '2026',
    work: null,
    text: null,
    cost_group: null,
    note: null,
  });
});

test('semicolons and decimal commas are read if the call states the comma', () => {
  const text = `${HEADER.replaceAll(',', ';')}\nA;category = Walls;area_m2;m2;1234,5;EUR;;;Quelle;2026\n`;
  expect(linesIn(text, ',').map(({ value }) => textOf(value))).toEqual(['1234.5']);
  expect(faultsIn(text, '.')).toEqual([
    'line 2, `value`: received `1234,5`, expected a number such as 12.5: at most 15 digits, at most 9 of them after `.`; no thousands separators',
  ]);
});

test.each([
  ['value', '1,234.5', 'received `1,234.5`, expected a number such as 12.5'],
  ['value', '1e3', 'received `1e3`, expected a number'],
  ['value', '=1+1', 'received `=1+1`, expected a number'],
  ['value', '', 'received nothing, expected a value'],
  ['value', '1234567890123456', 'expected a number'],
  ['id', '', '`id`: received nothing, expected a value'],
  ['id', 'x'.repeat(301), 'expected at most 300 characters'],
  ['source', '', '`source`: received nothing, expected a value'],
  ['source', 'a\u202Eb', 'received `a\\u{202e}b`, expected a text of one line without invisible'],
  ['edition', 'a\nb', 'received `a\\nb`, expected a text of one line'],
  ['matches', 'type = basic', 'expected exactly one condition `category = NAME`'],
  ['matches', 'category != Walls', 'expected exactly one condition `category = NAME`'],
  ['matches', 'category = Walls; kind = wall', 'expected exactly one condition'],
  ['matches', 'category = Walls; type', 'expected conditions COLUMN OPERATOR VALUE'],
  ['matches', 'category = Walls; type =', 'expected conditions COLUMN OPERATOR VALUE'],
  ['matches', "category = 'Walls", 'expected a closing single quote'],
  ['matches', `category = Walls${'; a = b'.repeat(10)}`, 'expected at most 10 conditions'],
  ['result_unit', 'eur', 'received `eur`, expected `kgCO2e`, or a currency'],
  ['result_unit', 'kgCO2e', '`stage`: received nothing, expected modules of EN 15804'],
  ['stage', 'A1-A3', 'received `A1-A3`, expected nothing, because `result_unit` is a currency'],
  ['density_kg_m3', '2400', 'expected nothing, because `quantity` is not `mass_kg`'],
  ['quantity', 'mass_kg', '`density_kg_m3`: received nothing, expected a density above 0'],
])('refuses %s %j', (column, value, expected) => {
  expect(faultsWith(column, value).join('\n')).toContain(expected);
});

test.each(['A1-A3', 'A4', 'B6', 'C1-C4', 'D'])('reads the stage %s', (stage) => {
  const text = `${HEADER}\nA,category = Walls,area_m2,m2,1,kgCO2e,${stage},,S,2026`;
  expect(linesIn(text).map(({ result }) => result)).toEqual([{ unit: 'kgCO2e', stage }]);
});

test.each(['A3-A1', 'A1-A1', 'A1-B2', 'E1', 'a1', 'A1,A3'])('refuses the stage %s', (stage) => {
  const text = `${HEADER}\nA,category = Walls,area_m2,m2,1,kgCO2e,"${stage}",,S,2026`;
  expect(faultsIn(text).join()).toContain('expected modules of EN 15804');
});

test.each([
  ['', 'received a header of one column'],
  ['id;matches,unit', 'received a header with several delimiters'],
  [`${HEADER},price`, 'received `price`, expected columns id, matches, '],
  [`${HEADER},id`, '`id`: received `id`, expected each column once'],
  ['id,matches', '`quantity`: received no such column'],
  [HEADER, 'received no lines, expected at least one line'],
  [`${HEADER}\nA,b`, 'line 2: received 2 cells, expected 10 as in the header'],
  [`${HEADER}\n"A`, 'line 2: received a quoted cell that never ends'],
  [`${HEADER}\n"A"x,`, 'line 2: received text after a closing quote'],
  [`${HEADER}\nA"x,`, 'line 2: received a quote inside a cell without quotes'],
  [`${HEADER}\rA`, 'line 1: received a carriage return alone'],
  [`${HEADER}\n${GOOD}\n${GOOD}`, 'line 3, `id`: received `A`, expected an id that line 2'],
  [`${HEADER}\n${'x'.repeat(2001)}`, 'received a cell of 2001 characters'],
  [`${HEADER}\n${','.repeat(50)}`, 'received more than 40 cells'],
  [`${HEADER}\n${`${GOOD}\n`.repeat(2001)}`, 'received more than 2000 lines'],
  [`${HEADER}\0`, 'received NUL characters, as in UTF-16'],
])('refuses the file %#', (text, expected) => {
  expect(faultsIn(text).join('\n')).toContain(expected);
});

test('refuses bytes of another encoding and large files', () => {
  const latin = Uint8Array.from([...bytes(`${HEADER}\n`), 0xe4]);
  expect(faultsIn(latin)[0]).toContain('expected a file in UTF-8');
  expect(faultsIn(new Uint8Array(4 * 1024 * 1024 + 1))[0]).toContain('expected at most 4194304');
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x69, 0]);
  expect(faultsIn(utf16)[0]).toContain('expected a file in UTF-8');
});

test('at most 100 lines with faults are named', () => {
  const lines = Array.from({ length: 500 }, (_, index) => GOOD.replace('A', `"=${index}"`));
  const text = `${HEADER}\n${lines.join('\n').replaceAll('12.5', 'none')}`;
  expect(faultsIn(text)).toHaveLength(100);
});
