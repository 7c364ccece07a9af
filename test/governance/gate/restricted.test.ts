/** @module restricted.test: plans of an agent with a restricted READ: made on what it sees, judged on the whole. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const CHANGES = { CREATE: {}, MODIFY: {}, DELETE: {} };
/** Counts the elements that it sees. */
const countRun = defineJob({
  name: 'count_run',
  title: 'Count',
  description: 'Counts elements of a kind.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({ kind: z.string() }),
  output: z.object({ count: z.number() }),
  refusals: {},
  async run({ kind }, view: BuildingView) {
    return await Promise.resolve({ data: { count: view.count(kind) }, events: [] });
  },
});
const SERVER: ServerDefinition<BuildingView> = {
  ...geometryServer,
  runs: 'tool.run',
  tools: [...geometryServer.tools, ...spatialServer.tools, countRun],
};

let harness: Harness;
let owner: Approving;
/** Sees walls, floors and rooms, and no door, window or opening. */
let shell: Voice;
/** Sees the elements on the low level. */
let low: Voice;
/** Sees a region from x 0 to 20 m. */
let west: Voice;
let ground: string;
let upper: string;
let wall: string;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

async function made(voice: Voice, tool: string, args: object): Promise<string> {
  const { data } = await voice.done(tool, { ...args });
  return String(Object.values(data)[0]);
}

beforeAll(async () => {
  harness = await openHarness(SERVER);
  owner = await approving(harness, {
    shell: {
      permissions: { ...CHANGES, READ: { categories: ['Levels', 'Walls', 'Floors', 'Rooms'] } },
    },
    low: { permissions: { ...CHANGES, READ: { levels: ['Ground'] } } },
    west: {
      permissions: {
        ...CHANGES,
        READ: {
          regions: [{ min: { x: -500, y: -500, z: -500 }, max: { x: 20_000, y: 20_000, z: 9000 } }],
        },
      },
    },
    blind: { permissions: CHANGES },
    designer: {
      permissions: { ...CHANGES, READ: { branch_patterns: ['design/*'] } },
    },
  });
  shell = owner.other('shell');
  low = owner.other('low');
  west = owner.other('west');
  ground = await made(owner, 'create_level', { name: 'Ground', elevation: 0 });
  upper = await made(owner, 'create_level', { name: 'Upper', elevation: 3000 });
  wall = await made(owner, 'create_wall', { level_id: ground, start: P(0, 0), end: P(5000, 0) });
});
afterAll(() => harness.close());

/** The refusal of a call, which must not contain any of `hidden`. */
async function refused(
  voice: Voice,
  tool: string,
  args: object,
  ...hidden: readonly string[]
): Promise<NonNullable<EnvelopeBody['error']>> {
  const envelope = await voice.ask(tool, { dry_run: false, ...args });
  const text = JSON.stringify(envelope);
  for (const id of hidden) expect(text).not.toContain(id);
  if (envelope.error === undefined) throw new Error(`${tool} was not refused: ${text}`);
  return envelope.error;
}

const UNSEEN = {
  name: 'REGENERATION_FAILED',
  message: 'something that you may not see does not allow this',
  data: {},
};

describe('a hidden door', () => {
  let door: string;
  beforeAll(async () => {
    door = await made(owner, 'place_door', { wall_id: wall, offset: 1000, width: 900 });
  });

  test('cannot be overlapped by another door, and is not named', async () => {
    const window = { wall_id: wall, offset: 1500, width: 900, sill_height: 500 };
    expect(await refused(shell, 'place_window', window, door)).toMatchObject(UNSEEN);
    expect((await shell.ask('place_window', { ...window, offset: 3000 })).success).toBe(true);
  });

  test('prevents its wall from becoming too short for it', async () => {
    const shorter = { element_id: wall, parameter_name: 'end', value: P(1500, 0) };
    expect(await refused(shell, 'modify_parameter', shorter, door)).toMatchObject(UNSEEN);
  });

  test('prevents the deletion of its wall', async () => {
    const { error } = await shell.ask('delete_elements', { element_ids: [wall], dry_run: false });
    expect(error).toMatchObject(UNSEEN);
  });

  test('is not copied with its wall', async () => {
    const copy = { element_id: wall, delta: { x: 0, y: 8000, z: 0 }, count: 1 };
    const { data } = await shell.ask('copy_element', { ...copy, dry_run: true });
    expect(data).toMatchObject({ copied_ids: [], diff: { counts: { created: 1 } } });
    const whole = await owner.ask('copy_element', { ...copy, dry_run: true });
    expect(whole.data).toMatchObject({ copied_ids: [expect.any(String)] });
  });

  test('is refused in a composed change with the same words and the place of the call', async () => {
    const window = { wall_id: wall, offset: 1500, width: 900, sill_height: 500 };
    const operations = [
      {
        tool: 'create_wall',
        arguments: { level_id: ground, start: P(0, 9000), end: P(1000, 9000) },
      },
      { tool: 'place_window', arguments: window },
    ];
    expect(await refused(shell, 'apply_changes', { operations }, door)).toMatchObject({
      ...UNSEEN,
      message: `operation 1 (place_window): ${UNSEEN.message}`,
    });
  });

  test('is neither counted as regenerated nor named in a warning', async () => {
    const higher = { element_id: wall, parameter_name: 'height', value: 3500, dry_run: true };
    const count = (data: EnvelopeBody['data']): unknown => Object(data['diff']).regenerated;
    const [seen, whole] = [
      await shell.ask('modify_parameter', higher),
      await owner.ask('modify_parameter', higher),
    ];
    expect([count(seen.data), count(whole.data)]).toEqual([0, 1]);
    expect(JSON.stringify(seen)).not.toContain(door);
  });

  test('is not moved with its wall', async () => {
    const moved = { element_id: wall, delta: { x: 0, y: 10, z: 0 } };
    expect(await refused(shell, 'move_element', moved, door)).toMatchObject({
      name: 'SCOPE_DENIED',
      message: expect.stringContaining('you may not change this'),
    });
    expect((await owner.ask('move_element', { ...moved, dry_run: true })).success).toBe(true);
  });
});

test('the preview of a changed wall does not name hidden elements', async () => {
  const layers = [{ material: 'brick', thickness: 240, function: 'structure' }];
  const type_id = await made(owner, 'create_type', { name: 'Solid', for: 'wall', layers });
  const line = { level_id: ground, start: P(0, 19_000), end: P(5000, 19_000) };
  for (const [parameter_name, id] of Object.entries({ type_id, top_level_id: upper })) {
    const element_id = await made(owner, 'create_wall', { ...line, [parameter_name]: id });
    const args = { element_id, parameter_name, value: null, dry_run: true };
    const { data } = await low.ask('modify_parameter', args);
    expect(data).toMatchObject({
      diff: { modified: [{ params: { [parameter_name]: { from: null, to: null } } }] },
    });
    expect(JSON.stringify(data)).not.toContain(id);
    const whole = await owner.ask('modify_parameter', args);
    expect(JSON.stringify(whole.data)).toContain(id);
  }
  const typed = await made(owner, 'create_wall', { ...line, type_id });
  const core = { element_id: typed, parameter_name: 'location_line', value: 'core' };
  const { name, message } = await refused(low, 'modify_parameter', core, type_id);
  expect([name, message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('may not read')]);
  expect((await owner.ask('modify_parameter', { ...core, dry_run: true })).success).toBe(true);
});

test('crossing a hidden wall gives a warning that names nothing', async () => {
  const high = await made(owner, 'create_wall', {
    level_id: ground,
    start: P(19_000, 1000),
    end: P(25_000, 1000),
  });
  const across = { level_id: ground, start: P(19_500, 0), end: P(19_500, 3000), dry_run: true };
  const envelope = await west.ask('create_wall', across);
  expect(envelope.warnings).toEqual(['it also concerns something that you may not see']);
  expect(JSON.stringify(envelope)).not.toContain(high);
  expect((await owner.ask('create_wall', across)).warnings.join()).toContain(high);
});

test('a region includes the levels at its heights', async () => {
  const attic = await made(owner, 'create_level', { name: 'Attic', elevation: 12_000 });
  const { data } = await west.ask('get_model_summary', {});
  expect(JSON.stringify(data['levels'])).toContain(upper);
  expect(JSON.stringify(data)).not.toContain(attic);
  const wallThere = { level_id: upper, start: P(0, 0), end: P(3000, 0), dry_run: true };
  expect((await west.ask('create_wall', wallThere)).success).toBe(true);
});

describe('a level', () => {
  test('a hidden level is neither built on nor listed', async () => {
    const there = { level_id: upper, start: P(0, 0), end: P(3000, 0) };
    const error = await refused(low, 'create_wall', there, 'Upper');
    expect(error).toMatchObject({
      name: 'LEVEL_NOT_FOUND',
      data: { levels: [{ level_id: ground }] },
    });
  });

  test('a level cannot be moved by an agent that does not see everything on it', async () => {
    const level_id = await made(owner, 'create_level', { name: 'Mezzanine', elevation: 40_000 });
    const column = await made(owner, 'create_column', {
      level_id,
      location: P(0, 0),
      profile: '300x300',
    });
    const moved = { element_id: level_id, delta: { x: 0, y: 0, z: 100 } };
    expect(await refused(shell, 'move_element', moved, column)).toMatchObject({
      name: 'SCOPE_DENIED',
      message: expect.stringContaining('you may not change this'),
    });
    expect(
      await refused(shell, 'delete_elements', { element_ids: [level_id] }, column),
    ).toMatchObject(UNSEEN);
  });
});

describe('a floor', () => {
  test('a floor cannot be moved away from a hidden opening', async () => {
    const ring = [P(0, 20_000), P(9000, 20_000), P(9000, 26_000), P(0, 26_000)];
    const host_id = await made(owner, 'create_floor', { level_id: ground, boundary_points: ring });
    const opening = { location: P(4000, 23_000), width: 1000, height: 1000 };
    const hole = await made(owner, 'create_opening', { host_id, ...opening });
    const moved = { element_id: host_id, delta: { x: 10, y: 0, z: 0 } };
    expect((await refused(shell, 'move_element', moved, hole)).name).toBe('SCOPE_DENIED');
    const beside = { ...opening, host_id, location: P(4200, 23_000) };
    expect(await refused(shell, 'create_opening', beside, hole)).toMatchObject(UNSEEN);
  });
});

test('a room cannot be created by a point in a space divided by a hidden wall', async () => {
  const corners = [P(0, 14_000), P(8000, 14_000), P(8000, 19_000), P(0, 19_000)];
  for (const [n, start] of corners.entries()) {
    await owner.done('create_wall', { level_id: ground, start, end: corners[(n + 1) % 4] });
  }
  const room = { level_id: ground, point: P(2000, 16_000) };
  expect((await west.ask('create_room', room)).success).toBe(true);
  const between = await made(owner, 'create_wall', {
    level_id: ground,
    start: P(4000, 12_000),
    end: P(4000, 21_000),
  });
  const error = await refused(west, 'create_room', room, between);
  expect(error).toMatchObject({
    name: 'SCOPE_DENIED',
    message: expect.stringContaining('fit this to its surroundings'),
  });
  expect((await owner.ask('create_room', room)).success).toBe(true);
});

describe('an operation', () => {
  test('an operation is undone in full or not at all', async () => {
    const operations = [
      {
        tool: 'create_wall',
        arguments: { level_id: ground, start: P(0, 60_000), end: P(5000, 60_000) },
        as: 'w',
      },
      { tool: 'place_door', arguments: { wall_id: '$w', offset: 500 } },
    ];
    const { event_id } = await owner.done('apply_changes', { operations });
    expect((await refused(shell, 'undo', { event_id })).name).toBe('OPERATION_NOT_FOUND');
    expect((await owner.ask('undo', { event_id, dry_run: true })).success).toBe(true);
  });

  test('an operation cannot be undone below something hidden', async () => {
    const single = { level_id: ground, start: P(0, 62_000), end: P(5000, 62_000) };
    const { event_id, data } = await shell.done('create_wall', single);
    const door = await made(owner, 'place_door', { wall_id: data['wall_id'], offset: 500 });
    expect(await refused(shell, 'undo', { event_id }, door)).toMatchObject({
      name: 'VERSION_CONFLICT',
      message: expect.stringContaining('something that you may not see'),
    });
  });
});

describe('branches', () => {
  test('branches cannot be merged or compared by an agent that does not see all of both', async () => {
    await owner.done('create_branch', { name: 'design/a' });
    const branch = 'design/a';
    await owner.done('create_level', { branch, name: 'Secret', elevation: 50_000 });
    const merge = { source: 'design/a', target: 'main' };
    for (const voice of [shell, owner.other('designer')]) {
      const error = await refused(voice, 'merge_branch', { branch, ...merge }, 'Secret');
      expect(error.name).toBe('SCOPE_DENIED');
      const diff = { branch, source: 'main', target: 'design/a' };
      expect((await voice.ask('diff_branches', diff)).error?.name).toBe('SCOPE_DENIED');
    }
    expect((await owner.ask('diff_branches', merge)).success).toBe(true);
  });

  test('a branch outside READ is not planned on', async () => {
    const there = { level_id: ground, start: P(0, 70_000), end: P(3000, 70_000) };
    const error = await refused(owner.other('designer'), 'create_wall', there, 'Upper');
    expect(error).toMatchObject({ name: 'LEVEL_NOT_FOUND', data: { levels: [] } });
    const own = await owner.other('designer').ask('create_wall', { ...there, branch: 'design/a' });
    expect(own.success).toBe(true);
  });

  test('every command refuses a branch outside READ like an unknown one', async () => {
    await owner.done('create_branch', { name: 'secret/a' });
    const held = await made(owner, 'create_level', {
      name: 'Hid',
      elevation: 0,
      branch: 'secret/a',
    });
    const wallThere = { level_id: held, start: P(0, 0), end: P(3000, 0) };
    const commands: readonly [string, object][] = [
      ['create_level', { name: 'New', elevation: 7000 }],
      ['create_wall', wallThere],
      ['delete_elements', { element_ids: [held] }],
      ['create_branch', { name: 'design/b' }],
    ];
    for (const voice of [owner.other('designer'), owner.other('blind')]) {
      for (const [tool, args] of commands) {
        for (const dry_run of [true, false]) {
          const answers = await Promise.all(
            ['secret/a', 'secret/b'].map((branch) => voice.ask(tool, { ...args, branch, dry_run })),
          );
          const [there, none] = answers.map(({ error }) =>
            JSON.stringify(error).replaceAll('secret/b', 'secret/a'),
          );
          expect(there).toBe(none);
          expect(answers[0]?.error?.name).toBe('BRANCH_NOT_FOUND');
        }
      }
    }
  });
});

test('a job sees what its agent sees', async () => {
  const counts = async (voice: Voice): Promise<unknown> =>
    (await voice.ask('count_run', { kind: 'door' })).data['count'];
  expect([await counts(shell), await counts(owner.other('blind'))]).toEqual([0, 0]);
  expect(await counts(owner)).toBeGreaterThan(0);
});

test('an agent without READ sees nothing to plan on', async () => {
  const there = { level_id: ground, start: P(0, 72_000), end: P(3000, 72_000) };
  const error = await refused(owner.other('blind'), 'create_wall', there, 'Ground', 'Upper');
  expect(error).toMatchObject({ name: 'LEVEL_NOT_FOUND', data: { levels: [] } });
});

test('get_operation gives a restricted agent no position, even on a discarded branch', async () => {
  const name = 'design/gone';
  await owner.done('create_branch', { name });
  const designer = owner.other('designer');
  const level = { name: 'Lost', elevation: 9000, branch: name };
  const { event_id } = await designer.done('create_level', level);
  const asked = async (): Promise<unknown> =>
    (await designer.ask('get_operation', { operation_id: event_id })).data['events'];
  expect(await asked()).toMatchObject([{ event_id, seq: null }]);
  expect(await owner.decide(await owner.held('discard_branch', { name }))).toBe('executed');
  expect(await asked()).toMatchObject([{ event_id, seq: null }]);
});
