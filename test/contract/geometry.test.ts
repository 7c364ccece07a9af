/** @module geometry.test: the promises of the geometry server, each at its exact limit, through a real client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../e2e/connect.ts';

let workspace: TestWorkspace;
let geometry: Connected;
let spatial: Connected;
let level_id: string;
let row = 0;

const why = { reasoning: 'contract test' };
const really = { ...why, dry_run: false };
type Args = Readonly<Record<string, unknown>>;

/** A wall of 4 m in a row of its own. */
async function wall(args: Args = {}): Promise<string> {
  row += 1;
  const y = row * 2000;
  const made = await geometry.call('create_wall', {
    level_id,
    start: { x: 0, y },
    end: { x: 4000, y },
    ...really,
    ...args,
  });
  expect(made.error).toBeUndefined();
  return String(made.data['wall_id']);
}

async function eventsOf(event_id: string | null): Promise<readonly unknown[]> {
  const { data } = await geometry.call('get_operation', { operation_id: event_id, ...why });
  return (data['events'] as { type: string }[]).map(({ type }) => type);
}

async function element(element_id: string, branch = 'main'): Promise<Record<string, unknown>> {
  const { data } = await spatial.call('get_element', { element_id, branch, ...why });
  return (data['element'] ?? data) as Record<string, unknown>;
}

const door = (wall_id: string, args: Args): ReturnType<Connected['call']> =>
  geometry.call('place_door', { wall_id, ...really, ...args });

beforeAll(async () => {
  workspace = testWorkspace();
  geometry = await connect(workspace.dir, 'geometry', { words: ['--toolsets', 'more'] });
  spatial = await connect(workspace.dir, 'spatial');
  level_id = String(
    (await geometry.call('create_level', { name: 'L1', elevation: 0, ...really })).data['level_id'],
  );
});
afterAll(async () => {
  await geometry.close();
  await spatial.close();
  workspace.remove();
});

describe('create_wall', () => {
  test('create_wall refuses equal ends and emits element.created on its branch [GEO-1]', async () => {
    const point = { x: 1, y: 1 };
    const none = await geometry.call('create_wall', {
      level_id,
      start: point,
      end: point,
      ...really,
    });
    expect(none.error).toMatchObject({ code: 1100 });
    await geometry.call('create_branch', { name: 'walls', ...really });
    const made = await geometry.call('create_wall', {
      level_id,
      start: { x: 0, y: -9000 },
      end: { x: 100, y: -9000 },
      branch: 'walls',
      ...really,
    });
    expect(await eventsOf(made.event_id)).toEqual(['element.created']);
    const element_id = String(made.data['wall_id']);
    expect(
      (await spatial.call('get_element', { element_id, branch: 'walls', ...why })).success,
    ).toBe(true);
    const elsewhere = await spatial.call('get_element', { element_id, ...why });
    expect(elsewhere.error?.code).toBeGreaterThanOrEqual(1300);
  });
});

describe('doors and windows', () => {
  test('a door fits exactly at the end of its wall and not 0.001 mm beyond [GEO-2]', async () => {
    const id = await wall();
    expect((await door(id, { offset: 3100.001, width: 900 })).error).toMatchObject({ code: 1101 });
    expect((await door(id, { offset: 3100, width: 900 })).success).toBe(true);
    const pane = await geometry.call('place_window', {
      wall_id: await wall(),
      offset: 0,
      width: 4000.001,
      ...really,
    });
    expect(pane.error?.code).toBe(1101);
  });

  test('a door fits exactly in an oblique wall [GEO-2]', async () => {
    const id = await wall({ start: { x: 20_000, y: 0 }, end: { x: 23_000, y: 4000 } });
    expect((await door(id, { offset: 4100.001, width: 900 })).error?.code).toBe(1101);
    expect((await door(id, { offset: 4100, width: 900 })).success).toBe(true);
  });

  test('a door emits element.created and element.hosted, and needs an existing wall [GEO-3] [GEO-13]', async () => {
    const id = await wall();
    const made = await door(id, { offset: 100 });
    expect(await eventsOf(made.event_id)).toEqual(['element.created', 'element.hosted']);
    const near = await door(`${id.slice(0, -1)}_`, { offset: 100 });
    expect(near.error).toMatchObject({ code: 1300, data: { near: expect.arrayContaining([id]) } });
    const inDoor = await door(String(made.data['door_id']), { offset: 0 });
    expect(inDoor.error).toMatchObject({ code: 1106 });
  });

  test('doors and windows may touch but not overlap [GEO-12]', async () => {
    const id = await wall();
    expect((await door(id, { offset: 1000, width: 900 })).success).toBe(true);
    expect((await door(id, { offset: 1899.999, width: 900 })).error).toMatchObject({ code: 1102 });
    expect((await door(id, { offset: 1900, width: 900 })).success).toBe(true);
  });
});

describe('boundaries', () => {
  const floor = (boundary_points: readonly Args[]): ReturnType<Connected['call']> =>
    geometry.call('create_floor', { level_id, boundary_points, ...really });

  test('refuses an outline that crosses itself, and reverses a clockwise one with a warning [GEO-12]', async () => {
    const bow = await floor([
      { x: 0, y: 0 },
      { x: 1000, y: 1000 },
      { x: 1000, y: 0 },
      { x: 0, y: 1000 },
    ]);
    expect(bow.error).toMatchObject({ code: 1104 });
    const clockwise = [
      { x: 0, y: 0 },
      { x: 0, y: 1000 },
      { x: 1000, y: 1000 },
      { x: 1000, y: 0 },
    ];
    const turned = await floor(clockwise);
    expect(turned).toMatchObject({
      success: true,
      warnings: [expect.stringMatching(/clockwise|turned|reversed/)],
    });
  });
});

describe('boolean_operation', () => {
  test('boolean_operation needs both elements on one branch; the order matters for subtract only [GEO-4] [GEO-13]', async () => {
    const column = async (x: number, args: Args = {}): Promise<string> => {
      const made = await geometry.call('create_column', {
        level_id,
        location: { x, y: -20_000 },
        profile: '1000x1000',
        height: 1000,
        ...really,
        ...args,
      });
      return String(made.data['column_id']);
    };
    const [a, b] = [await column(0), await column(500)];
    const run = async (operation: string, element_a: string, element_b: string): Promise<Args> => {
      const answer = await geometry.call('boolean_operation', {
        element_a,
        element_b,
        operation,
        ...why,
      });
      expect(answer.error).toBeUndefined();
      return answer.data;
    };
    const union = await run('union', a, b);
    expect(union).toMatchObject({ volume_mm3: 1.5e9, watertight: true });
    const [there, back] = [union, await run('union', b, a)].map(({ volume_mm3, watertight }) => ({
      volume_mm3,
      watertight,
    }));
    expect(there).toEqual(back);
    const wide = await column(3000, { profile: '2000x1000' });
    const narrow = await column(3000, { profile: '1000x1000' });
    expect(await run('subtract', wide, narrow)).toMatchObject({ volume_mm3: 1e9 });
    const empty = await geometry.call('boolean_operation', {
      element_a: narrow,
      element_b: wide,
      operation: 'subtract',
      ...why,
    });
    expect(empty.error).toMatchObject({ code: 1105 });
    await geometry.call('create_branch', { name: 'bool', ...really });
    const foreign = await column(9000, { branch: 'bool' });
    const cross = await geometry.call('boolean_operation', {
      element_a: a,
      element_b: foreign,
      operation: 'union',
      ...why,
    });
    expect(cross.error).toMatchObject({ code: 1303, name: 'CROSS_BRANCH' });
  });
});

describe('modify_parameter', () => {
  test('modify_parameter accepts only parameters of the kind, emits element.modified and keeps dependants consistent [GEO-5]', async () => {
    const id = await wall();
    await door(id, { offset: 3000, width: 900 });
    const set = (parameter_name: string, value: unknown): ReturnType<Connected['call']> =>
      geometry.call('modify_parameter', { element_id: id, parameter_name, value, ...really });
    expect((await set('colour', 'red')).error).toMatchObject({ code: 1005 });
    expect((await set('thicknes', 300)).error).toMatchObject({
      code: 1005,
      data: expect.anything(),
    });
    expect((await set('thickness', '300')).error?.code).toBe(1000);
    const made = await set('thickness', 300);
    expect(await eventsOf(made.event_id)).toEqual(['element.modified']);
    const short = await set('end', { x: 3899.999, y: row * 2000 });
    expect([1101, 1107]).toContain(short.error?.code);
    expect((await set('end', { x: 3900, y: row * 2000 })).success).toBe(true);
    expect((await set('thickness', 300)).error).toMatchObject({ code: 1111 });
  });
});

describe('move and copy', () => {
  test('a move stays within the model bounds, and a copy is a new element [GEO-6]', async () => {
    const id = await wall();
    const far = await geometry.call('move_element', {
      element_id: id,
      delta: { x: 1e7, y: 0 },
      ...really,
    });
    expect(far.error).toMatchObject({ code: 1103 });
    const copy = await geometry.call('copy_element', {
      element_id: id,
      delta: { x: 0, y: 700_000 },
      ...really,
    });
    expect(await eventsOf(copy.event_id)).toEqual(['element.created']);
    const out = await geometry.call('copy_element', {
      element_id: id,
      delta: { x: 0, y: 1e7 },
      ...really,
    });
    expect(out.error).toMatchObject({ code: 1103 });
  });
});

describe('undo and branches', () => {
  test('undo commits the inverse event [GEO-8]', async () => {
    const id = await wall();
    const change = await geometry.call('modify_parameter', {
      element_id: id,
      parameter_name: 'height',
      value: 2400,
      ...really,
    });
    const undone = await geometry.call('undo', { event_id: change.event_id, ...really });
    expect(undone.error).toBeUndefined();
    expect(await eventsOf(undone.event_id)).toEqual(
      expect.arrayContaining(['element.modified', 'event.reverted']),
    );
    expect(JSON.stringify(await element(id))).toContain('"height":3000');
    expect((await geometry.call('undo', { event_id: 'nothing', ...really })).error?.code).toBe(
      1306,
    );
  });

  test('a merge lists its conflicts and resolves none [GEO-9]', async () => {
    const id = await wall();
    await geometry.call('create_branch', { name: 'taller', ...really });
    const set = (value: number, branch: string): ReturnType<Connected['call']> =>
      geometry.call('modify_parameter', {
        element_id: id,
        parameter_name: 'height',
        value,
        branch,
        ...really,
      });
    await set(2700, 'main');
    await set(3300, 'taller');
    const merge = await geometry.call('merge_branch', { source: 'taller', ...really });
    expect(merge.error).toMatchObject({
      code: 1304,
      data: { conflicts: [expect.objectContaining({ element_id: id, parameter: 'height' })] },
    });
    expect(JSON.stringify(await element(id))).toContain('"height":2700');
  });
});

describe('many at once', () => {
  test('a script is one change; an error names its place and the expectation, and nothing is changed [GEO-10]', async () => {
    const before = JSON.stringify((await spatial.call('get_model_summary', why)).data);
    const bad = await geometry.call('run_script', {
      script: 'level Ground at 0 height 3\nwall from (0, 0) to\n',
      ...really,
    });
    expect(bad.error).toMatchObject({
      code: 1006,
      data: { line: expect.any(Number), column: expect.any(Number), expected: expect.any(Array) },
    });
    expect(JSON.stringify((await spatial.call('get_model_summary', why)).data)).toBe(before);
  });

  test('apply_changes is all or nothing, and `$name` refers to an earlier result [GEO-11]', async () => {
    const operations = (offset: number): readonly Args[] => [
      {
        tool: 'create_wall',
        arguments: { level_id, start: { x: 0, y: -40_000 }, end: { x: 4000, y: -40_000 } },
        as: 'w',
      },
      { tool: 'place_door', arguments: { wall_id: '$w', offset } },
    ];
    const before = JSON.stringify((await spatial.call('get_model_summary', why)).data);
    const bad = await geometry.call('apply_changes', { operations: operations(3500), ...really });
    expect(bad.error).toMatchObject({ code: 1101 });
    expect(JSON.stringify((await spatial.call('get_model_summary', why)).data)).toBe(before);
    const good = await geometry.call('apply_changes', { operations: operations(1000), ...really });
    expect(await eventsOf(good.event_id)).toEqual([
      'element.created',
      'element.created',
      'element.hosted',
    ]);
  });
});

describe('lists', () => {
  test('the pages of a list together are the whole list without repeats [SPA-2]', async () => {
    const ids: string[] = [];
    let cursor: unknown;
    do {
      const { data } = await spatial.call('query_elements', {
        filter: {},
        limit: 7,
        ...(cursor === undefined ? {} : { cursor }),
        ...why,
      });
      const page = data['elements'] as { element_id: string }[];
      expect(page.length).toBeLessThanOrEqual(7);
      ids.push(...page.map(({ element_id }) => element_id));
      cursor = data['next_cursor'] ?? undefined;
    } while (cursor !== undefined);
    const { data } = await spatial.call('query_elements', { filter: {}, limit: 500, ...why });
    expect(ids).toEqual(
      (data['elements'] as { element_id: string }[]).map(({ element_id }) => element_id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a script', () => {
  test('names that a script gives are found by later calls of other tools, and a refusal names its line', async () => {
    const script =
      'level "By script" at 40 height 3\nfor i in 0..2 { walls rect (40 * i, 90) size 4 x 3 name "Hut {i}" }';
    const preview = await geometry.call('run_script', { script, ...why });
    expect(preview).toMatchObject({
      success: true,
      dry_run: true,
      data: {
        operation_count: 9,
        not_created: expect.arrayContaining([expect.stringContaining('wall_')]),
      },
    });
    const early = { wall_id: '@Hut 1 south', offset: 1000, ...why };
    expect((await geometry.call('place_door', early)).error).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      hint: expect.stringContaining('use its id'),
    });
    expect(await geometry.call('run_script', { script, dry_run: false, ...why })).toMatchObject({
      success: true,
    });
    const placed = await geometry.call('place_door', { ...early, dry_run: false });
    expect(placed).toMatchObject({ success: true, data: { door_id: expect.any(String) } });
    const wrong = 'for i in 0..2 {\n  door in @"Hut {i} south" at 1 + i / 2\n}';
    const refused = await geometry.call('run_script', { script: wrong, ...why });
    expect(refused.error).toMatchObject({
      name: 'OPENING_OVERLAP',
      message: expect.stringMatching(
        /^line 2, column 3, in i = 1 in the loop of line 1 \(place_door\)/,
      ),
      data: { line: 2, column: 3, within: ['i = 1 in the loop of line 1'] },
    });
  });
});

describe('what a server lists', () => {
  test('--toolsets and --read-only select the listed tools [TOOL-3]', async () => {
    const names = async (words: readonly string[]): Promise<readonly string[]> => {
      const server = await connect(workspace.dir, 'geometry', { words });
      const { tools } = await server.client.listTools();
      await server.close();
      return tools.map(({ name }) => name);
    };
    const [plain, more, reading] = [
      await names([]),
      await names(['--toolsets', 'more']),
      await names(['--read-only']),
    ];
    expect(plain).toContain('run_script');
    expect(plain).toEqual(expect.arrayContaining(['create_grid', 'set_properties']));
    expect(plain).toEqual(expect.arrayContaining(['create_railing', 'create_type']));
    expect(plain).not.toContain('create_group');
    expect(more).toContain('create_group');
    expect(more).toEqual(expect.arrayContaining([...plain]));
    expect(reading).toEqual(['get_operation', 'preview_operation']);
  });

  test('the refusal of an unlisted tool says how to list it', async () => {
    const refusal = async (words: readonly string[], tool: string): Promise<unknown> => {
      const server = await connect(workspace.dir, 'geometry', { words });
      const { error } = await server.call(tool, why);
      await server.close();
      return error;
    };
    expect(await refusal([], 'create_group')).toMatchObject({
      name: 'UNKNOWN_TOOL',
      hint: expect.stringContaining('`--toolsets more`'),
    });
    expect(await refusal(['--read-only'], 'create_wall')).toMatchObject({
      name: 'UNKNOWN_TOOL',
      hint: expect.stringContaining('without `--read-only`'),
    });
  });
});
