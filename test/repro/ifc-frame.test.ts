/** @module ifc-frame.test: a fault outside of the arguments of instances is one fault, and all else is read and checked. */
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../kernel/documents/ifc/rules/run-rules.ts';

const HEADER = [
  'HEADER;',
  "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
  "FILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
  "FILE_SCHEMA(('IFC4'));",
  'ENDSEC;\n',
].join('\n');
/** The project has no context, which GEM051 reports; the set is no standard one, which PSE001 reports. */
const DATA = [
  'DATA;',
  "#1=IFCPROJECT('0004DuGz89YXxbZvu$uSpk',$,'Project',$,$,$,$,$,#2);",
  '#2=IFCUNITASSIGNMENT((#3));',
  '#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
  "#4=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('Tür'),$);",
  "#5=IFCPROPERTYSET('003N3rWjVcRB5EuxpCi4hM',$,'Pset_Own',$,(#4));",
  'ENDSEC;\n',
].join('\n');
const [START, END] = ['ISO-10303-21;\n', 'END-ISO-10303-21;\n'];
const BASE = START + HEADER + DATA + END;

type Checked = { readonly syntax: readonly (string | undefined)[]; readonly others: unknown };

function checkOf(file: string | Buffer): Checked {
  const results = runIfcRules(readStepFile(Buffer.from(file)), IFC_RULES);
  const syntax = results.find(({ rule }) => rule.id === 'STP001');
  const others = results.filter(({ rule }) => rule.id !== 'STP001');
  return {
    syntax: syntax?.findings.map(({ message }) => message) ?? [],
    others: JSON.parse(JSON.stringify(others).replaceAll(/"line":\d+/g, '"line":0')),
  };
}

/** The base with a part replaced, which it must have once. */
function withChange(from: string, to: string): string {
  expect(BASE.split(from)).toHaveLength(2);
  return BASE.replace(from, () => to);
}

/** Expects one fault at a place, and otherwise what the base has. */
function expectOne(file: string | Buffer, place: string, message: string): void {
  const checked = checkOf(file);
  expect(checked.syntax).toEqual([`${place}: ${message}`]);
  expect(checked.others).toEqual(checkOf(BASE).others);
}

const at = (line: number, column = 1): string => `column ${column} of line ${line}`;
const NAMES_SECTION = 'expected a section or `END-ISO-10303-21;`, found';
const NOTHING_AFTER = 'expected nothing, or a SIGNATURE section, after the end';

test('the base has no fault of the text, and two of other rules', () => {
  const results = runIfcRules(readStepFile(Buffer.from(BASE)), IFC_RULES);
  const failed = results.filter(({ found }) => found > 0).map(({ rule }) => rule.id);
  expect(failed).toEqual(['PSE001', 'GEM051']);
});

describe('the sections are ISO-10303-21, HEADER, ANCHOR, REFERENCE, DATA, END-ISO-10303-21', () => {
  const links = 'REFERENCE;\n#90=<a.ifc#b>;\nENDSEC;\n';
  const anchors = 'ANCHOR;\n<a>=#1;\nENDSEC;\n';
  const rows: readonly (readonly [name: string, file: string, place: string, message: string])[] = [
    [
      'no ENDSEC of the header',
      withChange("(('IFC4'));\nENDSEC;", "(('IFC4'));"),
      at(6),
      'expected `ENDSEC;` before `DATA`',
    ],
    [
      'no ENDSEC of the data',
      withChange(`ENDSEC;\n${END}`, END),
      at(13),
      'expected `ENDSEC;` before `END-ISO-10303-21`',
    ],
    [
      'two ENDSEC of the header',
      withChange('DATA;', 'ENDSEC;\nDATA;'),
      at(7),
      '`ENDSEC` ends no section',
    ],
    [
      'two ENDSEC of the data',
      withChange(END, `ENDSEC;\n${END}`),
      at(14),
      '`ENDSEC` ends no section',
    ],
    [
      'a word before HEADER',
      withChange('HEADER;', 'FOO;\nHEADER;'),
      at(2),
      `${NAMES_SECTION} \`FOO\``,
    ],
    ['a word before DATA', withChange('DATA;', 'FOO;\nDATA;'), at(7), `${NAMES_SECTION} \`FOO\``],
    ['a word after DATA', withChange(END, `FOO;\n${END}`), at(14), `${NAMES_SECTION} \`FOO\``],
    [
      'an unknown section',
      withChange('DATA;', 'FOO;\n1=2;\nENDSEC;\nDATA;'),
      at(7),
      `${NAMES_SECTION} \`FOO\``,
    ],
    [
      'no word',
      withChange('DATA;', ';\nDATA;'),
      at(7),
      'expected a section or `END-ISO-10303-21;`',
    ],
    ['DATA before HEADER', START + DATA + HEADER + END, at(9), 'expected `HEADER` before `DATA`'],
    [
      'ANCHOR after DATA',
      START + HEADER + DATA + anchors + END,
      at(14),
      'expected `ANCHOR` before `DATA`',
    ],
    [
      'REFERENCE before ANCHOR',
      START + HEADER + links + anchors + DATA + END,
      at(10),
      'expected `ANCHOR` before `REFERENCE`',
    ],
    [
      'two ANCHOR',
      START + HEADER + anchors + anchors + DATA + END,
      at(10),
      'expected one `ANCHOR` section, found another one',
    ],
    [
      'HEADER; twice',
      withChange('HEADER;', 'HEADER;\nHEADER;'),
      at(3),
      'expected one `HEADER` section, found another one',
    ],
    ['DATA; twice', withChange('DATA;', 'DATA;\nDATA;'), at(8), 'expected `ENDSEC;` before `DATA`'],
    [
      'no HEADER;',
      withChange('HEADER;\n', ''),
      at(2),
      'expected `HEADER;` before `FILE_DESCRIPTION`',
    ],
    ['no DATA;', withChange('DATA;\n', ''), at(7), 'expected `DATA;` before an instance'],
    ['a misspelt DATA;', withChange('DATA;', 'DATEN;'), at(7), `${NAMES_SECTION} \`DATEN\``],
    [
      'FILE_SCHEMA after the header',
      withChange("FILE_SCHEMA(('IFC4'));\nENDSEC;", "ENDSEC;\nFILE_SCHEMA(('IFC4'));"),
      at(6),
      `${NAMES_SECTION} \`FILE_SCHEMA\``,
    ],
    [
      'ENDSEC within the header',
      withChange('FILE_SCHEMA', 'ENDSEC;\nFILE_SCHEMA'),
      at(6),
      `${NAMES_SECTION} \`FILE_SCHEMA\``,
    ],
    [
      'FILE_SCHEMA in the data',
      withChange(
        "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
        "ENDSEC;\nDATA;\nFILE_SCHEMA(('IFC4'));",
      ),
      at(7),
      'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`',
    ],
    ['no ISO-10303-21;', HEADER + DATA + END, at(1), 'expected `ISO-10303-21;` at the start'],
    [
      'a misspelt ISO-10303-21;',
      `ISO-10303;\n${HEADER}${DATA}${END}`,
      at(1),
      'expected `ISO-10303-21;` at the start',
    ],
    [
      'text before ISO-10303-21;',
      `exported by; a program\n${BASE}`,
      at(1),
      'expected `ISO-10303-21;` at the start',
    ],
    [
      'no END-ISO-10303-21;',
      START + HEADER + DATA,
      at(14),
      'the file ends before `END-ISO-10303-21;`',
    ],
    ['text after the end', `${BASE}hello\n`, at(15), NOTHING_AFTER],
    ['an instance after the end', `${BASE}#9=IFCWALL();\n`, at(15), NOTHING_AFTER],
    ['another file after the end', BASE + BASE, at(15), NOTHING_AFTER],
    ['END-ISO-10303-21; twice', BASE + END, at(15), NOTHING_AFTER],
    ['END-ISO-10303-21; before DATA', START + HEADER + END + DATA, at(8), NOTHING_AFTER],
    [
      'END-ISO-10303-21; before ENDSEC;',
      withChange(`ENDSEC;\n${END}`, `${END}ENDSEC;\n`),
      at(13),
      'expected `ENDSEC;` before `END-ISO-10303-21`',
    ],
    [
      'SIGNATURE before the end',
      withChange(END, `SIGNATURE\nQUJD\nENDSEC;\n${END}`),
      at(14),
      `${NAMES_SECTION} \`SIGNATURE\``,
    ],
    [
      'a word after ENDSEC',
      withChange('ENDSEC;\nDATA;', 'ENDSEC x;\nDATA;'),
      at(6, 8),
      'expected `;` after `ENDSEC`',
    ],
  ];
  test.each(rows)('%s', (_name, file, place, message) => {
    expectOne(file, place, message);
  });

  test.each([
    ['two DATA sections', withChange('#4=', 'ENDSEC;\nDATA;\n#4=')],
    ['parameters of DATA', withChange('DATA;', "DATA ('a',('IFC4'));")],
    ['ANCHOR and REFERENCE', START + HEADER + anchors + links + DATA + END],
    ['signatures', `${BASE}SIGNATURE\nQUJD\nENDSEC;\nSIGNATURE\nQUJD\nENDSEC;\n`],
    ['line breaks in keywords', BASE.replace('ENDSEC;\nDATA;', 'END\nSEC\n;\nDA\r\nTA;')],
    [
      'a keyword in a value',
      withChange("(('IFC4'));", "(('IFC4'));\n!A(.DATA.,#HEADER,(DATA(1),ENDSEC($)));"),
    ],
  ])('right: %s', (_name, file) => {
    expect(checkOf(file)).toEqual(checkOf(BASE));
  });

  test.each([
    ['HEADER', START + DATA + END, at(10)],
    ['DATA', START + HEADER + END, at(8)],
  ])('a file without %s', (name, file, place) => {
    expect(checkOf(file).syntax).toEqual([`${place}: the file has no ${name} section`]);
  });
});

describe('a missing semicolon outside of instances is one fault', () => {
  const next = 'expected `;` before the next statement';
  const anchors = 'ANCHOR;\n<a>=#1;\n<b>=#2;\nENDSEC;\n';
  const links = 'REFERENCE;\n#90=<a.ifc#b>;\n@91=<a.ifc#c>;\nENDSEC;\n';
  const [anchored, linked] = [START + HEADER + anchors, START + HEADER + links].map(
    (begin) => begin + DATA + END,
  );
  const rows: readonly (readonly [from: string, to: string, place: string, message: string])[] = [
    ["'2;1');", "'2;1')", at(4), next],
    ["'','','');", "'','','')", at(5), next],
    ["'','','');\n", "'','','') ", at(4, 61), next],
    ["(('IFC4'));", "(('IFC4'))", at(6), next],
    ["(('IFC4'));", "(('IFC4'))\n!OWN_ENTITY(1);", at(6), next],
    ['ISO-10303-21;\nHEADER', 'ISO-10303-21\nHEADER', at(2), 'expected `;` after `ISO-10303-21`'],
    ['HEADER;', 'HEADER', at(3), 'expected `;` after `HEADER`'],
    ['HEADER;\n', 'HEADER\r\n', at(3), 'expected `;` after `HEADER`'],
    ['HEADER;\n', 'HEADER /* FILE_NAME(); */ ', at(2, 27), 'expected `;` after `HEADER`'],
    ['ENDSEC;\nDATA', 'ENDSEC\nDATA', at(7), 'expected `;` after `ENDSEC`'],
    ['ENDSEC;\nDATA', 'ENDSEC DATA', at(6, 8), 'expected `;` after `ENDSEC`'],
    ['DATA;', 'DATA', at(8), 'expected `;` after `DATA`'],
    ['ENDSEC;\nEND-', 'ENDSEC\nEND-', at(14), 'expected `;` after `ENDSEC`'],
    [END, 'END-ISO-10303-21\n', at(14, 17), 'expected `;` after `END-ISO-10303-21`'],
    [END, 'END-ISO-10303-21', at(14, 17), 'expected `;` after `END-ISO-10303-21`'],
    [
      END,
      'END-ISO-10303-21\nSIGNATURE\nQUJD\nENDSEC;',
      at(15),
      'expected `;` after `END-ISO-10303-21`',
    ],
    [END, `${END}SIGNATURE\nQUJD\nENDSEC`, at(17, 7), 'expected `;` after `ENDSEC`'],
    ['(#4));\n', '(#4))\n', `${at(13)} in \`#5\``, next],
  ];
  test.each(rows)('%j → %j', (from, to, place, message) => {
    expectOne(withChange(from, to), place, message);
  });

  test.each([
    {
      file: anchored,
      from: 'ANCHOR;',
      to: 'ANCHOR',
      line: 8,
      message: 'expected `;` after `ANCHOR`',
    },
    { file: anchored, from: '<a>=#1;', to: '<a>=#1', line: 9, message: next },
    { file: anchored, from: '<b>=#2;', to: '<b>=#2', line: 10, message: next },
    {
      file: linked,
      from: 'REFERENCE;',
      to: 'REFERENCE',
      line: 8,
      message: 'expected `;` after `REFERENCE`',
    },
    { file: linked, from: '#b>;', to: '#b>', line: 9, message: next },
    { file: linked, from: '#c>;', to: '#c>', line: 10, message: next },
  ])('$from → $to', ({ file, from, to, line, message }) => {
    expectOne((file ?? '').replace(from, to), at(line), message);
  });
});

describe('what is no statement is one fault, and the next instance is read', () => {
  const instance = 'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`';
  const comment = 'expected `/* … */` around a comment';
  const number = 'expected a number and `=` after `#`';
  test.each([
    ['#4=', '#+9=IFCWALL($);\n#4=', number],
    ['#4=', '##4=', number],
    ['#4=', '# a wall\n#4=', number],
    ['#4=', '\u00A0#4=', instance],
    ['#4=', 'x#4=', instance],
    ['#4=', 'a wall\n#4=', instance],
    ['#4=', 'a wall;\n#4=', instance],
    ['#4=', '// a wall\n#4=', comment],
    ['#4=', "// don't use; #9=IFCWALL(\r\n#4=", comment],
    ['#4=', '-- a wall\n#4=', comment],
  ])('%j → %j', (from, to, message) => {
    expectOne(withChange(from, to), at(11), message);
  });

  test('comments of other languages in the header and between sections', () => {
    expectOne(withChange('FILE_NAME', "// it's; FILE_NAME(\nFILE_NAME"), at(4), comment);
    expectOne(withChange('DATA;', '-- DATA;\nDATA;'), at(7), comment);
  });

  test('instances in the header are one fault, and are read', () => {
    const entry = 'expected an entity of the header such as `FILE_NAME(…);`, or `ENDSEC;`';
    expectOne(withChange('ENDSEC;\nDATA;\n', ''), at(6), `${entry}, found an instance`);
    const moved = withChange('FILE_SCHEMA', '#9=IFCX();\n#8=IFCX();\nFILE_SCHEMA');
    expect(checkOf(moved).syntax).toEqual([`${at(5)}: ${entry}, found an instance`]);
    expect(readStepFile(Buffer.from(moved))).toMatchObject({ count: 7, schemas: ['IFC4'] });
    expectOne(withChange('FILE_SCHEMA', '(1);\nFILE_SCHEMA'), at(5), entry);
  });
});

describe('a file in UTF-16 or UTF-32 is one fault, and is read', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const utf32 = (text: string): Buffer =>
    Buffer.concat(
      Array.from(text, (character) => {
        const four = Buffer.alloc(4);
        four.writeUInt32LE(character.codePointAt(0) ?? 0);
        return four;
      }),
    );
  test.each([
    ['UTF-16LE', utf16(BASE)],
    ['UTF-16LE', utf16(`\uFEFF${BASE}`)],
    ['UTF-16BE', utf16(BASE).swap16()],
    ['UTF-16BE', utf16(`\uFEFF${BASE}`).swap16()],
    ['UTF-32LE', utf32(BASE)],
    ['UTF-32LE', utf32(`\uFEFF${BASE}`)],
    ['UTF-32BE', utf32(BASE).swap32()],
    ['UTF-32BE', utf32(`\uFEFF${BASE}`).swap32()],
  ])('%s (%#)', (encoding, bytes) => {
    expectOne(bytes, at(1), `expected a file in UTF-8, found ${encoding}`);
    expect(readStepFile(bytes).values(3)).toContainEqual({
      kind: 'typed',
      type: 'IFCLABEL',
      value: { kind: 'text', value: 'Tür' },
    });
  });
});
