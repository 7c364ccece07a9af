/** @module many elements at once: moved with joined walls, rotated, mirrored, repeated, copied to other levels. */
import { beforeEach, describe, expect, it } from 'vitest';

import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;
let first: string;
beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  first = await world.make('create_level', { name: 'First', elevation: 3000, height: 3400 });
});

function wallOf(id: string): Extract<Element, { kind: 'wall' }>['params'] {
  const found = world.view.elementOf(id, 'wall');
  if (found === undefined) throw new Error(`no wall ${id}`);
  return found.params;
}

async function transform(input: Record<string, unknown>): Promise<string[]> {
  const { placed_ids } = await world.do('transform_elements', input);
  return placed_ids as string[];
}

const AREA = (width: number, depth: number): number => width * depth;

describe('a moved wall', () => {
  let walls: string[];
  let room: string;
  beforeEach(async () => {
    // 10 x 8 m between axes, walls of 200: 9.8 x 7.8 m net.
    walls = await rectangle(world, ground, [0, 0, 10_000, 8000]);
    room = await world.make('create_room', { level_id: ground, point: P(2000, 1500) });
  });

  it('moves the ends of joined walls, and rooms get their new outlines', async () => {
    const [, east = ''] = walls;
    const stem = await world.make('create_wall', {
      level_id: ground,
      start: P(6000, 4000),
      end: P(10_000, 4000),
    });
    const window_id = await world.make('place_window', { wall_id: stem, offset: 500, width: 900 });
    await transform({ element_ids: [east], operation: 'move', delta: { x: 1500, y: 0 } });
    expect(wallOf(walls[0] ?? '').end).toEqual(P(11_500, 0));
    expect(wallOf(walls[2] ?? '').start).toEqual(P(11_500, 8000));
    expect(wallOf(stem)).toMatchObject({ start: P(6000, 4000), end: P(11_500, 4000) });
    expect(world.view.elementOf(window_id, 'window')?.params.offset).toBe(500);
    // 11.3 x 7.8 m minus the wall of 200 that extends 5.4 m into it.
    expect(world.view.measures(room).area_mm2).toBe(AREA(11_300, 7800) - AREA(5400, 200));
    expect(world.warnings.join()).toContain('3 walls are joined to moved elements');
  });

  it('moves the ends of joined walls by their location lines', async () => {
    // Drawn by their outer faces from corner to corner: the axes lie 100 inside and do not meet in the corners.
    const line = async (start: object, end: object): Promise<string> =>
      world.make('create_wall', { level_id: first, start, end, location_line: 'right' });
    const south = await line(P(0, 0), P(5000, 0));
    const east = await line(P(5000, 0), P(5000, 4000));
    await transform({ element_ids: [east], operation: 'move', delta: P(700, 0) });
    expect(wallOf(south)).toMatchObject({ start: P(0, 100), end: P(5700, 100) });
    expect(wallOf(east)).toMatchObject({ start: P(5600, 0), end: P(5600, 4000) });
  });

  it('moves alone if joined is false', async () => {
    await transform({
      element_ids: [walls[1]],
      operation: 'move',
      delta: { x: 1500, y: 0 },
      joined: false,
    });
    expect(wallOf(walls[0] ?? '').end).toEqual(P(10_000, 0));
  });

  it('keeps the openings of a stretched wall in position if its start moves', async () => {
    const [, , north = ''] = walls;
    const window_id = await world.make('place_window', { wall_id: north, offset: 500, width: 900 });
    // The north wall runs west from the east wall, which comes 1 m nearer: the window is 500 before its start then.
    await transform({ element_ids: [walls[1]], operation: 'move', delta: { x: 400, y: 0 } });
    expect(world.view.elementOf(window_id, 'window')?.params.offset).toBe(900);
    const body = await world.refusal('transform_elements', {
      element_ids: [walls[1]],
      operation: 'move',
      delta: { x: -1000, y: 0 },
    });
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: window_id } });
  });

  it('moves a room that lies only between moved walls', async () => {
    await transform({ element_ids: walls, operation: 'rotate', about: P(0, 0), angle_deg: 90 });
    expect(world.view.elementOf(room, 'room')?.params.point).toEqual(P(-1500, 2000));
    expect(world.view.measures(room).area_mm2).toBe(AREA(9800, 7800));
  });
});

describe('a mirrored house', () => {
  it('has doors that open to the same room, at the same end, and stairs that go the other way', async () => {
    const [south = ''] = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const door = await world.make('place_door', { wall_id: south, offset: 700, width: 1000 });
    const stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(1000, 1000),
      direction_deg: 30,
      width: 900,
    });
    const swept = world.view.workspace(door);
    await transform({
      filter: { level_id: ground },
      operation: 'mirror',
      from: P(8000, 0),
      to: P(8000, 1),
    });
    // The wall runs from (16000, 0) less 6000 now, to the east as before: 6000 - 700 - 1000.
    expect(wallOf(south)).toMatchObject({ start: P(10_000, 0), end: P(16_000, 0) });
    expect(world.view.elementOf(door, 'door')?.params).toMatchObject({
      offset: 4300,
      swing: 'right',
    });
    expect(world.view.elementOf(stair, 'stair')?.params).toMatchObject({
      start: P(15_000, 1000),
      direction_deg: 150,
    });
    // x from, y from, x to and y to of what the leaf sweeps, before and in the mirror image.
    const sides = (pieces: typeof swept): readonly (readonly number[])[] =>
      pieces.map(({ bounds: [x0, y0, , x1, y1] }) => [x0, y0, x1, y1].map((mm) => Math.round(mm)));
    expect(sides(world.view.workspace(door))).toEqual(
      sides(swept).map(([x0 = 0, y0, x1 = 0, y1]) => [16_000 - x1, y0, 16_000 - x0, y1]),
    );
  });
});

describe('a row of six houses, alternately mirrored', () => {
  it('has rooms as large as those of the first house, and one wall between two', async () => {
    // 6 x 9 m between the axes of walls of 240, a wall of 120 at 2.2 m, one across from there at 4.5 m.
    const line = async (start: object, end: object, thickness: number): Promise<string> =>
      world.make('create_wall', { level_id: ground, start, end, thickness });
    const shell = [
      await line(P(0, 0), P(6000, 0), 240),
      await line(P(6000, 0), P(6000, 9000), 240),
      await line(P(6000, 9000), P(0, 9000), 240),
      await line(P(0, 9000), P(0, 0), 240),
    ];
    const inner = await line(P(2200, 0), P(2200, 9000), 120);
    const across = await line(P(2200, 4500), P(6000, 4500), 120);
    const door = await world.make('place_door', { wall_id: inner, offset: 1200 });
    await world.make('place_window', { wall_id: shell[0] ?? '', offset: 3200, width: 1800 });
    const rooms: string[] = [];
    for (const [name, x, y] of [
      ['Hall', 1200, 1000],
      ['Front', 4000, 2000],
      ['Rear', 4000, 7000],
    ] as const) {
      rooms.push(await world.make('create_room', { level_id: ground, point: P(x, y), name }));
    }
    let house: readonly string[] = [...shell, inner, across, ...rooms];
    const all = [rooms];
    for (let n = 1; n < 6; n += 1) {
      house = await transform({
        element_ids: house,
        operation: 'mirror',
        from: P(6000 * n, 0),
        to: P(6000 * n, 9000),
        copy: true,
      });
      all.push(house.slice(-3));
    }
    // Net widths 2200 - 120 - 60 and 3800 - 60 - 120, depths 9000 - 240 and 4500 - 120 - 60.
    const hall = AREA(2020, 8760);
    const chamber = AREA(3620, 4320);
    expect(all).toHaveLength(6);
    for (const row of all) {
      const areas = row.map((id) => world.view.measures(id).area_mm2);
      expect(areas).toEqual([hall, chamber, chamber]);
    }
    // All walls of the first house, and of each further one all but the shared wall.
    expect(world.view.count('wall')).toBe(6 + 5 * 5);
    expect(world.view.count('door')).toBe(6);
    expect([...world.view.elementsOf('room')].map(({ params }) => params.name).slice(3, 6)).toEqual(
      ['Hall 2', 'Front 2', 'Rear 2'],
    );
    const doors = [...world.view.elementsOf('door')];
    expect(doors.map(({ params }) => params.offset)).toEqual(
      [1200, 6800, 1200, 6800, 1200, 6800].map((offset, n) =>
        n % 2 === 0
          ? offset
          : 9000 - 1200 - (world.view.elementOf(door, 'door')?.params.width ?? 0),
      ),
    );
  });
});

describe('a mirrored element', () => {
  it('has the edges of a roof on the sides where they were', async () => {
    const roof = await world.make('create_roof', {
      level_id: first,
      boundary_points: [P(0, 0), P(10_000, 0), P(10_000, 6000), P(0, 6000)],
      slope: 20,
      edges: [{ slope_deg: 30 }, { gable: true }, { slope_deg: 45 }, {}],
    });
    const line = { from: P(10_000, 0), to: P(10_000, 1) };
    await transform({ element_ids: [roof], operation: 'mirror', ...line });
    // The gable stays at x = 10 m, and is now the last side of the outline, counter-clockwise from the south.
    expect(world.view.elementOf(roof, 'roof')?.params).toMatchObject({
      boundary_points: [P(10_000, 0), P(20_000, 0), P(20_000, 6000), P(10_000, 6000)],
      edges: [{ slope_deg: 30 }, {}, { slope_deg: 45 }, { gable: true }],
    });
  });

  it('is an arc bent to the other side, with its window at the other end', async () => {
    const arc = await world.make('create_wall', {
      level_id: ground,
      start: P(0, 0),
      end: P(4000, 0),
      via: P(2000, 1000),
    });
    const window_id = await world.make('place_window', { wall_id: arc, offset: 500, width: 900 });
    await transform({ element_ids: [arc], operation: 'mirror', from: P(0, 0), to: P(1, 0) });
    expect(wallOf(arc)).toMatchObject({ start: P(4000, 0), end: P(0, 0), via: P(2000, -1000) });
    // Radius 2500 over a chord of 4000: 5000 * asin(0.8) = 4636.476 long.
    expect(world.view.elementOf(window_id, 'window')?.params.offset).toBeCloseTo(
      5000 * Math.asin(0.8) - 500 - 900,
      2,
    );
  });
});

describe('a stair with its opening', () => {
  let stair: string;
  let floor: string;
  const openings = (): Extract<Element, { kind: 'opening' }>['params'][] =>
    [...world.view.elementsOf('opening')].map(({ params }) => params);
  /** x from and to of the outline of the first or second opening. */
  const spanOf = (n: number): readonly number[] => {
    const xs = (openings()[n]?.outline ?? []).map(({ x }) => x);
    return [Math.min(...xs), Math.max(...xs)];
  };
  beforeEach(async () => {
    const boundary_points = [P(0, 0), P(9000, 0), P(9000, 6000), P(0, 6000)];
    floor = await world.make('create_floor', { level_id: first, boundary_points });
    stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(1500, 1000),
      direction_deg: 0,
      width: 1000,
      shape: 'l',
      turn: 'left',
      handrails: 'left',
      cut_floor: true,
    });
  });

  it('is mirrored with its floor: turn and handrail change sides, the opening stays its own', async () => {
    const [from = 0, to = 0] = spanOf(0);
    const volume = world.view.measures(floor).volume_mm3;
    const line = { operation: 'mirror', from: P(10_000, 0), to: P(10_000, 1) };
    const before = [stair, floor].map((id) => world.view.element(id));
    await transform({ element_ids: [stair, floor], ...line, copy: true });
    const [, copy] = [...world.view.elementsOf('stair')];
    expect(copy?.params).toMatchObject({ turn: 'right', handrails: 'right', direction_deg: 180 });
    expect(openings()[1]?.stair_id).toBe(copy?.id);
    expect(spanOf(1)).toEqual([20_000 - to, 20_000 - from]);
    const [, other] = [...world.view.elementsOf('floor')];
    expect(world.view.measures(other?.id ?? '').volume_mm3).toBe(volume);
    await transform({ element_ids: [stair, floor], operation: 'move', delta: P(0, 9000) });
    await transform({ element_ids: [floor, stair], operation: 'move', delta: P(0, -9000) });
    expect(openings()).toHaveLength(2);
    expect([stair, floor].map((id) => world.view.element(id))).toEqual(before);
  });

  it('cuts the floor again when the stair moves alone', async () => {
    const [from = 0, to = 0] = spanOf(0);
    await transform({ element_ids: [stair], operation: 'move', delta: P(500, 0) });
    expect(spanOf(0)).toEqual([from + 500, to + 500]);
    expect(openings()).toHaveLength(1);
  });
});

describe('an array', () => {
  it('of n has n times the volume, in a line and round a point', async () => {
    const column = await world.make('create_column', {
      level_id: ground,
      location: P(5000, 0),
      profile: '300x500',
    });
    const volume = (): number =>
      [...world.view.elementsOf('column')].reduce(
        (sum, { id }) => sum + (world.view.measures(id).volume_mm3 ?? 0),
        0,
      );
    expect(volume()).toBe(300 * 500 * 3000);
    await transform({
      element_ids: [column],
      operation: 'array',
      about: P(0, 0),
      angle_deg: 30,
      count: 12,
    });
    expect(world.view.count('column')).toBe(12);
    expect(volume()).toBeCloseTo(12 * 300 * 500 * 3000, -3);
    await transform({
      filter: { categories: ['Columns'] },
      operation: 'array',
      delta: { x: 0, y: 20_000 },
      count: 3,
    });
    expect(volume() / (36 * 300 * 500 * 3000)).toBeCloseTo(1, 7);
  });

  it('of copies that all lie on existing elements is refused', async () => {
    const [south] = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const body = await world.refusal('transform_elements', {
      element_ids: [south],
      operation: 'mirror',
      from: P(3000, 0),
      to: P(3000, 1),
      copy: true,
    });
    expect(body).toMatchObject({ name: 'NO_EFFECT' });
  });
});

describe('a storey copied to others', () => {
  it('has the heights of those levels, new names, and stairs to the next level up', async () => {
    const second = await world.make('create_level', { name: 'Second', elevation: 6400 });
    const walls = await rectangle(world, ground, [0, 0, 8000, 6000]);
    await world.make('place_door', { wall_id: walls[0] ?? '', offset: 1000, name: 'Main' });
    const room = await world.make('create_room', {
      level_id: ground,
      point: P(2000, 2000),
      name: 'Office 1',
      number: '101',
    });
    const stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(1000, 1000),
      direction_deg: 0,
      width: 900,
    });
    const sources = [...walls, room, stair];
    const placed = await transform({
      element_ids: sources,
      operation: 'to_levels',
      to_level_ids: [first],
    });
    const of = (id: string): string => placed[sources.indexOf(id)] ?? '';
    expect(world.view.measures(of(room))).toMatchObject({
      area_mm2: AREA(7800, 5800),
      volume_mm3: AREA(7800, 5800) * 3400,
    });
    expect(world.view.elementOf(of(room), 'room')?.params).toMatchObject({
      name: 'Office 1 (First)',
      number: '201',
      point: P(2000, 2000),
    });
    expect(wallOf(of(walls[0] ?? ''))).toMatchObject({ height: 3400, follows_level: true });
    expect(world.view.elementOf(of(stair), 'stair')?.params.top_level_id).toBe(second);
    expect(world.view.named('Main (First)')).toHaveLength(1);
    const body = await world.refusal('transform_elements', {
      element_ids: [stair],
      operation: 'to_levels',
      to_level_ids: [second],
    });
    expect(body.name).toBe('INVALID_STAIR');
    expect(body.message).toContain(stair);
  });
});

describe('refusals state the next step', () => {
  it.each([
    [{ operation: 'move' }, 'INVALID_ARGUMENT', 'expected either `element_ids` or `filter`'],
    [
      { operation: 'move', element_ids: ['x'], delta: P(1, 0) },
      'ELEMENT_NOT_FOUND',
      'no element `x`',
    ],
    [
      { operation: 'move', filter: { categories: ['Wall'] }, delta: P(1, 0) },
      'INVALID_ARGUMENT',
      'Walls',
    ],
    [{ operation: 'move', filter: {}, delta: P(1, 0) }, 'INVALID_ARGUMENT', 'matches no element'],
    [
      { operation: 'move', element_ids: ['@Ground'], delta: P(1, 0) },
      'INVALID_ARGUMENT',
      'move_element',
    ],
  ])('%j', async (input, name, fragment) => {
    const body = await world.refusal('transform_elements', input);
    expect(body).toMatchObject({ name });
    expect(body.message).toContain(fragment);
  });
});

describe('a script', () => {
  it('mirrors a part with its names, and repeats, moves and copies it', async () => {
    await world.do('run_script', {
      script: `part unit() {
        walls rect (0, 0) to (6, 9) thickness 0.24 as shell
        door in $shell.south at 1 width 1
        room "Unit" at (3, 4)
      }
      on @Ground
      let house = unit()
      mirror $house about (6, 0) to (6, 9) copy as twin
      window in $twin.shell.south at 1 size 1.8 x 1.4 name View
      array $twin.shell.south by (0, 20) times 3 as rows
      set $rows.2 name Last
      column at (3, 2) size 0.3 x 0.5 name Post
      array @Post by 90 about (2, 2) times 4
      move $house.shell.north by (0, 1)
      turn @Post by 90 about (3, 2)
      copy storey @Ground to @First`,
    });
    const named = (name: string): string => world.view.named(name)[0]?.id ?? '';
    // The image of the south wall runs on to the east from (6, 0), as the first one does.
    const view = world.view.elementOf(named('View'), 'window')?.params;
    expect(wallOf(view?.host_id ?? '')).toMatchObject({ start: P(6000, 0), end: P(12_000, 0) });
    expect(wallOf(named('Last'))).toMatchObject({ start: P(6000, 40_000), end: P(12_000, 40_000) });
    expect(world.view.elementOf(named('Post'), 'column')?.params.turn_deg).toBe(90);
    const columns = [...world.view.elementsOnLevel(ground)].filter(({ kind }) => kind === 'column');
    expect(columns).toHaveLength(4);
    // 6 - 0.24 by 9 and then 10 less 0.24: the wall between the two goes up with the north wall of the first house.
    const rooms = [...world.view.elementsOf('room')].map(
      ({ id }) => world.view.measures(id).area_mm2,
    );
    expect(rooms[0]).toBe(AREA(5760, 9760));
    expect(world.view.count('room')).toBe(4);
    expect(rooms.slice(2)).toEqual(rooms.slice(0, 2));
  });
});
