/** @module tests of the foot of walls: `base_offset` has one name in creation, changes, answers and scripts. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

test('base_offset raises or lowers the foot of a wall, in tools and scripts', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'G', elevation: 1000, height: 3000 });
  const top = await world.make('create_level', { name: 'F', elevation: 4200, height: 3000 });
  const line = { level_id, start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
  const plinth = await world.make('create_wall', { ...line, base_offset: -300, height: 450 });
  expect(world.view.bounds(plinth)).toMatchObject({ min: { z: 700 }, max: { z: 1150 } });
  const rising = await world.make('create_wall', {
    ...line,
    base_offset: 150,
    top_level_id: top,
  });
  // From 1150 up to the level at 4200.
  expect(world.view.elementOf(rising, 'wall')?.params).toMatchObject({
    base_offset: 150,
    height: 3050,
  });
  await world.do('modify_parameter', {
    element_id: plinth,
    parameter_name: 'base_offset',
    value: -500,
  });
  expect((await world.ask('get_element', { element_id: plinth }))['params']).toMatchObject({
    base_offset: -500,
  });
  await world.do('run_script', {
    script: 'on @G; wall (0, 9) to (4, 9) base_offset -30cm height 45cm name "Kerb"',
  });
  const kerb = world.view.named('Kerb')[0]?.id ?? '';
  expect(world.view.bounds(kerb)).toMatchObject({ min: { z: 700 }, max: { z: 1150 } });
});

test('doors keep their anchor in scripts', async () => {
  const world = await World.create();
  await world.do('run_script', {
    script: [
      'level G at 0 height 3',
      'wall (0, 0) to (6, 0) as w',
      'door in $w at 4.5 anchor end as d',
      'window in $w at 0.5 size 1 x 1 anchor middle as v',
      'opening in $w at 3 size 0.5 x 0.5 anchor start',
      'shift end of $w to (8, 0)',
    ].join('\n'),
  });
  const offsets = (['door', 'window', 'opening'] as const).map((kind) =>
    [...world.view.elementsOf(kind)].map(({ params }) => [params.offset, params.anchor]),
  );
  expect(offsets).toEqual([[[6500, 'end']], [[1500, 'middle']], [[3000, 'start']]]);
});
