/** @module hidden-obstacles.test: a warning about a leaf that cannot slide does not reveal furniture that the caller may not see. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { type Approving, approving, type Voice } from './approving.ts';
import { type Harness, openHarness } from './harness.ts';

let harness: Harness;
let owner: Approving;
/** Sees levels, walls and doors, and no furniture. */
let fitter: Voice;
let walls: readonly string[];
let wardrobes: readonly string[];

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness, {
    fitter: {
      permissions: {
        CREATE: {},
        MODIFY: {},
        READ: { categories: ['Levels', 'Walls', 'Doors'] },
      },
    },
  });
  fitter = owner.other('fitter');
  // Two equal walls; only the first has wardrobes at both sides of the place of a door
  const { data } = await owner.done('run_script', {
    script: `level Ground at 0 height 3
wall (0,0) to (6,0) thickness 0.2
wall (0,5) to (6,5) thickness 0.2
furniture wardrobe at (1.8,0.1) direction north
furniture wardrobe at (4.2,0.1) direction north`,
  });
  const ids = (Object(data)['results'] as { tool: string; id: string }[]).map(({ id }) => id);
  walls = ids.slice(1, 3);
  wardrobes = ids.slice(3);
});
afterAll(() => harness.close());

/** The warnings of a preview of a sliding door in a wall of its own, with its id replaced. */
async function warned(voice: Voice, wall_id: string | undefined): Promise<string> {
  const door = { wall_id, offset: 2500, width: 900, height: 2100, door_type: 'sliding' };
  const { warnings } = await voice.ask('place_door', { ...door, dry_run: true });
  return JSON.stringify(warnings).replaceAll(/door_\w+/g, '<door>');
}

test('an agent that sees the wardrobes is warned', async () => {
  expect(await warned(owner, walls[0])).toContain('has no room to slide');
  expect(await warned(owner, walls[1])).not.toContain('has no room to slide');
});

test('an agent that does not see them gets the answer of a wall without wardrobes', async () => {
  const [hidden, free] = [await warned(fitter, walls[0]), await warned(fitter, walls[1])];
  for (const id of wardrobes) expect(hidden).not.toContain(id);
  expect(hidden).not.toContain('urniture');
  expect(hidden).toBe(free);
});
