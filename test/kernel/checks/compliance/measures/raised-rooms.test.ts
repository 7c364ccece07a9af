/** @module tests of measures of rooms that begin above or below their level, and of doors between them. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import * as e from '../../../../../kernel/checks/compliance/examples/elements.ts';
import { span } from '../../../../../kernel/checks/compliance/examples/elements.ts';
import type { Measured } from '../../../../../kernel/checks/compliance/measured.ts';
import {
  doorClearHeight,
  doorDepthLesser,
  doorStep,
} from '../../../../../kernel/checks/compliance/measures/doors.ts';
import {
  roomFreeCircle,
  roomHeadroom,
  roomHeight,
} from '../../../../../kernel/checks/compliance/measures/rooms.ts';
import { passageOf, roomAt } from '../../../../../kernel/checks/compliance/measures/storey.ts';
import { isStairWay } from '../../../../../kernel/checks/compliance/measures/way-parts.ts';
import { windowSill } from '../../../../../kernel/checks/compliance/measures/windows.ts';
import { newRun } from '../../../../../kernel/checks/compliance/run-compliance.ts';
import { separationsOn } from '../../../../../kernel/checks/screening/fire/separations.ts';
import { context } from '../../../building/kinds/bench.ts';
import { viewOf } from '../example-view.ts';

/** Rooms A and B of 4 x 4 m with their feet above the level, on a floor at the level and under one at 2,800 mm. */
function runWith(a: number, b: number, ...more: readonly Element[]) {
  const outline = span(-100, -100, 8200, 4100);
  const elements = [
    e.level('L1', 0),
    e.wall('south', span(-50, -50, 8150, -50)),
    e.wall('east', span(8150, -50, 8150, 4050)),
    e.wall('north', span(8150, 4050, -50, 4050)),
    e.wall('west', span(-50, 4050, -50, -50)),
    e.wall('middle', span(4050, -50, 4050, 4050)),
    e.door('D', 'middle', { offset: 1550, width: 1000, height: 2100 }),
    e.floor('F', outline),
    e.floor('C', outline, { top_offset: 3000, thickness: 200 }),
    e.room('A', span(0, 0, 4000, 4000), { base_offset: a, height: 2800 - a }),
    e.room('B', span(4100, 0, 8100, 4000), { base_offset: b, height: 2800 - b }),
    ...more,
  ];
  return newRun(viewOf(elements), { standards: [] });
}

const valueOf = (measured: Measured): unknown =>
  measured.outcome === 'value' ? measured.value : measured.outcome;

describe('a room above its level', () => {
  test('its height and headroom are above its own floor', () => {
    const beam = e.beam('beam', span(1000, 0, 1000, 4000), { elevation_offset: -400 });
    const run = runWith(150, 0, beam);
    const under = run.view.bounds('beam')?.min.z ?? NaN;
    expect(valueOf(roomHeight.of(run, 'A'))).toBe(2650);
    expect(valueOf(roomHeight.of(run, 'B'))).toBe(2800);
    expect(valueOf(roomHeadroom.of(run, 'A'))).toBe(under - 150);
  });

  test('a floor that is higher than its foot is its floor', () => {
    const screed = e.floor('S', span(0, 0, 4000, 4000), { top_offset: 200, thickness: 50 });
    expect(valueOf(roomHeight.of(runWith(150, 0, screed), 'A'))).toBe(2600);
  });

  test('a body stands in it from 50 mm above its floor on', () => {
    const circle = (height: number): unknown =>
      valueOf(
        roomFreeCircle.of(
          runWith(150, 0, e.column('c', [2000, 2000], { profile: '300x300', height })),
          'A',
        ),
      );
    expect(circle(199)).toBe(4000);
    expect(Number(circle(201))).toBeLessThan(3000);
  });

  test('sills are above its floor', () => {
    const window = e.window('W', 'west', { offset: 1500, width: 1000, sill_height: 900 });
    expect(valueOf(windowSill.of(runWith(0, 0, window), 'W'))).toBe(950);
    expect(valueOf(windowSill.of(runWith(150, 0, window), 'W'))).toBe(800);
  });
});

describe('a door beside rooms at several heights', () => {
  test.each([
    [0, 0, 0],
    [150, 150, 0],
    [0, 150, 150],
    [130, 150, 20],
  ])('with feet at %d and %d mm has a step of %d mm', (a, b, step) => {
    expect(valueOf(doorStep.of(runWith(a, b), 'D'))).toBe(step);
  });

  test('is as high as above the higher floor', () => {
    expect(valueOf(doorClearHeight.of(runWith(0, 0), 'D'))).toBe(2100);
    expect(valueOf(doorClearHeight.of(runWith(0, 150), 'D'))).toBe(1950);
  });

  test('bodies in front of it count from 50 mm above the finish of the floor on', () => {
    const kerb = (height: number): unknown => {
      const body = e.column('k', [3500, 2000], { profile: '200x200', height });
      return valueOf(doorDepthLesser.of(runWith(150, 150, body), 'D'));
    };
    expect(kerb(199)).toBe(3000);
    expect(kerb(201)).toBe(400);
  });

  test.each([0, 150, 450, 1400, -1400])('finds its rooms with feet at %d mm', (foot) => {
    const run = runWith(foot, 0);
    expect(passageOf(run, 'D')?.rooms.toSorted()).toEqual(['A', 'B']);
    expect(roomAt(run, 'L1', { x: 2000, y: 2000 })).toBe('A');
  });
});

test.each([
  [0, true],
  [220, true],
  [221, false],
  [-221, false],
])('a stair is a way from a floor one riser above or below its foot: %d mm, %s', (foot, isWay) => {
  const run = runWith(
    0,
    foot,
    e.level('L2', 3000),
    e.stair('S', { start: { x: 5000, y: 2000 }, width: 1000, riser_max: 200, tread: 190 }),
  );
  expect(isStairWay(run, 'S', 'lower')).toBe(isWay);
});

test.each([
  [2799, 1],
  [2800, 0],
])(
  'a wall separates rooms that share heights: B ends at 2,800 mm, A begins at %d',
  (foot, count) => {
    const { view } = runWith(0, 0);
    const lift = { element_id: 'A', parameter_name: 'base_offset', value: foot };
    const lifted = view.apply(planModify(lift, view, context).events);
    const between = separationsOn('L1', lifted).filter(({ wall }) => wall.id === 'middle');
    expect(between).toHaveLength(count);
  },
);
