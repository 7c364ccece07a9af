/** @module lengths of neighbours: those of a room add up to its perimeter, at corners of any angle. */
import { describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';

type Row = {
  readonly room_id: string | null;
  readonly type: string;
  readonly wall_length_mm: number;
  readonly open_length_mm: number;
};
type Facts = { readonly perimeter_mm: number; readonly adjacencies: readonly Row[] };

/** The facts of each room, and the ids of rooms by name. */
async function measured(script: string): Promise<{
  readonly facts: Readonly<Record<string, Facts>>;
  readonly ids: Readonly<Record<string, string>>;
  readonly world: World;
}> {
  const world = await World.create();
  await world.do('run_script', { script: `level Ground at 0 height 3 as g; ${script}` });
  const facts: Record<string, Facts> = {};
  const ids: Record<string, string> = {};
  for (const { id, params } of world.view.elementsOf('room')) {
    ids[params.name] = id;
    facts[params.name] = (await world.ask('room_analysis', { room_id: id })) as unknown as Facts;
  }
  return { facts, ids, world };
}

/** Wall length from one room to a room or `outside`. */
const lengthTo = (facts: Facts | undefined, to: string | undefined): number | undefined =>
  facts?.adjacencies.find(({ room_id, type }) => (room_id ?? type) === to)?.wall_length_mm;

const total = ({ adjacencies }: Facts): number =>
  adjacencies.reduce((sum, row) => sum + row.wall_length_mm + row.open_length_mm, 0);

describe('a room with nothing but outside around it has its perimeter as length of wall', () => {
  // Turns of the north wall in the middle from 0.9° to 90°, outwards and inwards.
  it.each([9, 6, 5.6, 5.3, 5.14, 5.1, 5.03, 4.97, 4.86, 4.4, 4, 2, 1])(
    'with the middle of its north side at y = %d m',
    async (y) => {
      const { facts } = await measured(
        `walls path (0,0) (8,0) (8,5) (4,${y}) (0,5) closed thickness 0.2; room "A" at (1,0.5)`,
      );
      const { perimeter_mm, adjacencies } = facts['A'] ?? { perimeter_mm: 0, adjacencies: [] };
      expect(adjacencies.map(({ type }) => type)).toEqual(['outside']);
      expect(adjacencies[0]?.wall_length_mm).toBeCloseTo(perimeter_mm, 3);
    },
  );

  it('equals the figures of offset lines', async () => {
    // The axes moved 100 mm inwards: perimeters of the pentagons by intersection of the offset lines.
    for (const [y, perimeter] of [
      [5.14, 25_211.654],
      [5.03, 25_201.714],
    ] as const) {
      const { facts } = await measured(
        `walls path (0,0) (8,0) (8,5) (4,${y}) (0,5) closed thickness 0.2; room "A" at (4,2.5)`,
      );
      expect(Math.abs((lengthTo(facts['A'], 'outside') ?? 0) - perimeter)).toBeLessThan(0.01);
    }
  });

  it.each([
    ['corners of 20° and 70°', 'walls path (0,0) (8,0) (0,3) closed thickness 0.3'],
    ['an inward corner of 31°', 'walls path (0,0) (8,0) (8,5) (5,5) (4,2) (3.5,5) (0,5) closed'],
    ['an arc', 'wall (0,-3) to (0,3) via (-3,0); wall (0,-3) to (6,0); wall (6,0) to (0,3)'],
    ['two walls behind each other', 'walls rect (0,0) to (4,4); wall (4.2,-0.1) to (4.2,4.1)'],
  ])('with %s', async (_, walls) => {
    const { facts } = await measured(`${walls}; room "A" at (1,0.7)`);
    const { perimeter_mm, adjacencies } = facts['A'] ?? { perimeter_mm: 0, adjacencies: [] };
    expect(adjacencies.map(({ type }) => type)).toEqual(['outside']);
    expect(adjacencies[0]?.wall_length_mm).toBeCloseTo(perimeter_mm, 3);
  });
});

describe('the lengths of all neighbours add up to the perimeter', () => {
  it('where a wall ends on the other side, half of its thickness belongs to each neighbour', async () => {
    const { facts, ids, world } = await measured(
      `walls rect (0,0) to (10,8) thickness 0.2; wall (0,4) to (10,4) thickness 0.2;
       wall (4,0) to (4,4) thickness 0.2; room "A" at (5,6); room "B" at (2,2); room "C" at (6,2)`,
    );
    // A is 9.8 m long; its neighbours B and C are 3.8 and 5.8 m long, with a wall of 200 mm between them.
    expect([lengthTo(facts['A'], ids['B']), lengthTo(facts['A'], ids['C'])]).toEqual([3900, 5900]);
    expect([lengthTo(facts['B'], ids['A']), lengthTo(facts['C'], ids['A'])]).toEqual([3800, 5800]);
    for (const one of Object.values(facts)) expect(total(one)).toBeCloseTo(one.perimeter_mm, 3);
    // A pair has the length along which both face each other.
    const level_id = [...world.view.elementsOf('level')][0]?.id;
    const { pairs } = await world.ask('adjacency_matrix', { level_id });
    const between = (a: string | undefined, b: string | undefined): unknown =>
      (pairs as { a: string; b: string; wall_length_mm: number }[]).find(
        (pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a),
      )?.wall_length_mm;
    expect([between(ids['A'], ids['B']), between(ids['A'], ids['C'])]).toEqual([3800, 5800]);
    expect(between(ids['A'], 'outside')).toBe(9800 + 2 * 3800);
  });

  it('around a room in its corner, a room has its own length as the length to that room', async () => {
    const { facts, ids } = await measured(
      `walls rect (0,0) to (10,8) thickness 0.2; walls path (4,0) (4,4) (0,4) thickness 0.2;
       room "L" at (5,6); room "B" at (2,2)`,
    );
    expect(lengthTo(facts['L'], ids['B'])).toBe(4000 + 4000);
    expect(lengthTo(facts['B'], ids['L'])).toBe(3800 + 3800);
    for (const one of Object.values(facts)) expect(total(one)).toBeCloseTo(one.perimeter_mm, 3);
  });

  it('two rooms behind two walls with a gap of 5 mm are neighbours', async () => {
    const { facts, ids } = await measured(
      `walls rect (0,0) to (4,4) thickness 0.2; walls rect (4.205,0) to (8.205,4) thickness 0.2;
       room "A" at (2,2); room "B" at (6,2)`,
    );
    expect(lengthTo(facts['A'], ids['B'])).toBe(3800);
    for (const one of Object.values(facts)) expect(total(one)).toBeCloseTo(one.perimeter_mm, 3);
  });

  it('a wall with the room on both sides makes the room its own neighbour', async () => {
    const { facts, ids, world } = await measured(
      `walls path (0,0) (6,0) (6,3) (3,3) (3,6) (0,6) closed thickness 0.2;
       wall (0,4.5) to (1.5,4.5) thickness 0.1 as stub; door in $stub at 0.4 width 0.8;
       room "L" at (1.5,1.5)`,
    );
    // The stub has two sides of 1.4 m and an end of 100 mm; it takes 100 mm of the west wall.
    expect(facts['L']?.perimeter_mm).toBe(26_000);
    expect(lengthTo(facts['L'], ids['L'])).toBe(2 * 1400 + 100);
    expect(lengthTo(facts['L'], 'outside')).toBe(23_200 - 100);
    const connects = { element_id: ids['L'], relationship_type: 'connects' };
    expect(await world.ask('relationship_query', connects)).toMatchObject({
      relationships: [{ count: 0 }],
    });
  });

  it('of drawn rooms without walls, open lengths to each other and to the outside', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'Open', elevation: 0 });
    const zone = async (x: number, depth: number): Promise<string> =>
      await world.make('create_room', {
        level_id,
        name: `Z${x}`,
        boundary_points: [
          { x, y: 0 },
          { x: x + 3000, y: 0 },
          { x: x + 3000, y: depth },
          { x, y: depth },
        ],
      });
    const [a, b] = [await zone(0, 2000), await zone(3000, 3000)];
    const { adjacencies } = (await world.ask('room_analysis', {
      room_id: b,
    })) as unknown as Facts;
    expect(adjacencies).toMatchObject([
      { room_id: a, wall_length_mm: 0, open_length_mm: 2000 },
      { room_id: null, type: 'outside', wall_length_mm: 0, open_length_mm: 10_000 },
    ]);
  });
});
