/** @module number-column.test: numbers in text columns count as numbers, or a warning names the column. */
import { describe, expect, test } from 'vitest';

import { DataMeter } from '../../../../../../kernel/tools/runners/data/bounds.ts';
import { queryTable } from '../../../../../../kernel/tools/runners/data/query/query.ts';
import { bookOf, number, row, text } from '../../../../../corpus/xlsx/write.ts';

type Answer = Awaited<ReturnType<typeof queryTable>>;

async function query(
  content: string | Buffer,
  sql: string,
  given: { readonly format?: 'csv' | 'json' | 'xlsx'; readonly delimiter?: string } = {},
): Promise<Answer> {
  const page = { sheet: 0, header: true, offset: 0, limit: 100 };
  return await queryTable(
    { kind: 'bytes', bytes: typeof content === 'string' ? Buffer.from(content) : content },
    { sql, format: 'csv', delimiter: null, encoding: null, ...page, ...given },
    new DataMeter(100),
  );
}

const kinds = ({ warnings }: Answer): readonly string[] =>
  warnings.map((one) => `${one.kind} ${'column' in one ? one.column : ''} ${one.count}`);

/** A table of one column P and a first column that keeps it from being alone. */
const column = (cells: readonly string[], delimiter = ','): string =>
  ['M', ...cells.map(() => 'x')]
    .map((first, at) => [first, at === 0 ? 'P' : cells[at - 1]].join(delimiter))
    .join('\n');

describe('numbers with decimal commas', () => {
  const areas = 'Mark;Area\nA;0,26\nB;1,5\nC;12,75\n';
  test.each([
    // 0.26 + 1.5 + 12.75
    ['SELECT sum(Area) FROM t', 14.51],
    ['SELECT count(*) FROM t WHERE Area > 10', 1],
    ['SELECT max(Area) FROM t', 12.75],
  ])('answer %s', async (sql, value) => {
    const answer = await query(areas, sql);
    expect(answer.rows).toEqual([[value]]);
    expect(answer.warnings).toEqual([]);
  });

  test.each([
    ['tabs', '\t'],
    ['bars', '|'],
  ])('are read between %s', async (_, delimiter) => {
    const { rows } = await query(column(['0,26', '1,5'], delimiter), 'SELECT sum(P) FROM t');
    expect(rows).toEqual([[1.76]]);
  });

  test('stay text between commas, where quoted cells may be lists, with a warning', async () => {
    const answer = await query(column(['"3,5"', '"1,2"']), 'SELECT P FROM t');
    expect(answer.rows).toEqual([['3,5'], ['1,2']]);
    expect(answer.warnings).toMatchObject([
      { kind: 'numbers_in_text', column: 'P', count: 2, example: '3,5' },
    ]);
    expect(JSON.stringify(answer.warnings)).toContain(`CAST(replace(\\"P\\", ',', '.') AS REAL)`);
  });

  test('are assumed, with a warning, if each comma may be a thousands mark', async () => {
    const answer = await query(column(['1,234', '2,000'], ';'), 'SELECT P FROM t');
    expect(answer.rows).toEqual([[1.234], [2]]);
    expect(kinds(answer)).toEqual(['ambiguous_numbers P 2']);
  });

  test('are certain if another column has decimal commas', async () => {
    const answer = await query('P\tQ\n1,234\t0,5\n2,000\t1,5\n', 'SELECT P FROM t');
    expect(answer.rows).toEqual([[1.234], [2]]);
    expect(answer.warnings).toEqual([]);
    const alone = await query(column(['1,234', '2,000'], '\t'), 'SELECT P FROM t');
    expect(alone.rows).toEqual([['1,234'], ['2,000']]);
    expect(kinds(alone)).toEqual(['numbers_in_text P 2']);
  });

  test('make points before three digits doubtful', async () => {
    const answer = await query('P;Q\n1.234;0,5\n2.000;1,5\n', 'SELECT P FROM t');
    expect(answer.rows).toEqual([[1.234], [2]]);
    expect(kinds(answer)).toEqual(['ambiguous_numbers P 2']);
  });
});

describe('numbers with groups of thousands', () => {
  test.each([
    ['commas', ['"1,234.50"', '"2,000.00"'], ',', 3234.5],
    ['commas in some cells', ['"1,234.50"', '950', '"2,000"'], ',', 4184.5],
    ['points', ['1.234,5', '2.000', '0,5'], ';', 3235],
    ['apostrophes', ["1'234.50", '2\u2019000'], ',', 3234.5],
    ['no-break spaces', ['1\u00a0234,5', '2\u202f000'], ';', 3234.5],
  ])('marked by %s are added', async (_, cells, delimiter, sum) => {
    const answer = await query(column(cells, delimiter), 'SELECT sum(P) FROM t');
    expect(answer.rows).toEqual([[sum]]);
    expect(answer.warnings).toEqual([]);
  });

  test.each([
    ['"1,234"', '"2,000"'],
    ['"101,102,103"', '"104,105,106"'],
    ['"1,234.50"', '"0,26"'],
  ])('stay text if %s and %s may be something else', async (...cells) => {
    const answer = await query(column(cells), 'SELECT typeof(P) FROM t');
    expect(answer.rows).toEqual([['text'], ['text']]);
  });

  test('with plain spaces stay text, with a warning whose expression gives the number', async () => {
    const table = column(['1 000,5', '2 000'], ';');
    const { warnings } = await query(table, 'SELECT P FROM t');
    const [warning] = warnings;
    expect(warning).toMatchObject({ kind: 'numbers_in_text', column: 'P', count: 2 });
    const hint = warning !== undefined && 'hint' in warning ? warning.hint : '';
    const cast = /CAST\(.* AS REAL\)/.exec(hint)?.[0] ?? '';
    expect((await query(table, `SELECT sum(${cast}) FROM t`)).rows).toEqual([[3000.5]]);
  });
});

describe('other forms of numbers', () => {
  test.each([
    ['blanks', [' 9', '12 ', '\u00a0100'], [9, 12, 100]],
    ['exponents', ['9.0', '1.2e1', '1E+02', '5e-1'], [0.5, 9, 12, 100]],
    ['plus signs', ['+9', '12', '+100'], [9, 12, 100]],
    ['the minus sign of Unicode', ['\u22125', '3', '-4.5'], [-5, -4.5, 3]],
    ['no digit before the point', ['-.5', '.25', '2'], [-0.5, 0.25, 2]],
    ['many decimals', ['0.30000000000000004', '12'], [0.300_000_000_000_000_04, 12]],
  ])('with %s are sorted as numbers', async (_, cells, sorted) => {
    const answer = await query(column(cells), 'SELECT P FROM t ORDER BY P');
    expect(answer.rows).toEqual(sorted.map((value) => [value]));
    expect(answer.warnings).toEqual([]);
  });

  test('a blank cell is NULL, and integers stay integers', async () => {
    const { rows } = await query(column([' 9', ' ', '+12']), 'SELECT P, typeof(P) FROM t');
    expect(rows).toEqual([
      [9, 'integer'],
      [null, 'null'],
      [12, 'integer'],
    ]);
  });

  test.each([
    ['codes', ['007', '008', '012']],
    ['postal codes', ['01234', '99999', '12345']],
    ['telephone numbers', ['+4930123456', '+4930123457']],
    ['marks like exponents', ['1e3', '2E3', 'x', 'y']],
    ['long ids', ['123456789012345678', '123456789012345679']],
    ['dates', ['31.12.2025', '1.1.2026']],
    ['versions', ['1.2.3', '1.10.1']],
    ['marks', ['D1', '12a', '3.OG']],
  ])('%s are text, without a warning', async (_, cells) => {
    const answer = await query(column(cells), 'SELECT P FROM t');
    expect(answer.rows).toEqual(cells.map((cell) => [cell]));
    expect(answer.warnings).toEqual([]);
  });
});

describe('words for missing values between numbers', () => {
  test.each([
    ['SELECT P FROM t WHERE P IS NOT NULL ORDER BY P', [[9], [10], [100]]],
    ['SELECT avg(P) FROM t', [[119 / 3]]],
    ['SELECT count(*) FROM t WHERE P > 10', [[1]]],
  ])('are NULL for %s', async (sql, rows) => {
    const answer = await query(column(['9', 'n/a', '10', '100']), sql);
    expect(answer.rows).toEqual(rows);
    expect(answer.warnings).toMatchObject([
      { kind: 'missing_values', column: 'P', count: 1, example: 'n/a' },
    ]);
  });

  test.each(['N/A', '#N/A', '-', '\u2013', 'NULL', 'NaN', ' none '])('include %j', async (word) => {
    const { rows } = await query(column(['1.5', word]), 'SELECT P FROM t');
    expect(rows).toEqual([[1.5], [null]]);
  });

  test('stay text without numbers, and in columns with other texts', async () => {
    expect((await query(column(['n/a', '-']), 'SELECT P FROM t')).rows).toEqual([['n/a'], ['-']]);
    const mixed = await query(column(['9', '-', 'A', '10', '11']), 'SELECT P FROM t');
    expect(mixed.rows).toEqual([['9'], ['-'], ['A'], ['10'], ['11']]);
    expect(kinds(mixed)).toEqual(['numbers_in_text P 3']);
  });
});

describe('columns of text that look like numbers', () => {
  test.each([
    ['a currency', ['\u20ac 12.50', '\u20ac 7.50'], 20],
    ['a unit', ['12.5 %', '7.5 %'], 20],
    ['a measure', ['900 mm', '1000mm'], 1900],
    ['a text among them', ['9', 'abc', '10', '100'], 119],
  ])('are named with an expression for numbers: %s', async (_, cells, sum) => {
    const { warnings } = await query(column(cells), 'SELECT 1');
    expect(warnings).toMatchObject([{ kind: 'numbers_in_text', column: 'P' }]);
    const cast = /CAST\(.* AS REAL\)/.exec(JSON.stringify(warnings))?.[0] ?? '';
    const sql = `SELECT sum(${cast.replaceAll('\\"', '"')}) FROM t`;
    expect((await query(column(cells), sql)).rows).toEqual([[sum]]);
  });

  test('are not named if half of the cells are other text', async () => {
    expect((await query(column(['9', 'a', '10', 'b']), 'SELECT 1')).warnings).toEqual([]);
  });

  test('are named in JSON and workbooks, which keep their types', async () => {
    const json = await query('[{"a":1.5},{"a":"12"},{"a":"n/a"}]', 'SELECT a FROM t', {
      format: 'json',
    });
    expect(json.rows).toEqual([[1.5], ['12'], ['n/a']]);
    expect(kinds(json)).toEqual(['numbers_in_text a 2']);
    const rows = [
      row(1, text('A1', 'a'), text('B1', 'b')),
      row(2, text('A2', '9'), number('B2', '1')),
      row(3, text('A3', '10'), number('B3', '2')),
    ];
    const book = await query(bookOf({ rows: rows.join('') }), 'SELECT a FROM t ORDER BY a', {
      format: 'xlsx',
    });
    expect(kinds(book)).toEqual(['numbers_in_text a 2']);
  });
});

test('the warnings of the reader are returned', async () => {
  const answer = await query('a,b\n1,"x"y\n2\n3,4,5\n', 'SELECT count(*) FROM t');
  expect(answer.warnings).toMatchObject([
    { kind: 'ragged_rows', count: 2, line: 3 },
    { kind: 'text_after_quote', count: 1 },
  ]);
});

test('a given delimiter is used', async () => {
  const { rows } = await query('a,b;c\nx,2;3\n', 'SELECT * FROM t', { delimiter: ';' });
  expect(rows).toEqual([['x,2', 3]]);
});

describe('exponents and points', () => {
  test.each([
    // 5 + 1000 + 200, 5 + 0.001, 12 + 10
    [['5', '1e+3', '2E+2'], 1205],
    [['5', '1e-3'], 5.001],
    [['12', '1.0e1'], 22],
  ])('%j add up to %d', async (cells, sum) => {
    const answer = await query(column(cells), 'SELECT sum(P), max(typeof(P)) FROM t');
    expect(answer.rows).toEqual([[sum, 'real']]);
    expect(answer.warnings).toEqual([]);
  });

  test('points that may be thousands marks are warned of between semicolons, not between commas', async () => {
    const cells = ['1.234', '2.345'];
    const semicolons = await query(column(cells, ';'), 'SELECT sum(P) FROM t');
    expect(kinds(semicolons)).toEqual(['ambiguous_numbers P 2']);
    expect(kinds(await query(column(cells), 'SELECT sum(P) FROM t'))).toEqual([]);
    const certain = await query(column(['1.23', '2.345'], ';'), 'SELECT sum(P) FROM t');
    expect(kinds(certain)).toEqual([]);
  });

  test('a cell of blanks between letters is read once', async () => {
    const cell = `a${' '.repeat(130_000)}b`;
    const { rows } = await query(column([cell, '1']), 'SELECT length(P) FROM t');
    expect(rows).toEqual([[130_002], [1]]);
  });
});
