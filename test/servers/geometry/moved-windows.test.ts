/** @module windows that are moved together with walls that stretch those in which they sit. */
import { beforeEach, describe, expect, it } from 'vitest';

import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let walls: string[];
beforeEach(async () => {
  world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  walls = await rectangle(world, ground, [0, 0, 10_000, 8000]);
});

function wallOf(id: string): Extract<Element, { kind: 'wall' }>['params'] {
  const found = world.view.elementOf(id, 'wall');
  if (found === undefined) throw new Error(`no wall ${id}`);
  return found.params;
}

const transform = async (input: Record<string, unknown>): Promise<unknown> =>
  await world.do('transform_elements', input);

describe('a moved wall', () => {
  it.each(['nothing', 'start', 'middle', 'end'])(
    'moves a window of a stretched wall, anchored to %s, by the same distance',
    async (anchor) => {
      const [, east = '', north = ''] = walls;
      // The northern wall runs from (10000, 8000) to (0, 8000); its windows lie at x = 9,900 to 9,000 and 3,000 to 2,000.
      const near = { wall_id: north, offset: 100, width: 900 };
      const moved = await world.make('place_window', {
        ...near,
        ...(anchor === 'nothing' ? {} : { anchor }),
      });
      const other = await world.make('place_window', {
        wall_id: north,
        offset: 7000,
        width: 1000,
        anchor: 'end',
      });
      const offsets = (): unknown[] =>
        [moved, other].map((id) => world.view.elementOf(id, 'window')?.params.offset);
      const by = (x: number): object => ({ operation: 'move', delta: { x, y: 0 } });
      await transform({ element_ids: [moved, east], ...by(-1500) });
      expect(offsets()).toEqual([100, 5500]);
      await transform({ element_ids: [moved, east], ...by(700) });
      expect(offsets()).toEqual([100, 6200]);
      // Both ends of the wall move, and its length stays.
      await transform({ element_ids: [walls[3], moved, east], ...by(300) });
      expect(offsets()).toEqual([100, 6200]);
      // Without the wall at its start, the sliding opening moves away from it.
      await transform({ element_ids: [walls[3], moved], ...by(-500) });
      expect(offsets()).toEqual([600, 6700]);
      expect(wallOf(north)).toMatchObject({ start: P(9500, 8000), end: P(-200, 8000) });
    },
  );

  it('is refused if a window would pass the end of the stretched wall', async () => {
    const [, east = '', north = ''] = walls;
    const moved = await world.make('place_window', { wall_id: north, offset: 100, width: 900 });
    const next = await world.make('place_window', { wall_id: north, offset: 1200, width: 900 });
    const body = await world.refusal('transform_elements', {
      element_ids: [moved, east],
      operation: 'move',
      delta: { x: -1500, y: 0 },
    });
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: next } });
  });
});
