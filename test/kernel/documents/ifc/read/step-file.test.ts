/** @module tests of the STEP reader with valid and faulty files. */
import { array, assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import type { StepValue } from '../../../../../kernel/documents/ifc/read/step-value.ts';
import { stopsOf } from '../../../base/work/stops.ts';
import { readText, stepText } from '../step-text.ts';

const around = (data: string): string => stepText('IFC4', data);
const headerLines = 6;

function textIn(data: string | Buffer): string | undefined {
  const whole = Buffer.from(around("#1=IFCLABEL('@');"), 'latin1');
  const at = whole.indexOf('@');
  const bytes = Buffer.concat([whole.subarray(0, at), Buffer.from(data), whole.subarray(at + 1)]);
  const [value] = readText(bytes).values(0);
  return value?.kind === 'text' ? value.value : undefined;
}

function valueOf(text: string): StepValue | undefined {
  return readText(around(`#1=IFCREAL(${text});`)).values(0)[0];
}

describe('texts', () => {
  test.each([
    ["it''s", "it's"],
    ['a\\\\b', 'a\\b'],
    ['\\X\\E4rger', 'ärger'],
    ['\\S\\drger', 'ärger'],
    ['\\PE\\\\S\\0', 'А'],
    ["\\S\\'x", '§x'],
    ["\\S\\''x", '§x'],
    ['\\X2\\00C400D6\\X0\\x', 'ÄÖx'],
    ['\\X2\\D83CDFE0\\X0\\', '🏠'],
    ['\\X4\\0001F3E0\\X0\\', '🏠'],
    ['\\X2\\00C\\X0\\', '\\X2\\00C\\X0\\'],
    ['\\X4\\7FFFFFFF\\X0\\', '\\X4\\7FFFFFFF\\X0\\'],
    ['C:\\temp', 'C:\\temp'],
    ['\\X2\\00C4', '\\X2\\00C4'],
  ])('%s', (written, decoded) => {
    expect(textIn(written)).toBe(decoded);
  });

  test('decodes non-standard bytes: UTF-8, Latin-1, Shift-JIS with a backslash in a pair', () => {
    expect(textIn(Buffer.from('Tür 門'))).toBe('Tür 門');
    expect(textIn(Buffer.from('Tür', 'latin1'))).toBe('Tür');
    expect(textIn(Buffer.from([0x95, 0x5c, 0x8e, 0xa6]))).toBe('表示');
  });
});

describe('values', () => {
  test.each<[string, StepValue]>([
    ['1', { kind: 'integer', value: 1 }],
    ['-1.', { kind: 'real', value: -1 }],
    ['.5', { kind: 'real', value: 0.5 }],
    ['0.1', { kind: 'real', value: 0.1 }],
    ['1.E-05', { kind: 'real', value: 1e-5 }],
    ['0.30000000000000004', { kind: 'real', value: 0.30000000000000004 }],
    ['.t.', { kind: 'enum', value: 'T' }],
    ['"0F"', { kind: 'binary', value: '0F' }],
    ['#12', { kind: 'ref', id: 12 }],
    ['IfcLabel( /* x */ $ )', { kind: 'typed', type: 'IFCLABEL', value: { kind: 'omitted' } }],
    ['((),*)', { kind: 'list', items: [{ kind: 'list', items: [] }, { kind: 'derived' }] }],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test('decimals are read as JavaScript reads them', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = number.toString().includes('.') ? `${number}` : number.toExponential();
        const value = valueOf(text);
        expect(value !== undefined && 'value' in value ? value.value : null).toBe(Number(text));
      }),
    );
  });
});

describe('layout', () => {
  test('reads several instances on a line, one on several lines, comments, lower case and leading blanks', () => {
    const file = readText(
      around(`#1=IFCLABEL('a');#2 = ifclabel ( 'b' ) ;
        #3
        =
        IFCLABEL( /* #9=IFCX(';'); */
          'c;#4=IFCLABEL(''d'')'
        );`),
    );
    expect([1, 2, 3].map((id) => file.values(file.rowOf(id))[0])).toEqual([
      { kind: 'text', value: 'a' },
      { kind: 'text', value: 'b' },
      { kind: 'text', value: "c;#4=IFCLABEL('d')" },
    ]);
    expect([file.count, file.typeNames, file.lineOf(2), file.faults.found]).toEqual([
      3,
      ['IFCLABEL'],
      headerLines + 5,
      0,
    ]);
  });

  test('reads a header on several lines, and a byte order mark', () => {
    const text = `\uFEFFISO-10303-21;\nHEADER;\nFILE_SCHEMA(\n(\n'IFC4X3_ADD2'\n)\n);\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;`;
    const file = readText(text);
    expect([file.schemas, file.count, file.faults.found]).toEqual([['IFC4X3_ADD2'], 0, 0]);
  });

  test('reads 60,000 instances on one line, with checkpoints on the way', () => {
    const data = Array.from({ length: 60_000 }, (_, i) => `#${i + 1}=IFCLABEL('${i}');`).join('');
    const { made: file, stops } = stopsOf(() => readStepFile(Buffer.from(around(data))));
    expect(file.values(file.rowOf(60_000))).toEqual([{ kind: 'text', value: '59999' }]);
    expect(stops.length).toBeGreaterThan(2);
  });

  test('reads instance numbers that are far apart', () => {
    const file = readText(around("#4294967294=IFCLABEL('a');#7=IFCLABEL('b');"));
    expect([file.rowOf(4_294_967_294), file.rowOf(7), file.rowOf(8)]).toEqual([0, 1, -1]);
  });
});

describe('faults', () => {
  const first = headerLines + 2;
  test.each<[string, number, string, number]>([
    ['#1=IFCLABEL(nan);', 1, 'expected a value, found `NAN`', 13],
    ["#1=IFCLABEL('a')\n#2=IFCLABEL('b');", 2, 'expected `;` before the next instance', 1],
    ["#1=IFCLABEL('a');#1=IFCLABEL('b');", 2, 'the number `#1` is used twice', 29],
    ['#1=IFCLABEL(.A);', 1, 'expected an enumeration such as `.NOTDEFINED.`', 13],
    ['#1=IFCLABEL(1,);', 1, 'expected a value', 15],
    ['#=IFCLABEL(1);', 0, 'expected a number and `=` after `#`', 1],
    ['#1=(IFCLABEL(1));', 0, 'expected the name of an entity and its arguments in brackets', 4],
    [`#1=IFCLABEL(${'('.repeat(40)});`, 1, 'more than 32 nested brackets', 45],
    [`#1=IFCLABEL(${'9'.repeat(500)}.);`, 1, 'the number is too large or too long', 13],
    ['#99999999999=IFCLABEL(1);', 0, 'the number of the instance is too large', 1],
    ['nonsense;', 0, 'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`', 1],
  ])('%s', (data, count, message, column) => {
    const file = readText(around(data));
    for (let row = 0; row < file.count; row += 1) file.values(row);
    expect(file.count).toBe(count);
    expect(file.faults.kept).toMatchObject([
      { message, column, line: data.includes('\n') ? first + 1 : first },
    ]);
  });

  test('are reported for a file that is not STEP and for a truncated file', () => {
    expect(readText('<ifcXML/>').faults.kept).toMatchObject([
      { message: 'expected `ISO-10303-21;` at the start', line: 1, column: 1 },
    ]);
    const cut = readText(around("#1=IFCLABEL('a');").slice(0, -30));
    expect([cut.count, cut.faults.kept.at(-1)?.message]).toEqual([
      1,
      'the file ends before `END-ISO-10303-21;`',
    ]);
    expect(readText(around("#1=IFCLABEL('a").slice(0, -40)).faults.found).toBeGreaterThan(0);
    expect(readText('').faults.found).toBe(1);
  });

  test('keeps 500 faults and counts the others', () => {
    const { kept, found } = readText(around('x;'.repeat(700))).faults;
    expect([kept.length, found]).toEqual([500, 700]);
  });

  test('reads any bytes to the end', () => {
    const pieces = [
      '#1=IFCLABEL(',
      "'",
      '"',
      '/*',
      '*/',
      '\\S\\',
      '\\X2\\',
      '(',
      ')',
      ';',
      '=',
      '#',
      '.',
      ',',
      '9',
      'E',
      '\n',
      'é',
      'ENDSEC;',
      'DATA;',
    ];
    assert(
      property(array(constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const file = readText(around(parts.join('')));
        for (let row = 0; row < file.count; row += 1) file.values(row);
        expect(file.count).toBeLessThanOrEqual(parts.length);
      }),
    );
  });

  test('reads many unclosed comments and texts in less than quadratic time', () => {
    for (const piece of ['/*', "'", '#1=', '/* */', "#1=A('\\S\\'", '#1=A((((']) {
      const bytes = Buffer.from(around(piece.repeat(200_000)));
      const file = readStepFile(bytes);
      expect(file.count).toBeLessThanOrEqual(200_000);
    }
  });
});
