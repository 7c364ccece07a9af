/** @module tests of pictures of findings: data, refusals, and no hidden elements. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { ErrorName, RefusalBody } from '../../../schemas/errors.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { FindingRecord } from '../../../schemas/events.ts';
import { renderFinding } from '../../../servers/validation/tools/render-finding.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

type Picture = {
  readonly data: Record<string, unknown>;
  readonly warnings: readonly string[];
  readonly png: Buffer;
};

/** The answer of the tool over a view, with its picture. */
async function draw(
  input: { validation_run_id: string; finding: string; view?: 'plan' | 'axonometric' },
  view: BuildingView,
): Promise<Picture> {
  const { data, pictures, warnings } = await renderFinding.answer(input, view, {
    refuse: (code: ErrorName, message, about) => {
      throw new Refusal(code, message, 'next', about);
    },
    branch: view.branch,
    principal: { kind: 'human', name: 'p', user_id: 'u', agent_id: null, session_id: 's' },
    signal: new AbortController().signal,
  });
  const [picture] = pictures ?? [];
  if (picture === undefined) throw new Error('no picture');
  return { data, warnings: warnings ?? [], png: Buffer.from(picture.base64, 'base64') };
}

async function refusal(...args: Parameters<typeof draw>): Promise<RefusalBody> {
  const answer = await draw(...args).catch((error: unknown) => error);
  if (answer instanceof Refusal) return answer.body;
  throw new Error('was not refused');
}

type House = {
  readonly world: World;
  readonly level_id: string;
  readonly wall: string;
  readonly column: string;
  /** Findings: the clash, the wall with a free end, and one without a location. */
  readonly run: string;
};

/** A room, a column in its wall, a wall with a free end; `extra` is created later and hidden from agents that see no beams. */
async function house(extra: readonly number[]): Promise<House> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const [wall = ''] = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  const column = await world.make('create_column', {
    level_id,
    location: P(3000, 200),
    profile: '400x400',
    height: 3000,
  });
  for (const y of extra) {
    await world.make('create_beam', {
      level_id,
      start: P(1000, y),
      end: P(5000, y),
      profile: '200x400',
      elevation_offset: -1500,
    });
  }
  const finding = (finding_id: string, about: Partial<FindingRecord>): FindingRecord => ({
    finding_id,
    check: 'constraint',
    severity: 'error',
    element_ids: [wall],
    level_id,
    message: `something of \`${wall}\``,
    location: null,
    box: null,
    details: {},
    since: 'event-1',
    ...about,
  });
  const findings = [
    finding('clash-1', {
      check: 'clash.hard',
      element_ids: [column, wall],
      location: { x: 3000, y: 50, z: 1500 },
      box: { min: { x: 2500, y: -400, z: -300 }, max: { x: 3500, y: 600, z: 3300 } },
    }),
    finding('way-1', { details: { path: [P(1000, 1000), P(5000, 3000)] } }),
    finding('nowhere-1', { element_ids: ['wall_gone'] }),
  ];
  const { branch, branch_seq, seq } = world.view;
  const head = { branch, branch_seq, seq };
  const record = { tool: 'hand', options: {}, head, whole: true, summary: {}, findings, found: 3 };
  const runs = { type: 'validation.run', aggregate_id: 'runs of hand' } as const;
  world.log.append('main', 'operation-run', [{ ...runs, payload: record, event_id: 'run-1' }]);
  const ofPart = { ...record, whole: false, sight: 'test' };
  world.log.append('main', 'operation-of-part', [{ ...runs, payload: ofPart, event_id: 'run-2' }]);
  await world.domain.catchUp();
  return { world, level_id, wall, column, run: 'run-1' };
}

let one: House;
beforeAll(async () => {
  one = await house([2000]);
});

/** Number of pixels of a picture that are close to a colour. */
async function dotsLike(
  png: Buffer,
  [r, g, b]: readonly [number, number, number],
): Promise<number> {
  const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const off = [r - (data[at] ?? 0), g - (data[at + 1] ?? 0), b - (data[at + 2] ?? 0)];
    if (off.every((difference) => Math.abs(difference) < 40)) count += 1;
  }
  return count;
}

describe('a clash', () => {
  test('is drawn as an axonometric view, with both elements and their overlap in colour, reproducibly', async () => {
    const { world, run, column, wall } = one;
    const call = { validation_run_id: run, finding: 'clash-1' };
    const { data, png, warnings } = await draw(call, world.view);
    expect(data).toEqual({
      finding_id: 'clash-1',
      message: `something of \`${wall}\``,
      element_ids: [column, wall],
      view: 'axonometric',
      gone: [],
      changed_since: [],
      left_out: 0,
    });
    expect(warnings).toEqual([]);
    expect(png.length).toBeLessThan(300_000);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1000, height: 750 });
    for (const colour of [
      [50, 95, 210],
      [220, 155, 50],
      [200, 50, 45],
    ] as const) {
      expect(await dotsLike(png, colour)).toBeGreaterThan(800);
    }
    expect((await draw(call, world.view)).png.equals(png)).toBe(true);
  });
});

describe('a route', () => {
  test('is drawn in plan, in the colour of the legend', async () => {
    const call = { validation_run_id: one.run, finding: 'way-1' };
    const { data, png } = await draw(call, one.world.view);
    expect(data).toMatchObject({ view: 'plan' });
    expect(await dotsLike(png, [190, 24, 147])).toBeGreaterThan(1000);
  });
});

describe('changes since the run', () => {
  test('are reported: deleted and changed elements, and a newer branch state', async () => {
    const { world, run, column, wall } = await house([]);
    await world.do('create_branch', { name: 'b' });
    await world.do('modify_parameter', { element_id: wall, parameter_name: 'name', value: 'W' });
    await world.do('delete_elements', { element_ids: [column] });
    const call = { validation_run_id: run, finding: 'clash-1', view: 'plan' } as const;
    const { data, warnings } = await draw(call, world.view);
    expect(data).toMatchObject({ gone: [column], changed_since: [column, wall], view: 'plan' });
    expect(warnings).toEqual([expect.stringContaining('changed since the run')]);
    world.branch = 'b';
    const there = await draw(call, world.view);
    expect(there.data).toMatchObject({ gone: [], changed_since: [] });
    expect(there.warnings).toEqual([expect.stringContaining('checked branch `main`')]);
  });
});

test('refuses unknown runs and findings, with similar ids, and findings without a location', async () => {
  const { world, run } = one;
  const refused = (validation_run_id: string, finding: string): Promise<RefusalBody> =>
    refusal({ validation_run_id, finding }, world.view);
  expect(await refused('event-1', 'clash-1')).toMatchObject({ name: 'RUN_NOT_FOUND' });
  expect(await refused(run, 'clash-2')).toMatchObject({
    name: 'INVALID_ARGUMENT',
    data: { near: ['clash-1'] },
  });
  expect(await refused(run, 'zzzzzzzzzzzzzzzz')).toMatchObject({
    data: { near: ['clash-1', 'way-1', 'nowhere-1'] },
  });
  expect(await refused(run, 'nowhere-1')).toMatchObject({ name: 'ELEMENT_NOT_FOUND' });
});

test('hidden elements do not change the picture for an agent with a restricted READ scope', async () => {
  const { world: a } = one;
  const { world: b } = await house([1500, 2500, 3000]);
  const run = 'run-2';
  const noBeams = {
    place: ({ category }: { category: string }) => category !== 'Beams',
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const seen = (world: World): BuildingView => world.domain.callerView(world.view, noBeams).view;
  for (const finding of ['clash-1', 'way-1']) {
    const call = { validation_run_id: run, finding, view: 'plan' } as const;
    const [whole, other] = [await draw(call, a.view), await draw(call, b.view)];
    expect(whole.png.equals(other.png)).toBe(false);
    const [own, twin] = [await draw(call, seen(a)), await draw(call, seen(b))];
    expect(own.png.equals(twin.png)).toBe(true);
    expect(own.data).toEqual(twin.data);
    expect(own.warnings).toEqual(twin.warnings);
  }
});

test('a hidden door in a wall is no change of the wall for an agent with a restricted READ scope', async () => {
  const { world, wall } = await house([]);
  await world.make('place_door', { wall_id: wall, offset: 4000 });
  const noDoors = {
    place: ({ category }: { category: string }) => category !== 'Doors',
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const { view } = world.domain.callerView(world.view, noDoors);
  const { data } = await draw({ validation_run_id: 'run-2', finding: 'clash-1' }, view);
  expect(data).toMatchObject({ gone: [], changed_since: [] });
  const whole = await draw({ validation_run_id: 'run-1', finding: 'clash-1' }, world.view);
  expect(whole.data).toMatchObject({ changed_since: [wall] });
});
