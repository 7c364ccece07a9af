/** @module answers of the spatial server about boxes, distances, rays and relations, computed by hand. */
import { beforeAll, describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';
import { twoRooms } from './two-rooms.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const V = (x: number, y: number, z: number): { x: number; y: number; z: number } => ({ x, y, z });

let world: World;
let id: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ world, id } = await twoRooms());
});

describe('spatial_query', () => {
  it('finds elements that a box touches or contains, with the requested fields, in pages', async () => {
    const bounds = { min: V(3900, 900, 10), max: V(4100, 2000, 2500) };
    const touched = await world.ask('spatial_query', {
      bounds,
      categories: ['Walls', 'Doors'],
      fields: ['width'],
    });
    expect(touched).toMatchObject({ total: 2 });
    expect(touched['elements']).toEqual(
      [
        { element_id: id['D1'], kind: 'door', width: 900 },
        { element_id: id['middle'], kind: 'wall', width: null },
      ].toSorted((a, b) => (String(a.element_id) < String(b.element_id) ? -1 : 1)),
    );
    const wide = { min: V(3900, 900, 0), max: V(4100, 2000, 2500) };
    const inside = await world.ask('spatial_query', { bounds: wide, inside: true, fields: [] });
    expect(inside['elements']).toEqual([{ element_id: id['D1'], kind: 'door' }]);
    const one = await world.ask('spatial_query', { bounds, limit: 1 });
    expect(one['elements']).toHaveLength(1);
    expect(one['next_cursor']).not.toBeNull();
    const twisted = { bounds: { min: V(0, 0, 5), max: V(1, 1, 4) } };
    expect((await world.refusal('spatial_query', twisted)).message).toContain('bounds.min.z');
    const odd = { bounds, fields: ['widht'] };
    expect((await world.refusal('spatial_query', odd)).data['near']).toContain('width');
  });
});

describe('measure', () => {
  it('measures between the actual bodies', async () => {
    const between = async (from: object, to: object): Promise<Record<string, unknown>> =>
      await world.ask('measure', { from, to });
    // The column from (6800, 2300) to (7200, 2700), the middle wall up to x = 4100.
    expect(await between({ element_id: id['column'] }, { element_id: id['middle'] })).toMatchObject(
      {
        distance_mm: 2700,
        horizontal_mm: 2700,
        vertical_mm: 0,
        from_point: { x: 6800 },
        to_point: { x: 4100 },
      },
    );
    // From the corner of the column over a 3-4-5 triangle.
    expect(await between({ element_id: id['column'] }, V(7500, 3100, 100))).toMatchObject({
      distance_mm: 500,
      from_point: V(7200, 2700, 100),
    });
    expect(await between({ element_id: id['column'] }, { element_id: id['upper'] })).toMatchObject({
      distance_mm: 0,
    });
    expect(await between({ element_id: id['column'] }, V(7000, 2500, 1000))).toMatchObject({
      distance_mm: 0,
    });
    expect(await between(V(0, 0, 0), V(300, 400, 1200))).toMatchObject({
      distance_mm: 1300,
      horizontal_mm: 500,
      vertical_mm: 1200,
    });
    // In the hole of the door: 1,000 mm from the wall under it, were there no hole it would be 0.
    expect(await between({ element_id: id['south'] }, V(8500, 0, 1000))).toMatchObject({
      distance_mm: 500,
    });
  });

  it('refuses a target that is neither an element nor a point', async () => {
    const to = V(0, 0, 0);
    const message = async (from: object): Promise<string> =>
      (await world.refusal('measure', { from, to })).message;
    expect(await message({ element_id: id['ground'] })).toContain('has no body');
    expect(await message({ x: 1, y: 2 })).toContain('expected x, y and z');
    expect(await message({ element_id: id['A'], x: 1 })).toContain('expected one of them');
  });
});

describe('raycast', () => {
  it('hits bodies in order, passes through openings, and returns points and normals', async () => {
    const cast = async (origin: object, direction: object, more: object = {}): Promise<unknown> =>
      (await world.ask('raycast', { origin, direction, ...more }))['hits'];
    expect(await cast(V(2000, 4000, 1000), V(1, 0, 0), { limit: 2 })).toEqual([
      {
        element_id: id['middle'],
        kind: 'wall',
        distance_mm: 1900,
        point: V(3900, 4000, 1000),
        normal: V(-1, 0, 0),
        from_inside: false,
      },
      expect.objectContaining({ element_id: id['stair'], kind: 'stair' }),
    ]);
    // Through the door: its leaf of 40 mm in the middle of the wall is met, the wall is not.
    expect(await cast(V(2000, 1450, 1000), V(5, 0, 0), { max_distance: 3000 })).toEqual([
      expect.objectContaining({ element_id: id['D1'], distance_mm: 1980 }),
    ]);
    expect(await cast(V(6800, 2400, 2950), V(0, 0, -1), { limit: 1 })).toEqual([
      expect.objectContaining({ element_id: id['column'], distance_mm: 50, normal: V(0, 0, 1) }),
    ]);
    expect(await cast(V(7000, 2500, 1000), V(0, 1, 0), { limit: 1 })).toEqual([
      expect.objectContaining({ element_id: id['column'], distance_mm: 200, from_inside: true }),
    ]);
    expect(await cast(V(0, 0, 9000), V(0, 0, 1))).toEqual([]);
    const nowhere = { origin: V(0, 0, 0), direction: V(0, 0, 0) };
    expect((await world.refusal('raycast', nowhere)).name).toBe('INVALID_ARGUMENT');
  });

  it('orders equal distances by id', async () => {
    const other = await World.create();
    const level_id = await other.make('create_level', { name: 'G', elevation: 0 });
    const column = { level_id, location: P(0, 0), profile: '500x500', height: 2000 };
    const ids = [
      await other.make('create_column', column),
      await other.make('create_column', column),
    ];
    const { hits } = await other.ask('raycast', {
      origin: V(-1000, 0, 1000),
      direction: V(1, 0, 0),
    });
    expect((hits as { element_id: string }[]).map(({ element_id }) => element_id)).toEqual(
      ids.toSorted(),
    );
  });
});

describe('relationship_query', () => {
  it('lists what an element connects and contains', async () => {
    const related = async (
      element_id: string | undefined,
      relationship_type: string,
    ): Promise<unknown> => {
      const answer = await world.ask('relationship_query', { element_id, relationship_type });
      return (answer['relationships'] as { element_ids: string[] }[])[0]?.element_ids;
    };
    const { A = '', B = '', D1, D2, W, column = '', stair = '', ground, first, north } = id;
    expect(await related(D1, 'connects')).toEqual([A, B].toSorted());
    expect(await related(D2, 'connects')).toEqual([B]);
    expect(await related(stair, 'connects')).toEqual([ground, first]);
    expect(await related(A, 'connects')).toEqual([B]);
    expect(await related(B, 'contains')).toEqual([column, stair].toSorted());
    expect(await related(A, 'contains')).toEqual([]);
    expect(await related(first, 'contains')).toEqual([id['upper'], id['C']]);
    expect(await related(north, 'voids')).toEqual([W]);
    expect(await related(north, 'fills')).toEqual([W]);
    expect(await related(north, 'bounds')).toEqual(expect.arrayContaining([A, B]));
  });
});
