/** @module pattern-limit: files with many or large patterns are checked in steps that can be stopped, or refused. */
import { describe, expect, test } from 'vitest';

import { Interrupted, watched } from '../../../../kernel/base/work/checkpoint.ts';
import { auditIds } from '../../../../kernel/documents/ids/audit/audit-ids.ts';
import { checkIds } from '../../../../kernel/documents/ids/check/check-ids.ts';
import { Automaton } from '../../../../kernel/documents/ids/patterns/automaton.ts';
import { matchingAny } from '../../../../kernel/documents/ids/patterns/pattern-list.ts';
import { Pattern } from '../../../../kernel/documents/ids/patterns/pattern.ts';
import { readIds } from '../../../../kernel/documents/ids/read/read-ids.ts';
import {
  attribute,
  bounds,
  entity,
  fileModel,
  idsText,
  ifcText,
  pattern,
  property,
  restriction,
} from './ids-case.ts';

/** Sources that each take about 3,200 states, and match only texts with a first letter of their own. */
const large = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `Z${at}(.?){1600}`);

/** Number of checkpoints that work reaches. */
function checkpointsOf(work: () => unknown): number {
  let count = 0;
  watched(() => {
    count += 1;
  }, work);
  return count;
}

const walls = ifcText(
  Array.from(
    { length: 10 },
    (_, at) => `IFCWALL('${String(at).padStart(22, '0')}',$,'Wall ${at}',$,$,$,$,$,$)`,
  ),
);

describe('patterns of an IDS file', () => {
  test('beyond the limit are one finding, which says what was found and expected', () => {
    const text = idsText(entity('IFCWALL'), attribute('Name', pattern(...large(1700))));
    const audit = auditIds(text);
    expect(audit).toMatchObject({
      valid: false,
      ids: null,
      findings: [
        {
          rule: 'pattern-limit',
          severity: 'error',
          message: expect.stringMatching(/^the patterns of the file have 81\d{5} characters/u),
          expected: expect.stringContaining('at most 250000 in all'),
        },
      ],
    });
    expect(audit.findings[0]?.place.line).toBeGreaterThan(0);
    expect(readIds(text).ids).toBeNull();
  });

  test('count once if they are repeated', () => {
    const sources = Array.from({ length: 300 }, () => '(.?){1600}');
    const text = idsText(entity('IFCWALL'), attribute('Name', pattern(...sources)));
    expect(readIds(text).ids).not.toBeNull();
  });

  test('reach checkpoints while they are built and while no first character matches', () => {
    const { ids } = readIds(idsText(entity('IFCWALL'), attribute('Name', pattern(...large(50)))));
    if (ids === null) throw new Error('no IDS');
    const model = fileModel(walls);
    let failed: number | undefined;
    const built = checkpointsOf(() => {
      failed = checkIds(ids, model)[0]?.failed;
    });
    expect(failed).toBe(10);
    expect(built).toBeGreaterThanOrEqual(1);
    const matches = matchingAny(Array.from({ length: 2000 }, (_, at) => `Y${at}`));
    const texts = Array.from({ length: 100 }, (_, at) => `Wall ${at}`);
    expect(
      checkpointsOf(() => {
        expect(texts.some((text) => matches(text))).toBe(false);
      }),
    ).toBeGreaterThanOrEqual(5);
  });

  test('are built once, however many there are', () => {
    const patterns = large(400).map((source) => new Pattern(source));
    const count = checkpointsOf(() => {
      for (let round = 0; round < 10; round += 1) {
        for (const one of patterns) one.matches('Wall');
      }
    });
    // 1.28 million states are built, with a checkpoint for each 100,000 or a little more; the count goes on from earlier work.
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThan(20);
  });

  test('count a step for each state that a character reaches, also those that read no character', () => {
    const empty = new Pattern('((){0,2400}a)*');
    expect(checkpointsOf(() => empty.matches('a'.repeat(1000)))).toBeGreaterThanOrEqual(20);
  });

  test('test a set once for a character, however often the pattern repeats it', () => {
    let asked = 0;
    const set = (code: number): boolean => {
      asked += 1;
      return code === 0x61;
    };
    const item = { kind: 'set', set } as const;
    const automaton = new Automaton({ kind: 'repeat', item, min: 0, max: 40 }, 7);
    expect(automaton.matches('aab')).toBe(false);
    expect(asked).toBe(3);
  });
});

describe('a check can be stopped', () => {
  const enumerated = Array.from({ length: 20_000 }, (_, at) => `<xs:enumeration value="${at}.5"/>`);
  test.each([
    [
      'within the requirements of one specification',
      Array.from({ length: 5000 }, () => attribute('Name')).join(''),
    ],
    [
      'within a long list of numbers',
      attribute('OverallHeight', restriction('double', enumerated.join(''))),
    ],
    [
      'within the requirements for properties',
      Array.from({ length: 3000 }, () =>
        property('Pset_DoorCommon.Width', { value: bounds('minInclusive 1') }),
      ).join(''),
    ],
  ])('%s', (_, requirements) => {
    const { ids } = readIds(idsText(entity('IFCDOOR'), requirements));
    if (ids === null) throw new Error('no IDS');
    const doors = Array.from(
      { length: 10 },
      (_none, at) => `IFCDOOR('${String(at).padStart(22, '0')}',$,'D',$,$,$,$,$,2.1,0.9,$,$,$)`,
    );
    const model = fileModel(ifcText(doors));
    let steps = 0;
    const watch = (): void => {
      steps += 1;
      if (steps === 2) throw new Interrupted('cancelled');
    };
    expect(() => watched(watch, () => checkIds(ids, model))).toThrow(Interrupted);
  });

  test('while the file is read', () => {
    const long = idsText(
      entity('IFCWALL'),
      attribute('Name', restriction('double', enumerated.join(''))),
    );
    expect(checkpointsOf(() => readIds(long))).toBeGreaterThanOrEqual(20);
  });
});
