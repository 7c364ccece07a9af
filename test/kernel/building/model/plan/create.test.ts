/** @module tests of the creation of elements: rounding to the grid, dependencies, and warnings about existing elements. */
import { describe, expect, test } from 'vitest';

import { door } from '../../../../../kernel/building/kinds/door/door.ts';
import { stair } from '../../../../../kernel/building/kinds/stair/stair.ts';
import type { WallCode } from '../../../../../kernel/building/kinds/wall/wall.ts';
import { wall } from '../../../../../kernel/building/kinds/wall/wall.ts';
import { createElement } from '../../../../../kernel/building/model/plan/create.ts';
import { planGrid } from '../../../../../kernel/building/model/plan/grid.ts';
import { planLevel } from '../../../../../kernel/building/model/plan/level.ts';
import { planRoom } from '../../../../../kernel/building/model/plan/room.ts';
import { planBoolean } from '../../../../../kernel/building/model/plan/solid/boolean.ts';
import type { PlanContext } from '../../../../../schemas/plan.ts';
import { building, context, P, rectangle } from '../../kinds/bench.ts';
import { created, fourWalls, make } from '../build.ts';

describe('a new element', () => {
  test('a new element is rounded to the grid, and relies on its level', () => {
    const { params } = make('wall', '', { end: P(4999.9996, 0) });
    const made = createElement(wall, params, building(), context);
    expect(made.element.params.end).toEqual(P(5000, 0));
    expect(made.facts).toEqual({ length_mm: 5000 });
    expect(made.plan({})).toMatchObject({
      events: [{ type: 'element.created' }],
      relies_on: ['L1'],
    });
  });

  test('a new element relies on both of its levels', () => {
    const made = createElement(stair, make('stair', '').params, building(), context);
    expect(made.plan({}, { relies_on: ['more'] }).relies_on).toEqual(['L1', 'L2', 'more']);
  });

  test('a new element in a host is tied to it, and relies on its level and its other contents', () => {
    const view = building(created('window', 'N', { host_id: 'W1' }));
    const made = createElement(door, make('door', '', { offset: 0 }).params, view, context);
    expect(made.plan({})).toMatchObject({
      events: [
        { type: 'element.created' },
        {
          type: 'element.hosted',
          aggregate_id: 'W1',
          payload: { host_id: 'W1', hosted_id: made.id },
        },
      ],
      relies_on: ['L9', 'N'],
    });
  });
});

test('only a caller with every refusal code of a kind can create an element of it', () => {
  const { params } = make('wall', '');
  const { ids } = context;
  const few: PlanContext<'LEVEL_NOT_FOUND' | 'CROSS_BRANCH'> = {
    refuse: context.refuse,
    ids,
    snap_mm: 20,
  };
  const enough: PlanContext<WallCode | 'OUT_OF_RANGE'> = context;
  // @ts-expect-error a wall may be without length, and lie outside the model
  expect(createElement(wall, params, building(), few).facts).toEqual({ length_mm: 5000 });
  expect(createElement(wall, params, building(), enough).facts).toEqual({ length_mm: 5000 });
});

describe('warns of existing elements', () => {
  test('warns of an existing level', () => {
    const plan = (name: string, elevation: number): readonly string[] =>
      planLevel({ name, elevation, height: 10 }, building(), context).warnings ?? [];
    expect(() => plan('Ground', 9000)).toThrow('`Ground` is already the name of level `L1`');
    expect(() => plan('GROUND', 9000)).toThrow(
      '`GROUND` is already the name of level `L1`, written `Ground`',
    );
    expect(plan('New', 3000.0004)).toEqual(['level `L2` already has the elevation 3000 mm']);
    expect(plan('New', 3000.001)).toEqual([]);
    expect(
      planLevel({ name: 'x', elevation: 1, height: 10 }, building(), context).events,
    ).toMatchObject([{ type: 'level.created' }]);
  });

  test('warns of an existing grid line on the level', () => {
    const view = building(created('grid', 'G', { name: 'A', level_id: 'L1' }));
    const plan = (level_id: string | null): readonly string[] =>
      planGrid({ ...make('grid', '', { name: 'A' }).params, level_id }, view, context).warnings ??
      [];
    expect(plan('L1')).toEqual(['grid line `G` already has the name `A`']);
    expect([plan('L2'), plan(null)]).toEqual([[], []]);
  });

  test('warns of an existing room around the point', () => {
    const point = P(2000, 2000);
    const outline = rectangle(100, 100, 4800, 3800);
    const view = building(
      ...fourWalls('N'),
      created('room', 'A', { name: 'Hall', point, boundary_points: outline }),
    );
    const { params } = make('room', '', { point: P(300, 300), boundary_points: outline });
    const plan = planRoom(params, view, context, {
      boundary_points: outline,
      holes: [rectangle(1000, 1000, 1000, 1000)],
      area_mm2: 18e6,
      wall_ids: ['N1'],
    });
    expect(plan.warnings).toEqual(['room `A` (Hall) already occupies the space around the point']);
    // Free-standing walls inside count, although the outline does not show them.
    expect(plan.data).toMatchObject({
      area_mm2: 18e6,
      perimeter_mm: 2 * (4800 + 3800) + 4000,
      volume_mm3: 18e6 * 3000,
      wall_ids: ['N1'],
    });
    expect(plan.relies_on).toEqual(['L1', 'N1']);
  });
});

describe('a boolean', () => {
  const columns = building(
    created('column', 'b', { location: P(0, 9000), height: 1000, profile: '1000x1000' }),
    created('column', 'a', { location: P(500, 9000), height: 1000, profile: '1000x1000' }),
    created('column', 'c', { location: P(5000, 9000), height: 1000, profile: '1000x1000' }),
  );
  const combined = async (
    element_a: string,
    element_b: string,
    operation: 'union' | 'subtract' | 'intersect',
  ) => await planBoolean({ element_a, element_b, operation }, columns, context);

  test.each([
    ['union', 1.5e9],
    ['intersect', 0.5e9],
    ['subtract', 0.5e9],
  ] as const)('%s has its volume and relies on both', async (operation, volume) => {
    const plan = await combined('b', 'a', operation);
    expect(plan.data.volume_mm3).toBeCloseTo(volume, 0);
    expect(plan.data.watertight).toBe(true);
    // In the order of their ids, except for a difference.
    const order = operation === 'subtract' ? ['b', 'a'] : ['a', 'b'];
    expect(plan.relies_on).toEqual(['L1', ...order]);
    expect(plan.events).toMatchObject([
      { payload: { element: { params: { source_ids: order } } } },
      ...(operation === 'subtract' ? ['b'] : ['a', 'b']).map((aggregate_id) => {
        return { type: 'element.deleted', aggregate_id };
      }),
    ]);
  });

  test.each([
    ['of one element', ['a', 'a', 'union'], 'INVALID_ARGUMENT'],
    ['of an element without a body', ['a', 'L1', 'union'], 'INVALID_ARGUMENT'],
    ['of an unknown element', ['a', 'x', 'union'], 'ELEMENT_NOT_FOUND'],
    ['with an empty result', ['a', 'c', 'intersect'], 'EMPTY_RESULT'],
  ] as const)('%s is refused', async (_what, [a, b, operation], name) => {
    await expect(combined(a, b, operation)).rejects.toMatchObject({ body: { name } });
  });
});
