/** @module meant names: a scope that names a level is bound to that level, even if other levels take its name. */
import { beforeEach, expect, test } from 'vitest';

import { insideScope, scopeFaults } from '../../../../governance/access/scope.ts';
import type { PermissionScope } from '../../../../schemas/permissions.ts';
import type { Sight } from '../../../../schemas/sight.ts';
import { created } from '../../../kernel/building/model/build.ts';
import { World } from '../world.ts';

let world: World;
let ground: string;
let upper: string;
beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
});

/** Whether an agent with these levels in its scope may create a wall on this one. */
async function builds(levels: readonly string[], level_id: string): Promise<boolean> {
  const line = { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const { touches } = world.effect((await world.plan('create_wall', line)).events);
  return scopeFaults({ CREATE: { levels: [...levels] } }, 'main', touches).length === 0;
}

/** Ids of the levels that an agent with this READ scope sees. */
function seen(levels: readonly string[]): readonly string[] {
  const scope: PermissionScope = { levels: [...levels] };
  const sight: Sight = {
    place: (place) => insideScope(scope, place),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  return world.domain
    .callerView(world.view, sight)
    .view.levels()
    .map(({ id }) => id);
}

const rename = (element_id: string, value: string): Promise<unknown> =>
  world.do('modify_parameter', { element_id, parameter_name: 'name', value });

test('a scope accepts the id or the exact name of a level', async () => {
  for (const levels of [[ground], ['Ground']]) {
    expect([await builds(levels, ground), await builds(levels, upper)]).toEqual([true, false]);
    expect(seen(levels)).toEqual([ground]);
  }
  expect([await builds(['GROUND'], ground), seen(['GROUND'])]).toEqual([false, []]);
});

test('an id stays bound to its level when others take its name; an unused name matches nothing', async () => {
  await rename(ground, 'Lobby');
  expect(await builds([ground], ground)).toBe(true);
  expect([await builds(['Ground'], ground), await builds(['Ground'], upper)]).toEqual([
    false,
    false,
  ]);
  // A level whose name equals an id is not the level with that id.
  await rename(upper, ground);
  expect([await builds([ground], upper), seen([ground])]).toEqual([false, [ground]]);
});

test('of two levels with one name from an older log, the first created one matches, in any listed order', async () => {
  world.log.append('main', 'old', [created('level', 'A', { name: 'Ground', elevation: -9000 })]);
  await world.domain.catchUp();
  expect([await builds(['Ground'], ground), await builds(['Ground'], 'A')]).toEqual([true, false]);
  expect(seen(['Ground'])).toEqual([ground]);
  expect([await builds(['A'], 'A'), seen(['A'])]).toEqual([true, ['A']]);
});

test('a level that is being created does not match a scope', async () => {
  const { events } = await world.plan('create_level', { name: 'Roof', elevation: 9000 });
  const { touches } = world.effect(events);
  const scope = { CREATE: { levels: ['Roof', 'Ground'] } };
  expect(scopeFaults(scope, 'main', touches)).toMatchObject([
    { because: 'level `Roof` is not one of Roof, Ground' },
  ]);
});
