/** @module ifc-texts.test: a text with a directive, right or malformed, harms nothing else in its file. */
import { expect, test } from 'vitest';

import { readStepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../kernel/documents/ifc/rules/run-rules.ts';
import { stepText } from '../kernel/documents/ifc/step-text.ts';

/** The instance of each row stands on line 10; the column is that of the fault. */
const instance = (first: string, second: string): string =>
  [
    "#1=IFCPROJECT('0004DuGz89YXxbZvu$uSpk',$,'Project',$,$,$,$,$,#2);",
    '#2=IFCUNITASSIGNMENT((#3));',
    `#4=IFCPROPERTYSINGLEVALUE('${first}',$,IFCLABEL('${second}'),$);`,
    "#5=IFCPROPERTYSET('003N3rWjVcRB5EuxpCi4hM',$,'Pset_Before',$,(#4));",
    '#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
    "#6=IFCPROPERTYSET('003i9ErV8M7FCcEFCD_2Gw',$,'Pset_After',$,(#4));",
  ].join('\n');

function check(first: string, second: string): { sets: unknown; syntax: unknown; failed: unknown } {
  const file = readStepFile(Buffer.from(stepText('IFC4', instance(first, second))));
  const results = runIfcRules(file, IFC_RULES);
  const findings = (id: string): readonly (number | string | null | undefined)[][] =>
    results
      .filter(({ rule }) => rule.id === id)
      .flatMap((one) =>
        one.findings.map(({ line, message, measured }) => [line, message, measured]),
      );
  return {
    sets: findings('PSE001').map(([, , measured]) => measured),
    syntax: findings('STP001').map(([, message]) => message),
    failed: results.filter(({ found }) => found > 0).map(({ rule }) => rule.id),
  };
}

/** What the file has without the texts: the sets are no standard ones, and the project has no context. */
const BASE = { sets: ['Pset_Before', 'Pset_After'], failed: ['PSE001', 'GEM051'] };

test.each([
  ["A \\S\\'", 'x'],
  ["\\S\\'", 'x'],
  ['A', "Tor \\S\\'"],
  ['A', "\\S\\'"],
  ['A', "a\\S\\''b"],
  ['A', "Tor \\S\\''"],
  ["\\S\\'", "\\S\\'"],
  ["O''Brien\\X\\27", '\\X2\\00C4\\X0\\\\X4\\0001F600\\X0\\\\PE\\\\S\\*\\\\X2\\\\0041'],
])('reads texts %s and %s without faults', (first, second) => {
  expect(check(first, second)).toEqual({ ...BASE, syntax: [] });
});

test.each([
  ['\\X2\\00D8\\X\\0A\\X0\\800', 45, 'between `\\X2\\` and `\\X0\\`'],
  ['\\X\\C3\\X96sterreich', 50, '`\\X9` begins no control directive'],
  ['a\\\\X2\\30B330F330AF\\X0\\.XLSX', 50, '`\\30B330F330AF\\X0\\` begins no control directive'],
  ['\\X2\\00C\\X0\\', 45, 'expected groups of 4 hexadecimal digits'],
  ['\\X4\\0001F60\\X0\\', 45, 'expected groups of 8 hexadecimal digits'],
  ['\\X2\\00C4', 45, '`\\X2\\00C4` does not end with `\\X0\\`'],
  ['C:\\temp', 47, '`\\te` begins no control directive'],
  ['\\X4\\00110000\\X0\\', 45, '`00110000` is no character'],
  ['\\X2\\D83D\\X0\\', 45, 'half of a surrogate pair'],
  ['\\X2\\00e4\\X0\\', 45, 'expected capital letters in `00e4`'],
  ['ab\\', 47, 'begins no control directive'],
])('malformed: %s', (text, column, message) => {
  const { syntax, ...others } = check('A', text);
  expect(syntax).toEqual([expect.stringContaining(`column ${column - 2} of line 10 in \`#4\`: `)]);
  expect(syntax).toEqual([expect.stringContaining(message)]);
  expect(others).toEqual({ ...BASE, failed: ['STP001', ...BASE.failed] });
});
