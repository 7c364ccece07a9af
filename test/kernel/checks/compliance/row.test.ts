/** @module tests of rows: what the compiler refuses, and what a row's guard and limit decide. */
import { expect, test } from 'vitest';

import { aDoor, aDoorAlone } from '../../../../kernel/checks/compliance/examples/doors.ts';
import {
  corridor,
  doorInWallOver,
  doorOnRoute,
} from '../../../../kernel/checks/compliance/guards.ts';
import { doorClearWidth } from '../../../../kernel/checks/compliance/measures/doors.ts';
import { roomTravel } from '../../../../kernel/checks/compliance/measures/travel.ts';
import { metres, mm } from '../../../../kernel/checks/compliance/outcome.ts';
import { definePack } from '../../../../kernel/checks/compliance/pack.ts';
import { row } from '../../../../kernel/checks/compliance/row.ts';
import { runOf } from './example-view.ts';

const EXAMPLES = {
  pass: aDoor({ width: 860 }, 'a door of 860 mm'),
  fail: aDoor({ width: 859 }, 'a door of 859 mm'),
  not_applicable: aDoorAlone(),
};
const COLUMNS = {
  title: 'Clear width of a door',
  source: { clause: '1', confidence: 'H' },
  fix: 'choose a wider door',
} as const;

test('a row of another subject, guard or unit, or without an example, does not compile', () => {
  const require = { measure: doorClearWidth, at_least: mm(800) };
  // @ts-expect-error a door's width is no measure of a window
  row('window', null, { ...COLUMNS, ...EXAMPLES, require });
  // @ts-expect-error the guard chooses among rooms
  row('door', corridor, { ...COLUMNS, ...EXAMPLES, require });
  row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    // @ts-expect-error a room's travel distance is no measure of a door
    require: { measure: roomTravel, at_most: metres(20) },
  });
  row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    // @ts-expect-error the measure is in millimetres
    require: { measure: doorClearWidth, at_least: metres(0.8) },
  });
  row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    // @ts-expect-error a row has one limit
    require: { measure: doorClearWidth, at_least: mm(800), at_most: mm(900) },
  });
  row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    // @ts-expect-error a row has a limit
    require: { measure: doorClearWidth },
  });
  const { pass, fail, not_applicable } = EXAMPLES;
  // @ts-expect-error the example that passes is missing
  row('door', doorOnRoute, { ...COLUMNS, require, fail, not_applicable });
  // @ts-expect-error the example that fails is missing
  row('door', doorOnRoute, { ...COLUMNS, require, pass, not_applicable });
  // @ts-expect-error the example outside the rule is missing
  row('door', doorOnRoute, { ...COLUMNS, require, pass, fail });
  expect(row('door', doorOnRoute, { ...COLUMNS, ...EXAMPLES, require }).subject).toBe('door');
});

test('a row lists its limit before the numbers of its guard, and has the wider reach of the two', () => {
  const rule = row('door', doorInWallOver(mm(610)), {
    ...COLUMNS,
    ...EXAMPLES,
    require: { measure: doorClearWidth, at_least: mm(800) },
  });
  expect(rule).toMatchObject({ severity: 'error', reach: 'around', prepare: null });
  expect(Object.entries(rule.parameters)).toEqual([
    ['least', mm(800)],
    ['deep', mm(610)],
  ]);
  const wide = row('room', corridor, {
    ...COLUMNS,
    ...EXAMPLES,
    require: { measure: roomTravel, at_most: metres(20) },
  });
  expect(wide.reach).toBe('building');
  expect(wide.prepare).not.toBeNull();
});

test('a row evaluates its guard before it measures', () => {
  const rule = row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    require: { measure: doorClearWidth, at_least: mm(800) },
  });
  const outcomes = [EXAMPLES.pass, EXAMPLES.fail, EXAMPLES.not_applicable].map((example) => {
    const run = runOf(example);
    const door = run.view.elementOf(example.subject, 'door');
    return door === undefined ? null : rule.check(door, run).outcome;
  });
  expect(outcomes).toEqual(['pass', 'fail', 'not_applicable']);
});

test('a pack names its rules after its standard, in the order of its table', () => {
  const rule = row('door', doorOnRoute, {
    ...COLUMNS,
    ...EXAMPLES,
    require: { measure: doorClearWidth, at_least: mm(800) },
  });
  const { rules } = definePack({
    standard: 'OURS',
    edition: '2026',
    title: 'Ours',
    version: '1.0.0',
    rules: { 'second-door': rule, 'first-door': rule },
  });
  expect(rules.map(({ id }) => id)).toEqual(['OURS.second-door', 'OURS.first-door']);
  expect(rules[0]?.source).toEqual({
    standard: 'OURS',
    edition: '2026',
    clause: '1',
    confidence: 'H',
  });
});
