/** @module tests of merges of a set to which both branches add more members than a set may have. */
import { expect, test } from 'vitest';

import { created } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';

const IDS = Array.from({ length: 2001 }, (_, i) => `column_${String(i).padStart(4, '0')}`);
const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };

test('a merge gives a set at most 2,000 members, and else names the conflict', async () => {
  const world = await World.create();
  world.log.append('main', 'operation-1', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    ...IDS.map((id, i) =>
      created('column', id, {
        level_id: 'L1',
        location: { x: 1000 * (i % 50), y: 1000 * Math.floor(i / 50) },
      }),
    ),
    created('group', 'G', { name: 'Set', members: [IDS.slice(0, 1500)], placements: [AT] }),
  ]);
  await world.domain.catchUp();
  const add = async (branch: string, from: number, to: number): Promise<void> => {
    world.branch = branch;
    await world.domain.catchUp();
    await world.do('create_group', {
      group_id: 'G',
      name: 'Set',
      element_ids: IDS.slice(from, to),
    });
  };
  await world.do('create_branch', { name: 'few' });
  await world.do('create_branch', { name: 'many' });
  await add('main', 1500, 1900);
  await add('few', 1900, 2000);
  await add('many', 1900, 2001);
  world.branch = 'main';
  await world.domain.catchUp();
  const refused = await world
    .do('merge_branch', { source: 'many' })
    .then(() => null)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({
    body: {
      name: 'MERGE_CONFLICT',
      data: {
        conflicts: [
          {
            element_id: 'G',
            parameter: 'members',
            why: 'with what both sides add, the set would have 2001 members, expected at most 2000',
          },
        ],
      },
    },
  });
  await world.do('merge_branch', { source: 'few' });
  expect(world.view.elementOf('G', 'group')?.params.members[0]).toHaveLength(2000);
}, 60_000);
