/** @module tests of curtain walls through tools: creation, change, answers, motions, schedules and refusals. */
import { beforeEach, expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { glazed } from '../../../kernel/building/kinds/wall/curtain/glazed.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import { World } from '../building/world.ts';

const refuseAll = (code: string, message: string): never => {
  throw new Error(`${code}: ${message}`);
};

/** Of 6,000 x 3,000 mm with the grid of `{}`: 4 columns, 1 row; 1,425, 1,450, 1,450, 1,425 by 2,900 mm clear. */
const CLEAR = { panel_columns: 4, panel_rows: 1, panel_count: 4, glass_area_mm2: 5750 * 2900 };

let world: World;
let level_id: string;
let wall_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const [start, end] = [
    { x: 0, y: 0 },
    { x: 6000, y: 0 },
  ];
  wall_id = await world.make('create_wall', { level_id, start, end, curtain: {} });
});

async function answerOf(element_id: string): Promise<Readonly<Record<string, unknown>>> {
  return await world.ask('get_element', { element_id });
}

test('a wall with a grid is a curtain wall, and the answer lists its parts', async () => {
  const { params, measures } = await answerOf(wall_id);
  expect(params).toMatchObject({ wall_type: 'curtain', curtain: {}, thickness: 200 });
  // 5 vertical mullions of 3,000 mm, 2 horizontal ones of 5,750 mm.
  expect(measures).toMatchObject({ ...CLEAR, mullion_count: 13, mullion_length_mm: 26_500 });
});

test('the grid is replaced as a whole, and removed', async () => {
  const change = { element_id: wall_id, parameter_name: 'curtain' };
  await world.do('modify_parameter', { ...change, value: { columns: 3, rows: 2 } });
  expect((await answerOf(wall_id))['measures']).toMatchObject({ panel_columns: 3, panel_count: 6 });
  const answer = await world.do('modify_parameter', { ...change, value: null });
  expect(answer).toMatchObject({ from: { columns: 3, rows: 2 }, to: null });
  const { measures } = await answerOf(wall_id);
  expect(measures).toMatchObject({ volume_mm3: 6000 * 3000 * 200 });
  expect(measures).not.toHaveProperty('panel_count');
});

test('an undo of a grid change keeps the frames of doors and windows in it', async () => {
  await world.make('place_door', { wall_id, offset: 1600, width: 1000 });
  const { measures } = await answerOf(wall_id);
  await world.do('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'curtain',
    value: { columns: 7 },
  });
  expect((await answerOf(wall_id))['measures']).not.toEqual(measures);
  const event_id = world.log.all.at(-1)?.event_id ?? '';
  await world.do('undo', { event_id });
  expect((await answerOf(wall_id))['measures']).toEqual(measures);
});

test('a longer wall has more columns, and a thinner one shallower mullions', async () => {
  const change = { element_id: wall_id };
  await world.do('modify_parameter', {
    ...change,
    parameter_name: 'end',
    value: { x: 6001, y: 0 },
  });
  expect((await answerOf(wall_id))['measures']).toMatchObject({ panel_columns: 5 });
  await world.do('modify_parameter', { ...change, parameter_name: 'thickness', value: 20 });
  const { volume_mm3, glass_area_mm2 } = (await answerOf(wall_id))['measures'] as Record<
    string,
    number
  >;
  // Mullions and panels both as deep as the wall: it is filled from end to end.
  expect(volume_mm3).toBeCloseTo(6001 * 3000 * 20, 0);
  expect(glass_area_mm2).toBeLessThan(6001 * 3000);
});

test('a move, rotation or copy keeps its measures and its openings', async () => {
  await world.make('place_door', { wall_id, offset: 1600, width: 1000 });
  await world.make('place_window', {
    wall_id,
    offset: 3100,
    width: 700,
    height: 900,
    sill_height: 800,
  });
  const { measures } = await answerOf(wall_id);
  await world.do('move_element', { element_id: wall_id, delta: { x: 123.5, y: -77, z: 10 } });
  expect((await answerOf(wall_id))['measures']).toEqual(measures);
  await world.do('rotate_element', { element_id: wall_id, angle_deg: 90 });
  expect((await answerOf(wall_id))['measures']).toEqual(measures);
  const made = await world.do('copy_element', {
    element_id: wall_id,
    delta: { x: 9000, y: 0, z: 0 },
  });
  const copy = Object.values(made).find((value) => typeof value === 'string' && value !== wall_id);
  expect((await answerOf(String(copy)))['measures']).toEqual(measures);
});

test('mirroring with a wall at its corner, or a copy a storey up, keeps its measures', async () => {
  const upper = await world.make('create_level', { name: 'Upper', elevation: 3000, height: 3000 });
  const corner = { start: { x: 6000, y: 0 }, end: { x: 8000, y: 4000 } };
  const other = await world.make('create_wall', { level_id, ...corner, curtain: { columns: 3 } });
  await world.make('place_door', { wall_id, offset: 4200, width: 1000, swing: 'right' });
  const measuresIn = async (ids: readonly string[]): Promise<readonly unknown[]> =>
    await Promise.all(ids.map(async (id) => (await answerOf(id))['measures']));
  const was = await measuresIn([wall_id, other]);
  const element_ids = [wall_id, other];
  const up = await world.do('transform_elements', {
    element_ids,
    operation: 'to_levels',
    to_level_ids: [upper],
  });
  const line = { from: { x: 10_000, y: 0 }, to: { x: 10_000, y: 1 } };
  const mirrored = await world.do('transform_elements', {
    element_ids,
    operation: 'mirror',
    ...line,
    copy: true,
  });
  for (const { placed_ids } of [up, mirrored]) {
    const walls = (placed_ids as string[]).filter(
      (id) => world.view.elementOf(id, 'wall') !== undefined,
    );
    expect(await measuresIn(walls)).toEqual(was);
  }
});

test('schedules count panels and sum glass and mullions', async () => {
  const parameters = ['panel_columns', 'panel_count', 'glass_area_m2', 'mullion_length_m'];
  const table = schedule(world.view, { category: 'Walls', parameters }, refuseAll);
  expect(table.rows.map(({ cells }) => cells.slice(0, 4))).toEqual([[4, 4, 16.675, 26.5]]);
});

test('a take-off sums glass and mullions if there are any', async () => {
  await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 4000 },
    end: { x: 6000, y: 4000 },
  });
  const request = { categories: ['Walls'], grouping: ['type'] };
  const { columns, rows } = takeOff(world.view, request, refuseAll);
  const keys = columns.map(({ key }) => key);
  const [glass, mullions] = [keys.indexOf('glass_area_m2'), keys.indexOf('mullion_length_m')];
  expect(rows.map(({ cells }) => [cells[0], cells[glass], cells[mullions]])).toEqual([
    ['basic', null, null],
    ['curtain', 16.675, 26.5],
  ]);
});

test('its body is shown in glass and frame to a caller that may not see its doors', async () => {
  for (const offset of [300, 3200]) await world.make('place_door', { wall_id, offset });
  const seen = world.domain.callerView(world.view, {
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
    place: ({ category }) => category !== 'Doors',
  }).view;
  expect(seen.hostedBy(wall_id)).toEqual([]);
  const [element, mesh] = [seen.element(wall_id), seen.mesh(wall_id)];
  if (element === undefined || mesh === null) throw new Error('no wall');
  const { glass, rest } = glazed(element, mesh);
  if (glass === null) throw new Error('no glass');
  for (const part of [glass, rest]) expect(isWatertight(part)).toBe(true);
  expect(meshVolume(glass) + meshVolume(rest)).toBeCloseTo(meshVolume(mesh), 0);
  const { glass_area_mm2 } = (await answerOf(wall_id))['measures'] as Record<string, number>;
  expect(meshVolume(glass)).toBeCloseTo((glass_area_mm2 ?? 0) * 30, 0);
});

test('refusals state the fault of the grid and its actual values', async () => {
  const at = { level_id, start: { x: 0, y: 9000 }, end: { x: 6000, y: 9000 } };
  const asked = async (curtain: unknown) => await world.do('create_wall', { ...at, curtain });
  await expect(asked({ panels: 4 })).rejects.toThrow('panels');
  await expect(asked({ columns: 2.5 })).rejects.toThrow('whole number');
  const deep = await world.refusal('create_wall', { ...at, curtain: { mullion_depth: 250 } });
  expect(deep.message).toContain('200 mm');
  const change = { element_id: wall_id, parameter_name: 'thickness', value: 100 };
  await world.do('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'curtain',
    value: { mullion_depth: 120 },
  });
  expect((await world.refusal('modify_parameter', change)).name).toBe('OUT_OF_RANGE');
});

test('a rotation by any angle keeps the number of panels', async () => {
  const start = { x: 20_000, y: 5200 };
  const id = await world.make('create_wall', {
    level_id,
    start,
    end: { x: 20_000, y: 0 },
    curtain: { panel_width: 1300 },
  });
  // Drawn by a face, so that all points are rounded to hundredths of a millimetre.
  const face = { start: { x: 30_000, y: 0 }, end: { x: 39_550, y: 0 }, location_line: 'left' };
  await world.do('create_wall', { level_id, ...face });
  const was = world.view.measures(id).volume_mm3 ?? 0;
  for (const angle_deg of [-12.5, 37, 61.3, 5.7]) {
    const about = { x: 1000, y: 2000 };
    await world.do('transform_elements', { filter: {}, operation: 'rotate', about, angle_deg });
    expect(Math.abs((world.view.measures(id).volume_mm3 ?? 0) / was - 1)).toBeLessThan(1e-5);
  }
});

test('lines at given positions and panels of their own are set and mirrored through tools', async () => {
  const at = { level_id, start: { x: 0, y: 9000 }, end: { x: 6000, y: 9000 } };
  const curtain = {
    column_positions: [2000, 3500],
    panel_offset: 20,
    panels: [{ column: 1, row: 1, kind: 'solid' }],
  };
  const element_id = await world.make('create_wall', { ...at, curtain });
  // Clear columns of 1,925, 1,450 and 2,425 mm, 2,900 mm high; the first one is solid.
  const expected = { panel_count: 3, glass_area_mm2: (1450 + 2425) * 2900 };
  expect((await answerOf(element_id))['measures']).toMatchObject(expected);
  const axis = { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } };
  await world.do('transform_elements', { element_ids: [element_id], operation: 'mirror', ...axis });
  const { params, measures } = await answerOf(element_id);
  expect(measures).toMatchObject(expected);
  expect(params).toMatchObject({
    start: { x: -6000, y: 9000 },
    curtain: {
      column_positions: [2500, 4000],
      panel_offset: 20,
      panels: [{ column: 3, row: 1, kind: 'solid' }],
    },
  });
  const change = { element_id, parameter_name: 'curtain' };
  const refused = await world.refusal('modify_parameter', {
    ...change,
    value: { columns: 2, panels: [{ column: 3, row: 1 }] },
  });
  expect(refused.message).toContain('expected at most 2 columns and 1 rows');
});
