/** @module tests of views of planned changes: those that fit, those that no longer fit, new branches, imports, restricted callers. */
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Sight } from '../../../schemas/sight.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { seenPlan } from '../../../servers/building/planned-view.ts';
import { foundWorkspace, IMPORT } from '../../governance/keeper/handlers/import-world.ts';
import { stageMade } from '../../governance/keeper/handlers/staging.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { answersOf } from './past-answers.ts';
import { World } from './world.ts';

/** Two levels with a wall each; the wall of the first one has a door. */
async function house(): Promise<World> {
  const world = await World.create();
  const hosted = { host_id: 'W1', hosted_id: 'D1' };
  await commit(
    world,
    created('level', 'L1', { name: 'Lower' }),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    created('wall', 'W1'),
    created('door', 'D1', { host_id: 'W1', offset: 500 }),
    { type: 'element.hosted', aggregate_id: 'W1', payload: hosted },
    created('wall', 'W2', { level_id: 'L2' }),
  );
  return world;
}
async function commit(world: World, ...events: readonly PlannedEvent[]): Promise<void> {
  world.log.append('main', `o${world.log.all.length}`, events);
  await world.domain.catchUp();
}

test('a plan that fits has the branch before it, and the result of its commit', async () => {
  const world = await house();
  const { view } = world;
  const events = [modifies(view.element('W1'), { height: 2500 }), created('column', 'C1')];
  const planned = await world.domain.planned('main', events);
  using _ = planned;
  expect(planned.before).toBe(view);
  expect(planned.misfit).toBeNull();
  const answers = answersOf(planned.view);
  expect(view.element('C1')).toBeUndefined();
  await commit(world, ...events);
  expect(answers).toEqual(answersOf(world.view));
});

test('a plan that no longer fits is shown with what it deletes, and says why', async () => {
  const world = await house();
  const { view } = world;
  const events = [
    deletes(view.element('D1'), null),
    modifies(view.element('W1'), { height: 2500 }),
  ];
  await commit(world, deletes(view.element('D1')), modifies(view.element('W1'), { height: 2800 }));
  const planned = await world.domain.planned('main', events);
  using _ = planned;
  expect(planned.misfit).toMatch(/`D1`|`W1`/u);
  expect(planned.before.element('D1')).toEqual(view.element('D1'));
  expect(planned.before.elementOf('W1', 'wall')?.params.height).toBe(2800);
  expect(planned.view.element('D1')).toBeUndefined();
  expect(planned.view.elementOf('W1', 'wall')?.params.height).toBe(2500);
});

test('a plan that creates its branch is shown on the parent at the fork', async () => {
  const world = await house();
  const from_seq = world.log.all.length;
  await commit(world, deletes(world.view.element('W2')));
  const creation: PlannedEvent = {
    type: 'branch.created',
    aggregate_id: 'design/a',
    payload: { name: 'design/a', from: 'main', from_seq },
  };
  using planned = await world.domain.planned('design/a', [creation, created('column', 'C1')]);
  expect(planned.before.element('W2')).toBeDefined();
  expect([planned.view.element('W2')?.id, planned.view.element('C1')?.id]).toEqual(['W2', 'C1']);
  const refused = await world.domain
    .planned('design/b', [created('column', 'C1')])
    .catch((error: unknown) => (error instanceof Refusal ? error.body.name : error));
  expect(refused).toBe('BRANCH_NOT_FOUND');
});

test('the elements of a planned import are known until the plan is disposed of', async () => {
  await using ws = await foundWorkspace();
  await stageMade(ws, IMPORT);
  using reader = Object.assign(openSqliteReader(ws.path), {
    [Symbol.dispose](this: ReturnType<typeof openSqliteReader>) {
      this.close();
    },
  });
  const domain = new BuildingDomain(reader, null);
  await domain.catchUp();
  const planned = await domain.planned('main', [IMPORT.event]);
  expect(planned.misfit).toBeNull();
  expect(planned.view.count()).toBe(4);
  const { manifests } = planned.before.state.keys;
  expect(manifests.has(IMPORT.event.payload.manifest.sha256)).toBe(true);
  planned[Symbol.dispose]();
  expect(manifests.has(IMPORT.event.payload.manifest.sha256)).toBe(false);
});

const SIGHT: Sight = {
  key: 'lower',
  maker: 'lower',
  own: () => false,
  branch: () => true,
  place: (place) => insideScope({ levels: ['Lower'] }, place),
};

test('a restricted caller sees only the part of a plan in its scope, and not why it no longer fits', async () => {
  const world = await house();
  const { view } = world;
  const hidden = [
    modifies(view.element('W2'), { height: 2500 }),
    created('column', 'C2', { level_id: 'L2' }),
  ];
  const visible = [modifies(view.element('W1'), { height: 2500 })];
  const shown = async (events: readonly PlannedEvent[]): Promise<unknown> => {
    using planned = await world.domain.planned('main', events);
    const { before, view: after, carried, misfit } = seenPlan(planned, SIGHT);
    return { before: [...before.elements()], after: [...after.elements()], carried, misfit };
  };
  expect(await shown([...visible, ...hidden])).toEqual(await shown(visible));
  expect(await shown([...visible, modifies(view.element('W2'), { level_id: 'L1' })])).toEqual(
    await shown(visible),
  );
  await commit(world, modifies(view.element('W2'), { height: 2800 }));
  expect(await shown([...visible, ...hidden])).toMatchObject({
    misfit: 'something has changed since it was planned',
  });
});
