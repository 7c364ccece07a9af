/** @module gone names: deleted, undone and hidden elements have no name, and it passes to no other element of the answer. */
import { beforeEach, describe, expect, test } from 'vitest';

import { PRINCIPAL, World } from '../world.ts';

let world: World;
beforeEach(async () => {
  world = await World.create();
  await run('level G at 0 height 3 as g\nwall (0, 0) to (6, 0) as w');
});

async function run(script: string): Promise<void> {
  await world.do('run_script', { script });
}

const missing = (name: string): object => ({
  name: 'ELEMENT_NOT_FOUND',
  message: `the elements named \`${name}\` are no longer on branch \`main\``,
});

/** How the door disappears. */
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  deleted: () => world.do('delete_elements', { element_ids: ['$d'] }),
  'taken back': () => {
    const { event_id } = world.log.all.find(({ type }) => type === 'element.hosted') ?? {};
    return world.do('undo', { event_id });
  },
};

describe.each(Object.entries(WAYS))('a door that is %s', (_how, goes) => {
  beforeEach(async () => {
    await run('door in $w at 1 as d');
    await goes();
  });
  test('is not replaced by its wall in any tool or script', async () => {
    expect([world.view.count('door'), world.view.count('wall')]).toEqual([0, 1]);
    expect(await world.refusal('get_element', { element_id: '$d' })).toMatchObject(missing('$d'));
    const away = { element_ids: ['$d'] };
    expect(await world.refusal('delete_elements', away)).toMatchObject(missing('$d'));
    const operations = [{ tool: 'delete_elements', arguments: away }];
    expect((await world.refusal('apply_changes', { operations })).message).toContain(
      'the elements named `$d` are no longer on branch `main`',
    );
    for (const script of ['move $d by (0, 5)', 'let q = $d', 'move $w $d by (0, 5)']) {
      expect((await world.refusal('run_script', { script })).message).toContain(
        'the elements that an earlier call named `$d` are no longer on the branch',
      );
    }
  });
  test('leaves the other ids of its answer available', async () => {
    const wall = { kind: 'wall' };
    expect(await world.ask('get_element', { element_id: '$d.wall_id' })).toMatchObject(wall);
    await run('set $d.wall_id height 2.5');
    const none = await world.refusal('run_script', { script: 'move $d.to by (0, 5)' });
    expect(none.message).toContain('no earlier call has given the name `$d.to`');
  });
});

test('the name of the second half of a wall does not pass to the first half', async () => {
  await run('split $w at 3 as tail');
  await world.do('delete_elements', { element_ids: ['$tail'] });
  const again = { element_ids: ['$tail'] };
  expect(await world.refusal('delete_elements', again)).toMatchObject(missing('$tail'));
  expect(world.view.count('wall')).toBe(1);
});

test('a name of several elements refers to the remaining ones, without other ids of the deleted ones', async () => {
  await run('for i in 0..3 { door in $w at 0.2 + 2 * i as d } as rows');
  await world.do('delete_elements', { element_ids: ['$rows.1'] });
  const moved = { operation: 'move', delta: { x: 100, y: 0 }, element_ids: ['$rows'] };
  const { modified_ids } = await world.do('transform_elements', moved);
  expect(Object(modified_ids)).toHaveLength(2);
  await run('move $rows by (0.1, 0)');
  expect([...world.view.elementsOf('wall')][0]).toMatchObject({
    params: { start: { x: 0, y: 0 } },
  });
  const one = await world.refusal('get_element', { element_id: '$rows.1' });
  expect(one).toMatchObject(missing('$rows.1'));
  const script = 'move $rows.{1}.d by (0.1, 0)';
  expect((await world.refusal('run_script', { script })).message).toContain(
    'the elements that an earlier call named `$rows.1.d` are no longer on the branch',
  );
  const never = await world.refusal('get_element', { element_id: '$rows.7' });
  expect(never.message).toContain('`$rows.7` names no element on branch `main`, expected');
});

test('a hidden element is treated like a deleted one, and not replaced by its host', async () => {
  await run('door in $w at 1 as d');
  const on = world.domain.callerView(world.view, {
    key: 'k',
    maker: 'maker',
    own: () => false,
    branch: () => true,
    place: ({ category }) => category !== 'Doors',
  });
  const named = on.names(PRINCIPAL);
  const host = [...world.view.elementsOf('wall')][0]?.id;
  expect(await named('d')).toEqual(
    new Map([
      ['', null],
      ['wall_id', host],
    ]),
  );
});
