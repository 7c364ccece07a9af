/** @module tests of files that are made to hang a reader, fill its memory or break it: each is read and checked to the end. */
import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import { IfcModel, TooManyReads } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText, stepText } from '../step-text.ts';

const MANY = 20_000;
const many = (count: number, make: (i: number) => string, between = ','): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);
const manyLines = (count: number, make: (i: number) => string): string => many(count, make, '\n');
const lines = (make: (i: number) => string): string => manyLines(MANY, make);

/** A part of the expected message of each file, and its line. */
const FILES: readonly (readonly [name: string, data: string, expected: string, line: number])[] = [
  [
    'brackets in brackets',
    `#1=IFCPOLYLINE(${'('.repeat(MANY)}${')'.repeat(MANY)});`,
    'more than 32 nested brackets',
    8,
  ],
  [
    'typed values in each other',
    `#1=IFCX(${'IFCLABEL('.repeat(MANY)}'a'${')'.repeat(MANY)});`,
    'more than 32 nested brackets',
    8,
  ],
  ['a text without an end', `#1=IFCWALL('${"''".repeat(MANY)}`, 'unterminated string', 8],
  ['numbers of a million digits', `#1=IFCX(${'9'.repeat(1e6)}.);`, 'a number above 1.7E308', 8],
  [
    'two instances with one number of a million digits',
    `#${'9'.repeat(1e6)}=IFCX($);\n#${'9'.repeat(1e6)}=IFCX($);`,
    'is used twice',
    9,
  ],
  ['one number again and again', lines(() => '#1=IFCX();'), 'the number `#1` is used twice', 9],
  ['a comment without an end', '/*'.repeat(MANY), 'expected an instance', 8],
  [
    'placements in a circle',
    lines((i) => `#${i + 1}=IFCLOCALPLACEMENT(#${((i + 1) % MANY) + 1},$);`),
    'RelativePlacement of `IfcLocalPlacement #1` is missing',
    8,
  ],
  [
    'operands that double',
    lines((i) => `#${i + 1}=IFCBOOLEANRESULT(.UNION.,#${i + 2},#${i + 2});`),
    '`#20001` does not exist',
    8 + MANY - 1,
  ],
  [
    'a fault in each line',
    lines((i) => `#${i + 1}=IFCWALL($ $);`),
    'expected `,` or `)` after a value',
    8,
  ],
  [
    'one list that many curves are made of',
    `#1=IFCCARTESIANPOINTLIST2D((${many(2000, (i) => `(${i}.,0.)`)}),$);\n${manyLines(2000, (i) => `#${i + 10}=IFCINDEXEDPOLYCURVE(#1,$,.F.);`)}`,
    'GEM112 was stopped after',
    555,
  ],
  [
    'curves of ten of the next',
    manyLines(8, (depth) =>
      [
        `#${depth + 1}=IFCCOMPOSITECURVE((${many(10, (i) => `#${100 + 10 * depth + i}`)}),.F.);`,
        ...Array.from(
          { length: 10 },
          (_, i) =>
            `#${100 + 10 * depth + i}=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#${depth + 2});`,
        ),
      ].join('\n'),
    ) + '\n#9=IFCPOLYLINE(());\n#10=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#1);',
    'SWE001 was stopped after',
    97,
  ],
  // The next four took minutes when each place was searched from its beginning again.
  [
    'texts that end before one comment',
    `#1=IFCX('${"\\S\\''/*".repeat(3e5)}*/${' '.repeat(1e6)}');`,
    'unterminated string',
    8,
  ],
  ['backslashes in one text', `#1=IFCX('${'\\q'.repeat(1e6)}');`, 'begins no control directive', 8],
  [
    'open wide directives in one text',
    `#1=IFCX('${'\\X2\\00'.repeat(3e5)}');`,
    'does not end with `\\X0\\`',
    8,
  ],
  [
    'an open wide directive of millions of digits',
    `#1=IFCX('\\X2\\${'0041'.repeat(2e6)}');`,
    'does not end with `\\X0\\`',
    8,
  ],
  [
    'a backslash before millions of digits',
    `#1=IFCX('\\${'A'.repeat(8e6)}');`,
    'begins no control directive',
    8,
  ],
  ['a list of too many values', `#1=IFCX((${'$,'.repeat(4e6)}$));`, 'more than 4000000 values', 8],
  [
    'lists of too many values in all',
    `#1=IFCX((${`(${'$,'.repeat(999_999)}$),`.repeat(4)}$));`,
    'more than 4000000 values',
    8,
  ],
  [
    'a text that is too long',
    `#1=IFCX('${'a'.repeat(16_777_216)}');`,
    'more than 16777216 bytes',
    8,
  ],
  [
    'a name that is too long',
    `#1=IFCX(.${'A'.repeat(16_777_216)}.);`,
    'more than 16777216 bytes',
    8,
  ],
  ['a fault in each instance of one line', '#1=IFCX();'.repeat(MANY), 'is used twice', 8],
];

test.each(FILES)('%s', (_name, data, expected, line) => {
  const file = readStepFile(Buffer.from(stepText('IFC4', data), 'latin1'));
  const results = runIfcRules(file, IFC_RULES);
  const found = [
    ...results.flatMap((one) => one.findings.map((finding) => [finding.message, finding.line])),
    ...results.flatMap((one) => one.not_checked.map((skipped) => [skipped.reason, skipped.line])),
  ].find(([message]) => String(message).includes(expected));
  expect(found).toEqual([expect.stringContaining(expected), line]);
});

test('reports bytes that are not text on the first line', () => {
  for (const bytes of [Buffer.alloc(1e6), Buffer.alloc(1e6, 0xff), Buffer.from('x', 'utf16le')]) {
    const file = readStepFile(bytes);
    expect(file.faults.kept[0]?.message).toContain('expected `ISO-10303-21;` at the start');
  }
});

/** A file with the given number of header entities and of other statements, of one byte each. */
function manyStatements(entities: number, others: number): Buffer {
  const text = stepText('IFC4', '#1=IFCX($);').replace(
    'ENDSEC;',
    `${'A();'.repeat(entities)}ENDSEC;OTHER${';'.repeat(others)}ENDSEC;`,
  );
  return Buffer.from(text, 'latin1');
}

test.each([
  ['header entities', manyStatements(10_000, 1), 'more than 10000 header entities'],
  ['statements', manyStatements(0, 1e7), 'more than 10000000 statements'],
])('more %s than are read are a limit, and no fault of the file', (_of, bytes, limit) => {
  const file = readStepFile(bytes);
  expect(file.isPartial).toBe(true);
  const rules = IFC_RULES.filter(({ id }) => ['STP001', 'PJS101', 'SCH001'].includes(id));
  const results = runIfcRules(file, rules);
  // Empty statements are faults of the frame.
  const others = limit.includes('header') ? results : results.slice(1);
  expect(others.flatMap(({ findings }) => findings)).toEqual([]);
  expect(others.map(({ verdict }) => verdict)).toEqual(others.map(() => 'not_evaluated'));
  expect(results[0]?.not_checked[0]?.reason).toContain(limit);
});

test('keeps a limited number of parsed values, and limits how often they are parsed again', () => {
  const half = `((${'$,'.repeat(2_100_000)}$))`;
  const file = readText(stepText('IFC4', `#1=IFCWALL${half};\n#2=IFCWALL${half};`));
  const model = new IfcModel(file, 'IFC4');
  const parsed = [0, 0, 1, 0].map((row) => {
    model.values(row);
    return Math.round(file.parsed / 2_100_000);
  });
  // The second instance takes the place of the first one.
  expect(parsed).toEqual([1, 1, 2, 3]);
  model.allow(Infinity, 2_000_000);
  expect(() => model.values(1)).toThrow(TooManyReads);
});

test('reads a wide directive of millions of digits', () => {
  const digits = '0041'.repeat(2e6);
  const file = readText(stepText('IFC4', `#1=IFCX('\\X2\\${digits}\\X0\\');`));
  expect(file.faults.found).toBe(0);
  expect(file.values(0)).toEqual([{ kind: 'text', value: 'A'.repeat(2e6) }]);
});

test('reports a limited number of faults of one instance', () => {
  const data = `#1=IFCX('${'\\q'.repeat(1000)}');\n#2=IFCX('\\q');`;
  const file = readText(stepText('IFC4', data));
  expect([0, 1].map((row) => file.values(row).length)).toEqual([1, 1]);
  expect(file.faults.found).toBe(101);
});
