/** @module tests of large sets: what changes their members states only the difference, and is undone exactly. */
import { beforeEach, expect, test } from 'vitest';

import { effectParts } from '../../../governance/approval/plan-digest.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { created } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';

const SETS = 20;
const IDS = Array.from({ length: 500 }, (_, i) => `column_${String(i).padStart(16, '0')}`);
const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };
/** Fewer characters than the ids of all members have. */
const SHORT_CHARS = 400;

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.log.append('main', 'operation-1', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    ...IDS.map((id, i) =>
      created('column', id, {
        level_id: 'L1',
        location: { x: 1000 * (i % 25), y: 1000 * Math.floor(i / 25) },
      }),
    ),
    ...Array.from({ length: SETS }, (_, i) =>
      created('group', `set_${i}`, { name: `Set ${i}`, members: [[...IDS]], placements: [AT] }),
    ),
  ]);
  await world.domain.catchUp();
});

const sets = (): readonly (readonly string[])[] =>
  [...world.view.elementsOf('group')].map(({ params }) => params.members[0] ?? []);

/** Events about the sets since the first operation. */
const setEvents = (): readonly PlannedEvent[] =>
  world.log.all.filter(
    ({ operation_id, aggregate_id }) =>
      operation_id !== 'operation-1' && aggregate_id.startsWith('set_'),
  );

async function undoLast(): Promise<void> {
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
}

test('sets lose a deleted member by short events, and undo puts it back to its place', async () => {
  await world.do('delete_elements', { element_ids: [IDS[7], IDS[300]] });
  const rest = IDS.filter((_, i) => i !== 7 && i !== 300);
  expect(sets()).toEqual(Array.from({ length: SETS }, () => rest));
  await undoLast();
  expect(sets()).toEqual(Array.from({ length: SETS }, () => IDS));
  await undoLast();
  expect(sets()).toEqual(Array.from({ length: SETS }, () => rest));
  expect(setEvents()).toHaveLength(3 * SETS);
  for (const event of setEvents()) {
    expect(JSON.stringify(event.payload).length).toBeLessThan(SHORT_CHARS);
  }
});

test('members that are put back one after the other are all there, in some order', async () => {
  await world.do('delete_elements', { element_ids: [IDS[7]] });
  const event_id = world.log.all.at(-1)?.event_id;
  await world.do('delete_elements', { element_ids: [IDS[300]] });
  const later = world.log.all.at(-1)?.event_id;
  await world.do('undo', { event_id });
  expect(sets()[0]).toEqual(IDS.filter((_, i) => i !== 300));
  await world.do('undo', { event_id: later });
  for (const members of sets()) expect(members.toSorted()).toEqual(IDS);
});

test('a set gets members of create_group by a short event', async () => {
  const column = { level_id: 'L1', location: { x: 90_000, y: 0 }, profile: '300x300' };
  const { column_id } = await world.do('create_column', column);
  await world.do('create_group', { group_id: 'set_0', element_ids: [column_id], name: 'Set 0' });
  expect(sets()[0]).toEqual([...IDS, column_id]);
  const [event] = setEvents();
  expect(event?.payload).toEqual({
    updates: {},
    previous: {},
    members: { added: [{ at: 500, id: column_id }], removed: [] },
  });
  const event_id = world.log.all.at(-1)?.event_id;
  await world.do('create_group', { group_id: 'set_0', remove_ids: [column_id] });
  const undo = world.do('undo', { event_id });
  await expect(undo).rejects.toThrow('`members` of `set_0` has been changed since');
});

test('plans that change other members have other effects', () => {
  const plan = (id: string, at: number) => ({
    events: [
      {
        event_id: 'event-1',
        type: 'element.modified' as const,
        aggregate_id: 'set_0',
        payload: { updates: {}, previous: {}, members: { added: [], removed: [{ at, id }] } },
      },
    ],
  });
  const [one, other] = [effectParts(plan('a', 0)), effectParts(plan('b', 1))];
  expect([...one]).toEqual([['["element.modified","set_0","members","a"]', 'removed']]);
  expect([...other]).toEqual([['["element.modified","set_0","members","b"]', 'removed']]);
});
