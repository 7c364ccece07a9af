/** @module tests of csv-rows: quotes, delimiters, line numbers, limits, and the law that written rows are read. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { csvRows } from '../../../../kernel/base/text/csv-rows.ts';

const LIMITS = { rows: 100, cells: 10 };
const read = (text: string, limits = LIMITS) => [...csvRows(text, limits)];
const cells = (text: string) => read(text).map((row) => row.cells);

describe('csvRows', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\r1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['\uFEFFa,"b;""c"""\n', [['a', 'b;"c"']]],
    [
      '"a;;;;",b\n1,2',
      [
        ['a;;;;', 'b'],
        ['1', '2'],
      ],
    ],
    ['', []],
    ['\n \n', []],
  ])('reads %j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test('numbers rows by their first line, also after a cell of several lines', () => {
    expect(read('a,b\n"x\ny",1\n\nz,2').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test.each([
    ['a,"b', /line 1 has a quote/u],
    ['a\n"b"c', /line 2 has text after a closing quote/u],
    ['a,'.repeat(20), /line 1 has more than 10 cells/u],
    ['a\n'.repeat(101), /more than 100 rows/u],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('reads rows that were written with quotes', () => {
    const cellsOfRow = fc.array(fc.string(), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(cellsOfRow, { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`));
        expect(cells(quoted.map((row) => row.join()).join('\n'))).toEqual(rows);
      }),
    );
  });
});
