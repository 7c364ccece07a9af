/** @module tests of types of doors and windows over the server: their parts in answers, refusals, schedules and scripts. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

let world: World;
let wall_id: string;

beforeEach(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  wall_id = await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 6000, y: 0 },
    thickness: 300,
  });
});

const OAK = {
  name: 'Oak',
  for: 'window',
  frame_width: 70,
  frame_depth: 80,
  position: 'inside',
  grid: { columns: [1, 1], rows: [1], cells: ['casement_left', 'fixed'] },
};

async function placed(): Promise<string> {
  await world.make('create_type', OAK);
  return world.make('place_window', {
    wall_id,
    offset: 1000,
    width: 1500,
    height: 1200,
    type_id: '@Oak',
  });
}

// The frame leaves 1,360 by 1,060 mm, the mullion of 70 mm two cells of 645 mm, the sash 545 by 960 mm.
const GLASS = 545 * 960 + 645 * 1060;

test('an answer has the areas of frame and glass, the volume of the parts, and their box', async () => {
  const element_id = await placed();
  const { measures } = await world.ask('get_element', { element_id });
  const frame = 1500 * 1200 - GLASS;
  expect(measures).toMatchObject({
    area_mm2: 1500 * 1200,
    glass_area_mm2: GLASS,
    frame_area_mm2: frame,
    // Frame and mullion are 80 mm deep, the sash 40 mm, panes 24 mm.
    volume_mm3:
      (frame - (645 * 1060 - 545 * 960)) * 80 + (645 * 1060 - 545 * 960) * 40 + GLASS * 24,
  });
  // The inner face is to the right of the wall.
  expect(world.view.bounds(element_id)).toMatchObject({ min: { y: -150 }, max: { y: -70 } });
});

test('queries find windows by the area of their glass', async () => {
  await placed();
  const query = (value: number) =>
    world.ask('query_elements', {
      filter: { categories: ['Windows'], where: [{ field: 'glass_area_mm2', op: 'gt', value }] },
    });
  expect(await query(GLASS - 1)).toMatchObject({ total: 1 });
  expect(await query(GLASS)).toMatchObject({ total: 0 });
});

test.each<[string, object, RegExp]>([
  [
    'a missing cell',
    { grid: { columns: [1, 1], rows: [1], cells: ['fixed'] } },
    /expected 2 `cells`, got 1/u,
  ],
  ['a threshold of a window', { threshold: 20 }, /no `threshold`, which is for doors/u],
  ['a negative share', { grid: { columns: [-1], rows: [1], cells: ['fixed'] } }, /grid/u],
])('%s is refused with what was expected', async (_, more, message) => {
  const body = await world.refusal('create_type', { ...OAK, ...more });
  expect(body.name).toBe('INVALID_ARGUMENT');
  expect(body.message).toMatch(message);
});

test('a script states the same type', async () => {
  const script =
    'type window Oak frame oak 70mm x 80mm position inside grid 2 x 1 casement_left, fixed';
  await world.do('run_script', { script });
  const [type] = [...world.view.elementsOf('type')];
  const { name, frame_width, frame_depth, position, grid } = type?.params ?? {};
  const { for: _kind, ...expected } = OAK;
  expect({ name, frame_width, frame_depth, position, grid }).toEqual(expected);
});
