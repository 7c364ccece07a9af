/** @module cases: unusual and hostile workbooks with the expected answers or refusals; add a row to add a case. */
import { withAliases } from '../../kernel/documents/bcf/hostile.ts';
import { bookOf, number, row, SHEET_CLOSE, SHEET_OPEN, text, zipOf, bookParts } from './write.ts';

type Given = {
  readonly name: string;
  /** Builds the file when the case runs, because some are large. */
  readonly file: () => Buffer;
  readonly input?: Readonly<Record<string, unknown>>;
};

/** A workbook that is accepted; all members of `expect` are compared exactly. */
export type XlsxReadCase = Given & { readonly expect: Readonly<Record<string, unknown>> };

/** A workbook that is refused. */
export type XlsxRefusedCase = Given & { readonly code: string; readonly cause: RegExp };

const LINE = '<row><c t="n"><v>1</v></c></row>\n';
const huge = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from(SHEET_OPEN), Buffer.alloc(bytes, LINE), Buffer.from(SHEET_CLOSE)]);

/** Text that does not compress well, 1.4 million characters. */
const NOISE = Array.from({ length: 220_000 }, (_, at) =>
  ((at * 2_654_435_761) % 4_294_967_296).toString(36),
).join('');

const DATE_STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\ mmm\\ yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="yyyy-mm-dd hh:mm"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/><xf numFmtId="167"/></cellXfs>';

export const XLSX_READ: readonly XlsxReadCase[] = [
  {
    name: 'text that looks like a number, and numbers that JSON cannot represent, are text',
    file: () =>
      bookOf({
        rows:
          row(1, text('A1', 'id'), text('B1', 'n'), text('C1', 'big')) +
          row(2, text('A2', '007'), number('B2', '1.5'), number('C2', '12345678901234567890')) +
          row(3, text('A3', '=1+1'), number('B3', '0.10000000000000001'), number('C3', '9007199254740993')),
      }),
    expect: {
      columns: ['id', 'n', 'big'],
      rows: [
        ['007', 1.5, '12345678901234567890'],
        ['=1+1', 0.1, '9007199254740993'],
      ],
      row_numbers: [2, 3],
      total_rows: 2,
      sheets: [
        { name: 'S', state: 'visible' },
        { name: 'H', state: 'hidden' },
      ],
    },
  },
  {
    name: 'stored values are the text of the file',
    file: () =>
      bookOf({
        rows: row(1, number('A1', '007.50'), '<c r="B1" t="b"><v>1</v></c>', number('C1', '45000', 1)),
        styles: DATE_STYLES,
      }),
    input: { header: false, values: 'stored' },
    expect: { rows: [['007.50', '1', '45000']] },
  },
  {
    name: 'dates by the format of the cell, without a zone',
    file: () =>
      bookOf({
        rows: row(
          1,
          number('A1', '45000', 1),
          number('B1', '45000.5', 2),
          number('C1', '45000', 3),
          number('D1', '1.5', 4),
          number('E1', '0.75', 5),
          number('F1', '45000', 6),
          number('G1', '59', 1),
          number('H1', '60', 1),
          number('I1', '61', 1),
          number('J1', '-1', 1),
          number('K1', '2958465', 1),
          number('L1', '2958466', 1),
        ),
        styles: DATE_STYLES,
      }),
    input: { header: false },
    expect: {
      rows: [
        [
          '2023-03-15',
          '2023-03-15T12:00:00',
          45000,
          1.5,
          '18:00:00',
          '2023-03-15T00:00:00',
          '1900-02-28',
          60,
          '1900-03-01',
          -1,
          '9999-12-31',
          2958466,
        ],
      ],
    },
  },
  {
    name: 'dates of the 1904 system',
    file: () =>
      bookOf({
        properties: '<workbookPr date1904="1"/>',
        rows: row(1, number('A1', '0', 1), number('B1', '43538', 1)),
        styles: DATE_STYLES,
      }),
    input: { header: false },
    expect: { rows: [['1904-01-01', '2023-03-15']] },
  },
  {
    name: 'shared texts: runs joined, readings left out, escapes decoded',
    file: () =>
      bookOf({
        strings:
          '<si><t>plain</t></si><si><r><t>bo</t></r><r><t>ld</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>a_x000D_b_x005F_</t></si>',
        rows: row(
          1,
          '<c r="A1" t="s"><v>0</v></c>',
          '<c r="B1" t="s"><v>1</v></c>',
          '<c r="C1" t="s"><v>2</v></c>',
        ),
      }),
    input: { header: false },
    expect: { rows: [['plain', 'bold', 'a\rb_']] },
  },
  {
    name: 'booleans, errors, formulas with and without a stored value',
    file: () =>
      bookOf({
        rows: row(
          1,
          '<c r="A1" t="b"><v>0</v></c>',
          '<c r="B1" t="e"><v>#DIV/0!</v></c>',
          '<c r="C1"><f>1+1</f><v>2</v></c>',
          '<c r="D1"><f>HYPERLINK("http://x")</f></c>',
          '<c r="E1" t="str"><f>"a"</f><v>a</v></c>',
        ),
      }),
    input: { header: false },
    expect: {
      rows: [[false, '#DIV/0!', 2, null, 'a']],
      warnings: [{ kind: 'formulas_without_value', count: 1 }],
    },
  },
  {
    name: 'two cells in opposite corners of a sheet are two rows, not a million',
    file: () => bookOf({ rows: row(1, number('A1', '1')) + row(1_048_576, number('XFD1048576', '2')) }),
    input: { header: false, columns: [0, 16_383] },
    expect: {
      rows: [
        [1, null],
        [null, 2],
      ],
      row_numbers: [1, 1_048_576],
    },
  },
  {
    name: 'names of JavaScript object members are ordinary column names',
    file: () => bookOf({ rows: row(1, text('A1', '__proto__')) + row(2, text('A2', 'constructor')) }),
    expect: { columns: ['__proto__'], rows: [['constructor']] },
  },
  {
    name: 'rows and cells without references, prefixed names, merged cells, styled blanks',
    file: () =>
      bookOf({
        sheet:
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c s="0"/><x:c><x:v>3</x:v></x:c></x:row><x:row><x:c s="0"/></x:row><x:row><x:c><x:v>4</x:v></x:c></x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>',
      }),
    input: { header: false },
    expect: {
      rows: [[1, null, 3], [4]],
      row_numbers: [1, 3],
      warnings: [{ kind: 'merged_ranges', count: 1 }],
    },
  },
  {
    name: 'a sheet by name and by position',
    file: () => bookOf({ rows: row(1, number('A1', '1')) }),
    input: { sheet: 'H' },
    expect: { sheet: 'H', rows: [], columns: null, total_rows: 0 },
  },
];

export const XLSX_REFUSED: readonly XlsxRefusedCase[] = [
  {
    name: 'a sheet of 100 MB in a file of 0.3 MB',
    file: () => bookOf({ sheet: huge(100e6) }),
    code: 'BOUND_DATA',
    cause: /inflates to 1\d{8} bytes from \d+, more than 200 times/,
  },
  {
    name: 'a sheet of 40 MB whose ZIP headers claim 1000 bytes',
    file: () => bookOf({ sheet: huge(40e6), claims: 1000 }),
    code: 'TOOL_FAIL',
    cause: /too many bytes/,
  },
  {
    name: 'entities that expand each other',
    file: () =>
      bookOf({
        sheet: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${SHEET_OPEN}${row(1, text('A1', '&b;'))}${SHEET_CLOSE}`,
      }),
    code: 'TOOL_UNSAFE',
    cause: /has a DTD/,
  },
  {
    name: 'an entity that reads a file',
    file: () =>
      bookOf({ strings: '', without: 'xl/sharedStrings.xml', more: [
        { name: 'xl/sharedStrings.xml', text: '<!DOCTYPE x SYSTEM "file:///etc/passwd"><sst/>' },
      ] }),
    code: 'TOOL_UNSAFE',
    cause: /has a DTD/,
  },
  {
    name: 'two parts of one name',
    file: () => zipOf([...bookParts({}), { name: 'XL/worksheets/SHEET1.xml', text: '<a/>' }]),
    code: 'TOOL_UNSAFE',
    cause: /two parts named `xl\/worksheets\/sheet1.xml`/,
  },
  {
    name: 'parts that share their content',
    file: () => withAliases(zipOf(bookParts({})), 0, ['x'.repeat(bookParts({})[0]?.name.length ?? 0)]),
    code: 'TOOL_UNSAFE',
    cause: /overlaps another part/,
  },
  {
    name: 'more parts than the limit',
    file: () =>
      zipOf(Array.from({ length: 2001 }, (_, at) => ({ name: `p${at}`, text: '' }))),
    code: 'BOUND_DATA',
    cause: /more than 2000 parts/,
  },
  {
    name: 'a part with a path outside the package',
    file: () => zipOf([...bookParts({}), { name: '../../etc/x', text: '' }]),
    code: 'TOOL_FAIL',
    cause: /invalid relative path/,
  },
  {
    name: 'an encrypted part',
    file: () => zipOf([...bookParts({}), { name: 'x', text: '', encrypted: true }]),
    code: 'TOOL_FAIL',
    cause: /`x` is encrypted/,
  },
  {
    name: 'a cell beyond the last column',
    file: () => bookOf({ rows: row(1, number('XFE1', '1')) }),
    code: 'BOUND_DATA',
    cause: /`XFE1` lies beyond column XFD/,
  },
  {
    name: 'a row beyond the last row',
    file: () => bookOf({ rows: row(1_048_577, number('A1048577', '1')) }),
    code: 'BOUND_DATA',
    cause: /row 1048577 lies beyond/,
  },
  {
    name: 'row numbers that do not increase',
    file: () => bookOf({ rows: row(2, number('A2', '1')) + row(2, number('A2', '1')) }),
    code: 'TOOL_FAIL',
    cause: /row `2` comes after row 2/,
  },
  {
    name: 'two cells in one place',
    file: () => bookOf({ rows: row(1, number('A1', '1'), number('A1', '2')) }),
    code: 'TOOL_FAIL',
    cause: /`A1` is out of order/,
  },
  {
    name: 'a cell longer than Excel allows',
    file: () => bookOf({ rows: row(1, text('A1', 'x'.repeat(32_768))) }),
    code: 'BOUND_DATA',
    cause: /more than 32767 characters/,
  },
  {
    name: 'a text without an end',
    file: () => bookOf({ sheet: `${SHEET_OPEN}${NOISE}`, }),
    code: 'BOUND_DATA',
    cause: /more than 1048576 characters in one piece/,
  },
  {
    name: 'a tag of a thousand attributes',
    file: () =>
      bookOf({
        sheet: `<worksheet ${Array.from({ length: 1000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      }),
    code: 'BOUND_DATA',
    cause: /more than 128 attributes/,
  },
  {
    name: 'tags nested 10,000 deep',
    file: () => bookOf({ sheet: '<a>'.repeat(10_000) }),
    code: 'BOUND_DATA',
    cause: /nests deeper than 64/,
  },
  {
    name: 'a reference to a missing shared text',
    file: () => bookOf({ rows: row(1, '<c r="A1" t="s"><v>7</v></c>') }),
    code: 'TOOL_FAIL',
    cause: /shared text `7` of 0/,
  },
  {
    name: 'XML that is not well-formed',
    file: () => bookOf({ sheet: '<worksheet><row></worksheet>' }),
    code: 'TOOL_FAIL',
    cause: /not well-formed/,
  },
  {
    name: 'a ZIP without a workbook',
    file: () => zipOf([{ name: 'a.txt', text: 'x' }]),
    code: 'TOOL_FAIL',
    cause: /no workbook part/,
  },
  {
    name: 'a listed sheet without a part',
    file: () => bookOf({ without: 'xl/worksheets/sheet1.xml' }),
    code: 'TOOL_FAIL',
    cause: /`S` has no part/,
  },
  {
    name: 'an old or protected workbook',
    file: () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    code: 'TOOL_FAIL',
    cause: /old \.xls or a password/,
  },
  {
    name: 'a file that is not a ZIP',
    file: () => Buffer.from('hello'),
    code: 'TOOL_FAIL',
    cause: /xlsx reader failed/,
  },
  {
    name: 'an unknown sheet',
    file: () => bookOf({}),
    input: { sheet: 'gone' },
    code: 'TOOL_FAIL',
    cause: /no sheet `gone`/,
  },
];
