/** @module changes that would take minutes to plan are refused before planning. */
import { beforeEach, describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.create();
  await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

describe('a change that would take minutes to plan', () => {
  const by = { operation: 'array', delta: { x: 0, y: 1 } };

  it('is refused before planning', async () => {
    const element_ids = Array.from({ length: 11 }, (_, n) => `wall_${n}`);
    const refused = await world.refusal('transform_elements', { ...by, element_ids, count: 456 });
    // 11 times 455 positions, of elements that are not even looked up.
    expect(refused).toMatchObject({ name: 'INVALID_ARGUMENT', data: { copies: 5005 } });
    const fewer = { ...by, element_ids: element_ids.slice(1), count: 456 };
    expect(await world.refusal('transform_elements', fewer)).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
    });
  });

  it('is refused as nested arrays in a script', async () => {
    const script = `on @Ground
wall (0,200) to (3,200) as w
array $w by (0,1) times 500 as r
array $r by (5,0) times 500`;
    const refused = await world.refusal('run_script', { script });
    expect(refused.message).toContain('499 elements in 499 places are 249001 copies');
  });
});
