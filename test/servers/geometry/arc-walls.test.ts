/** @module walls along arcs through the tools: creation, change, move, rotation, copy, undo and refusals. */
import { beforeEach, describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';

type Point = { x: number; y: number };
const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let level_id: string;
beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

async function arc(start: Point, end: Point, via: Point, more: object = {}): Promise<string> {
  return await world.make('create_wall', { level_id, start, end, via, ...more });
}

/** Half a circle of 3 m over (0, 3000). */
const half = async (more: object = {}): Promise<string> =>
  await arc(P(3000, 0), P(-3000, 0), P(0, 3000), more);

async function measures(element_id: string): Promise<Record<string, number>> {
  return (await world.ask('get_element', { element_id }))['measures'] as Record<string, number>;
}

async function set(element_id: string, parameter_name: string, value: unknown): Promise<void> {
  await world.do('modify_parameter', { element_id, parameter_name, value });
}

describe('an arc', () => {
  it('has the length of the arc, the area of its sides along it, and the volume of its facets', async () => {
    const id = await half();
    expect(await measures(id)).toMatchObject({
      length_mm: Math.round(3_000_000 * Math.PI) / 1000,
      area_mm2: expect.closeTo(3000 * Math.PI * 3000, -1) as number,
      arc_radius_mm: 3000,
      arc_angle_deg: 180,
      arc_centre_x_mm: 0,
      arc_centre_y_mm: 0,
    });
    // n = ceil(π / (2 acos(1 − 1/3100))) = 62 facets, each 2 R sin(π / 124) long.
    const volume = 62 * 2 * 3000 * Math.sin(Math.PI / 124) * 200 * 3000;
    const share = ((await measures(id))['volume_mm3'] ?? 0) / volume;
    expect(Math.abs(share - 1)).toBeLessThan(1e-6);
  });

  it('can be straightened and bent again, and straightened by an undo', async () => {
    const id = await half();
    await set(id, 'via', null);
    expect(await measures(id)).toMatchObject({ length_mm: 6000 });
    expect(await measures(id)).not.toHaveProperty('arc_radius_mm');
    await set(id, 'via', P(0, -1000));
    // 3,000² + (R − 1,000)² = R²
    expect(await measures(id)).toMatchObject({ arc_radius_mm: 5000, arc_centre_y_mm: 4000 });
    const event_id = world.log.all.at(-1)?.event_id;
    await world.do('undo', { event_id });
    expect(await measures(id)).toMatchObject({ length_mm: 6000 });
  });

  it('moves its via point when it is moved, rotated and copied', async () => {
    const id = await half();
    const before = await measures(id);
    await world.do('move_element', { element_id: id, delta: { x: 500, y: 700, z: 0 } });
    const moved = await world.ask('get_element', { element_id: id });
    expect(moved['params']).toMatchObject({ start: P(3500, 700), via: P(500, 3700) });
    await world.do('rotate_element', { element_id: id, angle_deg: 90, center: P(500, 700) });
    const turned = await world.ask('get_element', { element_id: id });
    expect(turned['params']).toMatchObject({ start: P(500, 3700), via: P(-2500, 700) });
    const after = await measures(id);
    expect(after).toMatchObject({ length_mm: before['length_mm'], arc_radius_mm: 3000 });
    expect(Math.abs((after['volume_mm3'] ?? 0) / (before['volume_mm3'] ?? 1) - 1)).toBeLessThan(
      1e-9,
    );
    const copy = await world.do('copy_element', { element_id: id, delta: { x: 9000, y: 0, z: 0 } });
    const [made] = Object.values(copy).flat();
    expect((await world.ask('get_element', { element_id: String(made) }))['params']).toMatchObject({
      via: P(6500, 700),
    });
  });

  it('is mirrored with its door, which is then measured from the other end', async () => {
    const id = await half();
    await world.make('place_door', { wall_id: id, offset: 1000, width: 900, height: 2100 });
    const was = await measures(id);
    const over = { operation: 'mirror', from: P(4000, 0), to: P(4000, 1000) };
    await world.do('transform_elements', { element_ids: [id], ...over });
    const { params } = await world.ask('get_element', { element_id: id });
    expect(params).toMatchObject({ start: P(11_000, 0), end: P(5000, 0), via: P(8000, 3000) });
    const held = [...world.view.elements()].find(({ kind }) => kind === 'door');
    expect(held?.params).toMatchObject({
      offset: expect.closeTo(3000 * Math.PI - 1900, 2) as number,
    });
    const is = await measures(id);
    expect(is['length_mm']).toBe(was['length_mm']);
    expect(Math.abs((is['volume_mm3'] ?? 0) / (was['volume_mm3'] ?? 1) - 1)).toBeLessThan(1e-6);
  });

  it('is drawn in a script with a point after `via`', async () => {
    const script = 'on @Ground; wall (3, 0) to (-3, 0) via (0, 3) thickness 0.3 as bow';
    await world.do('run_script', { script });
    const made = [...world.view.elements()].find(({ kind }) => kind === 'wall');
    expect(made?.params).toMatchObject({ via: P(0, 3000), thickness: 300 });
  });

  it.each([
    ['in line', P(0, 0), '`via` is 0 mm off the straight line'],
    ['nearly in line', P(0, 0.999), '`via` is 0.999 mm off'],
    [
      'too tight',
      P(0, 3000),
      'a radius of 3000 mm on its axis, expected at least 3010 mm for a thickness of 6000',
    ],
  ])('is refused %s', async (what, via, message) => {
    const more = what === 'too tight' ? { thickness: 6000 } : {};
    const call = { level_id, start: P(3000, 0), end: P(-3000, 0), via, ...more };
    const body = await world.refusal('create_wall', call);
    expect(body.name).toBe('OUT_OF_RANGE');
    expect(body.message).toContain(message);
  });

  it('accepts values just within its limits', async () => {
    await arc(P(3000, 0), P(-3000, 0), P(0, 1));
    const id = await arc(P(3000, 9000), P(-3000, 9000), P(0, 12_000), { thickness: 5980 });
    expect(await measures(id)).toMatchObject({ arc_radius_mm: 3000 });
  });

  it('is refused if it needs more than 400 facets, or nearly closes', async () => {
    const far = { level_id, start: P(200_000, 0), end: P(-200_000, 0), via: P(0, 200_000) };
    expect((await world.refusal('create_wall', far)).message).toContain('497 facets');
    const ring = { level_id, start: P(3000, 1), end: P(3000, -1), via: P(-3000, 0) };
    expect((await world.refusal('create_wall', ring)).message).toContain(
      'a full circle is two arcs',
    );
  });

  it('keeps its thickness below its radius when that is changed', async () => {
    const id = await arc(P(500, 0), P(-500, 0), P(0, 500));
    const change = { element_id: id, parameter_name: 'thickness', value: 1000 };
    expect(await world.refusal('modify_parameter', change)).toMatchObject({ name: 'OUT_OF_RANGE' });
  });
});

describe('an opening in an arc', () => {
  it('is placed along the arc, up to its end', async () => {
    const wall_id = await half();
    const size = { wall_id, width: 1000, height: 2100 };
    // π · 3,000 − 1,000 = 8,424.777…
    const body = await world.refusal('place_door', { ...size, offset: 8424.778 });
    expect(body).toMatchObject({
      name: 'OPENING_EXCEEDS_HOST',
      data: { greatest_offset: 8424.777 },
    });
    await world.do('place_door', { ...size, offset: 8424.777 });
    const full = 62 * 2 * 3000 * Math.sin(Math.PI / 124);
    // The same share of the facets as of the arc.
    const hole = (1000 / (3000 * Math.PI)) * full * 2100 * 200;
    const volume = (await measures(wall_id))['volume_mm3'] ?? 0;
    expect(Math.abs(volume - (full * 200 * 3000 - hole))).toBeLessThan(volume * 1e-5);
  });

  it('keeps its distance from the end when the start moves, along the arc', async () => {
    const wall_id = await half();
    const door = await world.make('place_door', {
      wall_id,
      offset: 6000,
      width: 900,
      height: 2100,
    });
    // 30° further on the same circle: the arc is π · 500 = 1,570.796 shorter.
    await set(wall_id, 'start', P(2598.076, 1500));
    const params = (await world.ask('get_element', { element_id: door }))['params'];
    expect(params).toMatchObject({ offset: expect.closeTo(6000 - 500 * Math.PI, 2) as number });
  });
});

it('rooms have the area that the facets of their walls enclose', async () => {
  await half();
  await arc(P(-3000, 0), P(3000, 0), P(0, -3000));
  const round = await world.do('create_room', { level_id, point: P(0, 0) });
  // 124 corners; the apothem of the axis is 3,000 cos(π / 124).
  const inner = 3000 * Math.cos(Math.PI / 124) - 100;
  const net = 124 * inner * inner * Math.tan(Math.PI / 124);
  expect(Math.abs(Number(round['area_mm2']) - net)).toBeLessThan(15);
});
