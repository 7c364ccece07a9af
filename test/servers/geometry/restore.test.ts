/** @module tests of restore: earlier states with groups, types, joints and pins, previews, and refusals. */
import { beforeEach, describe, expect, test } from 'vitest';

import type { StoredEvent } from '../../../schemas/events.ts';
import { World } from '../building/world.ts';
import { houseIn, pinAll } from './pinned-house.ts';

const HOUSE = `level G at 0 height 3 as g
walls rect (0, 0) to (6, 4) as shell
door in $shell.south at 1 as d
window in $shell.north at 1 as v
room "Hall" at (3, 2)
group "H" $shell as h
place $h by (0, 30)
`;

let world: World;
beforeEach(async () => {
  world = await World.create();
});

/** Kind and parameters of elements by id; a missing parameter is null. */
const stateNow = (): ReadonlyMap<string, unknown> =>
  new Map(
    [...world.view.elements()].map(({ id, kind, params }) => [
      id,
      [kind, Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))],
    ]),
  );
/** The newest event that get_history lists. */
async function newest(): Promise<StoredEvent> {
  const [event] = await world.view.history({ element_id: null, limit: 1 });
  if (event === undefined) throw new Error('no event');
  return event;
}
const idOf = (kind: 'wall' | 'door' | 'group' | 'level' | 'type'): string =>
  [...world.view.elementsOf(kind)][0]?.id ?? '';

/** Makes the changes one after the other, then restores every state, the newest first. */
async function restoresEach(changes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const states = [];
  for (const change of [async () => await Promise.resolve(), ...changes]) {
    await change();
    states.push({ to_seq: (await newest()).seq, elements: stateNow() });
  }
  for (const { to_seq, elements } of [...states.slice(0, -1).toReversed(), ...states.slice(1)]) {
    await world.do('restore', { to_seq });
    expect(stateNow()).toEqual(elements);
  }
}

describe('a restore', () => {
  test('brings back groups, their placements, and what was deleted with a host or a level', async () => {
    await world.do('run_script', { script: HOUSE });
    await restoresEach([
      async () =>
        await world.do('modify_parameter', {
          element_id: idOf('door'),
          parameter_name: 'width',
          value: 1100,
        }),
      async () => await world.do('delete_elements', { element_ids: [idOf('wall')] }),
      async () => await world.do('delete_elements', { element_ids: [idOf('level')] }),
    ]);
  });

  test('brings back types with the values of their elements, names of levels, and joints', async () => {
    await world.do('run_script', { script: 'level A at 0 height 3\nlevel B at 3 height 3\n' });
    const [a, b] = [...world.view.elementsOf('level')].map(({ id }) => id);
    const layers = [{ material: 'Brick', thickness: 100, function: 'structure' }];
    const rename = async (element_id: string | undefined, value: string): Promise<unknown> =>
      await world.do('modify_parameter', { element_id, parameter_name: 'name', value });
    await restoresEach([
      async () => await world.do('create_type', { name: 'T', for: 'wall', layers }),
      async () =>
        await world.do('create_wall', {
          level_id: a,
          start: { x: 0, y: 0 },
          end: { x: 4000, y: 0 },
          type_id: idOf('type'),
        }),
      async () =>
        await world.do('modify_parameter', {
          element_id: idOf('type'),
          parameter_name: 'layers',
          value: [{ material: 'Brick', thickness: 240, function: 'structure' }],
        }),
      async () =>
        await world.do('create_wall', {
          level_id: a,
          start: { x: 4000, y: 0 },
          end: { x: 4000, y: 4000 },
        }),
      async () =>
        await world.do('join_elements', {
          element_ids: [...world.view.elementsOf('wall')].map(({ id }) => id),
          join_type: 'butt',
        }),
      async () => await rename(a, 'C'),
      async () => await rename(b, 'A'),
      async () => await rename(a, 'B'),
    ]);
  });

  test('brings back pinned ends of walls, which an undo does not always', async () => {
    await houseIn(world);
    await restoresEach([
      async () => await pinAll(world),
      async () =>
        await world.do('modify_parameter', {
          element_id: idOf('wall'),
          parameter_name: 'thickness',
          value: 400,
        }),
      async () => await world.do('delete_elements', { element_ids: [idOf('wall')] }),
    ]);
  });

  test('to an event restores the state after its whole operation, and names its last event', async () => {
    await world.do('run_script', { script: HOUSE });
    const { seq, operation_id } = await newest();
    const before = stateNow();
    await world.do('delete_elements', { element_ids: [idOf('level')] });
    const first = world.log.all.find((event) => event.operation_id === operation_id);
    expect(first?.seq).toBeLessThan(seq);
    const data = await world.do('restore', { to_seq: first?.seq });
    expect(data).toMatchObject({ to_seq: seq, element_count: before.size });
    expect(stateNow()).toEqual(before);
  });

  test('previews exactly what it creates, modifies and deletes', async () => {
    await world.do('run_script', { script: HOUSE });
    const { seq } = await newest();
    const [door, group] = [idOf('door'), idOf('group')];
    await world.do('delete_elements', { element_ids: [door] });
    const made = await world.make('create_level', { name: 'New', elevation: 9000 });
    const plan = await world.plan('restore', { to_seq: seq });
    const { changes } = world.effect(plan.events);
    const ids = (change: string): readonly string[] =>
      changes.filter((one) => one.change === change).map(({ id }) => id);
    expect(ids('created')).toContain(door);
    expect(ids('created')).toHaveLength(2);
    expect(ids('deleted')).toEqual([made]);
    expect(ids('modified')).toEqual([group]);
    expect(plan).toMatchObject({ exclusive: true, data: { element_count: 4 } });
    expect(plan.events[0]).toEqual({
      type: 'branch.restored',
      aggregate_id: 'main',
      payload: { to_seq: seq },
    });
  });
});

describe('a restore is refused', () => {
  beforeEach(async () => {
    await world.do('run_script', { script: 'level A at 0 height 3\n' });
  });

  test('to the present state, also after another restore', async () => {
    const { seq } = await newest();
    expect(await world.refusal('restore', { to_seq: seq })).toMatchObject({
      name: 'NO_EFFECT',
      message: `\`main\` is as it was after event ${seq}`,
    });
    await world.make('create_level', { name: 'B', elevation: 9000 });
    await world.do('restore', { to_seq: seq });
    expect((await world.refusal('restore', { to_seq: seq })).name).toBe('NO_EFFECT');
  });

  test('to an event to come', async () => {
    const last = world.log.all.length;
    expect(await world.refusal('restore', { to_seq: last + 5 })).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: `the newest event is ${last}, and event ${last + 5} is still to come`,
    });
  });

  test('to an event of another branch, or of its parent before it began', async () => {
    const { seq } = await newest();
    await world.do('create_branch', { name: 'b' });
    const began = world.log.all.length;
    await world.make('create_level', { name: 'C', elevation: 9000 });
    const other = (await newest()).seq;
    world.branch = 'b';
    await world.make('create_level', { name: 'D', elevation: 9000 });
    const invalid = (message: string) => ({ name: 'INVALID_ARGUMENT', message });
    expect(await world.refusal('restore', { to_seq: seq })).toMatchObject(
      invalid(`\`b\` began after event ${seq}`),
    );
    expect(await world.refusal('restore', { to_seq: other })).toMatchObject(
      invalid(`event ${other} is not one of \`b\`; the last one before it is event ${began}`),
    );
    await world.do('restore', { to_seq: began });
    expect(world.view.count('level')).toBe(1);
  });
});
