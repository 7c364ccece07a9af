/** @module tests of arcs that are drawn by their faces, split, trimmed, extended and offset. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { withCornersOn } from '../../../kernel/building/geometry/plan/corners-on.ts';
import { signedArea } from '../../../kernel/building/geometry/plan/polygon.ts';
import { unionArea } from '../../kernel/building/geometry/manifold-plan.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Answer = Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });
const HALF = { start: P(4000, 0), via: P(0, 4000), end: P(-4000, 0), thickness: 300 };

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

/** Half a circle of 4 m radius, from east to west over the north, counter-clockwise. */
const half = (more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id, ...HALF, ...more });
const wall = (start: Point, end: Point, more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id, start, end, ...more });
const set = (element_id: string, parameter_name: string, value: unknown): Promise<Answer> =>
  world.do('modify_parameter', { element_id, parameter_name, value });
const edit = (operation: string, wall_id: string, more: object = {}): Promise<Answer> =>
  world.do('edit_walls', { operation, wall_id, ...more });
const refused = (operation: string, wall_id: string, more: object = {}) =>
  world.refusal('edit_walls', { operation, wall_id, ...more });
const asked = (element_id: string): Promise<Answer> => world.ask('get_element', { element_id });
const shown = async (element_id: string): Promise<Answer> =>
  (await asked(element_id))['params'] as Answer;
const radius = async (id: string): Promise<unknown> =>
  ((await asked(id))['measures'] as Answer)['arc_radius_mm'];
const ringOf = (id: string): readonly Point[] => world.view.footprint(id)?.ring ?? [];
const radiiOf = (id: string): readonly number[] => ringOf(id).map(({ x, y }) => Math.hypot(x, y));
/** The overlap of walls, mm². */
function shared(ids: readonly string[]): number {
  const rings = ids.map(ringOf);
  const exact = rings.map((ring) => withCornersOn(ring, rings.flat()));
  return exact.reduce((sum, ring) => sum + signedArea(ring), 0) - unionArea(exact);
}

describe('an arc drawn by a face', () => {
  test.each([
    ['outside', 3850],
    ['inside', 4150],
    ['right', 3850],
    ['left', 4150],
    ['centre', 4000],
  ])(
    'drawn by %s has its axis at %d, and the face where it was drawn',
    async (location_line, axis) => {
      const id = await half({ location_line });
      expect(await radius(id)).toBe(axis);
      expect(world.view.measures(id).length_mm).toBeCloseTo(Math.PI * axis, 2);
      expect(await shown(id)).toMatchObject({ start: HALF.start, via: HALF.via, end: HALF.end });
      // All corners of the drawn face are on the drawn radius, all others within 0.1 mm of that of their face.
      const radii = radiiOf(id);
      const [inner, outer] = [axis - 150, axis + 150];
      expect(radii.every((r) => Math.min(Math.abs(r - inner), Math.abs(r - outer)) < 0.1)).toBe(
        true,
      );
      const drawn = radii.filter((r) => Math.abs(r - 4000) < 1);
      expect(drawn.length).toBe(axis === 4000 ? 0 : radii.length / 2);
      expect(drawn.every((r) => Math.abs(r - 4000) <= 0.001)).toBe(true);
    },
  );

  test('keeps this face with a new thickness, and its openings keep their angle', async () => {
    const id = await half({ location_line: 'outside' });
    const window = await world.make('place_window', { wall_id: id, offset: 5000, width: 1000 });
    await set(id, 'thickness', 500);
    expect(await radius(id)).toBe(3750);
    expect(await shown(id)).toMatchObject({ start: HALF.start, via: HALF.via });
    // 5500 of the 3850 mm arc is 5500 · 3750 / 3850 of the new one.
    expect((await shown(window))['offset']).toBeCloseTo((5500 * 3750) / 3850 - 500, 2);
  });

  test('keeps its body when its location line changes', async () => {
    const id = await half();
    const ring = radiiOf(id);
    await set(id, 'location_line', 'outside');
    expect(await shown(id)).toMatchObject({ location_line: 'right', start: P(4150, 0) });
    expect(await radius(id)).toBe(4000);
    expect(Math.max(...radiiOf(id))).toBeCloseTo(Math.max(...ring), 1);
  });

  test('keeps its line when it is moved, mirrored and undone', async () => {
    const id = await half({ location_line: 'outside' });
    await world.do('transform_elements', {
      element_ids: [id],
      operation: 'mirror',
      from: P(0, 0),
      to: P(1, 0),
    });
    expect(await shown(id)).toMatchObject({
      location_line: 'right',
      start: P(-4000, 0),
      via: P(0, -4000),
      end: P(4000, 0),
    });
    expect(await radius(id)).toBe(3850);
    await world.do('move_element', { element_id: id, delta: { x: 100, y: 0, z: 0 } });
    expect(await shown(id)).toMatchObject({ via: P(100, -4000) });
  });

  test('is refused if its axis would have too small a radius; a straight wall has no outside', async () => {
    const small = { start: P(300, 0), via: P(0, 300), end: P(-300, 0), location_line: 'outside' };
    const body = await world.refusal('create_wall', { level_id, ...HALF, ...small });
    expect(body).toMatchObject({ name: 'OUT_OF_RANGE' });
    expect(body.message).toContain('a radius of 150 mm on its axis, expected at least 160 mm');
    const straight = await world.refusal('create_wall', {
      level_id,
      start: P(0, 0),
      end: P(5000, 0),
      location_line: 'outside',
    });
    expect(straight.message).toContain('expected `location_line` left or right');
  });

  test('is drawn in a script by outside and inside, with its layers from outside', async () => {
    const script = [
      'type wall Cavity layers brick 100mm finish, blocks 200mm structure as cavity',
      'on @Ground',
      'wall (4, 0) to (-4, 0) via (0, 4) of $cavity line outside as bow',
      'wall (-4, 9) to (4, 9) via (0, 13) of $cavity line inside side inside',
    ].join('\n');
    await world.do('run_script', { script });
    const walls = [...world.view.elementsOf('wall')].map(({ params }) => params);
    // The first turns to the left, so that its right face is outside; the second to the right.
    expect(walls).toMatchObject([
      { location_line: 'right', layer_side: 'right' },
      { location_line: 'right', layer_side: 'right' },
    ]);
  });

  test('meets straight walls and rooms exactly', async () => {
    const id = await half({ location_line: 'outside' });
    const base = await wall(P(-4000, 0), P(4000, 0), { thickness: 200, location_line: 'right' });
    const room = await world.make('create_room', { level_id, point: P(0, 2000), name: 'Apse' });
    const net = world.view.measures(room).area_mm2 ?? NaN;
    expect(Math.abs(shared([id, base]))).toBeLessThan(0.01);
    // Half the inner circle, less the inner half of the straight wall: facets leave up to 1 mm.
    const inner = 3700;
    const [half_angle, height] = [Math.acos(200 / inner), 200];
    const segment = inner ** 2 * half_angle - height * Math.sqrt(inner ** 2 - height ** 2);
    expect(Math.abs(net - segment)).toBeLessThan(Math.PI * inner);
  });
});

describe('splitting an arc', () => {
  test('by a distance along it assigns its openings to their pieces', async () => {
    const id = await half({ location_line: 'outside' });
    const window = await world.make('place_window', {
      wall_id: id,
      offset: 8000,
      width: 1000,
      anchor: 'end',
    });
    const quarter = (Math.PI * 3850) / 2;
    const done = await edit('split', id, { distance: Math.round(quarter * 1000) / 1000 });
    const second = String(done['new_id']);
    expect(done).toMatchObject({ rehosted_ids: [window] });
    expect(await shown(id)).toMatchObject({ start: HALF.start, end: P(0, 4000) });
    expect(await shown(second)).toMatchObject({ start: P(0, 4000), end: HALF.end });
    expect([await radius(id), await radius(second)]).toEqual([
      expect.closeTo(3850, 1),
      expect.closeTo(3850, 1),
    ]);
    expect((await shown(window))['offset']).toBeCloseTo(8000 - quarter, 2);
    expect(Math.abs(shared([id, second]))).toBeLessThan(0.01);
  });

  test('by a crossing straight wall works, or is refused with both crossings', async () => {
    const id = await half();
    const across = await wall(P(0, 3000), P(0, 6000));
    await edit('split', id, { to_wall_id: across });
    expect(await shown(id)).toMatchObject({ end: P(0, 4000) });
    const bow = await wall(P(20_000, 0), P(12_000, 0), { via: P(16_000, 4000) });
    const chord = await wall(P(10_000, 2000), P(22_000, 2000));
    const body = await refused('split', bow, { to_wall_id: chord });
    // Angles of 30° and 150° on 4 m.
    expect(body.data['places']).toEqual([2094.395, 10_471.976]);
    expect(body.message).toContain('expected one of them as `distance`');
  });
});

describe('trimming and extending', () => {
  test('an arc to a straight wall uses its circle', async () => {
    const id = await half();
    const across = await wall(P(0, 3000), P(0, 6000));
    await edit('trim', id, { to_wall_id: across, keep: 'end' });
    expect(await shown(id)).toMatchObject({ start: P(0, 4000), end: HALF.end });
    expect(await radius(id)).toBeCloseTo(4000, 1);
    const east = await wall(P(3000, 0), P(6000, 0));
    await edit('extend', id, { to_wall_id: east });
    // The rest of the arc is on the grid, and its circle a micrometre off.
    const { start, end } = await shown(id);
    expect(end).toEqual(HALF.end);
    expect(Math.abs((start as Point).x - 4000)).toBeLessThanOrEqual(0.002);
    expect(Math.abs((start as Point).y)).toBeLessThanOrEqual(0.002);
    expect(world.view.measures(id).length_mm).toBeCloseTo(Math.PI * 4000, 1);
  });

  test('a straight wall to an arc uses the circle of the arc, once', async () => {
    const bow = await half();
    const id = await wall(P(0, 0), P(0, 3000));
    await edit('extend', id, { to_wall_id: bow });
    expect(await shown(id)).toMatchObject({ end: P(0, 4000) });
    const long = await wall(P(1000, 0), P(1000, 6000));
    await edit('trim', long, { to_wall_id: bow, keep: 'start' });
    // √(4000² − 1000²).
    expect(await shown(long)).toMatchObject({ end: P(1000, 3872.983) });
    const chord = await wall(P(-6000, 2000), P(6000, 2000));
    const twice = await refused('trim', chord, { to_wall_id: bow, keep: 'start' });
    expect(twice.data['places']).toEqual([2535.898, 9464.102]);
    expect(twice.message).toContain('`operation` split');
    const off = await wall(P(-9000, 5000), P(9000, 5000));
    const never = await refused('trim', off, { to_wall_id: bow });
    expect(never.message).toContain('pass 1000 mm from each other');
    expect(never.message).toContain('move_end');
  });

  test('two arcs uses their circles, and is refused for concentric ones', async () => {
    const id = await wall(P(4000, 0), P(0, 4000), { via: P(2828.427, 2828.427) });
    // Radius 2000 round (-4000, 0): from (-2000, 0) over the south to (-6000, 0) and on; it meets the first at y < 0 alone.
    const other = await wall(P(-2000, 0), P(-6000, 0), { via: P(-4000, -2000) });
    await edit('extend', id, { to_wall_id: other, keep: 'start' });
    const end = (await shown(id))['end'] as Point;
    expect(Math.hypot(end.x, end.y)).toBeCloseTo(4000, 2);
    expect(Math.hypot(end.x + 4000, end.y)).toBeCloseTo(2000, 2);
    expect(end.y).toBeLessThan(0);
    const inner = String((await edit('offset', id, { distance: 1000 }))['new_id']);
    const body = await refused('extend', inner, { to_wall_id: id });
    expect(body.message).toContain('never meet');
  });
});

test('the offset of an arc has the same centre and may not pass it', async () => {
  const id = await half({ location_line: 'outside' });
  const inner = String((await edit('offset', id, { distance: 1000 }))['new_id']);
  expect(await shown(inner)).toMatchObject({
    start: P(3000, 0),
    via: P(0, 3000),
    end: P(-3000, 0),
  });
  expect(await radius(inner)).toBe(2850);
  const outer = String((await edit('offset', id, { distance: -1000 }))['new_id']);
  expect(await shown(outer)).toMatchObject({ start: P(5000, 0), via: P(0, 5000) });
  const body = await refused('offset', id, { distance: 4000 });
  expect(body).toMatchObject({ name: 'OUT_OF_RANGE' });
  expect(body.message).toContain('a radius of 4000 mm on its line');
});

test('law: the pieces of an arc lie on it and do not overlap', async () => {
  const Arc = fc.record({
    bow: fc.integer({ min: 300, max: 2500 }),
    side: fc.constantFrom(1, -1),
    line: fc.constantFrom('centre', 'left', 'right'),
    share: fc.integer({ min: 15, max: 85 }),
  });
  await fc.assert(
    fc.asyncProperty(Arc, async ({ bow, side, line, share }) => {
      world = await World.create();
      level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
      const id = await wall(P(0, 0), P(6000, 800), {
        via: P(3000, 400 + side * bow),
        thickness: 240,
        location_line: line,
      });
      const was = world.view.measures(id).length_mm ?? NaN;
      const r = Number(await radius(id));
      const distance = Math.round(was * share * 10) / 1000;
      const { new_id } = await edit('split', id, { distance });
      const pieces = [id, String(new_id)];
      const lengths = pieces.map((one) => world.view.measures(one).length_mm ?? NaN);
      expect(Math.abs((lengths[0] ?? 0) - distance)).toBeLessThan(0.1);
      expect(Math.abs(lengths.reduce((a, b) => a + b) - was)).toBeLessThan(0.1);
      for (const one of pieces) {
        expect(Math.abs(Number(await radius(one)) / r - 1)).toBeLessThan(1e-3);
      }
      expect(Math.abs(shared(pieces))).toBeLessThan(0.01);
    }),
    { numRuns: 30 },
  );
}, 60_000);
