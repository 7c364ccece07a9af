/** @module bounded: what a check of untrusted files takes and shows is bounded. */
import { describe, expect, test } from 'vitest';

import { Interrupted, watched } from '../../../../kernel/base/work/checkpoint.ts';
import { auditIds } from '../../../../kernel/documents/ids/audit/audit-ids.ts';
import { checkIds } from '../../../../kernel/documents/ids/check/check-ids.ts';
import { FileIdsModel } from '../../../../kernel/documents/ids/file/file-model.ts';
import type { Ids } from '../../../../kernel/documents/ids/ids.ts';
import { Pattern } from '../../../../kernel/documents/ids/patterns/pattern.ts';
import { readIds } from '../../../../kernel/documents/ids/read/read-ids.ts';
import { IfcModel } from '../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../kernel/documents/ifc/read/step-file.ts';
import {
  attribute,
  entity,
  fileModel,
  idsText,
  ifcText,
  oneOf,
  property,
  resultOf,
  wallVerdict,
} from './ids-case.ts';

function idsOf(text: string): Ids {
  const { ids } = readIds(text);
  if (ids === null) throw new Error('no IDS');
  return ids;
}

const walls = (count: number): string =>
  ifcText(
    Array.from(
      { length: count },
      (_, at) => `IFCWALL('${String(at).padStart(22, '0')}',$,'W${at}',$,$,$,$,$,$)`,
    ),
  );

describe('a check', () => {
  test('counts all failures and shows the first ones', () => {
    const ids = idsOf(idsText(entity('IFCWALL'), attribute('Tag')));
    const [result] = checkIds(ids, fileModel(walls(300)), { failuresPerGroup: 7 });
    const [group] = result?.groups ?? [];
    expect(result?.failed).toBe(300);
    expect(group?.count).toBe(300);
    expect(group?.failures.map(({ name }) => name)).toEqual(
      Array.from({ length: 7 }, (_, at) => `W${at}`),
    );
  });

  test('of many specifications shows a bounded number of failures in all', () => {
    const { info, specifications } = idsOf(idsText(entity('IFCWALL'), attribute('Tag')));
    const many = Array.from({ length: 600 }, () => specifications).flat();
    const results = checkIds({ info, specifications: many }, fileModel(walls(100)));
    const groups = results.flatMap((one) => one.groups);
    expect(groups.map(({ count }) => count)).toEqual(groups.map(() => 100));
    const shown = groups.reduce((sum, { failures }) => sum + failures.length, 0);
    expect(shown).toBe(50_000);
  });

  test('can be stopped within one object and within one pattern', () => {
    const { info, specifications } = idsOf(idsText(entity('IFCWALL'), attribute('Name')));
    const many = Array.from({ length: 20_000 }, () => specifications).flat();
    let steps = 0;
    const stop = (): never => {
      throw new Interrupted('too_long');
    };
    const count = (): void => {
      steps += 1;
      if (steps === 5) stop();
    };
    expect(() => {
      watched(count, () => checkIds({ info, specifications: many }, fileModel(walls(1))));
    }).toThrow(Interrupted);
    const pattern = new Pattern('((a?){40}){20}(a{40}){20}');
    expect(() => {
      watched(stop, () => pattern.matches('a'.repeat(20_000)));
    }).toThrow(Interrupted);
  });

  test('visits only objects that can be applicable', () => {
    const lines = walls(50).split('\n');
    const more = lines.map((line) => line.replace('IFCWALL', 'IFCSLAB').replace('#', '#9'));
    const data = lines.indexOf('DATA;');
    const text = lines.toSpliced(data + 1, 0, ...more.filter((line) => line.startsWith('#9')));
    const file = readStepFile(Buffer.from(text.join('\n')));
    const ids = idsOf(idsText(entity('IFCWALL'), attribute('Name')));
    const [result] = checkIds(ids, new FileIdsModel(new IfcModel(file, 'IFC4')));
    expect(result?.applicable).toBe(50);
    // Each value of each wall at most, and none of a slab.
    expect(file.parsed).toBeLessThanOrEqual(50 * 9 + 50);
  });

  test('shows texts of the model in backticks, cut, without invisible characters', () => {
    const name = String.raw`\X2\202E\X0\a\X\60b${'x'.repeat(300)}`;
    const wall = `IFCWALL('0000000000000000000001',$,'${name}',$,$,$,$,$,$)`;
    const { groups } = resultOf(
      idsText(entity('IFCWALL'), attribute('Name', 'A')),
      ifcText([wall]),
    );
    const found = groups[0]?.failures[0]?.found;
    expect(found).toBe(`\`\\u{202e}a'b${'x'.repeat(116)}…\` as \`Name\``);
  });
});

test('an audit ends when it has found enough', () => {
  const many = attribute('Nam').repeat(5000);
  const { valid, findings } = auditIds(idsText(entity('IFCWALL'), many));
  expect(valid).toBe(false);
  expect(findings).toHaveLength(501);
  expect(findings.at(-1)?.found).toBe('at least 501 findings');
});

describe('properties that are read quickly', () => {
  const values = [
    "IFCLABEL('A')",
    "IFCLABEL('')",
    "IFCLABEL('a #&(x) [y] ~')",
    'IFCBOOLEAN(.T.)',
    'IFCLOGICAL(.U.)',
    'IFCINTEGER(42)',
    'IFCINTEGER(-42)',
    'IFCREAL(4.2E1)',
    'IFCREAL(42.)',
    'IFCREAL(+42.)',
    'IFCLENGTHMEASURE(42000.)',
    '$',
  ];
  const requirements = ['A', '42', 'true', oneOf('A', '42', 'a #&amp;(x) [y] ~')].map((value) =>
    property('S.P', { value }),
  );

  test.each(values)('%s has the value that the general reader finds', (value) => {
    const lines = (description: string): readonly string[] => [
      "IFCWALL('0000000000000000000001',$,$,$,$,$,$,$,$)",
      `IFCPROPERTYSINGLEVALUE('P',${description},${value},$)`,
      "IFCPROPERTYSET('0000000000000000000002',$,'S',$,(#2))",
      "IFCRELDEFINESBYPROPERTIES('0000000000000000000003',$,$,$,(#1),#3)",
      'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
      'IFCUNITASSIGNMENT((#5))',
      'IFCPROJECT($,$,$,$,$,$,$,$,#6)',
    ];
    // A doubled quote is read by the general reader only.
    for (const requirement of [...requirements, property('S.P')]) {
      expect(wallVerdict(requirement, lines('$'))).toBe(wallVerdict(requirement, lines("'a''b'")));
    }
  });
});
