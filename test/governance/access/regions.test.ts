/** @module regions.test: a box must lie inside a region with all six faces, before and after the change. */
import { describe, expect, test } from 'vitest';

import { eventFaults, insideScope, scopeFaults } from '../../../governance/access/scope.ts';
import type { Touch } from '../../../governance/tool/domain.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';
import type { BoxMm } from '../../../schemas/units.ts';

const REGION: BoxMm = { min: { x: 0, y: -1000, z: 0 }, max: { x: 9000, y: 8000, z: 3000 } };
const INSIDE: BoxMm = { min: { x: 10, y: 10, z: 10 }, max: { x: 20, y: 20, z: 20 } };
const ELSEWHERE: BoxMm = { min: { x: 1e5, y: 1e5, z: 1e5 }, max: { x: 2e5, y: 2e5, z: 2e5 } };

function touch(places: Partial<Touch>): Touch {
  return {
    id: 'wall_1',
    action: 'MODIFY',
    kind: 'wall',
    category: 'Walls',
    levels: [],
    before: [INSIDE],
    after: [INSIDE],
    scoped: true,
    ...places,
  };
}

function isInside(places: Partial<Touch>): boolean {
  const MODIFY = { regions: [ELSEWHERE, REGION] };
  const faults = scopeFaults({ MODIFY }, 'main', [touch(places)]);
  expect(faults.every(({ id, action }) => id === 'wall_1' && action === 'MODIFY')).toBe(true);
  return faults.length === 0;
}

describe('a box and a region', () => {
  test('a box that fills its region is inside, before and after the change', () => {
    expect(isInside({ before: [REGION], after: [REGION] })).toBe(true);
    expect(isInside({ before: [], after: [REGION] })).toBe(true);
    expect(isInside({ before: [REGION], after: [] })).toBe(true);
    expect(isInside({ before: [], after: [] })).toBe(false);
  });

  const faces = (['min', 'max'] as const).flatMap((end) =>
    (['x', 'y', 'z'] as const).map((axis) => [end, axis] as const),
  );
  test.each(faces)('a box that leaves its region at %s %s by 0.001 mm is outside', (end, axis) => {
    const step = end === 'min' ? -0.001 : 0.001;
    const beyond = { ...REGION, [end]: { ...REGION[end], [axis]: REGION[end][axis] + step } };
    expect(isInside({ after: [beyond] })).toBe(false);
    expect(isInside({ before: [beyond] })).toBe(false);
    const place = { category: 'Walls', levels: [], boxes: [beyond] };
    expect(insideScope({ regions: [REGION] }, place)).toBe(false);
    expect(insideScope({ regions: [REGION] }, { ...place, boxes: [REGION] })).toBe(true);
  });
});

test.each([
  [-10, 0, true],
  [-10, -0.001, false],
  [3000, 3001, true],
  [3000.001, 3001, false],
  [-10, 9000, true],
])('a level from %d to %d mm is inside the region: %s', (low, high, want) => {
  const level = { category: 'Levels', levels: [], boxes: [], heights: { low, high } };
  expect(insideScope({ regions: [REGION] }, level)).toBe(want);
  expect(insideScope({ regions: [REGION], categories: ['Walls'] }, level)).toBe(false);
});

test('only an agent that may change something on a branch may give names there', () => {
  const payload = { name: 'w', elements: [{ id: 'wall_1', part: '' }] };
  const given = { type: 'name.given', aggregate_id: 'name w of agent a', payload } as const;
  const faults = (permissions: Parameters<typeof eventFaults>[0]): readonly string[] =>
    eventFaults(permissions, 'b', [given], {}).map(({ because }) => because);
  for (const action of ['CREATE', 'MODIFY', 'DELETE'] as const) {
    expect(faults({ READ: {}, [action]: { categories: ['Walls'] } })).toEqual([]);
    expect(faults({ READ: {}, [action]: { branch_patterns: ['c'] } })).toHaveLength(1);
  }
  expect(faults({ READ: {} })).toEqual(['the permission MODIFY is missing']);
  const elsewhere = { MODIFY: { branch_patterns: ['c'] } };
  expect(faults(elsewhere)).toEqual(['branch `b` matches none of c']);
  expect(faults({ ...elsewhere, DELETE: {} })).toEqual([]);
});

test('what a plan creates it may also change without MODIFY, but nothing else', () => {
  const element = { id: 'wall_1', kind: 'wall', params: {} };
  const made = { type: 'element.created', aggregate_id: 'wall_1', payload: { element } } as const;
  const changed = (aggregate_id: string) =>
    ({
      type: 'element.modified',
      aggregate_id,
      payload: { updates: { height: 1 }, previous: { height: 2 } },
    }) as const;
  const faults = (...events: Parameters<typeof eventFaults>[2]): readonly string[] =>
    eventFaults({ CREATE: {} }, 'b', events, { wall: 'Walls' }).map(
      ({ id, because }) => `${id}: ${because}`,
    );
  expect(faults(made, changed('wall_1'))).toEqual([]);
  expect(faults(made, changed('wall_2'))).toEqual(['wall_2: the permission MODIFY is missing']);
  expect(faults(changed('wall_1'), made)).toEqual(['wall_1: the permission MODIFY is missing']);
});

test('only an agent that may delete everywhere on a branch may discard it', () => {
  const gone = { type: 'branch.discarded', aggregate_id: 'b', payload: { name: 'b' } } as const;
  const faults = (DELETE: PermissionScope): number =>
    eventFaults({ DELETE }, 'b', [gone], {}).length;
  expect(faults({})).toBe(0);
  expect(faults({ branch_patterns: ['b'] })).toBe(0);
  expect(faults({ branch_patterns: ['c'] })).toBe(1);
  for (const placed of [{ regions: [REGION] }, { levels: ['L'] }, { categories: ['Walls'] }]) {
    expect(faults(placed)).toBe(1);
  }
});
