/** @module tests of the constraints on rooms: overlaps, numbers and names. */
import { describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

type Found = {
  readonly check: string;
  readonly severity: string;
  readonly element_ids: readonly string[];
  readonly message: string;
  readonly overlap_mm2?: number;
  readonly location: unknown;
};

async function check(script: string): Promise<{ status: unknown; findings: readonly Found[] }> {
  const world = await World.create();
  await world.do('run_script', { script });
  const { status, findings } = await world.run('validate_constraints', {});
  return { status, findings: findings as readonly Found[] };
}

const HOUSE = `level Ground at 0 height 3
walls rect (0,0) to (10,6) thickness 0.2 line inside as s
`;

describe('rooms that overlap', () => {
  test('two rooms in one space share its whole floor', async () => {
    const { status, findings } = await check(
      `${HOUSE}room "Treatment" at (2,3) number 1\nroom "Corridor" at (8,3) number 2`,
    );
    expect(status).toBe('violations');
    expect(findings).toMatchObject([{ check: 'room_overlap', severity: 'error' }]);
    // 10 by 6 m inside the walls.
    expect(findings[0]?.overlap_mm2).toBe(60_000_000);
    expect(findings[0]?.element_ids).toHaveLength(2);
    expect(findings[0]?.message).toContain('share 60.00 m² of floor');
  });

  test('a wall between them separates them', async () => {
    const { status } = await check(
      `${HOUSE}wall (5,0) to (5,6) thickness 0.2\nroom "Treatment" at (2,3) number 1\nroom "Corridor" at (8,3) number 2`,
    );
    expect(status).toBe('holds');
  });

  test.each([
    [2004, 'violations'],
    [2002, 'holds'],
  ])('rooms drawn up to %d mm and from 2,000 mm on: %s', async (to, status) => {
    // 5 m long: 4 mm are 0.02 m², 2 mm are 0.01 m².
    const found = await check(
      `${HOUSE}room "A" (0,0) (${to}mm,0) (${to}mm,5) (0,5) number 1\nroom "B" (2,0) (4,0) (4,5) (2,5) number 2`,
    );
    expect(found.status).toBe(status);
  });

  test.each([
    [2002, 'holds'],
    [2003, 'violations'],
  ])('rooms of 40 m drawn up to %d mm and from 2,000 mm on', async (to, status) => {
    // 2 mm along 40 m are 0.08 m², but nowhere more than a joint drawn twice; 3 mm are not.
    const found = await check(
      `level Ground at 0 height 3\nroom "A" (0,0) (${to}mm,0) (${to}mm,40) (0,40) number 1\nroom "B" (2,0) (4,0) (4,40) (2,40) number 2`,
    );
    expect(found.status).toBe(status);
  });

  test('a joint drawn twice does not hide an overlap beside it', async () => {
    // 1 mm along 4 m, and a corner of 200 by 200 mm.
    const { findings } = await check(
      `level Ground at 0 height 3\nroom "A" (0,0) (2001mm,0) (2001mm,4) (2.2,4) (2.2,4.2) (0,4.2) number 1\nroom "B" (2,0) (4,0) (4,5) (2,5) number 2`,
    );
    expect(findings).toMatchObject([{ check: 'room_overlap', overlap_mm2: 44_000 }]);
  });

  test('a room around another one does not overlap it', async () => {
    const { status } = await check(
      `${HOUSE}walls rect (4,2) to (6,4) thickness 0.1\nroom "Core" at (5,3) number 1\nroom "Hall" at (1,1) number 2`,
    );
    expect(status).toBe('holds');
  });

  test('rooms one above the other do not overlap', async () => {
    const { status } = await check(
      `${HOUSE}room "A" at (2,3) number 1
level First at 3 height 3
walls rect (0,0) to (10,6) thickness 0.2 line inside
room "B" at (2,3) number 2`,
    );
    expect(status).toBe('holds');
  });
});

describe('a room with an outline of its own', () => {
  // The wall is 200 mm thick, from 4,900 to 5,100 mm; the room is 4 m wide.
  const room = (to: number): string =>
    `level Ground at 0 height 3\nwall (5,-1) to (5,6) thickness 0.2\nroom "A" (0,0) (${to}mm,0) (${to}mm,4) (0,4)`;
  const inWalls = async (
    script: string,
  ): Promise<readonly (readonly [string, number | undefined])[]> => {
    const { findings } = await check(script);
    return findings.flatMap(({ check: name, severity, overlap_mm2 }) =>
      name === 'room_in_wall' ? [[severity, overlap_mm2] as const] : [],
    );
  };

  test.each([
    [4900, []],
    [4925, []],
    [4926, [['warning', 104_000]]],
    [5000, [['warning', 400_000]]],
    [5100, [['warning', 800_000]]],
  ])('that is drawn to %d mm: %j', async (to, expected) => {
    expect(await inWalls(room(to))).toEqual(expected);
  });

  test('may include the floor of a doorway, but not the rest of the wall', async () => {
    const door = 'wall (5,-1) to (5,6) thickness 0.2 as w\ndoor in $w at 2 width 1 height 2.1';
    const with_door = (script: string): string =>
      script.replace('wall (5,-1) to (5,6) thickness 0.2', door);
    const niche = `room "A" (0,0) (4900mm,0) (4900mm,1) (5,1) (5,2) (4900mm,2) (4900mm,4) (0,4)`;
    expect(await inWalls(with_door(room(4900)).replace(/room .*$/u, niche))).toEqual([]);
    const [[, overlap = 0] = []] = await inWalls(with_door(room(5000)));
    expect(overlap).toBeLessThanOrEqual(300_000);
    expect(overlap).toBeGreaterThan(250_000);
  });

  test('is not compared with walls above it', async () => {
    const above = room(5000).replace('thickness 0.2', 'thickness 0.2 base_offset 3 height 0.5');
    expect(await inWalls(above)).toEqual([]);
  });
});

describe('numbers and names of rooms', () => {
  const two = (a: string, b: string): string =>
    `${HOUSE}wall (5,0) to (5,6) thickness 0.2\nroom ${a} at (2,3)\nroom ${b} at (8,3)`.replaceAll(
      /room (\S+) (number \S+) at (\S+)/gu,
      'room $1 at $3 $2',
    );

  test.each([
    ['A number 0.1', 'B number 0.1', ['room_number']],
    ['A number "G.1a"', 'B number "g.1A"', ['room_number']],
    ['A number 0.1', 'B number 0.2', []],
    ['Office number 0.1', 'Office number 0.2', []],
    ['Office', 'office', ['room_name']],
    ['Office', 'Office number 0.2', []],
    ['Office', 'Store', []],
  ])('%s and %s: %j', async (a, b, checks) => {
    const { findings, status } = await check(two(a, b));
    expect(findings.map((one) => one.check)).toEqual(checks);
    expect(status).toBe(checks.length === 0 ? 'holds' : 'violations');
  });

  test('each room with the number of the first one is reported with it', async () => {
    const { findings } = await check(
      `${HOUSE}wall (4,0) to (4,6) thickness 0.2\nwall (7,0) to (7,6) thickness 0.2
room "A" at (2,3) number 7\nroom "B" at (5,3) number 7\nroom "C" at (9,3) number 7`,
    );
    expect(findings.map((one) => one.check)).toEqual(['room_number', 'room_number']);
    expect(findings[0]?.element_ids[0]).toBe(findings[1]?.element_ids[0]);
    for (const { location } of findings) expect(location).toMatchObject({ y: 3000, z: 0 });
  });

  test('a number counts on all levels, a name on its own level', async () => {
    const { findings } = await check(
      `${HOUSE}room "Office" at (2,3)
level First at 3 height 3
walls rect (0,0) to (10,6) thickness 0.2 line inside
room "Office" at (2,3)`,
    );
    expect(findings).toEqual([]);
    const numbered = await check(
      `${HOUSE}room "A" at (2,3) number 7
level First at 3 height 3
walls rect (0,0) to (10,6) thickness 0.2 line inside
room "B" at (2,3) number 7`,
    );
    expect(numbered.findings.map((one) => one.check)).toEqual(['room_number']);
  });
});
