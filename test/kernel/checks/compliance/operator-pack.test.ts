/** @module tests of packs of operators: what a file may contain, and that its rules use the built-in measures. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import {
  PACK_LIMIT,
  readOperatorPack,
} from '../../../../kernel/checks/compliance/operator-pack.ts';
import { runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import { viewOf } from './example-view.ts';
import { twoStoreys } from './office.ts';

const EXAMPLE = readFileSync('examples/office-rules.json', 'utf8');
type Json = { rules: Record<string, unknown>[]; [key: string]: unknown };
const edited = (edit: (file: Json) => void): string => {
  const file = JSON.parse(EXAMPLE) as Json;
  edit(file);
  return JSON.stringify(file);
};
const firstRule = (changes: Record<string, unknown>): string =>
  edited((file) => {
    file.rules[0] = { ...file.rules[0], ...changes };
  });

describe('the example', () => {
  test('examples/office-rules.json runs next to a built-in pack and is named with its version', () => {
    const read = readOperatorPack(EXAMPLE);
    if (!read.ok) throw new Error(read.faults.join('\n'));
    const options = { standards: ['ADA-2010', 'OFFICE-HOUSE'], own_packs: [read.pack] };
    const { findings, packs } = runCompliance(viewOf(twoStoreys()), options);
    expect(packs[1]).toEqual({
      standard: 'OFFICE-HOUSE',
      title: 'Rules of our own for office buildings',
      version: '1.0.0',
      rules: 3,
    });
    const own = findings.filter(({ check }) => check.startsWith('OFFICE-HOUSE.'));
    expect(
      own.map(({ check, element_ids, severity }) => [check, element_ids[0], severity]),
    ).toEqual([
      ['OFFICE-HOUSE.door-width', 'D2', 'error'],
      ['OFFICE-HOUSE.meeting-height', 'R3', 'advisory'],
    ]);
  });

  test('without `only` and `usage` the rules of the example apply to all elements', () => {
    const wide = edited((file) => {
      for (const rule of file.rules) delete rule['usage'];
      for (const rule of file.rules) delete rule['only'];
    });
    const read = readOperatorPack(wide);
    if (!read.ok) throw new Error(read.faults.join('\n'));
    const options = { standards: ['OFFICE-HOUSE'], own_packs: [read.pack] };
    const { coverage } = runCompliance(viewOf(twoStoreys()), options);
    expect(coverage.not_applicable).toBe(0);
  });
});

describe('a file of operators', () => {
  test.each([
    ['that is not JSON', '{', /^not JSON/u],
    ['that is too long', ' '.repeat(PACK_LIMIT + 1), /262145 characters/u],
    [
      'of another format',
      edited((file) => {
        file['format'] = 'plumbline-rules/2';
      }),
      /^format/u,
    ],
    [
      'of a built-in standard',
      edited((file) => {
        file['standard'] = 'IBC-2021';
      }),
      /is a built-in standard/u,
    ],
    [
      'without a version',
      edited((file) => {
        delete file['version'];
      }),
      /^version/u,
    ],
    [
      'with an unknown key',
      edited((file) => {
        file['code'] = 'x';
      }),
      /code/u,
    ],
    [
      'without rules',
      edited((file) => {
        file.rules = [];
      }),
      /^rules/u,
    ],
    [
      'with a duplicate rule id',
      edited((file) => {
        file.rules.push({ ...file.rules[0] });
      }),
      /is used twice/u,
    ],
    [
      'with 501 rules',
      edited((file) => {
        file.rules = Array.from({ length: 501 }, (_, i) => ({ ...file.rules[0], id: `r${i}` }));
      }),
      /^rules/u,
    ],
    [
      'with an unknown measure',
      firstRule({ require: { measure: 'door_colour', at_least: 1 } }),
      /unknown measure `door_colour`/u,
    ],
    [
      'with the name of a method',
      firstRule({ require: { measure: 'constructor', at_least: 1 } }),
      /unknown measure/u,
    ],
    [
      'with two limits',
      firstRule({ require: { measure: 'door_clear_width', at_least: 1, at_most: 2 } }),
      /either/u,
    ],
    ['without a limit', firstRule({ require: { measure: 'door_clear_width' } }), /either/u],
    [
      'with a condition on another kind',
      firstRule({ only: [{ measure: 'room_area', at_least: 1 }] }),
      /measures a room, not a door/u,
    ],
    ['with a usage for doors', firstRule({ usage: ['office'] }), /only rooms have a usage/u],
    ['with code', firstRule({ check: '() => true' }), /check/u],
    [
      'with a limit that is not a number',
      firstRule({ require: { measure: 'door_clear_width', at_least: '1' } }),
      /at_least/u,
    ],
  ])('a file %s is refused with the place of the fault', (_what, text, fault) => {
    const read = readOperatorPack(text);
    expect(read.ok ? '' : read.faults.join('\n')).toMatch(fault);
  });
});
