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
    ["A \\S\\'", 'A §'],
    ["\\S\\'", '§'],
    ["a\\S\\''b", 'a§b'],
    ["a\\S\\'''b", "a§'b"],
    ["\\S\\'''", "§'"],
    ["\\S\\''", '§'],
    ["\\S\\''',x'')", "§',x')"],
    ["\\S\\''''", "§'"],
    ['C:\\\\S\\\\', 'C:\\S\\'],
    ['a\\N\\b\\F\\c', 'abc'],
    ['a\r\nb\tc', 'abc'],
    ['\\X2\\00\nC4\\X0\n\\', 'Ä'],
    ["it'\n's", "it's"],
    ['\\X2\\D83C\\X0\\\\X2\\DFE0\\X0\\', '🏠'],
    ['\\X2\\D83D\\X0\\', '\\X2\\D83D\\X0\\'],
    ['\\PA\\\\S\\d', 'ä'],
    ['\\PA\\\\PE\\\\S\\d', 'ф'],
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

  test('reads instance numbers of any length, with and without leading zeros', () => {
    const numbers = ['4294967295', '9007199254740993', '18446744073709551615', '9'.repeat(400)];
    const lines = numbers.map((id, i) => `#00${id}=IFCLABEL('${i}');\n#${i + 1}=IFCX(#${id});`);
    const file = readText(around(lines.join('\n')));
    expect([file.count, file.faults.found, file.limits.found]).toEqual([8, 0, 0]);
    for (const [i, id] of numbers.entries()) {
      expect(String(file.idOf(2 * i))).toBe(id);
      const [value] = file.values(2 * i + 1);
      expect(value?.kind === 'ref' && file.rowOf(value.id)).toBe(2 * i);
    }
  });

  test('reports that one long number is used twice', () => {
    const id = '18446744073709551615';
    const file = readText(around(`#${id}=IFCLABEL('a');\n#0${id}=IFCLABEL('b');`));
    expect(file.faults.kept).toMatchObject([
      { message: `the number \`#${id}\` is used twice`, line: headerLines + 3 },
    ]);
  });

  test('reads sections of edition 3, and notes the instances of other files', () => {
    const text = around('#1=IFCX(#10,@12,#PI);').replace(
      'DATA;',
      "ANCHOR;\n<a'b;c>=#1{tag:'x;'};\nENDSEC;\nREFERENCE;\n#10=<other.ifc#a>;\n@12=<#b>;\nENDSEC;\nDATA;",
    );
    const file = readText(`${text}SIGNATURE\nTUlJ\nQUJD==\nENDSEC;\nSIGNATURE\nTUlJ\nENDSEC;\n`);
    expect(file.values(0)).toEqual([
      { kind: 'ref', id: 10 },
      { kind: 'constant', name: '@12' },
      { kind: 'constant', name: '#PI' },
    ]);
    expect([file.isExternal(10), file.isExternal(12), file.faults.kept]).toEqual([true, false, []]);
  });

  test.each([
    ['ANCHOR;\n#1=2;\nENDSEC;', 'expected an anchor such as `<name>=#1;`, or `ENDSEC;`'],
    [
      'REFERENCE;\n#1=2;\nENDSEC;',
      'expected a reference such as `#1=<file.ifc#name>;`, or `ENDSEC;`',
    ],
  ])('reports a wrong entry of a section: %s', (section, message) => {
    const file = readText(around('').replace('DATA;', `${section}\nDATA;`));
    expect(file.faults.kept).toMatchObject([{ message, line: 8, column: 1 }]);
  });

  test('reports what follows the end, but no control characters', () => {
    const file = readText(`${around('')}#1=IFCX();\n`);
    expect(file.faults.kept).toMatchObject([
      { message: 'expected nothing, or a SIGNATURE section, after the end', line: 11 },
    ]);
    expect(readText(`${around('')}\n\u001A\0 \n`).faults.found).toBe(0);
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
    ['#1=();', 0, 'expected the name of an entity and its arguments in brackets', 4],
    ['#0=IFCLABEL(1);', 1, 'the number of an instance must not be 0', 1],
    ['#1=IFCLABEL(1)x;', 1, 'expected `;` after the arguments', 15],
    [
      '#1=IFCX("4A");',
      1,
      'expected a digit from 0 to 3, then hexadecimal digits in capital letters',
      9,
    ],
    ['#1=IFCX("0g);', 1, 'unterminated binary value', 9],
    [
      "#1=IFCLABEL('C:\\\\S\\');",
      1,
      '`\\` begins no control directive; a backslash is written `\\\\`',
      19,
    ],
    ['#1=IFCX(#);', 1, 'expected a number after `#`', 9],
    ['#1=IFCX(1 /* (2);', 1, 'unterminated comment', 11],
    ["#1=IFCLABEL('a", 1, 'unterminated string', 13],
    ["#1=IFCLABEL('a,$);\n#2=IFCLABEL('b');", 2, 'unterminated string', 13],
    ["#1=IFCLABEL(a',$);\n#2=IFCLABEL('b');", 2, 'unterminated string', 14],
    ["#1=IFCLABEL('a,$);#2=IFCLABEL('b');", 2, 'unterminated string', 13],
    ['nonsense;', 0, 'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`', 1],
  ])('%s', (data, count, message, column) => {
    const file = readText(around(data));
    for (let row = 0; row < file.count; row += 1) file.values(row);
    expect(file.count).toBe(count);
    expect(file.faults.kept).toMatchObject([
      { message, column, line: data.includes('\n') && column === 1 ? first + 1 : first },
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

  test('ends a text without an end before the next statement, as often as there are such texts', () => {
    const lines = Array.from({ length: 3000 }, (_, i) =>
      i % 2 === 0 ? `#${i + 1}=IFCLABEL('a);` : `#${i + 1}=IFCLABEL('${i}');`,
    );
    const file = readText(around(lines.join('\n')));
    expect([file.count, file.faults.found]).toEqual([3000, 1500]);
    expect(file.values(1)).toEqual([{ kind: 'text', value: '1' }]);
    expect(file.values(2999)).toEqual([{ kind: 'text', value: '2999' }]);
  });

  test('ends a header text without an end before the next header entity', () => {
    const text = around("#1=IFCLABEL('b');").replace("'a.ifc'", "'a.ifc");
    const file = readText(text);
    file.readHeader();
    expect(file.faults.kept).toMatchObject([
      { message: 'unterminated string', line: 4, column: 38 },
    ]);
    expect([file.schemas, file.values(0)]).toEqual([['IFC4'], [{ kind: 'text', value: 'b' }]]);
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
    const pieces = ['/*', "'", '#1=', '/* */', "#1=A('\\S\\'", '#1=A((((', '#1=A(1 /*\n'];
    for (const piece of [...pieces, "#1=A('',\\S\\'\n", "\\S\\''", "'\\X2\\"]) {
      const bytes = Buffer.from(around(piece.repeat(200_000)));
      const file = readStepFile(bytes);
      for (let row = 0; row < file.count; row += 1) file.values(row);
      expect(file.count).toBeLessThanOrEqual(200_000);
    }
  });
});
