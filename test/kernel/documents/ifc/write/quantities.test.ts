/** @module tests of quantities: each has the definition of the standard quantity set, computed by hand. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { quantitiesOf, type Values } from './quantities-in.ts';

const P = (x: number, y: number) => ({ x, y });

/** Corners of a rectangle. */
function rect(x: number, y: number, width: number, depth: number) {
  return [P(x, y), P(x + width, y), P(x + width, y + depth), P(x, y + depth)];
}

/** Four walls of 300 mm with axes around a rectangle from the origin: south, east, north, west. */
function walls(width: number, depth: number): readonly PlannedEvent[] {
  const corners = rect(0, 0, width, depth);
  return ['south', 'east', 'north', 'west'].map((id, i) =>
    created('wall', id, {
      level_id: 'L1',
      start: corners[i] ?? P(0, 0),
      end: corners[(i + 1) % 4] ?? P(0, 0),
      thickness: 300,
      height: 3000,
    }),
  );
}

const column = (id: string, x: number, y: number): PlannedEvent =>
  created('column', id, { level_id: 'L1', location: P(x, y), profile: '400x400', height: 3000 });
const room = created('room', 'room', { level_id: 'L1', point: P(600, 2500), height: 3000 });

test.each(IFC_SCHEMAS)('the net floor of a space is without its column in %s', (schema) => {
  // 4 x 4 m on the axes of walls of 300 mm: 3.7 m between the faces; a column of 400 mm.
  const [space] = quantitiesOf(
    'IFCSPACE',
    [...walls(4000, 4000), column('c', 2000, 2000), room],
    schema,
  );
  expect(space).toEqual({
    Height: 3000,
    GrossPerimeter: 4 * 3700,
    NetPerimeter: 4 * 3700,
    GrossFloorArea: 13.69,
    NetFloorArea: 13.53,
    GrossVolume: 41.07,
    NetVolume: 40.59,
  });
});

/** The sizes of a room of 5.8 x 5.8 m and 3 m between walls of 200 mm, with more walls of 100 mm in it. */
function sizesWith(
  ...inner: readonly (readonly [start: Place, end: Place, more?: object])[]
): Values {
  const around = walls(6000, 6000).map(({ aggregate_id }, i) => {
    const corners = rect(0, 0, 6000, 6000);
    const [start, end] = [corners[i] ?? P(0, 0), corners[(i + 1) % 4] ?? P(0, 0)];
    return created('wall', aggregate_id, {
      level_id: 'L1',
      start,
      end,
      thickness: 200,
      height: 3000,
    });
  });
  const more = inner.map(([start, end, params], i) =>
    created('wall', `inner ${i}`, {
      level_id: 'L1',
      start,
      end,
      thickness: 100,
      height: 3000,
      ...params,
    }),
  );
  const [space] = quantitiesOf('IFCSPACE', [...around, ...more, room]);
  return Object.fromEntries(
    Object.entries(space ?? {}).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]),
  );
}
type Place = ReturnType<typeof P>;

// 5.8 m · 5.8 m = 33.64 m², 3 m high.
const GROSS = { GrossFloorArea: 33.64, GrossVolume: 100.92, GrossPerimeter: 23_200 };

test('a wall that ends free in a space is in its gross sizes, whether it touches a wall or not', () => {
  // From 150 to 1,500 mm: 1,350 · 100 mm.
  expect(sizesWith([P(150, 3000), P(1500, 3000)])).toMatchObject({
    ...GROSS,
    NetFloorArea: 33.64 - 0.135,
    NetVolume: 100.92 - 0.405,
  });
  // From the face at 100 to 1,500 mm: 1,400 · 100 mm. Its two faces are added to the perimeter, its end replaces its root.
  expect(sizesWith([P(0, 3000), P(1500, 3000)])).toMatchObject({
    ...GROSS,
    NetPerimeter: 23_200 + 2 * 1400,
    NetFloorArea: 33.64 - 0.14,
    NetVolume: 100.92 - 0.42,
  });
});

test('a low inner wall takes the volume that it has', () => {
  expect(sizesWith([P(0, 3000), P(1500, 3000), { height: 1000 }])).toMatchObject({
    ...GROSS,
    NetFloorArea: 33.64 - 0.14,
    NetVolume: 100.92 - 0.14,
  });
});

test('inner walls at inner walls, at an angle and along arcs are in the gross sizes of a space', () => {
  // An L: its second leg from the corner. A T: its leg from the face at 2,950 mm.
  expect(sizesWith([P(0, 3000), P(1500, 3000)], [P(1500, 3000), P(1500, 4500)])).toMatchObject(
    GROSS,
  );
  expect(sizesWith([P(0, 3000), P(2500, 3000)], [P(1500, 3000), P(1500, 1500)])).toMatchObject({
    ...GROSS,
    NetFloorArea: 33.255,
  });
  expect(sizesWith([P(0, 3000), P(1500, 4000)])).toMatchObject(GROSS);
  expect(sizesWith([P(0, 2000), P(3000, 4000), { via: P(1000, 3500) }])).toMatchObject(GROSS);
});

test('a wall that divides a space is in no gross size, the wing that goes on behind the corner is', () => {
  // A closet of 2,000 x 2,000 mm on the axes in the corner; the wing is 1,000 mm behind its wall.
  const [south, east] = [P(0, 4000), P(2000, 4000)];
  const closet = sizesWith([south, east], [east, P(2000, 6000)]);
  expect(closet['GrossFloorArea']).toBeCloseTo(33.64 - 1.95 * 1.95, 4);
  const winged = sizesWith([south, P(3000, 4000)], [east, P(2000, 6000)]);
  expect(winged['GrossFloorArea']).toBeCloseTo(33.64 - 1.95 * 1.95, 4);
  expect(winged['GrossPerimeter']).toBe(23_200);
  const reversed = sizesWith([P(3000, 4000), south], [east, P(2000, 6000)]);
  expect(reversed).toEqual(winged);
  expect(winged['NetFloorArea']).toBeCloseTo(33.64 - 1.95 * 1.95 - 0.095, 4);
});

test('a free wall, columns and a hole in the floor are in the gross sizes of a space only', () => {
  const [space] = quantitiesOf('IFCSPACE', [
    ...walls(8000, 4000),
    created('wall', 'free', {
      level_id: 'L1',
      start: P(2000, 2000),
      end: P(4000, 2000),
      thickness: 200,
      height: 1000,
    }),
    column('amid', 5000, 2000),
    // A quarter of it stands in the corner of the room, the rest in the walls.
    column('corner', 150, 150),
    created('floor', 'floor', {
      level_id: 'L1',
      boundary_points: rect(0, 0, 8000, 4000),
      holes: [rect(6500, 500, 1000, 1000)],
      thickness: 200,
    }),
    created('door', 'door', { host_id: 'south', offset: 1000, width: 900, height: 2100 }),
    created('window', 'window', { host_id: 'north', offset: 1000, width: 900, sill_height: 900 }),
    room,
  ]);
  expect(space).toEqual({
    Height: 3000,
    GrossPerimeter: 2 * (7700 + 3700),
    // Without the door, with both sides of the free wall.
    NetPerimeter: 22_800 - 900 + 2 * (2000 + 200),
    GrossFloorArea: 28.49,
    NetFloorArea: 28.49 - 0.4 - 0.16 - 0.04 - 1,
    GrossVolume: 85.47,
    // The free wall is 1 m high.
    NetVolume: 85.47 - 0.4 - 3 * 0.2,
  });
});

test('a stair covers the floor of the room in which it begins, and takes its volume', () => {
  const stair = created('stair', 'stair', {
    level_id: 'L1',
    top_level_id: 'L2',
    start: P(1000, 1000),
    direction_deg: 0,
    width: 1000,
    riser_max: 180,
    tread: 280,
    shape: 'straight',
    handrails: 'none',
  });
  const events = [...walls(8000, 4000), stair, room];
  const view = modelOf(...events);
  const [space] = quantitiesOf('IFCSPACE', events);
  // 17 risers of at most 180 mm for 3 m: 16 treads of 280 mm.
  expect(space?.['NetFloorArea']).toBeCloseTo(28.49 - 16 * 0.28, 6);
  expect(space?.['NetVolume']).toBeCloseTo(
    85.47 - (view.measures('stair').volume_mm3 ?? 0) / 1e9,
    6,
  );
});

test('a slab or beam that hangs into a space is in its gross volume only, and lowers its height', () => {
  const slab = (boundary: ReturnType<typeof rect>) =>
    created('floor', 'above', { level_id: 'L2', boundary_points: boundary, thickness: 200 });
  const beam = created('beam', 'beam', {
    level_id: 'L1',
    start: P(150, 2000),
    end: P(3850, 2000),
    profile: '200x300',
  });
  const around = walls(4000, 4000);
  const [whole] = quantitiesOf('IFCSPACE', [...around, slab(rect(0, 0, 4000, 4000)), beam, room]);
  expect(whole).toMatchObject({ Height: 2800, GrossVolume: 41.07, NetFloorArea: 13.69 });
  // The beam hangs from the top of the storey: 100 of its 300 mm are below the slab.
  expect(whole?.['NetVolume']).toBeCloseTo(13.69 * 2.8 - 3.7 * 0.2 * 0.1, 6);
  const [half] = quantitiesOf('IFCSPACE', [...around, slab(rect(0, 0, 2000, 4000)), room]);
  expect(half).not.toHaveProperty('Height');
  expect(half?.['NetVolume']).toBeCloseTo(41.07 - 1.85 * 3.7 * 0.2, 6);
});

test('a space under a slab with a hole has no constant height', () => {
  const slab = created('floor', 'above', {
    level_id: 'L2',
    boundary_points: rect(0, 0, 4000, 4000),
    holes: [rect(1000, 1000, 1000, 1000)],
    thickness: 200,
  });
  const [space] = quantitiesOf('IFCSPACE', [...walls(4000, 4000), slab, room]);
  expect(space).not.toHaveProperty('Height');
  expect(space?.['NetVolume']).toBeCloseTo(41.07 - (13.69 - 1) * 0.2, 6);
});

test('a ring of walls with a space of its own is not in the gross sizes of the space around it', () => {
  const inner = rect(1500, 1500, 1000, 1000);
  const [space] = quantitiesOf('IFCSPACE', [
    ...walls(4000, 4000),
    ...inner.map((start, i) =>
      created('wall', `inner ${i}`, {
        level_id: 'L1',
        start,
        end: inner[(i + 1) % 4] ?? start,
        thickness: 100,
        height: 3000,
      }),
    ),
    room,
  ]);
  expect(space).toMatchObject({
    GrossPerimeter: 4 * 3700 + 4 * 1100,
    GrossFloorArea: 13.69 - 1.21,
    NetFloorArea: 13.69 - 1.21,
    GrossVolume: 37.44,
    NetVolume: 37.44,
  });
});

test('holes of a slab are in its gross sizes, and only a rectangular slab has length and depth', () => {
  const floor = (boundary_points: ReturnType<typeof rect>) =>
    created('floor', 'floor', {
      level_id: 'L1',
      boundary_points,
      holes: [rect(1000, 1000, 1000, 500)],
      thickness: 250,
    });
  const hole = created('opening', 'hole', {
    host_id: 'floor',
    offset: null,
    location: P(4000, 2000),
    width: 400,
    height: 600,
    sill: 0,
  });
  expect(quantitiesOf('IFCSLAB', [floor(rect(0, 0, 5000, 8000)), hole])).toEqual([
    {
      Width: 250,
      Length: 8000,
      Depth: 5000,
      Perimeter: 26_000,
      GrossArea: 40,
      NetArea: 40 - 0.5 - 0.24,
      GrossVolume: 10,
      NetVolume: (40 - 0.5 - 0.24) / 4,
    },
  ]);
  expect(quantitiesOf('IFCOPENINGELEMENT', [floor(rect(0, 0, 5000, 8000)), hole])).toEqual([
    { Width: 400, Height: 600, Depth: 250, Area: 0.24 },
  ]);
  const [skew] = quantitiesOf('IFCSLAB', [
    floor([P(0, 0), P(8000, 0), P(8000, 5000), P(100, 5000)]),
  ]);
  expect(skew).toMatchObject({ Width: 250, GrossArea: 39.75 });
  expect(skew).not.toHaveProperty('Depth');
  expect(skew).not.toHaveProperty('Length');
});

test('an opening that is no rectangle has no width and height', () => {
  const outline = [P(1000, 0), P(2000, 0), P(1500, 1000)];
  const place = { offset: 1000, location: null, sill: 0, width: 1000, height: 1000 };
  const hole = created('opening', 'hole', { host_id: 'south', ...place, outline });
  expect(quantitiesOf('IFCOPENINGELEMENT', [...walls(4000, 4000), hole])).toEqual([
    { Depth: 300, Area: 0.5 },
  ]);
});

test('the gross volume of a wall is without its joints, the net volume with them', () => {
  const stem = created('wall', 'stem', {
    level_id: 'L1',
    start: P(2000, 0),
    end: P(2000, 2000),
    thickness: 100,
    height: 3000,
  });
  const all = quantitiesOf('IFCWALL', [...walls(4000, 4000), stem]);
  // The stem ends at the face of the south wall, 150 mm from its axis.
  expect(all.at(-1)).toEqual({
    Length: 2000,
    Width: 100,
    Height: 3000,
    GrossFootprintArea: 0.185,
    GrossSideArea: 6,
    NetSideArea: 6,
    GrossVolume: 0.6,
    NetVolume: 0.555,
  });
});

test('a wall or space has a height only if it is constant', () => {
  const common = { level_id: 'L1', thickness: 300, top_under: 'roof' };
  const outline = rect(0, 0, 6000, 9000);
  const under = (roof: 'flat' | 'gable') => [
    created('wall', 'gable', { ...common, start: P(0, 0), end: P(6000, 0) }),
    created('wall', 'eaves', { ...common, start: P(6000, 0), end: P(6000, 9000) }),
    created('roof', 'roof', {
      level_id: 'L2',
      boundary_points: outline,
      roof_type: roof,
      slope_deg: roof === 'flat' ? 0 : 40,
      overhang: 0,
      base_offset: 0,
    }),
    created('room', 'space', {
      level_id: 'L1',
      boundary_points: rect(150, 150, 5700, 8700),
      top_under: 'roof',
    }),
  ];
  const heights = (roof: 'flat' | 'gable') =>
    ['IFCWALL', 'IFCSPACE'].flatMap((entity) =>
      quantitiesOf(entity, under(roof)).map(({ Height }) => Height ?? null),
    );
  expect(heights('flat')).toEqual([3000, 3000, 3000]);
  expect(heights('gable')).toEqual([null, null, null]);
});

test('the gross volume of a space under a slope is left out if an inner wall cuts its body', () => {
  const common = { level_id: 'L1', thickness: 300, top_under: 'roof' };
  const boundary_points = [
    ...rect(150, 150, 5700, 8700),
    P(150, 4100),
    P(2000, 4100),
    P(2000, 3900),
    P(150, 3900),
  ];
  const [space] = quantitiesOf('IFCSPACE', [
    created('wall', 'west', { ...common, start: P(0, 9000), end: P(0, 0) }),
    created('wall', 'inner', { ...common, thickness: 200, start: P(0, 4000), end: P(2000, 4000) }),
    created('roof', 'roof', {
      level_id: 'L2',
      boundary_points: rect(0, 0, 6000, 9000),
      roof_type: 'gable',
      slope_deg: 40,
      overhang: 0,
      base_offset: 0,
    }),
    created('room', 'space', { level_id: 'L1', boundary_points, top_under: 'roof' }),
  ]);
  // 5.7 m · 8.7 m, and 1.85 m · 0.2 m for the wall.
  expect(space).toMatchObject({ GrossFloorArea: 49.59, NetFloorArea: 49.22 });
  expect(space).not.toHaveProperty('GrossVolume');
});
