/** @module undo in groups: the synchronised changes of other placements are reverted too. */
import { beforeEach, describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

const HOUSE = `level G at 0 height 3 as g
walls rect (0, 0) to (6, 4) as shell
door in $shell.south at 1 as d
window in $shell.north at 1 as v
group "H" $shell as h
`;

let world: World;
beforeEach(async () => {
  world = await World.create();
});

const build = async (script: string): Promise<unknown> =>
  await world.do('run_script', { script: HOUSE + script });
const stateNow = (): ReadonlyMap<string, unknown> =>
  new Map([...world.view.elements()].map(({ id, params }) => [id, params]));
const rows = (): readonly (readonly string[])[] =>
  [...world.view.elementsOf('group')][0]?.params.members ?? [];

/** The northern wall of a placement: the first of its walls that holds a window. */
function north(row: number): string {
  const held = (rows()[row] ?? []).find((id) => world.view.element(id)?.kind === 'window') ?? '';
  return world.view.elementOf(held, 'window')?.params.host_id ?? '';
}

async function undoLast(): Promise<void> {
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
}

describe('undo of a split that assigns a window to the second piece', () => {
  test.each([
    'place $h by (0, 30)',
    'place $h by (0, 30) mirror (0, 0) to (0, 1)',
    'place $h by (0, 30)\nplace $h by (30, 0) turn 37 about (0, 0)',
  ])('restores the previous state: %s', async (placed) => {
    await build(placed);
    for (const row of rows().keys()) {
      const before = stateNow();
      const split = { operation: 'split', wall_id: north(row), distance: 500 };
      await world.do('edit_walls', split);
      const after = stateNow();
      expect(after.size).toBe(before.size + rows().length);
      await undoLast();
      expect(stateNow()).toEqual(before);
      await undoLast();
      expect(stateNow()).toEqual(after);
      await undoLast();
    }
  });

  test.each([P(500, 0), P(0, -2000)])(
    'restores a placement that was moved as a whole in the same call',
    async (delta) => {
      await build('place $h by (0, 30)\nplace $h by (0, 60) mirror (0, 0) to (0, 1)');
      for (const row of rows().keys()) {
        const before = stateNow();
        await world.do('apply_changes', {
          operations: [
            {
              tool: 'transform_elements',
              arguments: { operation: 'move', element_ids: rows()[row], delta },
            },
            {
              tool: 'edit_walls',
              arguments: { operation: 'split', wall_id: north(row), distance: 500 },
            },
          ],
        });
        await undoLast();
        expect(stateNow()).toEqual(before);
      }
    },
  );
});
