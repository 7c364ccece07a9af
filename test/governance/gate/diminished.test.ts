/** @module diminished.test: changes that destroy without deleting are refused or need approval, through the whole gate. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { type Approving, approving } from './approving.ts';
import { type Harness, openHarness } from './harness.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const rectangle = (x: number, y: number, w: number, d: number): { x: number; y: number }[] => [
  P(x, y),
  P(x + w, y),
  P(x + w, y + d),
  P(x, y + d),
];

const GRANTS = { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } };
/** Sees walls and levels. */
const NARROW = { permissions: { READ: { categories: ['Walls', 'Levels'] }, MODIFY: {} } };

let harness: Harness;
let people: Approving;
let level_id: string;
let row = 0;

type Answer = Awaited<ReturnType<Harness['call']>>['envelope'];
type Input = Readonly<Record<string, unknown>>;

async function call(tool: string, input: Input, dry_run = false): Promise<Answer> {
  const { envelope } = await harness.call(tool, { ...input, dry_run, reasoning: 'a test' });
  return envelope;
}

async function make(tool: string, input: Input): Promise<string> {
  const stands = tool === 'create_level' || tool === 'create_grid' ? {} : { level_id };
  const envelope = await call(tool, { ...stands, ...input });
  expect(envelope).toMatchObject({ success: true });
  return String(Object.values(envelope.data)[0]);
}

/** A wall of 5 m, away from the others. */
async function wall(more: Input = {}): Promise<string> {
  row += 1;
  return make('create_wall', { start: P(0, row * 1000), end: P(5000, row * 1000), ...more });
}

async function set(element_id: string, parameter_name: string, value: unknown): Promise<Answer> {
  return call('modify_parameter', { element_id, parameter_name, value });
}

/** The losses of a pending call; fails if it is not pending. */
function waitsFor(envelope: Answer): unknown {
  const { error } = envelope;
  expect(error?.name).toBe('APPROVAL_PENDING');
  expect(error?.data['triggers']).toEqual(['element.diminished']);
  const approval: unknown = error?.data['approval'];
  return Object(approval).losses;
}

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  people = await approving(harness, { second: GRANTS, narrow: NARROW });
  level_id = await make('create_level', { name: 'Ground', elevation: 0 });
});
afterAll(() => harness.close());

describe('losses of bodies need approval', () => {
  test.each([
    ['height', 3000, 300.001, 300],
    ['thickness', 200, 20.001, 20],
  ] as const)('of a wall that loses nine tenths of its %s', async (name, from, least, less) => {
    const id = await wall({ [name]: from });
    expect(await set(id, name, least)).toMatchObject({ success: true });
    const fresh = await wall({ [name]: from });
    const before = 5000 * 3000 * 200;
    expect(waitsFor(await set(fresh, name, less))).toEqual([
      {
        loss: 'body',
        element_id: fresh,
        kind: 'wall',
        measure: 'volume_mm3',
        before,
        after: before / 10,
      },
    ]);
  });

  test('a wall shortened in small steps, measured from its creation', async () => {
    const id = await wall();
    expect(await set(id, 'thickness', 100)).toMatchObject({ success: true });
    expect(await set(id, 'height', 1000)).toMatchObject({ success: true });
    expect(await set(id, 'name', 'Kerb')).toMatchObject({ success: true });
    expect(waitsFor(await set(id, 'thickness', 50))).toMatchObject([
      { before: 3e9, after: 5000 * 1000 * 50 },
    ]);
    expect(await set(id, 'thickness', 70)).toMatchObject({ success: true });
  });

  test('a wall cut by openings, at once and one by one', async () => {
    const hole = { sill: 0, height: 3000 };
    const [one, many] = [await wall(), await wall()];
    const most = { host_id: one, offset: 100, width: 4500, ...hole };
    expect(waitsFor(await call('create_opening', most))).toMatchObject([
      { element_id: one, before: 3e9, after: 3e8 },
    ]);
    for (const offset of [0, 1100, 2200]) {
      const next = { host_id: many, offset, width: 1100, ...hole };
      expect(await call('create_opening', next)).toMatchObject({ success: true });
    }
    const last = { host_id: many, offset: 3300, width: 1300, ...hole };
    expect(waitsFor(await call('create_opening', last))).toMatchObject([
      { element_id: many, before: 3e9 },
    ]);
  });

  test('refuses an opening that would leave nothing of its wall', async () => {
    const whole = { host_id: await wall(), offset: 0, sill: 0, width: 5000, height: 3000 };
    expect((await call('create_opening', whole)).error?.name).toBe('OPENING_EXCEEDS_HOST');
  });

  test('refuses a body of 0.001 mm and an outline of 1 mm²', async () => {
    const id = await wall();
    expect((await set(id, 'thickness', 0.001)).error?.name).toBe('OUT_OF_RANGE');
    expect((await set(id, 'height', 0.001)).error?.name).toBe('OUT_OF_RANGE');
    const slab = { boundary_points: rectangle(0, 0, 5000, 5000), thickness: 200 };
    const floor = await make('create_floor', slab);
    const dot = rectangle(0, 0, 1, 1);
    expect((await set(floor, 'boundary_points', dot)).error?.name).toBe('OUT_OF_RANGE');
    const small = rectangle(0, 0, 500, 500);
    expect(waitsFor(await set(floor, 'boundary_points', small))).toMatchObject([
      { element_id: floor, kind: 'floor', before: 25e6 * 200 },
    ]);
  });

  test('a floor covered by holes', async () => {
    const floor = await make('create_floor', { boundary_points: rectangle(0, 0, 5000, 5000) });
    const holes = [rectangle(1, 1, 2499, 4998), rectangle(2501, 1, 2498, 4998)];
    expect(waitsFor(await set(floor, 'holes', holes))).toMatchObject([{ element_id: floor }]);
  });

  test('a column whose top level is lowered', async () => {
    const top_level_id = await make('create_level', { name: 'Top', elevation: 90_000 });
    const base = await make('create_level', { name: 'Base', elevation: 80_000 });
    const column = { location: P(0, -9000), profile: '300x300', level_id: base, top_level_id };
    const id = await make('create_column', column);
    expect(waitsFor(await set(top_level_id, 'elevation', 81_000))).toMatchObject([
      { element_id: id, measure: 'volume_mm3', before: 9e8, after: 9e7 },
    ]);
  });

  test('a column whose level is lowered in small steps', async () => {
    const top_level_id = await make('create_level', { name: 'Loft', elevation: 73_000 });
    const base = await make('create_level', { name: 'Attic', elevation: 70_000 });
    const column = { location: P(0, -9000), profile: '300x300', level_id: base, top_level_id };
    const id = await make('create_column', column);
    for (const elevation of [71_000, 70_400]) {
      expect(await set(top_level_id, 'elevation', elevation)).toMatchObject({ success: true });
    }
    expect(waitsFor(await set(top_level_id, 'elevation', 70_300))).toMatchObject([
      { element_id: id, before: 27e7, after: 27e6 },
    ]);
  });

  test('a wall with many changes since its creation', async () => {
    const id = await wall({ thickness: 400 });
    expect(await set(id, 'thickness', 100)).toMatchObject({ success: true });
    const operations = Array.from({ length: 50 }, (_, i) => ({
      tool: 'modify_parameter',
      arguments: { element_id: id, parameter_name: 'fire_rating_min', value: i + 1 },
    }));
    for (let i = 0; i < 5; i += 1) {
      expect(await call('apply_changes', { operations })).toMatchObject({ success: true });
    }
    expect(waitsFor(await set(id, 'thickness', 40))).toMatchObject([{ before: 6e9, after: 6e8 }]);
  });

  test('a room whose walls move inwards, although no event names it', async () => {
    const y = -50_000;
    const corners = rectangle(0, y, 5000, 4000);
    const walls: string[] = [];
    for (const [i, start] of corners.entries()) {
      walls.push(await make('create_wall', { start, end: corners[(i + 1) % 4] }));
    }
    const room = await make('create_room', { name: 'Hall', point: P(100 + 50, y + 2000) });
    const move = { element_id: walls[1], delta: { x: -4500, y: 0, z: 0 } };
    expect(waitsFor(await call('move_element', move))).toContainEqual(
      expect.objectContaining({ loss: 'body', element_id: room, kind: 'room' }),
    );
  });
});

describe('losses of values need approval', () => {
  test.each([
    ['name', 'Kitchen', '. '],
    ['number', '1.12', null],
    ['usage', 'kitchen', null],
    ['occupancy', 12, null],
  ])('a value of a room: %s %j becomes %j', async (parameter, was, empty) => {
    row += 1;
    const boundary_points = rectangle(20_000, row * 9000, 4000, 4000);
    const said = { name: 'Room', [parameter]: was };
    const id = await make('create_room', { boundary_points, ...said });
    expect(waitsFor(await set(id, parameter, empty))).toEqual([
      { loss: 'value', element_id: id, parameter, was },
    ]);
    const other = typeof was === 'number' ? 1 : 'Pantry';
    expect(await set(id, parameter, other)).toMatchObject({ success: true });
  });

  const note = (element_id: string, value: unknown): Input => ({
    element_ids: [element_id],
    set: 'Survey',
    properties: { Note: value },
  });
  const lostNote = (element_id: string, was: unknown): object => {
    return { loss: 'value', element_id, parameter: 'Survey.Note', was };
  };
  async function noted(value: unknown = 'asbestos'): Promise<string> {
    const id = await wall();
    expect(await call('set_properties', note(id, value))).toMatchObject({ success: true });
    return id;
  }

  test.each<[string, (id: string) => readonly [tool: string, input: Input]]>([
    [
      'apply_changes',
      (id) => [
        'apply_changes',
        {
          operations: [true, null].map((value) => ({
            tool: 'set_properties',
            arguments: note(id, value),
          })),
        },
      ],
    ],
    [
      'run_script',
      (id) => [
        'run_script',
        {
          script: `properties "${id}" Survey Note true\nproperties "${id}" Survey Note none`,
        },
      ],
    ],
  ])('a value replaced by one of another type in one %s', async (_, changes) => {
    const id = await noted();
    expect(waitsFor(await call(...changes(id)))).toEqual([lostNote(id, 'asbestos')]);
  });

  test.each([true, false, 0, 'x'])('a value replaced by %j in a separate call', async (between) => {
    const id = await noted();
    expect(await call('set_properties', note(id, between))).toMatchObject({ success: true });
    expect(waitsFor(await call('set_properties', note(id, null)))).toEqual([
      { ...lostNote(id, between), given: 'asbestos' },
    ]);
  });

  test('a value that another agent set, on a branch and by an undo', async () => {
    const id = await noted();
    const { done, held, other, decide } = people;
    expect(await done('set_properties', note(id, 7))).toMatchObject({ success: true });
    const second = other('second');
    const waiting = await second.ask('set_properties', { ...note(id, null), dry_run: false });
    expect(waitsFor(waiting)).toEqual([{ ...lostNote(id, 7), given: 'asbestos' }]);
    await done('create_branch', { name: 'draft-note' });
    const onDraft = { ...note(id, null), branch: 'draft-note', dry_run: false };
    expect(waitsFor(await second.ask('set_properties', onDraft))).toEqual([
      { ...lostNote(id, 7), given: 'asbestos' },
    ]);
    // A value that a person has signed is the reference for later losses.
    expect(await decide(await held('set_properties', note(id, null)))).toBe('executed');
    const { event_id } = await done('set_properties', note(id, 'dry'));
    expect(waitsFor(await call('undo', { event_id }))).toEqual([lostNote(id, 'dry')]);
  });

  test('a restricted agent sees a lost value without hidden ids and earlier values', async () => {
    const id = await noted();
    const slab = { boundary_points: rectangle(-900_000, 0, 5000, 5000) };
    const over = await make('create_level', { name: 'Over', elevation: 3000 });
    const floor = await make('create_floor', { ...slab, level_id: over });
    const below = { start: P(-899_000, 1000), end: P(-896_000, 1000), top_under: floor };
    const under = await make('create_wall', below);
    expect(await call('set_properties', note(id, true))).toMatchObject({ success: true });
    const operations = [
      { tool: 'set_properties', arguments: note(id, null) },
      {
        tool: 'modify_parameter',
        arguments: { element_id: under, parameter_name: 'top_under', value: null },
      },
    ];
    const seen = await people.other('narrow').ask('apply_changes', { operations });
    const hidden = { loss: 'value', element_id: under, parameter: 'top_under', was: null };
    expect(Object(seen.data['approval']).losses).toEqual([lostNote(id, true), hidden]);
    expect(JSON.stringify(seen)).not.toContain(floor);
    expect(JSON.stringify(seen)).not.toContain('asbestos');
    const whole = await people.ask('apply_changes', { operations });
    expect(whole.data).toMatchObject({
      approval: { losses: [{ given: 'asbestos' }, { was: floor }] },
    });
  });

  test('a merge lists a lost value as it is on the target', async () => {
    const id = await noted();
    const { done, held, decide } = people;
    await done('create_branch', { name: 'emptying' });
    const branch = 'emptying';
    await decide(await held('set_properties', { ...note(id, null), branch }));
    expect(await done('set_properties', note(await wall(), 'elsewhere'))).toBeDefined();
    const { error } = await call('merge_branch', { source: branch });
    expect(error?.data).toMatchObject({
      triggers: ['element.diminished', 'branch.merged'],
      approval: { losses: [lostNote(id, 'asbestos')] },
    });
  });

  test('objects, lists and references are values that can be lost', async () => {
    const boundary = rectangle(-9000, -9000, 90_000, 90_000);
    const georeference = { crs: 'EPSG:25832', eastings: 1, northings: 2, height: 3 };
    await call('set_site', { boundary, georeference, true_north_deg: 0 });
    const stored = { ...georeference, map_unit: 'metre', grid_north_deg: 'by_convergence' };
    const values = { georeference: stored, boundary, true_north_deg: 0 };
    for (const [parameter, was] of Object.entries(values)) {
      expect(waitsFor(await set('site', parameter, null))).toEqual([
        { loss: 'value', element_id: 'site', parameter, was },
      ]);
    }
    const hole = rectangle(1000, 1000, 500, 500);
    const slab = { boundary_points: rectangle(0, 0, 5000, 5000), holes: [hole] };
    const floor = await make('create_floor', slab);
    expect(waitsFor(await set(floor, 'holes', []))).toMatchObject([{ parameter: 'holes' }]);
    const curtain = { columns: 3, mullion_width: 60 };
    const glass = await wall({ wall_type: 'curtain', curtain });
    expect(waitsFor(await set(glass, 'curtain', { columns: 3 }))).toMatchObject([
      { parameter: 'curtain.mullion_width', was: 60 },
    ]);
    expect(await set(glass, 'curtain', { panel_width: 900, mullion_width: 60 })).toMatchObject({
      success: true,
    });
    const top = await make('create_level', { name: 'Roof', elevation: 6000 });
    const high = await wall({ top_level_id: top });
    expect(waitsFor(await set(high, 'top_level_id', null))).toMatchObject([{ was: top }]);
    // An own height states the same fact in another way.
    expect(await set(high, 'height', 5500)).toMatchObject({ success: true });
  });

  test('a value set by the same call, or true that becomes false, is not a loss', async () => {
    const id = await wall();
    const operations = [note(id, 'x'), note(id, null), note(id, true)].map((input) => ({
      tool: 'set_properties',
      arguments: input,
    }));
    expect(await call('apply_changes', { operations })).toMatchObject({ success: true });
    expect(await call('set_properties', note(id, false))).toMatchObject({ success: true });
  });

  test('the preview shows lost values, and an empty value can be emptied', async () => {
    const id = await wall({ name: 'North', fire_rating_min: 90 });
    const change = { element_id: id, parameter_name: 'fire_rating_min', value: null };
    expect((await call('modify_parameter', change, true)).data).toMatchObject({
      approval: {
        needed: true,
        because: ['element.diminished'],
        losses: [{ loss: 'value', parameter: 'fire_rating_min', was: 90 }],
      },
    });
    expect(await set(id, 'name', 'South')).toMatchObject({ success: true });
  });
});

describe('elements far outside of the building need approval', () => {
  const far = (x: number): Input => ({ x, y: 0, z: 0 });

  test('an element more than 100 m outside of the building', async () => {
    // The building extends from x 0 to 24,000, with columns at both ends.
    const id = await make('create_column', { location: P(24_000, -90_000), profile: '300x300' });
    const moved = (x: number): Input => ({ element_id: id, delta: far(x) });
    expect(await call('move_element', moved(100_000), true)).toMatchObject({
      data: { approval: { needed: false } },
    });
    expect(waitsFor(await call('move_element', moved(100_001)))).toEqual([
      { loss: 'place', element_id: id, kind: 'column', outside_mm: 100_001 },
    ]);
  });

  test('an element next to one that was placed there before', async () => {
    const location = P(900_000, 0);
    const flag = await make('create_column', { location, profile: '300x300' });
    const move = { element_id: await wall(), delta: far(895_000) };
    expect(waitsFor(await call('move_element', move))).toMatchObject([
      { loss: 'place', kind: 'wall' },
    ]);
    // A move near its place does not count as a loss.
    const near = { element_id: flag, delta: far(99_000) };
    expect(await call('move_element', near)).toMatchObject({ success: true });
  });

  test('everything on a level that is moved up by 1 km, and a grid line', async () => {
    const level = await make('create_level', { name: 'Annex', elevation: 3000 });
    const column = { location: P(0, -80_000), profile: '300x300', level_id: level };
    const id = await make('create_column', column);
    expect(waitsFor(await set(level, 'elevation', 1_000_000))).toMatchObject([
      { loss: 'place', element_id: id },
    ]);
    const grid = await make('create_grid', { name: 'A', start: P(0, 0), end: P(0, 9000) });
    const move = { element_id: grid, delta: far(10_000_000 - 1) };
    expect(waitsFor(await call('move_element', move))).toMatchObject([
      { loss: 'place', element_id: grid, kind: 'grid' },
    ]);
  });
});
