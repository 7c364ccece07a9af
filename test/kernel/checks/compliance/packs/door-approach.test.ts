/** @module tests of maneuvering clearances at doors: pull side, push side, latch and hinge (ADA-2010, 404.2.4). */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import { span, wall } from '../../../../../kernel/checks/compliance/examples/elements.ts';
import type { Outcome } from '../../../../../kernel/checks/compliance/outcome.ts';
import { adaDoorApproach } from '../../../../../kernel/checks/compliance/packs/ada-2010/door-approach.ts';
import type { Example } from '../../../../../kernel/checks/compliance/rule.ts';
import { runCompliance } from '../../../../../kernel/checks/compliance/run-compliance.ts';
import { runOf, viewOf } from '../example-view.ts';

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
  // 18 in (457.2 mm) with a depth of 60 in, 24 in (609.6 mm) with a depth of 48 in.
  test.each([
    [457.2, 1524, 'pass'],
    [457.18, 1524, 'fail'],
    [457.2, 1523.9, 'fail'],
    [609.6, 1219.2, 'pass'],
    [609.58, 1219.2, 'fail'],
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

describe('a finding names the figure that failed', () => {
  const beside = (beyond: number, depth = 3000): Outcome =>
    check(withWall(aDoor({ depths: [depth, 3000] }, 'a door'), 2500 + beyond, 'pull', true));

  test('the width beyond the latch, not the depth of the floor', () => {
    // The front approach (18 in) lacks 157.2 mm, that from the latch side (24 in) 309.6 mm.
    expect(beside(300)).toMatchObject({
      outcome: 'fail',
      what: 'clear width beyond the latch on the pull side',
      measured: 300,
      measured_stated: '11.811 in',
      required: 457.2,
      stated: '18 in',
      of: ['W2'],
    });
  });

  test('a wall at the latch leaves a width of 0', () => {
    expect(beside(0)).toMatchObject({ measured: 0, required: 457.2 });
  });

  test('a body against the face of the wall leaves a depth of 0', () => {
    const across = wall('W2', span(1700, 200, 2300, 200), { thickness: 300, join_type: 'none' });
    expect(check({ ...wide, elements: [...wide.elements, across] })).toMatchObject({
      what: 'clear depth in front of the pull side',
      measured: 0,
      of: ['W2'],
    });
  });

  test('of the leaf of a double door that lacks least', () => {
    // A leaf of 500 mm ends at x = 2,000. Beyond its latch are 300 mm up to the wall of the other leaf, and 350 mm.
    const double = withDoor(wide, { door_type: 'double' });
    const walls = [
      wall('W2', span(2350, 50, 2350, 2000), { join_type: 'none' }),
      wall('W3', span(1600, 50, 1600, 2000), { join_type: 'none' }),
    ];
    // The left leaf has W3 in front of it: a depth of 0. The right leaf has W2 in front of it too.
    expect(check({ ...double, elements: [...double.elements, ...walls] })).toMatchObject({
      outcome: 'fail',
      measured: 0,
    });
    // Only W2: the left leaf lacks 457.2 - 300 mm beyond its latch, the right leaf all of its depth.
    const one = { ...double, elements: [...double.elements, ...walls.slice(0, 1)] };
    expect(check(one)).toMatchObject({ measured: 300, required: 457.2, of: ['W2'] });
  });

  test('with a depth of 1,300 mm only the approach from the latch side fits', () => {
    // The front approach lacks 224 mm of depth and 57.2 mm of width, that from the latch side 209.6 mm of width.
    expect(beside(400, 1300)).toMatchObject({
      what: 'clear width beyond the latch on the pull side',
      measured: 400,
      required: 609.6,
      stated: '24 in',
    });
  });

  test('the depth, if it is too small for every approach', () => {
    expect(check(aDoor({ depths: [3000, 1000] }, 'a door'))).toMatchObject({
      what: 'clear depth in front of the push side',
      measured: 1000,
      measured_stated: '39.37 in',
      required: 1066.8,
      stated: '42 in',
    });
  });

  test('the width beyond the hinge on the push side', () => {
    const door = aDoor({ depths: [3000, 1100] }, 'a door');
    const latch = withWall(door, 2500, 'push', true);
    const renamed = latch.elements.map((one) => (one.id === 'W2' ? { ...one, id: 'W3' } : one));
    expect(
      check(withWall({ ...latch, elements: renamed }, 1500 - 550, 'push', false)),
    ).toMatchObject({
      what: 'clear width beyond the hinge on the push side',
      measured: 550,
      required: 558.8,
      of: ['W2'],
    });
  });

  test('in the message, in the units of the standard too', () => {
    const { elements } = withWall(wide, 2800, 'pull', true);
    const { findings } = runCompliance(viewOf(elements), { standards: ['ADA-2010'] });
    const found = findings.find((finding) => finding.check === 'ADA-2010.door-approach');
    expect(found?.message).toMatch(
      /^clear width beyond the latch on the pull side of `D1` is 300 mm \(11\.811 in\), expected at least 457\.2 mm \(18 in\) \(ADA-2010, 404\.2\.4\): /u,
    );
    expect(found?.details).toMatchObject({
      measured: 300,
      measured_stated: '11.811 in',
      required: 457.2,
      required_stated: '18 in',
    });
  });
});

describe('equal obstacles are all named, in whatever order they are drawn', () => {
  const both = ({ elements, ...example }: Example, walls: readonly Element[]): readonly Outcome[] =>
    [walls, walls.toReversed()].map((drawn) =>
      check({ ...example, elements: [...elements, ...drawn] }),
    );

  test('walls beside the hinge on the two sides of a leaf that opens to both', () => {
    // Walls at the latch leave only the approach from the hinge side, which lacks 58.8 mm on both sides.
    const walls = [
      ['W3', 2550, 50, 2000],
      ['W4', 950, 50, 2000],
      ['W5', 2550, -2000, -50],
      ['W6', 950, -2000, -50],
    ] as const;
    const door = withDoor(aDoor({ depths: [1100, 1100] }, 'a door'), { swing: 'both' });
    const drawn = walls.map(([id, x, from, to]) =>
      wall(id, span(x, from, x, to), { join_type: 'none' }),
    );
    for (const outcome of both(door, drawn)) {
      expect(outcome).toMatchObject({
        what: 'clear width beyond the hinge on the push side',
        measured: 500,
        required: 558.8,
        of: ['W4', 'W6'],
      });
    }
  });

  test('walls in line in front of the door', () => {
    const drawn = [
      wall('W3', span(500, 1000, 2000, 1000), { join_type: 'none' }),
      wall('W4', span(2000, 1000, 3500, 1000), { join_type: 'none' }),
    ];
    for (const outcome of both(wide, drawn)) {
      // From the face at y = 50 to that at y = 950.
      expect(outcome).toMatchObject({ measured: 900, required: 1219.2, of: ['W3', 'W4'] });
    }
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
    const step = after ? -0.02 : 0.02;
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
