/** @module names assigned by scripts and lists of changes, in later calls of the same caller. */
import { beforeEach, describe, expect, test } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import { PRINCIPAL, World } from '../world.ts';

let world: World;
beforeEach(async () => {
  world = await World.create();
});

const SHELL = 'level G at 0 height 3 as g\nwalls rect (0, 0) to (6, 4) as shell';

async function run(script: string): Promise<readonly { id: string; as?: string }[]> {
  const { results } = await world.do('run_script', { script });
  return results as readonly { id: string; as?: string }[];
}

/** Names that the last operation assigned: by name, parts and ids. */
function given(): Readonly<Record<string, readonly { part: string; id: string }[]>> {
  const last = world.log.all.at(-1)?.operation_id;
  return Object.fromEntries(
    world.log.all.flatMap((event) =>
      event.type === 'name.given' && event.operation_id === last
        ? [[event.payload.name, [...event.payload.elements]]]
        : [],
    ),
  );
}

const wallOf = (data: unknown): unknown => Object(data)['wall_id'];

test('a name from a script refers to its element in queries, changes, lists of changes and scripts', async () => {
  const made = await run(SHELL);
  const south = made.find(({ as }) => as === 'shell.south')?.id;
  expect(await world.ask('get_element', { element_id: '$shell.south' })).toMatchObject({
    element_id: south,
  });
  await world.do('place_door', { wall_id: '$shell.south', offset: 500 });
  await world.do('apply_changes', {
    operations: [{ tool: 'place_window', arguments: { wall_id: '$shell.south', offset: 2500 } }],
  });
  await run('window in $shell.south at 4.5 size 0.5 x 0.5\nroom Hall at (1, 1) on $g');
  expect(world.view.hostedBy(String(south))).toHaveLength(3);
  const found = await world.ask('level_elements', { level_id: '$g' });
  expect(JSON.stringify(found)).toContain(String(south));
});

test('a name of several elements refers to all of them in a list, and to one of them with its part', async () => {
  await run(SHELL);
  const moved = { operation: 'move', delta: { x: 0, y: 1000 }, element_ids: ['$shell'] };
  const { modified_ids } = await world.do('transform_elements', moved);
  expect(modified_ids).toHaveLength(4);
  const refused = await world.refusal('place_door', { wall_id: '$shell', offset: 500 });
  expect(refused).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: '`$shell` refers to 4 elements, expected only one',
    data: { parts: ['south', 'east', 'north', 'west'] },
  });
  await run('mirror $shell about (0, 20) to (1, 20) copy as twin');
  await run('door in $twin.north at 1');
  const wrong = await world.refusal('run_script', { script: 'door in $twin.top at 1' });
  expect(wrong.message).toContain('$twin.top');
});

test('loops, parts, copies and placements keep their names', async () => {
  await run(
    `${SHELL}
part bay(x) { wall (x, 0) to (x, 4) thickness 0.1 as w; door in $w at 1 as d }
for i in 1..3 { bay(2 * i) as b } as rows
let first = bay(1)
column at (1, 8) size 0.3 x 0.3 as post
array $post by (1, 0) times 3 as row`,
  );
  const names = given();
  expect(names['rows']?.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['1.b.w', '1.b.d', '2.b.w', '2.b.d']),
  );
  expect(names['first']?.map(({ part }) => part)).toEqual(expect.arrayContaining(['w', 'd']));
  await run('set $rows.2.b.d width 0.8\nset $first.w height 2.5');
  const column = (await world.ask('get_element', { element_id: '$row.2' })) as object;
  expect(column).toMatchObject({ kind: 'column', params: { location: { x: 3000, y: 8000 } } });
});

test('fields of answers can be referred to if they contain ids', async () => {
  await run(SHELL);
  await world.do('apply_changes', {
    operations: [
      {
        tool: 'transform_elements',
        arguments: { element_ids: ['$shell.south', '$shell.north'], ...COPIED },
        as: 'up',
      },
      { tool: 'place_door', arguments: { wall_id: '$up.placed_ids.0', offset: 100 }, as: 'd' },
    ],
  });
  const [first, second] = (given()['up'] ?? []).filter(({ part }) => part.startsWith('placed_ids'));
  expect(await world.ask('get_element', { element_id: '$up.placed_ids.1' })).toMatchObject({
    element_id: second?.id,
  });
  expect(wallOf(await world.ask('get_element', { element_id: '$d' })) ?? first?.id).toBe(first?.id);
  await world.do('delete_elements', { element_ids: ['$up.placed_ids'] });
  expect(world.view.element(first?.id ?? '')).toBeUndefined();
});
const COPIED = { operation: 'move', delta: { x: 0, y: 9000 }, copy: true };

test('the latest assignment of a name applies; within a change its own names do', async () => {
  await run('level G at 0 height 3 as g\nwall (0, 0) to (5, 0) as w');
  const [second] = await run('on @G\nwall (0, 9) to (5, 9) as w\nwall (0, 12) to (5, 12) as v');
  const [, , door] = await run(
    'on @G\nwall (0, 6) to (5, 6) as v\ndoor in $v at 1\ndoor in $w at 1',
  );
  expect(world.view.element(door?.id ?? '')).toMatchObject({
    params: { host_id: second?.id },
  });
  const before = world.view.elementOf(second?.id ?? '', 'wall');
  expect(await world.ask('get_element', { element_id: '$w' })).toMatchObject({
    element_id: before?.id,
  });
});

describe('a name of a missing element', () => {
  test('refers to nothing after a deletion, and to the element again after its restoration', async () => {
    await run(SHELL);
    await world.do('delete_elements', { element_ids: ['$shell.south'] });
    const body = await world.refusal('get_element', { element_id: '$shell.south' });
    expect(body).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      data: { name: 'shell', parts: ['east', 'north', 'west'] },
    });
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect(await world.ask('get_element', { element_id: '$shell.south' })).toMatchObject({
      kind: 'wall',
    });
  });
  test('is removed when its change is undone', async () => {
    await run(SHELL);
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect(await world.refusal('get_element', { element_id: '$shell.south' })).toMatchObject({
      message: 'the elements named `$shell.south` are no longer on branch `main`',
    });
    const script = 'door in $shell.south at 1';
    expect((await world.refusal('run_script', { script })).message).toContain(
      'the elements that an earlier call named `$shell.south` are no longer on the branch',
    );
  });
});

test('a branch knows the names of its parent at the fork, and keeps its own', async () => {
  await run('level G at 0 height 3 as g\nwall (0, 0) to (5, 0) as w');
  await world.do('create_branch', { name: 'other' });
  const [main] = await run('on @G\nwall (0, 3) to (5, 3) as w');
  world.branch = 'other';
  const old = await world.ask('get_element', { element_id: '$w' });
  expect(old['element_id']).not.toBe(main?.id);
  await run('on $g\nwall (0, 6) to (5, 6) as own');
  world.branch = 'main';
  expect(await world.ask('get_element', { element_id: '$w' })).toMatchObject({
    element_id: main?.id,
  });
  expect(await world.refusal('get_element', { element_id: '$own' })).toMatchObject({
    message: expect.stringContaining('not a name that you have given on branch `main`'),
  });
});

describe('the owner of a name', () => {
  const other = { agent_id: 'agent-9', user_id: PRINCIPAL.user_id };
  test('is the only caller that can use it, and no history reveals it', async () => {
    await run(SHELL);
    const on = world.domain.callerView(world.view, null);
    expect(await on.names(PRINCIPAL)('shell')).toHaveProperty('size', 4);
    expect(await on.names(other)('shell')).toBeNull();
    const event = world.log.all.find(({ type }) => type === 'name.given');
    for (const asked of [{}, { element_id: event?.aggregate_id }]) {
      const history = await world.ask('get_history', { ...asked, limit: 500 });
      expect(JSON.stringify(history)).not.toContain('name.given');
    }
  });
  test('cannot use it for a hidden element', async () => {
    await run(SHELL);
    const place = ({ category }: { category: string }): boolean => category !== 'Walls';
    const on = world.domain.callerView(world.view, {
      key: 'k',
      maker: 'maker',
      own: () => false,
      branch: () => true,
      place,
    });
    const parts = ['south', 'east', 'north', 'west'];
    expect(await on.names(PRINCIPAL)('shell')).toEqual(new Map(parts.map((part) => [part, null])));
  });
  test.each(['$constructor', '$toString', '$hasOwnProperty', '$w.constructor', '$w.__proto__'])(
    'the name %s means nothing that nobody gave',
    async (name) => {
      await run('level G at 0 height 3 as g\nwall (0, 0) to (5, 0) as w');
      for (const [tool, args] of [
        ['get_element', { element_id: name }],
        ['delete_elements', { element_ids: [name] }],
        ['apply_changes', { operations: [{ tool: 'place_door', arguments: { wall_id: name } }] }],
      ] as const) {
        const refused = await world.refusal(tool, args);
        expect(refused.message).toContain(name);
      }
      expect((await world.refusal('run_script', { script: `door in ${name} at 1` })).name).toBe(
        'SCRIPT_SYNTAX',
      );
    },
  );
  test('a name may contain any letters', async () => {
    await run('level G at 0 height 3 as constructor\nwall (0, 0) to (5, 0) as toString');
    await world.do('place_door', { wall_id: '$toString', offset: 100 });
    expect(await world.ask('get_element', { element_id: '$constructor' })).toMatchObject({
      kind: 'level',
    });
  });
});

test('at most 2,000 elements are named in one change', async () => {
  const columns = 'for i in 0..50 { column at (i, 0) size 0.3 x 0.3 as c } as many';
  await run(`level G at 0 height 3 as g\n${columns}\narray $many by (0, 1) times 45 as rows`);
  expect(Object.keys(given())).toEqual(['g', 'many', 'rows']);
  expect(given()['rows']).toEqual([]);
  expect(world.warnings).toContainEqual(
    'more than 2000 elements are named: later calls cannot use `$rows` and the names after it',
  );
});

test('repeatedly nested names end at the limit', async () => {
  const doubled = Array.from(
    { length: 40 },
    (_, i) => `part p${i}(x) { let a = $x; let b = $x }\np${i}($n${i}) as n${i + 1}`,
  );
  await run(`level G at 0 height 3\nwall (0, 0) to (5, 0) as n0\n${doubled.join('\n')}`);
  expect(Object.values(given()).flat()).toHaveLength(1023);
});

test('names are not changes: they are neither undone nor compared', async () => {
  const plan = await world.plan('run_script', { script: SHELL });
  expect(plan.events.every(({ type }: PlannedEvent) => type !== 'name.given')).toBe(true);
  expect(plan.data).toMatchObject({ event_count: plan.events.length });
});
