/** @module tests of maneuvering clearances at doors: pull side, push side, latch and hinge (ADA-2010, 404.2.4). */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import { span, wall } from '../../../../../kernel/checks/compliance/examples/elements.ts';
import type { Outcome } from '../../../../../kernel/checks/compliance/outcome.ts';
import { adaDoorApproach } from '../../../../../kernel/checks/compliance/packs/ada-2010/door-approach.ts';
import type { Example } from '../../../../../kernel/checks/compliance/rule.ts';
import { runOf } from '../example-view.ts';

/**
 * The door `D1` is from x = 1,500 to x = 2,500 mm in a wall along y = 0, and opens to positive y: there is its pull side.
 * With swing `left` its hinges are at x = 1,500 mm and its latch is at x = 2,500 mm.
 */
function check(example: Example): Outcome {
  const run = runOf(example);
  const door = run.view.elementOf('D1', 'door');
  if (door === undefined) throw new Error('no door');
  return adaDoorApproach.check(door, run);
}

const withDoor = (
  example: Example,
  params: { readonly swing?: string; readonly door_type?: string },
): Example => ({
  ...example,
  elements: example.elements.map((element) =>
    element.kind === 'door'
      ? ({ ...element, params: { ...element.params, ...params } } as Element)
      : element,
  ),
});

/** A wall across the floor on the pull side (`y` > 0) or the push side, from the door's wall on, with a face at `x`. */
function withWall(example: Example, x: number, side: 'pull' | 'push', after: boolean): Example {
  const axis = after ? x + 50 : x - 50;
  const [from, to] = side === 'pull' ? [50, 2000] : [-2000, -50];
  const across = wall('W2', span(axis, from, axis, to), { join_type: 'none' });
  return { ...example, elements: [...example.elements, across] };
}

const wide = aDoor({ depths: [3000, 3000] }, 'a door');

test('a door that pulls into a corridor of 1.0 m fails, whatever is on its push side', () => {
  expect(check(aDoor({ depths: [1000, 3000] }, 'a door'))).toMatchObject({
    outcome: 'fail',
    measured: 1000,
    required: 1219.2,
    stated: '48 in',
  });
});

test('a door that is pushed into a corridor of 1.1 m passes, since 42 in are enough there', () => {
  expect(check(aDoor({ depths: [3000, 1100] }, 'a door'))).toMatchObject({ outcome: 'pass' });
});

test('the pull side is the one to which the leaf opens, not the one with more floor', () => {
  expect(check(aDoor({ depths: [1150, 1300] }, 'a door')).outcome).toBe('fail');
  expect(check(aDoor({ depths: [1300, 1150] }, 'a door')).outcome).toBe('pass');
});

describe('the width beyond the latch on the pull side', () => {
  // A body that intrudes by up to 1 mm only touches. 18 in (457.2 mm) with a depth of 60 in, 24 in (609.6 mm) with a depth of 48 in.
  test.each([
    [457.2, 1524, 'pass'],
    [456, 1524, 'fail'],
    [457.2, 1523.9, 'fail'],
    [609.6, 1219.2, 'pass'],
    [608.4, 1219.2, 'fail'],
  ])('%f mm beyond the latch, %f mm deep: %s', (beyond, depth, outcome) => {
    const door = aDoor({ depths: [depth, 3000] }, 'a door');
    expect(check(withWall(door, 2500 + beyond, 'pull', true)).outcome).toBe(outcome);
    const mirrored = withDoor(door, { swing: 'right' });
    expect(check(withWall(mirrored, 1500 - beyond, 'pull', false)).outcome).toBe(outcome);
  });

  test('a wall at the hinge side does not count', () => {
    expect(check(withWall(wide, 1500, 'pull', false)).outcome).toBe('pass');
    expect(check(withWall(withDoor(wide, { swing: 'right' }), 1500, 'pull', false)).outcome).toBe(
      'fail',
    );
  });
});

describe('the push side', () => {
  test('48 in straight on need no width beyond the latch', () => {
    const door = aDoor({ depths: [3000, 1219.2] }, 'a door');
    expect(check(withWall(door, 2500, 'push', true)).outcome).toBe('pass');
  });

  // 22 in (558.8 mm) beyond the hinge or 24 in (609.6 mm) beyond the latch, 42 in deep.
  test.each([
    ['latch', 2500 + 609.6, true, 'pass'],
    ['hinge', 1500 - 558.8, false, 'pass'],
  ] as const)('42 in deep with the width beyond its %s', (_end, x, after, outcome) => {
    const door = aDoor({ depths: [3000, 1066.8] }, 'a door');
    // The other end is closed, so that this approach alone is left.
    const other = withWall(door, after ? 1500 : 2500, 'push', !after);
    const renamed = other.elements.map((element) =>
      element.id === 'W2' ? { ...element, id: 'W3' } : element,
    );
    const closed = { ...other, elements: renamed };
    expect(check(withWall(closed, x, 'push', after)).outcome).toBe(outcome);
    const step = after ? -1.2 : 1.2;
    expect(check(withWall(closed, x + step, 'push', after)).outcome).toBe('fail');
  });
});

test('a door that opens to both sides is pushed from both', () => {
  const door = aDoor({ depths: [1100, 1100] }, 'a door');
  expect(check(withDoor(door, { swing: 'both' })).outcome).toBe('pass');
  expect(check(door).outcome).toBe('fail');
});

test.each(['sliding', 'pocket', 'folding'] as const)(
  'a %s door needs 42 in on each side, and 48 in without width beyond an end',
  (door_type) => {
    const at = (depths: readonly [number, number]): string =>
      check(withDoor(aDoor({ depths }, 'a door'), { door_type })).outcome;
    expect(at([1066.8, 1066.8])).toBe('pass');
    expect(at([1066.7, 3000])).toBe('fail');
    expect(at([3000, 1066.7])).toBe('fail');
  },
);

test('a revolving door is not evaluated', () => {
  expect(check(withDoor(wide, { door_type: 'revolving' }))).toEqual({
    outcome: 'not_evaluated',
    because: 'the clearances of a revolving door are not modelled',
  });
});

test('one leaf of a double door must have its clearances', () => {
  // Walls in line with both ends of the void: beyond the latch of each leaf there are 500 mm of the other leaf.
  const double = withDoor(wide, { door_type: 'double' });
  const closed = withWall(double, 2500, 'pull', true);
  expect(check(closed).outcome).toBe('pass');
  expect(check(withWall(wide, 2500, 'pull', true)).outcome).toBe('fail');
});

test('without a floor on one side the door is not evaluated', () => {
  const elements = wide.elements.filter(({ id }) => id !== 'F2');
  expect(check({ ...wide, elements })).toEqual({
    outcome: 'not_evaluated',
    because: 'a side of the door has no modelled floor',
  });
});
