/** @module tests of the candidates of restricted callers: their number, and what is read for them. */
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import { BranchView } from '../../../kernel/building/view/branch-view.ts';
import { SeenLogs } from '../../../kernel/building/view/past/seen-logs.ts';
import { RestrictedView } from '../../../kernel/building/view/restricted-view.ts';
import type { Sight } from '../../../schemas/sight.ts';
import { created, modifies } from '../../kernel/building/model/build.ts';
import { World } from './world.ts';

function sightOf(level: string): Sight {
  const place: Sight['place'] = (one) => insideScope({ levels: [level] }, one);
  return { key: level, maker: level, own: () => false, branch: () => true, place };
}

/** A world with a wall that some callers see, and then `hidden` changes of another one. */
async function worldOf(hidden: number): Promise<World> {
  const world = await World.create();
  world.log.append('main', 'o1', [created('level', 'L1', { name: 'Ground' })]);
  world.log.append('main', 'o2', [created('level', 'L2', { name: 'First', elevation: 3000 })]);
  world.log.append('main', 'o3', [created('wall', 'W1', { level_id: 'L1' })]);
  world.log.append('main', 'o4', [created('wall', 'W2', { level_id: 'L2' })]);
  await world.domain.catchUp();
  const height = (n: number): number => (n === 0 ? 3000 : 2000 + n);
  for (let n = 0; n < hidden; n += 1) {
    const payload = { updates: { height: height(n + 1) }, previous: { height: height(n) } };
    world.log.append('main', `h${n}`, [{ type: 'element.modified', aggregate_id: 'W2', payload }]);
  }
  await world.domain.catchUp();
  if (world.domain.unapplied() !== null) throw new Error('an event cannot be applied');
  return world;
}

test('hidden events are read once, and no longer when the caller asks again', async () => {
  const read: number[] = [];
  for (const hidden of [0, 2500]) {
    const world = await worldOf(hidden);
    const { eventsAfter, eventsOfOperation } = world.log;
    const count = { events: 0 };
    Object.assign(world.log, {
      eventsAfter: (seq: number, limit: number) => {
        const events = eventsAfter(seq, limit);
        count.events += events.length;
        return events;
      },
      eventsOfOperation: (id: string) => {
        const events = eventsOfOperation(id);
        count.events += events.length;
        return events;
      },
    });
    const ask = async (): Promise<number> => {
      const { view } = world.domain.callerView(world.view, sightOf('Ground'));
      const events = await view.history({ element_id: null, limit: 10 });
      expect(events.map(({ aggregate_id }) => aggregate_id)).toEqual(['W1', 'L1']);
      return count.events;
    };
    const first = await ask();
    expect(first).toBeGreaterThan(hidden);
    read.push((await ask()) - first);
    world.log.append('main', 'new', [modifies(world.view.element('W2'), { height: 1999 })]);
    await world.domain.catchUp();
    const before = count.events;
    await ask();
    // The new event is read once.
    read.push((await ask()) - before - 1);
  }
  const [again = 0, later, ...full] = read;
  expect(full).toEqual([again, later]);
  expect(again).toBe(4);
});

test('the least recently used candidates are forgotten', async () => {
  const world = await worldOf(0);
  const whole = world.view;
  if (!(whole instanceof BranchView)) throw new Error('expected the whole branch');
  let read = 0;
  const logs = new SeenLogs(
    {
      events: {
        eventsTouching: world.log.eventsTouching,
        eventsAfter: (seq, limit) => {
          read += 1;
          return world.log.eventsAfter(seq, limit);
        },
      },
      at: async () => await Promise.resolve(whole),
    },
    2,
  );
  const present = { whole, last: 4, line: new Map([['main', Infinity]]) };
  const ask = async (name: string): Promise<number> => {
    const sight = sightOf(name);
    const view = new RestrictedView(whole, sight, logs.reading(present, sight));
    const before = read;
    await view.history({ element_id: null, limit: 10 });
    return read - before;
  };
  const [first] = [await ask('Ground'), await ask('First')];
  expect(await ask('Ground')).toBe(first - 1);
  await ask('Third');
  expect(logs.size).toBe(2);
  expect(await ask('Ground')).toBe(first - 1);
  expect(await ask('First')).toBe(first);
});

test('a view of an earlier present shows what was visible then', async () => {
  const world = await worldOf(1);
  const sight = sightOf('Ground');
  const { view: early } = world.domain.callerView(world.view, sight);
  world.log.append('main', 'away', [modifies(world.view.element('W1'), { level_id: 'L2' })]);
  await world.domain.catchUp();
  const { view: late } = world.domain.callerView(world.view, sight);
  const ids = async (view: typeof late): Promise<readonly string[]> =>
    (await view.history({ element_id: null, limit: 10 })).map(({ aggregate_id }) => aggregate_id);
  expect(await ids(late)).toEqual(['L1']);
  expect(await ids(early)).toEqual(['W1', 'L1']);
});
