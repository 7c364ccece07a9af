/** @module tests of butt joints: the first named wall runs through to the far face of the other. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let one: string;
let other: string;

beforeEach(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  // This wall is thinner, so it would stop if it were not named first.
  const draw = (end: Point, thickness: number): Promise<string> =>
    world.make('create_wall', { level_id, start: P(0, 0), end, thickness });
  one = await draw(P(5000, 0), 200);
  other = await draw(P(0, 4000), 300);
});

const boxOf = (id: string): readonly number[] => {
  const ring = world.view.footprint(id)?.ring ?? [];
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const butt = (...element_ids: readonly string[]) => ({ element_ids, join_type: 'butt' });

test('the first wall runs through, in the preview and after the commit', async () => {
  const plan = await world.plan('join_elements', butt(one, other));
  expect(plan.warnings?.join()).toContain(`wall \`${one}\` runs through`);
  await world.do('join_elements', butt(one, other));
  expect(boxOf(one)).toEqual([-150, -100, 5000, 100]);
  expect(boxOf(other)).toEqual([-150, 100, 150, 4000]);
  expect(await world.refusal('join_elements', butt(one, other))).toMatchObject({
    name: 'NO_EFFECT',
  });
  await world.do('modify_parameter', { element_id: one, parameter_name: 'thickness', value: 100 });
  expect(boxOf(one)).toEqual([-150, -50, 5000, 50]);
  expect(boxOf(other)).toEqual([-150, 50, 150, 4000]);
});

test('in the reverse order, the other wall runs through', async () => {
  await world.do('join_elements', butt(one, other));
  await world.do('join_elements', butt(other, one));
  expect(boxOf(other)).toEqual([-150, -100, 150, 4000]);
  expect(boxOf(one)).toEqual([150, -100, 5000, 100]);
});

test('of three walls that end at a point, the first runs through if all are named', async () => {
  const level_id = [...world.view.elementsOf('level')][0]?.id ?? '';
  const third = await world.make('create_wall', {
    level_id,
    start: P(0, 0),
    end: P(0, -4000),
    thickness: 300,
  });
  const plan = await world.plan('join_elements', butt(one, other));
  expect(plan.warnings?.join()).toContain(`until all of them are named: also \`${third}\``);
  const all = await world.plan('join_elements', butt(one, other, third));
  expect(all.warnings).toHaveLength(1);
  await world.do('join_elements', butt(one, other, third));
  // This wall runs between the two others to their far faces; these stop at its faces.
  expect(boxOf(one)).toEqual([-150, -100, 5000, 100]);
  expect(boxOf(other)).toEqual([-150, 100, 150, 4000]);
  expect(boxOf(third)).toEqual([-150, -4000, 150, -100]);
  await world.do('join_elements', butt(other, one, third));
  expect(boxOf(other)).toEqual([-150, -100, 150, 4000]);
  expect(boxOf(one)).toEqual([150, -100, 5000, 100]);
});

test('a curtain wall stops at a solid one unless a mitre is set, and two curtain walls meet in a mitre', async () => {
  const level_id = [...world.view.elementsOf('level')][0]?.id ?? '';
  const draw = (start: Point, end: Point, given: object): Promise<string> =>
    world.make('create_wall', { level_id, start, end, ...given });
  const glass = { thickness: 100, curtain: { columns: 3 } };
  const solid = await draw(P(20_000, 0), P(26_000, 0), { thickness: 300 });
  const front = await draw(P(26_000, 0), P(26_000, 5000), glass);
  const side = await draw(P(26_000, 5000), P(20_000, 5000), glass);
  await draw(P(20_000, 5000), P(20_000, 0), { thickness: 300 });
  expect(boxOf(solid)).toEqual([19_850, -150, 26_050, 150]);
  expect(boxOf(front)).toEqual([25_950, 150, 26_050, 5050]);
  expect(boxOf(side)).toEqual([20_150, 4950, 26_050, 5050]);
  const room = await world.make('create_room', { level_id, point: P(23_000, 2000), name: 'Hall' });
  expect(world.view.measures(room).area_mm2).toBe(5800 * 4800);
  await world.do('join_elements', { element_ids: [solid, front], join_type: 'miter' });
  expect(boxOf(front)).toEqual([25_950, -150, 26_050, 5050]);
  expect(world.view.measures(room).area_mm2).toBe(5800 * 4800);
  // Of three walls that end here, the only solid one runs through.
  const wide = { ...glass, thickness: 300 };
  const third = await draw(P(40_000, 0), P(45_000, 0), { thickness: 200 });
  const up = await draw(P(40_000, 0), P(40_000, 4000), wide);
  const down = await draw(P(40_000, 0), P(40_000, -4000), wide);
  expect(boxOf(third)).toEqual([39_850, -100, 45_000, 100]);
  expect(boxOf(up)).toEqual([39_850, 100, 40_150, 4000]);
  expect(boxOf(down)).toEqual([39_850, -4000, 40_150, -100]);
});
