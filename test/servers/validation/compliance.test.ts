/** @module tests of the tools that check a building against standards. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { PACKS } from '../../../kernel/checks/compliance/packs/packs.ts';
import { DISABLED_IFC_RULES, IFC_RULES } from '../../../kernel/documents/ifc/rules/all-rules.ts';
import { packsIn } from '../../../servers/validation/own-packs.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** An office of 5,800 × 3,800 mm with a door of this width: 44 mm of it are the leaf, 16 mm the stop. */
async function office(width: number): Promise<{ world: World; level_id: string; door_id: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const [wall_id] = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  const outline = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
  await world.make('create_floor', { level_id, boundary_points: outline });
  const room = { level_id, point: P(3000, 2000), name: 'Office', usage: 'office' };
  await world.make('create_room', room);
  const door_id = await world.make('place_door', { wall_id, offset: 2000, width });
  return { world, level_id, door_id };
}

describe('code_compliance', () => {
  test('reports what is too narrow, by how much, the clause and a fix', async () => {
    const { world, level_id, door_id } = await office(800);
    const run = await world.run('code_compliance', {
      standard: 'IBC-2021',
      severity_threshold: 'error',
    });
    expect(run).toMatchObject({
      status: 'violations',
      packs: [{ standard: 'IBC-2021', version: '1.1.1' }],
      issues: [
        {
          rule_id: 'IBC-2021.door-width',
          clause: '1010.1.1',
          severity: 'error',
          element_ids: expect.arrayContaining([door_id]),
          measured: 740,
          required: 812.8,
          unit: 'mm',
          status: 'new',
          level_id,
        },
      ],
    });
    const [issue] = run['issues'] as { fix: string; message: string }[];
    expect(issue?.message).toContain('740 mm (29.134 in), expected at least 812.8 mm (32 in)');
    expect(issue?.fix).not.toBe('');
  });

  test('errors come first, on every page', async () => {
    const { world, level_id } = await office(800);
    // A door that opens from its corner: too little floor beyond its latch.
    const [wall_id] = await rectangle(world, level_id, [9000, 0, 6000, 4000]);
    await world.make('place_door', { wall_id, offset: 4850, width: 900 });
    const outline = [P(8000, -3000), P(15_000, -3000), P(15_000, 4000), P(8000, 4000)];
    await world.make('create_floor', { level_id, boundary_points: outline });
    const severities = async (limit: number): Promise<readonly string[]> => {
      const run = await world.run('accessibility_check', { standard: 'ADA-2010', limit });
      return (run['issues'] as { severity: string }[]).map(({ severity }) => severity);
    };
    const all = await severities(50);
    // The rule about the floor at a door (warning) precedes that about its width (error) in the standard.
    expect(all).toEqual(['error', 'warning']);
    expect(await severities(1)).toEqual(['error']);
  });

  test('a door at the limit passes, and a fixed door is not in the next run', async () => {
    const { world, door_id } = await office(800);
    const call = { standard: 'IBC-2021', severity_threshold: 'error' };
    const first = await world.run('code_compliance', call);
    const width = { element_id: door_id, parameter_name: 'width', value: 873 };
    await world.do('modify_parameter', width);
    const second = await world.run('code_compliance', call);
    expect(second).toMatchObject({
      compared_with: first['validation_run_id'],
      resolved_count: 1,
      total: 0,
    });
    // Other rules were not evaluated for all elements, so the status is not compliant.
    expect(second['status']).toBe('incomplete');
    expect(second['coverage']).toMatchObject({
      failed: 0,
      not_evaluated: expect.arrayContaining([
        expect.objectContaining({ because: expect.any(String), count: expect.any(Number) }),
      ]),
    });
  });

  test('counts findings below the threshold but does not list them', async () => {
    const { world } = await office(800);
    const all = await world.run('code_compliance', {
      standard: 'DIN-18040-1',
      severity_threshold: 'advisory',
    });
    const few = await world.run('code_compliance', {
      standard: 'DIN-18040-1',
      severity_threshold: 'error',
    });
    const severities = (all['issues'] as { severity: string }[]).map(({ severity }) => severity);
    const errors = severities.filter((severity) => severity === 'error').length;
    expect(few).toMatchObject({ total: errors, unlisted: severities.length - errors });
    expect(few['coverage']).toEqual(all['coverage']);
  });

  test('an empty building is not compliant, and an unknown standard is refused', async () => {
    const world = await World.create();
    const call = { standard: 'IBC-2021', severity_threshold: 'error' };
    expect(await world.run('code_compliance', call)).toMatchObject({ status: 'incomplete' });
    const refused = await world.refusal('code_compliance', { ...call, standard: 'BS-9999' });
    expect(refused).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(refused.data['standards']).toContain('UK-ADB');
    const level = await world.refusal('code_compliance', { ...call, level_id: 'nowhere' });
    expect(level).toMatchObject({ name: 'LEVEL_NOT_FOUND' });
  });

  test('an agent that does not see the door gets no finding about it', async () => {
    const { world, door_id } = await office(800);
    const view = world.domain.callerView(world.view, {
      place: ({ category }) => category !== 'Doors',
      key: 'test',
      maker: 'maker',
      own: () => false,
      branch: () => true,
    }).view;
    const call = { standard: 'IBC-2021', severity_threshold: 'advisory' };
    const run = await world.run('code_compliance', call, { view });
    expect(JSON.stringify(run)).not.toContain(door_id);
    expect(JSON.stringify(run)).not.toContain('door-width');
  });
});

test('the gap between a stair and a wall is not the width of the hall', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const top_level_id = await world.make('create_level', { name: 'First', elevation: 3000 });
  const walls = await rectangle(world, level_id, [0, 0, 2600, 8000]);
  const hall = { level_id, point: P(500, 500), name: 'Hall', usage: 'corridor' };
  const room_id = await world.make('create_room', hall);
  for (const [wall_id, offset] of [
    [walls[0], 800],
    [walls[1], 400],
    [walls[2], 800],
  ] as const) {
    await world.make('place_door', { wall_id, offset, width: 900 });
  }
  const stair = { base_level_id: level_id, top_level_id, width: 1000, direction_deg: 90 };
  await world.make('create_stair', { ...stair, start: P(1980, 1800) });
  // The hall is 2,400 mm wide; the stair occupies 1,000 mm of it and leaves a gap of 20 mm.
  const call = { standard: 'IBC-2021', severity_threshold: 'advisory', limit: 500 };
  const widths = async (): Promise<unknown[]> => {
    const { issues } = await world.run('code_compliance', call);
    const all = issues as { rule_id: string; element_ids: string[]; measured: number }[];
    return all
      .filter(({ rule_id }) => rule_id === 'IBC-2021.corridor-width')
      .map(({ element_ids, measured }) => [element_ids[0], measured]);
  };
  expect(await widths()).toEqual([]);
  await world.make('create_stair', { ...stair, start: P(700, 1800) });
  expect(await widths()).toEqual([[room_id, 280]]);
});

test('accessibility_check checks against the requested standard', async () => {
  const { world, door_id } = await office(870);
  const ada = await world.run('accessibility_check', {});
  expect(ada).toMatchObject({
    packs: [{ standard: 'ADA-2010' }],
    issues: expect.arrayContaining([
      expect.objectContaining({ rule_id: 'ADA-2010.door-width', measured: 810, required: 812.8 }),
    ]),
  });
  const din = await world.run('accessibility_check', { standard: 'DIN-18040-1' });
  expect(din['issues']).toContainEqual(
    expect.objectContaining({
      rule_id: 'DIN-18040-1.door-width',
      required: 900,
      element_ids: expect.arrayContaining([door_id]),
    }),
  );
});

describe('egress_analysis', () => {
  test('returns occupants, travel distances from the furthest corner, and exits', async () => {
    const { world, level_id, door_id } = await office(900);
    const run = await world.run('egress_analysis', {});
    // Net 5,800 × 3,800 mm, one person per 13.94 m²; the door's middle is at (2450, 0), the furthest corner at (5900, 3900).
    expect(run).toMatchObject({
      storeys: [
        {
          level_id,
          occupants: 2,
          exit_count: 1,
          exits: [{ element_id: door_id, kind: 'door', clear_width_mm: 840 }],
        },
      ],
      room_count: 1,
      rooms: [
        {
          name: 'Office',
          occupancy_group: 'B',
          occupants: 2,
          ways_out: 1,
          furthest_corner: { x: 5900, y: 3900 },
          unknown: null,
        },
      ],
    });
    const [{ travel_mm } = { travel_mm: 0 }] = run['rooms'] as { travel_mm: number }[];
    // Straight to 50 mm before the wall (its face is 100 mm off the axis), and from there to the middle of the door.
    expect(travel_mm).toBeCloseTo(Math.hypot(5900 - 2450, 3900 - 150) + 150, 2);
    expect(run['coverage']).toMatchObject({ failed: 0 });
  });

  test('lists rooms without an escape route first', async () => {
    const { world, level_id } = await office(900);
    await rectangle(world, level_id, [20_000, 0, 3000, 3000]);
    const closed = { level_id, point: P(21_500, 1500), name: 'Cell', usage: 'office' };
    const room_id = await world.make('create_room', closed);
    expect(await world.run('egress_analysis', { level_id })).toMatchObject({
      rooms: [
        {
          room_id,
          ways_out: 0,
          travel_mm: null,
          unknown: expect.stringContaining('no route leads'),
        },
        { name: 'Office' },
      ],
    });
  });
});

describe('list_rules', () => {
  test('pages through all rules with their source and confidence', async () => {
    const world = await World.create();
    const all: { rule_id: string; confidence: string; severity: string }[] = [];
    let cursor: unknown;
    do {
      const page = await world.ask('list_rules', { limit: 40, ...(cursor ? { cursor } : {}) });
      all.push(...(page['rules'] as typeof all));
      cursor = page['next_cursor'];
    } while (cursor !== null);
    const own = PACKS.flatMap(({ rules }) => rules.map(({ id }) => id));
    const of_files = [...IFC_RULES, ...DISABLED_IFC_RULES];
    const ids = [...own, ...of_files.map(({ id }) => id)];
    expect(all.map(({ rule_id }) => rule_id)).toEqual(ids);
    expect(ids.length).toBeGreaterThanOrEqual(60);
    for (const { confidence, severity } of all.slice(0, own.length)) {
      expect(severity === 'advisory').toBe(confidence === 'L');
    }
  });

  test('lists one standard and refuses an unknown one', async () => {
    const world = await World.create();
    expect(await world.ask('list_rules', { standard: 'UK-ADB' })).toMatchObject({
      packs: [{ standard: 'UK-ADB' }],
    });
    expect(await world.refusal('list_rules', { standard: 'X' })).toMatchObject({
      name: 'INVALID_ARGUMENT',
      data: { standards: [...PACKS.map(({ standard }) => standard), 'IFC'] },
    });
  });
});

describe('rules of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  test('are read from files for each run; invalid files are reported', () => {
    expect(packsIn(join(folder, 'none'))()).toEqual({ packs: [], warnings: [] });
    const source = packsIn(folder);
    expect(source()).toEqual({ packs: [], warnings: [] });
    const example = readFileSync('examples/office-rules.json', 'utf8');
    file('a.json', example);
    file('b.json', example);
    file('c.json', '{');
    file('notes.txt', 'no rules');
    mkdirSync(join(folder, 'd.json'));
    file('e.json', ' '.repeat(1_048_577));
    const { packs, warnings } = source();
    expect(packs.map(({ standard, version }) => [standard, version])).toEqual([
      ['OFFICE-HOUSE', '1.0.0'],
    ]);
    expect(warnings).toEqual([
      'the rules in `b.json` were not used: another file defines the same standard',
      expect.stringMatching(/^the rules in `c\.json` were not used: not JSON/u),
      'the rules in `d.json` were not used: it is not a file',
      'the rules in `e.json` were not used: the file has 1048577 bytes, expected at most 1048576',
    ]);
  });
});
