/** @module tests of regeneration: which elements are regenerated, and that the cost of a whole storey grows linearly with its walls. */
import { describe, expect, test } from 'vitest';

import { refusalOf } from '../../kinds/bench.ts';
import { created, deletes, fourWalls, modifies, Site } from '../build.ts';

const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]()) as {
  next(this: unknown): IteratorResult<unknown>;
};

/** Number of steps of array iterators while `work` runs: loops over a list, or copies of it by spreading. */
function iteratorSteps(work: () => void): number {
  // oxlint-disable-next-line unbound-method -- It is called with the iterator it was asked of.
  const next = arrayIterator.next;
  let steps = 0;
  arrayIterator.next = function counted() {
    steps += 1;
    return next.call(this);
  };
  try {
    work();
  } finally {
    arrayIterator.next = next;
  }
  return steps;
}

/** Steps of deleting all of `count` walls in one operation. */
function stepsOfDeleting(count: number): number {
  const site = new Site();
  const ids = Array.from({ length: count }, (_, n) => `W${n}`);
  const walls = ids.map((id, n) => {
    const [x, y] = [(n % 50) * 6000, Math.floor(n / 50) * 6000];
    return created('wall', id, { start: { x, y }, end: { x: x + 5000, y } });
  });
  site.commit('main', [created('level', 'L1'), ...walls]);
  const events = ids.map((id) => deletes(site.element(id)));
  const view = site.view('main');
  let left = count;
  const steps = iteratorSteps(() => {
    left = view.apply(events).count('wall');
  });
  expect(left).toBe(0);
  return steps;
}

test('four times as many walls cost about four times as much', () => {
  const [few, many] = [stepsOfDeleting(500), stepsOfDeleting(2000)];
  expect(few).toBeGreaterThan(500);
  // Linear cost gives about 4, a list copied for each wall about 14.
  expect(many / few).toBeLessThan(5);
});

describe('elements that span between levels are regenerated when a level moves', () => {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { elevation: 3000 }),
    created('stair', 'S', { riser_max: 180 }),
    created('column', 'C', { top_level_id: 'L2' }),
  ]);
  const view = site.view('main');

  /** The refusal when levels move to these elevations in one operation, regardless of who planned it. */
  function refused(elevations: Readonly<Record<string, number>>): string | null {
    const events = Object.entries(elevations).map(([id, elevation]) =>
      modifies(view.element(id), { elevation }),
    );
    return refusalOf(() => view.apply(events));
  }

  test('a level move is refused if it leaves no flight or column', () => {
    expect(refused({ L1: 1000 })).toBeNull();
    expect(refused({ L2: 2000 })).toBeNull();
    expect(refused({ L1: 1000, L2: 4000 })).toBeNull();
    expect(refused({ L1: 2900 })).toBe('REGENERATION_FAILED');
    expect(refused({ L2: 100 })).toBe('REGENERATION_FAILED');
    expect(refused({ L1: 9000 })).toBe('REGENERATION_FAILED');
  });

  test.each(['stair', 'column'] as const)('a %s by itself, too', (kind) => {
    const alone = new Site();
    alone.commit('main', [
      created('level', 'L1'),
      created('level', 'L2', { elevation: 3000 }),
      created(kind, 'X', { top_level_id: 'L2' }),
    ]);
    const before = alone.view('main');
    for (const [id, elevation] of [
      ['L1', 3000],
      ['L2', 0],
    ] as const) {
      const events = [modifies(before.element(id), { elevation })];
      expect(refusalOf(() => before.apply(events))).toBe('REGENERATION_FAILED');
    }
  });
});

test('a wall that ends in another one and is moved through it changes the room on the other side', () => {
  const site = new Site();
  const corners = [
    { x: 100, y: 100 },
    { x: 4900, y: 100 },
    { x: 4900, y: 3900 },
    { x: 100, y: 3900 },
  ];
  site.commit('main', [
    created('level', 'L1'),
    ...fourWalls(),
    created('room', 'R', { point: { x: 2500, y: 2000 }, boundary_points: corners }),
    created('wall', 'W', { start: { x: 5000, y: 2000 }, end: { x: 9000, y: 2000 } }),
  ]);
  const before = site.view();
  const after = before.apply([
    modifies(before.element('W'), { start: { x: 4800, y: 2000 }, end: { x: 8800, y: 2000 } }),
  ]);
  expect(after.measures('R').area_mm2).toBeLessThan(before.measures('R').area_mm2 ?? 0);
  expect(after.regeneration.regenerated).toContain('R');
});
