/** @module tests of types: elements have the values of their type, however the type is changed. */
import { beforeEach, describe, expect, test } from 'vitest';

import { eventChecks } from '../../../kernel/building/model/checks/building-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const BOX = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
const LAYERS = [
  { material: 'brick', thickness: 115, function: 'finish' },
  { material: 'air', thickness: 40, function: 'air' },
  { material: 'mineral wool', thickness: 140, function: 'insulation' },
  { material: 'blocks', thickness: 175 },
];

let world: World;
let level_id: string;
let type_id: string;
let wall_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  type_id = await world.make('create_type', { name: 'Cavity', for: 'wall', layers: LAYERS });
  wall_id = await wall(0);
});

const wall = (y: number, more: object = {}): Promise<string> =>
  world.make('create_wall', {
    level_id,
    start: P(0, y),
    end: P(5000, y),
    type_id: '@Cavity',
    ...more,
  });
const set = (element_id: string, parameter_name: string, value: unknown) => ({
  element_id,
  parameter_name,
  value,
});
const paramOf = (id: string, name: string): unknown =>
  Object.entries(world.view.element(id)?.params ?? {}).find(([key]) => key === name)?.[1];

describe('a wall of a type', () => {
  test('has the thickness of its layers, and so does its body', async () => {
    expect(paramOf(wall_id, 'thickness')).toBe(470);
    const { measures, params } = await world.ask('get_element', { element_id: wall_id });
    expect(measures).toMatchObject({ volume_mm3: 5000 * 470 * 3000 });
    expect(params).toMatchObject({ type_id, thickness: 470 });
  });

  test('changes with its type, in one exclusive change that lists it', async () => {
    const other = await wall(5000);
    const plain = await wall(9000, { type_id: undefined });
    const thicker = set(type_id, 'layers', [
      { material: 'blocks', thickness: 240, function: 'structure' },
      { material: 'plaster', thickness: 15, function: 'finish' },
    ]);
    const plan = await world.plan('modify_parameter', thicker);
    expect(plan).toMatchObject({ exclusive: true });
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual([type_id, wall_id, other]);
    expect(plan.warnings?.join()).toContain('2 walls change with type `Cavity`');
    await world.do('modify_parameter', thicker);
    expect([wall_id, other, plain].map((id) => paramOf(id, 'thickness'))).toEqual([255, 255, 200]);
    const [event] = world.log.all.filter((one) => one.aggregate_id === type_id).slice(-1);
    await world.do('undo', { event_id: event?.event_id });
    expect([wall_id, other, plain].map((id) => paramOf(id, 'thickness'))).toEqual([470, 470, 200]);
  });

  test('keeps its sizes with a type whose layers only change their names', async () => {
    const renamed = LAYERS.map((one) => ({ function: 'structure', ...one, material: 'x' }));
    const plan = await world.plan('modify_parameter', set(type_id, 'layers', renamed));
    expect(plan.events).toHaveLength(1);
    expect(plan.warnings?.join()).toContain('1 wall has type `Cavity`');
  });

  test('cannot have its own thickness while it has a type', async () => {
    const own = set(wall_id, 'thickness', 300);
    const body = await world.refusal('modify_parameter', own);
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { type_id } });
    expect(body.message).toContain('another type, or set its `type_id` to null');
    await world.do('modify_parameter', set(wall_id, 'type_id', null));
    await world.do('modify_parameter', own);
    expect(paramOf(wall_id, 'thickness')).toBe(300);
    await world.do('modify_parameter', set(wall_id, 'type_id', '@Cavity'));
    expect(paramOf(wall_id, 'thickness')).toBe(470);
  });

  test.each([
    ['a thickness other than that of its type', { thickness: 300 }, 'INVALID_ARGUMENT'],
    ['a type that is not there', { type_id: 'type_none' }, 'ELEMENT_NOT_FOUND'],
    ['panels and layers', { wall_type: 'curtain' }, 'INVALID_ARGUMENT'],
  ])('is refused with %s', async (_what, more, name) => {
    const asked = { level_id, start: P(0, 0), end: P(100, 0), type_id, ...more };
    expect(await world.refusal('create_wall', asked)).toMatchObject({ name });
  });

  test('keeps its type, which cannot be deleted while it is used', async () => {
    const body = await world.refusal('delete_elements', { element_ids: [type_id] });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { used_by: [wall_id] } });
    expect(body.message).toContain(wall_id);
    await world.do('delete_elements', { element_ids: [type_id, wall_id] });
    expect(world.view.element(type_id)).toBeUndefined();
  });

  test('is merged with the current thickness of its type', async () => {
    await world.do('create_branch', { name: 'design' });
    world.branch = 'design';
    const added = await wall(7000);
    world.branch = 'main';
    const layers = [{ material: 'blocks', thickness: 365, function: 'structure' }];
    await world.do('modify_parameter', set(type_id, 'layers', layers));
    await world.do('merge_branch', { source: 'design' });
    expect([wall_id, added].map((id) => paramOf(id, 'thickness'))).toEqual([365, 365]);
  });

  test('of a type that the other branch has deleted is a conflict', async () => {
    const lonely = await world.make('create_type', { name: 'L', for: 'wall', layers: LAYERS });
    await world.do('create_branch', { name: 'design' });
    await wall(7000, { type_id: lonely });
    world.branch = 'design';
    await world.do('delete_elements', { element_ids: [lonely] });
    world.branch = 'main';
    const body = await world.refusal('merge_branch', { source: 'design' });
    expect(body).toMatchObject({ name: 'MERGE_CONFLICT' });
  });

  test('is also held to its type by the keeper', () => {
    const at = (id: string): ElementRecord => {
      const { kind, params } = world.view.element(id) ?? { kind: '', params: {} };
      return { id, kind, params: { ...params } };
    };
    const thin = { ...at(wall_id), params: { ...at(wall_id).params, thickness: 100 } };
    const current = (id: string): ElementRecord | null => (id === wall_id ? thin : at(id));
    expect(eventChecks.named(thin)).toContain(type_id);
    expect(eventChecks.fault(thin, current)).toContain('100');
    expect(eventChecks.fault(at(wall_id), current)).toBeNull();
  });
});

describe('other elements of types', () => {
  test('floors and roofs have the thickness of their type', async () => {
    for (const [kind, tool] of [
      ['floor', 'create_floor'],
      ['roof', 'create_roof'],
    ] as const) {
      const of = await world.make('create_type', { name: kind, for: kind, layers: LAYERS });
      const id = await world.make(tool, { level_id, boundary_points: BOX, type_id: of });
      expect(world.view.measures(id).volume_mm3).toBeCloseTo(6000 * 4000 * 470, 0);
      await world.do('modify_parameter', set(of, 'layers', [{ ...LAYERS[0], thickness: 300 }]));
      expect(world.view.measures(id).volume_mm3).toBeCloseTo(6000 * 4000 * 300, 0);
      const body = await world.refusal('modify_parameter', set(wall_id, 'type_id', of));
      expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
    }
  });

  test('doors have the size of their type, and must still fit when it grows', async () => {
    const of = await world.make('create_type', { name: 'D1', for: 'door', width: 1000 });
    const door = (offset: number): Promise<string> =>
      world.make('place_door', { wall_id, offset, type_id: of, height: 2000 });
    const [first, second] = [await door(500), await door(2000)];
    expect([first, second].map((id) => paramOf(id, 'width'))).toEqual([1000, 1000]);
    // 500 + 1500 touches 2000; 2000 + 1500 ends before 5000.
    await world.do('modify_parameter', set(of, 'width', 1500));
    expect([first, second].map((id) => paramOf(id, 'width'))).toEqual([1500, 1500]);
    const body = await world.refusal('modify_parameter', set(of, 'width', 1500.001));
    expect(body).toMatchObject({ name: 'OPENING_OVERLAP', data: { element_id: first } });
    await world.do('modify_parameter', set(of, 'operation', 'double'));
    expect(paramOf(second, 'door_type')).toBe('double');
  });
});
