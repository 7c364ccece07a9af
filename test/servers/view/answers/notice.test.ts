/** @module tests of notices: a page learns of every change that its person sees, and of no other. */
import { expect, test, vi } from 'vitest';

import { RestrictedView } from '../../../../kernel/building/view/restricted-view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { visibleHead } from '../../../../servers/view/looking/visible-head.ts';
import { created, deletes, modifies } from '../../../kernel/building/model/build.ts';
import { World } from '../../building/world.ts';
import { looker, Page } from '../looking-of.ts';

async function commit(world: World, ...events: readonly PlannedEvent[]): Promise<void> {
  world.log.append('main', `o${world.log.all.length}`, events);
  await world.domain.catchUp();
}

/** Two storeys with two walls each. */
async function storeys(): Promise<World> {
  const world = await World.create();
  const at = (y: number): object => ({ start: { x: 0, y }, end: { x: 4000, y } });
  await commit(world, created('level', 'L1', { name: 'Lower' }));
  await commit(world, created('level', 'L2', { name: 'Upper', elevation: 3000 }));
  for (const n of [1, 2]) {
    await commit(world, created('wall', `W${n}`, { level_id: 'L1', ...at(n * 5000) }));
    await commit(world, created('wall', `U${n}`, { level_id: 'L2', ...at(n * 5000) }));
  }
  return world;
}

test('a restricted person learns of deletions and of elements that leave or enter their sight', async () => {
  const world = await storeys();
  const page = new Page(world, looker({ levels: ['Lower'] }));
  const { looking } = page;
  const head = async (): Promise<string> => await visibleHead(looking, 'main');
  const element = (id: string): ReturnType<typeof world.view.element> => world.view.element(id);
  let last = await head();
  expect(await head()).toBe(last);
  const visible: readonly (() => PlannedEvent)[] = [
    () => modifies(element('W1'), { height: 2500 }),
    () => deletes(element('W1')),
    () => modifies(element('W2'), { level_id: 'L2' }),
    () => modifies(element('U1'), { level_id: 'L1' }),
    () => modifies(element('L1'), { name: 'Away' }),
  ];
  for (const [n, event] of visible.entries()) {
    await commit(world, event());
    const now = await head();
    expect([n, now]).not.toEqual([n, last]);
    last = now;
    await commit(world, modifies(element('U2'), { height: 2000 + n }));
    expect(await head()).toBe(last);
  }
});

test('a person who sees everything learns of every event', async () => {
  const world = await storeys();
  const { looking } = new Page(world);
  const last = await visibleHead(looking, 'main');
  await commit(world, deletes(world.view.element('W1')));
  expect(await visibleHead(looking, 'main')).not.toBe(last);
});

test('the hidden events before the last notice are not read again', async () => {
  const world = await storeys();
  const { looking } = new Page(world, looker({ levels: ['Lower'] }));
  await visibleHead(looking, 'main');
  const read = vi.spyOn(RestrictedView.prototype, 'history');
  await commit(world, modifies(world.view.element('U2'), { height: 2000 }));
  await visibleHead(looking, 'main');
  expect(read.mock.calls.map(([{ after }]) => after)).toEqual([world.view.seq - 1]);
  read.mockRestore();
});
