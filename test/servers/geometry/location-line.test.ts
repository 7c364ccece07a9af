/** @module tests of location lines: walls drawn by a face have exactly the outer or inner dimensions that were drawn. */
import { beforeEach, describe, expect, test } from 'vitest';

import { signedArea } from '../../../kernel/building/geometry/plan/polygon.ts';
import { planModify } from '../../../kernel/building/model/plan/modify.ts';
import { context } from '../../kernel/building/kinds/bench.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Corner = readonly [x: number, y: number];
type Answer = Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

async function wall(start: Corner, end: Corner, more: object = {}): Promise<string> {
  return world.make('create_wall', { level_id, start: P(...start), end: P(...end), ...more });
}

/** Walls round corners that are given clockwise: their left faces are outside. */
async function round(
  corners: readonly Corner[],
  more: (side: number) => object,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [i, corner] of corners.entries()) {
    ids.push(await wall(corner, corners[(i + 1) % corners.length] ?? corner, more(i)));
  }
  return ids;
}

const ringOf = (id: string): readonly Point[] => world.view.footprint(id)?.ring ?? [];
const areaOf = (ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + signedArea(ringOf(id)), 0);
const boxOf = (ids: readonly string[]): readonly number[] => {
  const points = ids.flatMap(ringOf);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const shown = async (element_id: string): Promise<Answer> =>
  (await world.ask('get_element', { element_id }))['params'] as Answer;
async function room(x: number, y: number): Promise<number> {
  const made = await world.do('create_room', { level_id, point: P(x, y), name: 'Room' });
  return Number((made as Answer)['area_mm2'] ?? NaN);
}

const RECT: readonly Corner[] = [
  [0, 0],
  [0, 6000],
  [10_000, 6000],
  [10_000, 0],
];
const L: readonly Corner[] = [
  [0, 0],
  [0, 8000],
  [4000, 8000],
  [4000, 4000],
  [10_000, 4000],
  [10_000, 0],
];

describe('a closed chain', () => {
  test('by its outer faces has the outer dimensions that were drawn', async () => {
    const ids = await round(RECT, () => ({ thickness: 300, location_line: 'left' }));
    expect(boxOf(ids)).toEqual([0, 0, 10_000, 6000]);
    expect(areaOf(ids)).toBe(10_000 * 6000 - 9400 * 5400);
    expect(await room(5000, 3000)).toBe(9400 * 5400);
    expect(ringOf(ids[0] ?? '')).toHaveLength(4);
    expect(ringOf(ids[0] ?? '')).toEqual(
      expect.arrayContaining([P(0, 0), P(300, 300), P(300, 5700), P(0, 6000)]),
    );
  });

  test('by its inner faces has the inner dimensions that were drawn', async () => {
    const ids = await round(RECT, () => ({ thickness: 300, location_line: 'right' }));
    expect(boxOf(ids)).toEqual([-300, -300, 10_300, 6300]);
    expect(areaOf(ids)).toBe(10_600 * 6600 - 10_000 * 6000);
    expect(await room(5000, 3000)).toBe(10_000 * 6000);
  });

  test('can have an inward corner', async () => {
    const ids = await round(L, () => ({ thickness: 300, location_line: 'left' }));
    const outer = 10_000 * 4000 + 4000 * 4000;
    const inner = 9400 * 3400 + 3400 * 4000;
    expect(boxOf(ids)).toEqual([0, 0, 10_000, 8000]);
    expect(areaOf(ids)).toBe(outer - inner);
    expect(await room(2000, 2000)).toBe(inner);
  });

  test('of walls of different thickness', async () => {
    const thickness = [300, 200, 800, 100];
    const ids = await round(RECT, (side) => ({
      thickness: thickness[side],
      location_line: 'left',
    }));
    const inner = (10_000 - 300 - 800) * (6000 - 200 - 100);
    expect(boxOf(ids)).toEqual([0, 0, 10_000, 6000]);
    expect(areaOf(ids)).toBe(60_000_000 - inner);
    expect(await room(5000, 3000)).toBe(inner);
  });

  test.each([200, 800])('with an angle of 30° and a thickness of %i mm', async (thickness) => {
    const [a, b] = [16_000, 16_000 * Math.tan(Math.PI / 6)];
    const corners: readonly Corner[] = [
      [0, 0],
      [a, b],
      [a, 0],
    ];
    const ids = await round(corners, () => ({ thickness, location_line: 'left' }));
    // A triangle that is offset inwards is similar to itself, by its inscribed circle.
    const area = (a * b) / 2;
    const inradius = (2 * area) / (a + b + Math.hypot(a, b));
    const inner = area * (1 - thickness / inradius) ** 2;
    const [left, bottom, right, top] = boxOf(ids);
    expect([left, bottom, right]).toEqual([0, 0, a]);
    expect(Math.abs(Number(top) - b)).toBeLessThan(0.002);
    expect(Math.abs(areaOf(ids) - (area - inner))).toBeLessThan(50);
    expect(Math.abs((await room(14_000, 3000)) - inner)).toBeLessThan(50);
  });
});

describe('a partition', () => {
  test.each(['centre', 'left', 'right'])('by its %s ends at the face', async (line) => {
    await round(RECT, () => ({ thickness: 300, location_line: 'left' }));
    const id = await wall([4000, 0], [4000, 6000], { thickness: 100, location_line: line });
    const from = { centre: 3950, left: 4000, right: 3900 }[line] ?? NaN;
    expect(boxOf([id])).toEqual([from, 300, from + 100, 5700]);
    expect(await room(1000, 3000)).toBe((from - 300) * 5400);
    expect(await room(8000, 3000)).toBe((9700 - from - 100) * 5400);
  });

  test('drawn obliquely to a face line ends on it with both of its faces', async () => {
    const host = await wall([0, 0], [10_000, 0], { thickness: 300, location_line: 'left' });
    const id = await wall([4000, -300], [6000, -3764], { thickness: 400, location_line: 'left' });
    const tops = ringOf(id).filter(({ y }) => y > -1000);
    expect(tops.map(({ y }) => y)).toEqual([-300, -300]);
    expect(ringOf(host)).toHaveLength(4);
    // 400 mm thick, measured along a line that the wall meets at atan(3464 / 2000).
    const [one, other] = tops.map(({ x }) => x);
    const across = 400 / Math.sin(Math.atan2(3464, 2000));
    expect(Math.abs(Number(one) - Number(other))).toBeCloseTo(across, 2);
    expect(Math.max(Number(one), Number(other))).toBeCloseTo(4000, 2);
  });
});

describe('a wall', () => {
  test('is returned as it was drawn, with its axis, which moves with its thickness', async () => {
    const id = await wall([1000, 0], [5000, 0], { thickness: 200, location_line: 'right' });
    expect(await shown(id)).toMatchObject({
      location_line: 'right',
      start: P(1000, 0),
      end: P(5000, 0),
      axis: { start: P(1000, 100), end: P(5000, 100) },
    });
    await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'thickness',
      value: 500,
    });
    expect(boxOf([id])).toEqual([1000, 0, 5000, 500]);
    expect(await shown(id)).toMatchObject({ start: P(1000, 0), axis: { start: P(1000, 250) } });
  });

  test('keeps its body when its location line changes', async () => {
    const id = await wall([0, 0], [5000, 0], { thickness: 200 });
    const set = { element_id: id, parameter_name: 'location_line', value: 'left' };
    await world.do('modify_parameter', set);
    expect(boxOf([id])).toEqual([0, -100, 5000, 100]);
    expect(await shown(id)).toMatchObject({ start: P(0, 100), axis: { start: P(0, 0) } });
    expect(await world.refusal('modify_parameter', set)).toMatchObject({ name: 'NO_EFFECT' });
  });

  test('accepts ends on its line, and keeps the distances of its openings', async () => {
    const id = await wall([0, 0], [5000, 0], { thickness: 200, location_line: 'left' });
    const door = await world.make('place_door', { wall_id: id, offset: 1000 });
    const done = await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'end',
      value: P(5000, 3000),
    });
    expect(done).toMatchObject({ from: P(5000, 0), to: P(5000, 3000) });
    expect(await shown(id)).toMatchObject({ start: P(0, 0), end: P(5000, 3000) });
    expect(await shown(door)).toMatchObject({ offset: 1000 });
    await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'start',
      value: P(500, 300),
    });
    expect(await shown(id)).toMatchObject({ start: P(500, 300), end: P(5000, 3000) });
    // A tenth of the wall is gone at its start: the door keeps its distance from the other end.
    const { offset } = await shown(door);
    expect(Number(offset)).toBeCloseTo(1000 - Math.hypot(5000, 3000) / 10, 2);
  });

  test('of a type is drawn by its core, which stays in place when its layers change', async () => {
    const layers = [
      { material: 'brick', thickness: 115, function: 'finish' },
      { material: 'wool', thickness: 140, function: 'insulation' },
      { material: 'blocks', thickness: 175, function: 'structure' },
      { material: 'plaster', thickness: 15, function: 'finish' },
    ];
    const type_id = await world.make('create_type', { name: 'Cavity', for: 'wall', layers });
    const id = await wall([0, 0], [5000, 0], { type_id, location_line: 'core' });
    // Brick on the left: 255 mm before the middle of the blocks at 87.5, 190 mm in all to the right of them less.
    expect(boxOf([id])).toEqual([0, -102.5, 5000, 342.5]);
    await world.do('modify_parameter', {
      element_id: type_id,
      parameter_name: 'layers',
      value: layers.toSpliced(1, 1, { material: 'wool', thickness: 200, function: 'insulation' }),
    });
    expect(boxOf([id])).toEqual([0, -102.5, 5000, 402.5]);
    await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'layer_side',
      value: 'right',
    });
    expect(boxOf([id])).toEqual([0, -402.5, 5000, 102.5]);
  });

  test('of a type is drawn by its core, which stays in place when its layers are reordered', async () => {
    const layers = [
      { material: 'wool', thickness: 100, function: 'insulation' },
      { material: 'blocks', thickness: 200, function: 'structure' },
    ];
    const type_id = await world.make('create_type', { name: 'Lined', for: 'wall', layers });
    const id = await wall([0, 0], [5000, 0], { type_id, location_line: 'core' });
    const by_axis = await wall([0, 9000], [5000, 9000], { type_id });
    expect(boxOf([id])).toEqual([0, -100, 5000, 200]);
    const version = world.view.version(by_axis);
    const set = (parameter_name: string, value: unknown): Promise<unknown> =>
      world.do('modify_parameter', { element_id: type_id, parameter_name, value });
    await set('layers', layers.toReversed());
    expect(boxOf([id])).toEqual([0, -200, 5000, 100]);
    expect(world.view.version(by_axis)).toBe(version);
    await set('name', 'Turned');
    expect(boxOf([id])).toEqual([0, -200, 5000, 100]);
  });

  test('of a hidden type keeps the side of its layers if its line is their core', async () => {
    const layers = [
      { material: 'wool', thickness: 100, function: 'insulation' },
      { material: 'blocks', thickness: 200, function: 'structure' },
    ];
    const type_id = await world.make('create_type', { name: 'Lined', for: 'wall', layers });
    const id = await wall([0, 0], [5000, 0], { type_id, location_line: 'core' });
    const by_face = await wall([0, 9000], [5000, 9000], { type_id, location_line: 'left' });
    const blind = world.domain.callerView(world.view, {
      place: ({ category }) => category !== 'Types',
      key: 'no types',
      maker: 'maker',
      own: () => false,
      branch: () => true,
    }).view;
    const side = (element_id: string): unknown =>
      planModify({ element_id, parameter_name: 'layer_side', value: 'right' }, blind, context);
    expect(() => side(id)).toThrow(/a type that you may not read/u);
    // If no answer depends on the layers, it is an ordinary change.
    expect(side(by_face)).toMatchObject({
      events: [{ aggregate_id: by_face, payload: { updates: { layer_side: 'right' } } }],
    });
  });

  test('is shown in previews where it was drawn, not where it is stored', async () => {
    const id = await wall([0, 0], [5000, 0], { thickness: 300, location_line: 'left' });
    const end = { element_id: id, parameter_name: 'end', value: P(6000, 0) };
    const { events } = await world.plan('modify_parameter', end);
    expect(world.effect(events).changes).toEqual([
      expect.objectContaining({
        id,
        params: {
          end: { from: P(5000, 0), to: P(6000, 0) },
          axis: {
            from: { start: P(0, -150), end: P(5000, -150) },
            to: { start: P(0, -150), end: P(6000, -150) },
          },
        },
      }),
    ]);
    // The events, which are signed, contain the axis.
    expect(events).toMatchObject([{ payload: { updates: { end: P(6000, -150) } } }]);
    const thicker = { element_id: id, parameter_name: 'thickness', value: 400 };
    const { events: widened } = await world.plan('modify_parameter', thicker);
    const [change] = world.effect(widened).changes;
    expect(Object.keys(change?.change === 'modified' ? change.params : {})).toEqual([
      'axis',
      'thickness',
    ]);
  });

  test('snaps to the line of a wall that it nearly meets', async () => {
    await wall([0, 0], [0, 6000], { thickness: 300, location_line: 'left' });
    const id = await wall([5, 6003], [8000, 6000], { thickness: 300, location_line: 'left' });
    expect(await shown(id)).toMatchObject({ start: P(0, 6000), axis: { end: P(8000, 5850) } });
  });

  test('keeps its line when it is moved, rotated and undone', async () => {
    const ids = await round(RECT, () => ({ thickness: 300, location_line: 'left' }));
    for (const element_id of ids) {
      await world.do('move_element', { element_id, delta: { x: 1000, y: 0, z: 0 } });
    }
    expect(boxOf(ids)).toEqual([1000, 0, 11_000, 6000]);
    expect(await shown(ids[0] ?? '')).toMatchObject({ start: P(1000, 0), end: P(1000, 6000) });
    expect(await room(5000, 3000)).toBe(9400 * 5400);
  });

  test.each([
    ['walls rect (0, 0) size 10 x 6 thickness 0.3 line outside', [0, 0, 10_000, 6000]],
    ['walls rect (0, 0) size 10 x 6 thickness 0.3 line inside', [-300, -300, 10_300, 6300]],
    [
      'walls path (0, 0) (10, 0) (10, 6) (0, 6) closed thickness 0.3 line outside',
      [0, 0, 10_000, 6000],
    ],
    [
      'walls path (0, 6) (10, 6) (10, 0) (0, 0) closed thickness 0.3 line left',
      [0, 0, 10_000, 6000],
    ],
    ['wall (0, 0) to (10, 0) thickness 0.3 line left', [0, -300, 10_000, 0]],
  ])('can be drawn by a face in a script: %s', async (statement, box) => {
    await world.do('run_script', { script: `level "L" at 9; ${statement}` });
    expect(boxOf([...world.view.elementsOf('wall')].map(({ id }) => id))).toEqual(box);
  });

  test('of a closed chain has its layers from outside in a script', async () => {
    const script = (words: string): string =>
      [
        'type wall Cavity layers brick 100mm finish, blocks 200mm structure as cavity',
        'level "L" at 9',
        `walls rect (0, 0) size 10 x 6 of $cavity ${words}`,
      ].join('\n');
    const sides = async (words: string): Promise<readonly unknown[]> => {
      const own = await World.create();
      await own.do('run_script', { script: script(words) });
      const walls = [...own.view.elementsOf('wall')];
      return walls.map(({ params }) => `${params.location_line} ${params.layer_side}`);
    };
    // South and north run to the east, west and east to the north.
    const half = (first: string, second: string): unknown =>
      expect.toSatisfy((found: readonly string[]) => {
        const count = (word: string): number => found.filter((one) => one === word).length;
        return count(first) === 2 && count(second) === 2;
      });
    expect(await sides('line outside')).toEqual(half('right right', 'left left'));
    expect(await sides('line inside')).toEqual(half('left right', 'right left'));
    expect(await sides('line outside side inside')).toEqual(half('right left', 'left right'));
    expect(await sides('line core side outside')).toEqual(half('core right', 'core left'));
    // For every location line, and for the default.
    expect(await sides('line core')).toEqual(half('core right', 'core left'));
    expect(await sides('line centre')).toEqual(half('centre right', 'centre left'));
    expect(await sides('')).toEqual(half('undefined right', 'undefined left'));
    expect(await sides('line core side inside')).toEqual(half('core left', 'core right'));
  });

  test.each([
    ['counter-clockwise', '(0, 0) (10, 0) (10, 6) (0, 6) closed', 'right'],
    ['clockwise', '(0, 0) (0, 6) (10, 6) (10, 0) closed', 'left'],
    ['back to its first point', '(0, 0) (10, 0) (10, 6) (0, 6) (0, 0)', 'right'],
    // The chain is open, so it has no outer side.
    ['that stays open', '(0, 0) (0, 6) (10, 6) (10, 0)', undefined],
  ])('of a path %s has its layers from outside in a script', async (_way, points, wanted) => {
    for (const line of ['', 'line core', 'line left', 'line right']) {
      const own = await World.create();
      const script = `type wall Cavity layers brick 100mm finish, blocks 200mm structure as cavity
        level "L" at 9; walls path ${points} of $cavity ${line}`;
      await own.do('run_script', { script });
      const sides = [...own.view.elementsOf('wall')].map(({ params }) => params.layer_side);
      expect(new Set(sides)).toEqual(new Set([wanted]));
    }
  });

  test('without a type has no layer side in a script', async () => {
    const script = 'level "L" at 9; walls rect (0, 0) size 10 x 6 line core';
    const { events } = await world.plan('run_script', { script });
    expect(JSON.stringify(events)).not.toContain('layer_side');
  });

  test('of a rectangle has no left side in a script', async () => {
    const script = 'level "L" at 9; walls rect (0, 0) size 10 x 6 line left';
    const refused = await world.refusal('run_script', { script });
    expect(refused).toMatchObject({ name: 'SCRIPT_SYNTAX' });
    expect(refused.message).toContain('outside');
  });
});
