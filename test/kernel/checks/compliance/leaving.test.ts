/** @module tests of exits of rooms and storeys: doors that lead out of the building, and doors to dead ends. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { egressOf } from '../../../../kernel/checks/compliance/egress.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { Measure } from '../../../../kernel/checks/compliance/measure.ts';
import {
  roomDoorWidth,
  roomWaysOut,
  storeyExits,
} from '../../../../kernel/checks/compliance/measures/occupants.ts';
import {
  roomCommonPath,
  roomTravel,
} from '../../../../kernel/checks/compliance/measures/travel.ts';
import { runOf, viewOf } from './example-view.ts';

function measured(measure: Measure, elements: readonly Element[], id: string): number | string {
  const got = measure.of(runOf({ shows: '', subject: id, elements }), id);
  return got.outcome === 'value' ? Math.round(got.value * 1000) / 1000 : got.because;
}

/** A hall of 10 by 8 m with a door to the south, and a closet of 2 m behind its east wall with a door to the hall. */
function hall(elevation = 0): readonly Element[] {
  return [
    ...(elevation === 0 ? [] : [e.level('L0', 0)]),
    e.level('L1', elevation),
    ...e.wallsAround('W', [0, 0], [12_100, 8000]),
    e.wall('P', [
      [10_050, -50],
      [10_050, 8050],
    ]),
    e.room(
      'H',
      [
        [0, 0],
        [10_000, 8000],
      ],
      { usage: 'meeting' },
    ),
    e.room(
      'C',
      [
        [10_100, 0],
        [12_100, 8000],
      ],
      { usage: 'closet' },
    ),
    e.door('D', 'W1', { offset: 1050, width: 1000 }),
    e.door('E', 'P', { offset: 4050, width: 1000 }),
  ];
}

describe('exits of a room', () => {
  test('a door to a closet is not an exit of a room', () => {
    expect(measured(roomWaysOut, hall(), 'H')).toBe(1);
    expect(measured(roomDoorWidth, hall(), 'H')).toBe(1000 - 60);
    expect(measured(roomWaysOut, hall(), 'C')).toBe(1);
    // To the corner furthest from the middle of the door at (1500, 0); the route ends 50 mm inside.
    const far = Math.hypot(8500, 7950) + 100;
    expect(measured(roomCommonPath, hall(), 'H')).toBeCloseTo(far / 1000, 3);
  });

  test('a door to a room with its own door to the outside is an exit', () => {
    const through = [...hall(), e.door('F', 'W2', { offset: 1050 })];
    expect(measured(roomWaysOut, through, 'H')).toBe(2);
    expect(measured(roomWaysOut, through, 'C')).toBe(2);
    expect(measured(roomCommonPath, through, 'H')).toMatch(/more than one exit/u);
  });

  test.each([
    [1800, 2],
    [1799, 1],
  ])(
    'a room with a door and an opening to the outside of %d mm height has %d exits',
    (height, ways) => {
      expect(
        measured(roomWaysOut, [...hall(), e.opening('O', 'W4', { offset: 1050, height })], 'H'),
      ).toBe(ways);
    },
  );
});

describe('exits of a storey', () => {
  test.each([
    ['1,500 mm above the ground', 1500, 1],
    ['3,000 mm above the ground', 3000, 0],
  ])('a storey with one door %s (%d mm) has %d exits', (_where, elevation, exits) => {
    expect(measured(storeyExits, hall(elevation), 'L1')).toBe(exits);
  });

  test.each([
    ['an opening from the floor up', {}, 1],
    ['an opening with a threshold of 20 mm', { sill: 20 }, 1],
    ['an opening with a threshold of 21 mm', { sill: 21 }, 0],
    ['an opening of 1,799 mm height', { height: 1799 }, 0],
    ['an opening of 799 mm width', { width: 799 }, 0],
  ] as const)(
    '%s in an outer wall (%j) is %d exits of its storey and room',
    (_what, size, exits) => {
      // The room of the hall has no other way out: its closet has no door to the outside.
      const elements = hall().filter(({ id }) => id !== 'D');
      const open = [
        ...elements,
        e.opening('O', 'W1', { offset: 1050, width: 1000, height: 2100, ...size }),
      ];
      expect(measured(storeyExits, open, 'L1')).toBe(exits);
      expect(measured(roomWaysOut, open, 'H')).toBe(exits);
      // As through a door: to the corner furthest from the middle of the opening at (1500, 0).
      const route = ((Math.hypot(8500, 7950) + 100) / 1000).toFixed(3);
      expect(String(measured(roomTravel, open, 'H'))).toContain(
        exits === 0 ? 'no route leads' : route,
      );
    },
  );

  test('an opening is listed as an exit with its width', () => {
    const elements = hall().filter(({ id }) => id !== 'D');
    const open = [...elements, e.opening('O', 'W1', { offset: 1050, width: 1000, height: 2100 })];
    const [storey] = egressOf(viewOf(open), {}).storeys;
    expect(storey?.exits).toEqual([{ element_id: 'O', kind: 'opening', clear_width_mm: 1000 }]);
  });

  test.each([
    [1800, 1],
    [1799, 0],
  ])('a door of %d mm height is %d exits of its storey and room', (height, exits) => {
    const elements = hall().filter(({ id }) => id !== 'D');
    const low = [...elements, e.door('O', 'W1', { offset: 1050, width: 1000, height })];
    expect(measured(storeyExits, low, 'L1')).toBe(exits);
    expect(measured(roomWaysOut, low, 'H')).toBe(exits);
  });

  test('a door high above the ground is an exit only if the model marks it', () => {
    expect(measured(roomTravel, hall(3000), 'H')).toMatch(/no route leads/u);
    expect(measured(roomWaysOut, hall(3000), 'H')).toBe(0);
    const marked = [...hall(3000), e.door('G', 'W3', { offset: 1050, is_exit: true })];
    expect(measured(storeyExits, marked, 'L1')).toBe(1);
    expect(measured(roomWaysOut, marked, 'H')).toBe(1);
  });

  test.each([
    ['in a room', 2000, 1],
    ['next to the building', 30_000, 0],
  ])('a stair down that begins %s (x = %d mm) gives a storey %d exits', (_where, x, exits) => {
    const stair = e.stair('S', {
      level_id: 'L0',
      top_level_id: 'L1',
      start: { x, y: 4000 },
      riser_max: 187.5,
      tread: 300,
    });
    expect(measured(storeyExits, [...hall(3000), stair], 'L1')).toBe(exits);
  });

  test.each([
    // [elevations of the lower and the upper level, level, exits of the level by the stair between them]
    ['up from a basement', [-3000, 0], 'L0', 1],
    ['down from the ground to a basement', [-3000, 0], 'L1', 0],
    ['down from an upper storey', [0, 3000], 'L1', 1],
    ['up from the ground', [0, 3000], 'L0', 0],
  ] as const)(
    'a stair %s (levels at %j, from %s) is %d exits',
    (_what, [low, high], level, exits) => {
      const rooms = e.span(-5000, -5000, 12_000, 5000);
      const elements = [
        e.level('L0', low),
        e.level('L1', high),
        e.room('R', rooms, { level_id: level, usage: 'office' }),
        e.floor('F', rooms, { level_id: level }),
        e.stair('S', { level_id: 'L0', top_level_id: 'L1', riser_max: 187.5, tread: 300 }),
      ];
      expect(measured(storeyExits, elements, level)).toBe(exits);
      expect(measured(roomWaysOut, elements, 'R')).toBe(exits);
    },
  );
});
