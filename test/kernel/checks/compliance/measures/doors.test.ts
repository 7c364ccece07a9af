/** @module tests of the clear width of doors by their type. */
import { expect, test } from 'vitest';

import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import {
  doorClearHeight,
  doorClearWidth,
  doorStep,
} from '../../../../../kernel/checks/compliance/measures/doors.ts';
import { make } from '../../../building/model/build.ts';
import { runOf } from '../example-view.ts';

test.each([
  ['single', 940, 'the stop (16 mm) and the leaf (44 mm)'],
  ['double', 440, 'half of the void, the stop and the leaf'],
  ['sliding', 984, 'the stop only: its leaf is beside the void'],
  ['pocket', 984, 'the stop only: its leaf is inside the wall'],
] as const)('a %s door of 1,000 mm leaves %d mm: less %s', (door_type, clear, _less) => {
  const measured = doorClearWidth.of(runOf(aDoor({ width: 1000, door_type }, 'a door')), 'D1');
  expect(measured).toMatchObject({ outcome: 'value', value: expect.closeTo(clear, 6) });
});

test.each(['folding', 'revolving'] as const)(
  'the clear width of a %s door is not evaluated',
  (door_type) => {
    const measured = doorClearWidth.of(runOf(aDoor({ door_type }, 'a door')), 'D1');
    expect(measured).toEqual({
      outcome: 'not_evaluated',
      because: `the clear width of a ${door_type} door is not modelled`,
    });
  },
);

test.each([
  [undefined, undefined, 0],
  [undefined, 12, 12],
  [15, undefined, 15],
  [15, 12, 15],
  [15, 20, 20],
])(
  'a door with a sill of %s mm and a step of %s mm has a step of %d mm',
  (sill, step, expected) => {
    const given = {
      ...(sill === undefined ? {} : { sill }),
      ...(step === undefined ? {} : { step }),
    };
    const measured = doorStep.of(runOf(aDoor(given, 'a door')), 'D1');
    expect(measured).toMatchObject({ outcome: 'value', value: expect.closeTo(expected, 6) });
  },
);

test('the clear height of a door begins at its threshold', () => {
  const measured = doorClearHeight.of(runOf(aDoor({ sill: 50, height: 2000 }, 'a door')), 'D1');
  expect(measured).toMatchObject({ outcome: 'value', value: 2000, at: { z: 50 } });
});

test('a door in a wall of a lower storey is measured on the floors of its own', () => {
  const boundary = [
    { x: -1000, y: -3000 },
    { x: 6000, y: -3000 },
    { x: 6000, y: 3000 },
    { x: -1000, y: 3000 },
  ];
  const floor = (id: string, level_id: string, top_offset: number) =>
    make('floor', id, { level_id, boundary_points: boundary, thickness: 200, top_offset });
  const line = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const elements = [
    make('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    make('level', 'L2', { name: 'First', elevation: 3000, height: 3000 }),
    floor('F1', 'L1', 0),
    floor('F2', 'L2', 12),
    make('wall', 'W1', { ...line, level_id: 'L1', base_offset: 2600, height: 3400 }),
    make('door', 'D1', { host_id: 'W1', offset: 1000, width: 900, height: 2100, sill: 400 }),
  ];
  const run = runOf({ shows: 'a wall from one ceiling to the next', elements, subject: 'D1' });
  expect(doorStep.of(run, 'D1')).toMatchObject({ outcome: 'value', value: 0 });
  expect(doorClearHeight.of(run, 'D1')).toMatchObject({ outcome: 'value', value: 2088 });
});
