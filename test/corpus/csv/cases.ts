/** @module cases: unusual and hostile delimited texts with the expected rows or refusals; add a row to add a case. */

type Given = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly input?: Readonly<Record<string, unknown>>;
};

/** A text that is accepted. `expect` is compared exactly, `warnings` by kind. */
export type CsvReadCase = Given & {
  readonly expect: {
    readonly columns: readonly string[] | null;
    readonly rows: readonly (readonly (string | null)[])[];
    readonly delimiter?: string;
    readonly encoding?: string;
  };
  readonly warnings?: readonly string[];
};

/** A text that is refused. */
export type CsvRefusedCase = Given & { readonly code: string; readonly cause: RegExp };

const utf16 = (text: string, bigEndian = false): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

export const CSV_READ: readonly CsvReadCase[] = [
  {
    name: 'text that looks like numbers, dates, booleans or formulas stays text',
    content: 'id,n,d,b,f\n007,12345678901234567890,1/2/2024,TRUE,=1+1\n',
    expect: {
      columns: ['id', 'n', 'd', 'b', 'f'],
      rows: [['007', '12345678901234567890', '1/2/2024', 'TRUE', '=1+1']]
    },
    warnings: [],
  },
  {
    name: 'line ends of three kinds in one file, none at the end',
    content: 'a,b\r\n1,2\n3,4\r5,6',
    expect: {
      columns: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    },
    warnings: [],
  },
  {
    name: 'a UTF-8 byte order mark is not part of the first column name',
    content: '\ufeffa,b\n1,2\n',
    expect: { columns: ['a', 'b'], rows: [['1', '2']], encoding: 'utf-8' },
    warnings: [],
  },
  {
    name: 'UTF-16 little endian, by its byte order mark',
    content: utf16('tür;höhe\nT1;2,1\n'),
    expect: {
      columns: ['tür', 'höhe'],
      rows: [['T1', '2,1']],
      encoding: 'utf-16le',
      delimiter: ';',
    },
    warnings: [],
  },
  {
    name: 'UTF-16 big endian, by its byte order mark',
    content: utf16('a\tb\n1\t2\n', true),
    expect: { columns: ['a', 'b'], rows: [['1', '2']], encoding: 'utf-16be', delimiter: '\t' },
    warnings: [],
  },
  {
    name: 'windows-1252 if `encoding` requests it',
    content: Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xfc, 0x2c, 0x80, 0x0a]),
    input: { encoding: 'windows-1252' },
    expect: { columns: ['a', 'b'], rows: [['ü', '€']] },
    warnings: [],
  },
  {
    name: 'a sep= line sets the delimiter and is not a row',
    content: 'sep=|\r\na|b,c\r\n1|2,3\r\n',
    expect: { columns: ['a', 'b,c'], rows: [['1', '2,3']], delimiter: '|' },
    warnings: [],
  },
  {
    name: 'semicolons with commas as decimal marks',
    content: 'a;b\n1,5;2,5\n3,5;4,5\n',
    expect: {
      columns: ['a', 'b'],
      rows: [
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
      delimiter: ';',
    },
    warnings: [],
  },
  {
    name: 'quotes: delimiters, line ends and doubled quotes inside',
    content: 'a,b\n"x,""y""\r\nz",""\n',
    expect: { columns: ['a', 'b'], rows: [['x,"y"\r\nz', '']] },
    warnings: [],
  },
  {
    name: 'a quote inside an unquoted cell is a character',
    content: 'a,b\n5"x,2\n',
    expect: { columns: ['a', 'b'], rows: [['5"x', '2']] },
    warnings: [],
  },
  {
    name: 'text after a closing quote is kept, with a warning',
    content: 'a,b\n"x"y,2\n',
    expect: { columns: ['a', 'b'], rows: [['xy', '2']] },
    warnings: ['text_after_quote'],
  },
  {
    name: 'an unclosed quote is read to the end, with a warning',
    content: 'a,b\n1,"2\n3,4\n',
    expect: {
      columns: ['a', 'b'],
      rows: [['1', '2\n3,4\n']]
    },
    warnings: ['unterminated_quote'],
  },
  {
    name: 'a cell as long as the limit is read',
    content: `a\n${'x'.repeat(131_072)}\n`,
    expect: { columns: ['a'], rows: [['x'.repeat(131_072)]] },
    warnings: [],
  },
  {
    name: 'a row with as many columns as the limit is read',
    content: `${','.repeat(16_383)}\n`,
    input: { header: false, delimiter: ',' },
    expect: { columns: null, rows: [Array.from({ length: 16_384 }, () => '')] },
    warnings: [],
  },
  {
    name: 'rows of other lengths are returned unchanged, with a warning',
    content: 'a,b\n1\n1,2,3\n',
    expect: {
      columns: ['a', 'b'],
      rows: [['1'], ['1', '2', '3']]
    },
    warnings: ['ragged_rows'],
  },
  {
    name: 'empty lines are not rows of a table with two columns',
    content: 'a,b\n\n1,2\n\n',
    expect: { columns: ['a', 'b'], rows: [['1', '2']] },
    warnings: ['blank_lines'],
  },
  {
    name: 'empty lines are empty values of a table with one column',
    content: 'a\n\n1\n',
    expect: { columns: ['a'], rows: [[''], ['1']] },
    warnings: [],
  },
  {
    name: 'names of JavaScript object members are ordinary column names',
    content: '__proto__,constructor,__proto__\n1,2,3\n',
    expect: {
      columns: ['__proto__', 'constructor', '__proto__'],
      rows: [['1', '2', '3']]
    },
    warnings: ['duplicate_columns'],
  },
  {
    name: 'columns by name and by position, in the requested order',
    content: 'a,b,c\n1,2,3\n4\n',
    input: { columns: ['c', 0] },
    expect: {
      columns: ['c', 'a'],
      rows: [
        ['3', '1'],
        [null, '4'],
      ]
    },
    warnings: ['ragged_rows'],
  },
  {
    name: 'an empty file has no columns and no rows',
    content: '',
    expect: { columns: null, rows: [] },
    warnings: [],
  },
  {
    name: 'a file with only a header has no rows',
    content: 'a,b',
    expect: { columns: ['a', 'b'], rows: [] },
    warnings: [],
  },
];

export const CSV_REFUSED: readonly CsvRefusedCase[] = [
  {
    name: 'UTF-16 without a mark is refused, not read as text with NULs',
    content: Buffer.from('a,b\n1,2\n', 'utf16le'),
    code: 'TOOL_FAIL', cause: /NUL characters; for UTF-16/,
  },
  {
    name: 'bytes that are not UTF-8 are refused, not replaced',
    content: Buffer.from([0x61, 0x2c, 0xfc, 0x0a]),
    code: 'TOOL_FAIL', cause: /not `utf-8`; set `encoding`/,
  },
  {
    name: 'an unclosed quote is refused if the request is strict',
    content: 'a,b\n1,"2\n3,4\n',
    input: { strict: true },
    code: 'TOOL_FAIL', cause: /begins at line 2 never ends/,
  },
  {
    name: 'an unclosed quote at the beginning of a large file is refused',
    content: `a,b\n1,"${'x,y\n'.repeat(40_000)}`,
    code: 'BOUND_DATA', cause: /line 2 .* 131072 characters; is a quote left open/,
  },
  {
    name: 'a cell longer than the limit is refused',
    content: `a\n${'x'.repeat(131_073)}\n`,
    code: 'BOUND_DATA', cause: /more than 131072 characters/,
  },
  {
    name: 'a row with one column too many is refused',
    content: `${','.repeat(16_384)}\n`,
    input: { header: false, delimiter: ',' },
    code: 'BOUND_DATA', cause: /more than 16384 cells/,
  },
  {
    name: 'a column name that occurs twice cannot be requested',
    content: 'a,b,a\n1,2,3\n',
    input: { columns: ['a'] },
    code: 'TOOL_FAIL', cause: /`a` occurs more than once/,
  },
];
