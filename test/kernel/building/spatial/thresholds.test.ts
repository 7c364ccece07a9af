/** @module tests of doors on a sill: which of them lead on, by the floor around them. */
import { describe, expect, test } from 'vitest';

import { adjacencyOn } from '../../../../kernel/building/spatial/adjacency.ts';
import { passagesOn } from '../../../../kernel/building/spatial/passages.ts';
import { shortestPath } from '../../../../kernel/building/spatial/paths.ts';
import { thresholdOf } from '../../../../kernel/building/spatial/threshold.ts';
import { isWay } from '../../../../kernel/checks/compliance/measures/way-parts.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../model/build.ts';
import { P, viewOf } from './plans.ts';

const LEVEL = created('level', 'L1', { name: 'Ground', elevation: 500, height: 3000 });
const corners = [P(0, 0), P(8000, 0), P(8000, 4000), P(0, 4000)];

type Given = {
  readonly sill: number | null;
  readonly base_offset: number;
  /** Top of the floor above the level; null without a floor. */
  readonly floor: number | null;
};

/** Two rooms and the door D between them, in walls that begin `base_offset` above the level. */
function rooms({ sill, base_offset, floor }: Given): readonly PlannedEvent[] {
  const low = { level_id: 'L1', base_offset, height: 3000 - base_offset };
  return [
    LEVEL,
    ...corners.map((start, i) =>
      created('wall', `w${i}`, { ...low, start, end: corners[(i + 1) % 4] ?? start }),
    ),
    created('wall', 'middle', { ...low, start: P(4000, 0), end: P(4000, 4000) }),
    created('door', 'D', { host_id: 'middle', offset: 1500, width: 900, height: 2100, sill }),
    ...(floor === null
      ? []
      : [
          created('floor', 'F', {
            level_id: 'L1',
            boundary_points: corners,
            top_offset: floor,
            thickness: 100,
          }),
        ]),
  ];
}

describe('a door leads on', () => {
  test.each([
    ['at the foot of its wall', { sill: null, base_offset: 0, floor: 0 }, 0, true],
    ['on a sill of 20 mm', { sill: 20, base_offset: 0, floor: null }, 20, true],
    ['on a sill of 21 mm: not', { sill: 21, base_offset: 0, floor: null }, 21, false],
    [
      'on a sill, if its wall begins below the level',
      { sill: 300, base_offset: -300, floor: 0 },
      0,
      true,
    ],
    ['on a sill above a deep wall: not', { sill: 330, base_offset: -300, floor: 0 }, 30, false],
    ['on a sill as high as a thick floor', { sill: 150, base_offset: 0, floor: 150 }, 0, true],
    ['on a sill above a thick floor: not', { sill: 200, base_offset: 0, floor: 150 }, 50, false],
  ] as const)('%s', (_what, given, threshold, passable) => {
    const view = viewOf(rooms(given));
    const door = view.elementOf('D', 'door');
    if (door === undefined) throw new Error('there is a door');
    expect(thresholdOf(door, view)).toBe(threshold);
    const hole = adjacencyOn(view, 'L1').holes.find(({ element_id }) => element_id === 'D');
    expect(hole?.passable).toBe(passable);
    const run = { view, circumstances: { occupancy: null, sprinklered: false } };
    expect(isWay(run, 'D')).toBe(passable);
  });

  test.each([
    [20, ['D'], true],
    [21, [], false],
  ])('a sill of %d mm has the passages %j', (sill, ids, found) => {
    const view = viewOf(rooms({ sill, base_offset: 0, floor: null }));
    const level = view.elementOf('L1', 'level');
    if (level === undefined) throw new Error('there is a level');
    expect(passagesOn(view, level).map(({ element_id }) => element_id)).toEqual(ids);
    const at = (x: number) => ({ level_id: 'L1', point: P(x, 2000) });
    expect(shortestPath(view, at(2000), at(6000), { clear_width_mm: 600 }).found).toBe(found);
  });
});
