/** @module tests of walls that slide along themselves: joined walls that stay are neither changed nor named. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

test('a wall that slides along itself names no joined wall that stays', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  const line = (x0: number, y0: number, x1: number, y1: number): Record<string, unknown> => {
    return { level_id, start: { x: x0, y: y0 }, end: { x: x1, y: y1 } };
  };
  const host = await world.make('create_wall', line(0, 0, 10_000, 0));
  const stem = await world.make('create_wall', line(5000, 0, 5000, 4000));
  const move = (x: number, y: number): Promise<Awaited<ReturnType<World['plan']>>> =>
    world.plan('transform_elements', {
      operation: 'move',
      element_ids: [host],
      delta: { x, y },
    });
  const along = await move(1000, 0);
  expect(along.events.map(({ aggregate_id }) => aggregate_id)).toEqual([host]);
  expect(along.warnings?.join() ?? '').not.toContain('moves with its end');
  const across = await move(0, 500);
  expect(across.events.map(({ aggregate_id }) => aggregate_id).toSorted()).toEqual(
    [host, stem].toSorted(),
  );
  expect(across.warnings?.join()).toContain('1 wall is joined to moved elements');
});
