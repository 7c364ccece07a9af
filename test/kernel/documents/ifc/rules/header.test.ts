/** @module tests of the header of IFC files: each fault names its entity and its field, and nothing else is reported. */
import { describe, expect, test } from 'vitest';

import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import {
  type IfcFinding,
  runIfcRules,
} from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText, stepText } from '../step-text.ts';

const DATA = "#1=IFCPROJECT('0004DuGz89YXxbZvu$uSpk',$,'P',$,$,$,$,$,$);";
const BASE = stepText('IFC4', DATA);
const DESCRIPTION = "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');";
const NAME = "FILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');";
const SCHEMA = "FILE_SCHEMA(('IFC4'));";

/** Findings of STP002 in a file. */
function findingsIn(text: string): readonly Pick<IfcFinding, 'message' | 'line'>[] {
  return runIfcRules(readText(text), IFC_RULES)
    .filter(({ rule }) => rule.id === 'STP002')
    .flatMap(({ findings }) => findings.map(({ message, line }) => ({ message, line })));
}

/** What all other rules find in a file, without lines. */
function othersIn(text: string): string {
  const others = runIfcRules(readText(text), IFC_RULES).filter(({ rule }) => rule.id !== 'STP002');
  return JSON.stringify(others).replaceAll(/"line":\d+/g, '');
}

/** Replaces a part of the base, which it must have. */
function withHeader(from: string, to: string): string {
  expect(BASE).toContain(from);
  return BASE.replace(from, to);
}

const replaced: readonly (readonly [from: string, to: string, message: string, line: number])[] = [
  ["'','','');", "'','',$);", '`authorization` of `FILE_NAME` is `$`', 4],
  ["'','','');", "'','',*);", '`authorization` of `FILE_NAME` is `*`', 4],
  ["'','','');", "'','',('a'));", '`authorization` of `FILE_NAME` is a list', 4],
  [
    "'','','');",
    "'');",
    '`FILE_NAME` has 5 of 7 fields; missing: `originating_system`, `authorization`',
    4,
  ],
  ["'','','');", "'','','','');", '`FILE_NAME` has 8 of 7 fields', 4],
  ["FILE_NAME('a.ifc',", 'FILE_NAME($,', '`name` of `FILE_NAME` is `$`', 4],
  ["(''),(''),", "'',(''),", '`author` of `FILE_NAME` is a text', 4],
  ["(''),(''),", "(''),(),", '`organization` of `FILE_NAME` is an empty list', 4],
  ["(''),(''),", "('',$),(''),", '`author` of `FILE_NAME`: item 2 is `$`', 4],
  ["(''),(''),", "(''),(12),", '`organization` of `FILE_NAME`: item 1 is an integer', 4],
  ["'2026-01-01T00:00:00'", "'yesterday'", '`time_stamp` of `FILE_NAME` is `yesterday`', 4],
  ["'2026-01-01T00:00:00'", "''", '`time_stamp` of `FILE_NAME` is an empty text', 4],
  ["'2;1'", "'9;9'", '`implementation_level` of `FILE_DESCRIPTION` is `9;9`', 3],
  ["'2;1'", '$', '`implementation_level` of `FILE_DESCRIPTION` is `$`', 3],
  [DESCRIPTION, "FILE_DESCRIPTION($,'2;1');", '`description` of `FILE_DESCRIPTION` is `$`', 3],
  [
    DESCRIPTION,
    `FILE_DESCRIPTION(('${'x'.repeat(257)}'),'2;1');`,
    '`description` of `FILE_DESCRIPTION`: item 1 has 257 characters',
    3,
  ],
  [`${DESCRIPTION}\n`, '', 'the header has no `FILE_DESCRIPTION`', 2],
  [`${NAME}\n`, '', 'the header has no `FILE_NAME`', 2],
  [`${SCHEMA}\n`, '', 'the header has no `FILE_SCHEMA`', 2],
  [`${NAME}\n${SCHEMA}`, `${SCHEMA}\n${NAME}`, '`FILE_NAME` comes after `FILE_SCHEMA`', 5],
  [NAME, `${NAME}\n${NAME}`, 'the header has 2 entities `FILE_NAME`', 5],
  [
    SCHEMA,
    `${SCHEMA}\nFILE_NOTE('a');`,
    '`FILE_NOTE` is no entity of the header; user-defined ones begin with `!`',
    6,
  ],
  [SCHEMA, `!NOTE('a');\n${SCHEMA}`, '`FILE_SCHEMA` comes after `!NOTE`', 6],
  [
    SCHEMA,
    `${SCHEMA}\nSECTION_LANGUAGE($);`,
    '`SECTION_LANGUAGE` has 1 of 2 fields; missing: `default_language`',
    6,
  ],
];

describe('a fault of the header is reported once, with its entity and its field', () => {
  test.each(replaced)('%s → %s', (from, to, message, line) => {
    expect(findingsIn(withHeader(from, to))).toEqual([{ message, line }]);
  });

  const withSchema = replaced.filter(([from, to]) => from !== `${SCHEMA}\n` || to !== '');
  test.each(withSchema)('all else is checked: %s → %s', (from, to) => {
    expect(othersIn(withHeader(from, to))).toBe(othersIn(BASE));
  });
});

describe('a right header has no fault', () => {
  test.each([
    ["'','','');", "'O''Brien','admin\\X\\27','\\X2\\00C4\\X0\\');"],
    ["(''),(''),", "('a','O''Brien'),('c'),"],
    ["'2;1'", "'1'"],
    ["'2;1'", "'2;2'"],
    ["'2;1'", "'3;1'"],
    ["'2;1'", "'4;3'"],
    ['2026-01-01T00:00:00', '2024-02-29T23:59:60Z'],
    ['2026-01-01T00:00:00', '2026-12-31T24:00:00+05:30'],
    ['2026-01-01T00:00:00', '2026-12-31T23:59:59.25-01'],
    [
      SCHEMA,
      `${SCHEMA}\nSECTION_LANGUAGE($,'en');\n!NOTE_OF_A_PROGRAM_WITH_A_VERY_LONG_NAME_INDEED(1,$);`,
    ],
    [DESCRIPTION, `FILE_DESCRIPTION(('${'x'.repeat(256)}'),'2;1');`],
  ])('%s → %s', (from, to) => {
    expect(findingsIn(withHeader(from, to))).toEqual([]);
  });
});

test.each([
  '2026-02-29T00:00:00',
  '2026-04-31T00:00:00',
  '2026-13-01T00:00:00',
  '2026-00-01T00:00:00',
  '2026-01-00T00:00:00',
  '1900-02-29T00:00:00',
  '2026-01-01T24:00:01',
  '2026-01-01T25:00:00',
  '2026-01-01T00:60:00',
  '2026-01-01T00:00:61',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+01:60',
  '2026-01-01T00:00',
  '2026-01-01 00:00:00',
  '2026-1-1T00:00:00',
  '26-01-01T00:00:00',
  '01-02-2026 10:00:00',
])('no date and time of ISO 8601: %s', (stamp) => {
  expect(findingsIn(withHeader('2026-01-01T00:00:00', stamp))).toHaveLength(1);
});

test('a header entity that cannot be read is a fault of the text, and not checked', () => {
  const text = withHeader("(''),('')", "(''),(''");
  const [syntax, header] = runIfcRules(readText(text), IFC_RULES);
  expect([syntax?.rule.id, syntax?.found, header?.rule.id]).toEqual(['STP001', 1, 'STP002']);
  expect(header).toMatchObject({
    verdict: 'not_evaluated',
    found: 0,
    not_checked: [{ reason: '`FILE_NAME` cannot be read (see STP001)', line: 4 }],
  });
});
