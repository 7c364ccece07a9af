/** @module given anew: a reassigned name never refers to its previous elements, whatever is stored of it. */
import { beforeEach, describe, expect, test } from 'vitest';

import { World } from '../world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeEach(async () => {
  world = await World.create();
  const script =
    'level G at 0 height 3 as g\nwall (0, 0) to (6, 0) name "Old" as q\nwall (0, 9) to (6, 9) name "Main" as r';
  const { results } = await world.do('run_script', { script });
  for (const { as, id } of Object(results)) ids[as] = id;
});

const idOf = async (element_id: string): Promise<unknown> =>
  (await world.ask('get_element', { element_id }))['element_id'];

async function run(script: string): Promise<void> {
  await world.do('run_script', { script });
}

describe('another name of an existing element', () => {
  test.each([
    ['a name of an earlier call', 'let q = $r\nset $q height 2.5'],
    ['a name in the model', 'let q = @Main\nset $q height 2.5'],
    ['a name that the script changes', 'let q = @Main\nset $q name "Other"'],
  ])('is the name of its element: %s', async (_what, script) => {
    await run(script);
    expect(await idOf('$q')).toBe(ids['r']);
  });
  test('is stored with the ids that were returned with it', async () => {
    await run('door in $r at 1 as d');
    await run('let q = $d\nset $q width 0.8');
    expect(await idOf('$q.wall_id')).toBe(ids['r']);
    expect(await idOf('$q')).toBe(await idOf('$d'));
  });
  test('is stored within parts, whether the element was passed by name or id', async () => {
    const part = 'part p(x) { let inner = $x\n door in $x at 1 as d }';
    await run(`${part}\nlet house = p($r)\nlet flat = p(${ids['q']})`);
    expect(await idOf('$house.inner')).toBe(ids['r']);
    expect(await idOf('$flat.inner')).toBe(ids['q']);
    expect(await idOf('$house.d')).not.toBe(ids['r']);
  });
  test('refers to nothing if no element matched', async () => {
    await run('let q = @Nobody\nset $r height 2.5');
    expect((await world.refusal('get_element', { element_id: '$q' })).message).toBe(
      'the last change that gave the name `$q` kept no elements for later calls',
    );
    expect((await world.refusal('run_script', { script: 'move $q by (0, 1)' })).message).toContain(
      'the last call that gave the name `$q` kept no elements for later calls',
    );
  });
});

test('the name of an element that is created and deleted in one change refers to nothing', async () => {
  const wall = { level_id: ids['g'], start: { x: 0, y: 5000 }, end: { x: 5000, y: 5000 } };
  await world.do('apply_changes', {
    operations: [
      { tool: 'create_wall', arguments: wall, as: 'q' },
      { tool: 'place_door', arguments: { wall_id: '$r', offset: 500 }, as: 'r' },
      { tool: 'delete_elements', arguments: { element_ids: ['$q', '$r'] } },
    ],
  });
  for (const element_id of ['$q', '$r']) {
    expect(await world.refusal('get_element', { element_id })).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      message: `the elements named \`${element_id}\` are no longer on branch \`main\``,
    });
  }
});

describe('names that are not stored are reported, and no longer refer to earlier elements,', () => {
  const none = async (element_id: string): Promise<void> => {
    expect((await world.refusal('get_element', { element_id })).message).toContain(
      'kept no elements for later calls',
    );
  };
  test('with too many elements', async () => {
    const columns = 'for i in 0..50 { column at (i, 1) size 0.3 x 0.3 as c } as many';
    await run(`on $g\n${columns}\narray $many by (0, 1) times 45 as q\nlet r = @Old`);
    expect(world.warnings).toContainEqual(
      'more than 2000 elements are named: later calls cannot use `$q` and the names after it',
    );
    expect(await idOf('$many.3')).toBeTypeOf('string');
    await none('$q');
    await none('$r');
  });
  test('with too many nested names', async () => {
    // Each refers to nothing, with twice as many nested names as the previous one.
    const doubled = Array.from(
      { length: 14 },
      (_, i) => `part p${i}(x) { let a = $x; let b = $x }\np${i}($n${i}) as n${i + 1}`,
    );
    await run(`let n0 = @Nobody\n${doubled.join('\n')}\nset $r height 2.5\nlet q = $r`);
    expect(world.warnings).toContainEqual(
      'there are too many nested names: later calls cannot use `$n12` and the names after it',
    );
    await none('$q');
  });
  test('with parts that are too long', async () => {
    const chain = Array.from({ length: 120 }, (_, i) => `p($n${i}) as n${i + 1}`).join('\n');
    await run(`let n0 = $q\npart p(x) { let a = $x }\n${chain}\nset $r height 2.5\nlet q = $r`);
    expect(world.warnings).toContainEqual(
      'a part of a name has more than 200 characters: later calls cannot use `$n101` and the names after it',
    );
    expect(await idOf(`$n90${'.a'.repeat(90)}`)).toBe(ids['q']);
    await none('$q');
  });
});

describe('a list that is expanded by names', () => {
  beforeEach(async () => {
    const rows = ['a', 'b'].map(
      (name, y) => `for i in 0..600 { column at (i, ${20 + y}) size 0.3 x 0.3 as c } as ${name}`,
    );
    await run(`on $g\n${rows.join('\n')}`);
  });
  const moved = { operation: 'move', delta: { x: 0, y: 100 } };
  test('contains each element once', async () => {
    const element_ids = Array.from({ length: 1000 }, () => '$a');
    const { modified_ids } = await world.do('transform_elements', { ...moved, element_ids });
    expect(Object(modified_ids)).toHaveLength(600);
    const operations = [{ tool: 'transform_elements', arguments: { ...moved, element_ids } }];
    await world.do('apply_changes', { operations });
  });
  test('contains no more elements than its tool accepts', async () => {
    const input = { ...moved, element_ids: ['$a', '$b'] };
    expect(await world.refusal('transform_elements', input)).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: 'the names in this list refer to 1200 elements, expected at most 1000',
      data: { elements: 1200, limit: 1000 },
    });
  });
});
