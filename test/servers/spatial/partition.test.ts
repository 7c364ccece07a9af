/** @module law: the returned outlines of walls and areas of rooms partition the plan without gaps and overlaps. */
import { expect, it } from 'vitest';
import * as z from 'zod';

import { sharedOutline } from '../../../kernel/building/spatial/shared-outline.ts';
import { insideOf, spacesOn } from '../../../kernel/building/spatial/spaces.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { unionArea } from '../../kernel/building/geometry/manifold-plan.ts';
import { gridPlan } from '../../kernel/building/geometry/walls/wall-plans.ts';
import { World } from '../building/world.ts';

const Answered = z.object({
  outline: z.array(PlanPoint),
  measures: z.looseObject({ area_mm2: z.number().nullable() }),
});

/** 3 by 2 cells of 5 m, jittered, with partitions that end on the sides of walls; none is narrower than its walls. */
async function skewPlan(seed: number): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0 });
  for (const { start, end, thickness } of gridPlan({ columns: 3, rows: 2, seed, tees: 1 })) {
    await world.do('create_wall', { level_id, start, end, thickness, height: 3000 });
  }
  for (const { area } of spacesOn(world.view, level_id)) {
    await world.do('create_room', { level_id, name: 'R', point: insideOf(area[0] ?? []) });
  }
  return world;
}

it.each([11, 12, 13])(
  'plan %i: walls and rooms sum to the outer area within 1e-8 m²',
  async (seed) => {
    const world = await skewPlan(seed);
    const ask = async (element_id: string): Promise<z.output<typeof Answered>> =>
      Answered.parse(
        await world.ask('get_element', { element_id, include: ['outline', 'measures'] }),
      );
    const [walls, rooms] = [[...world.view.elementsOf('wall')], [...world.view.elementsOf('room')]];
    const outlines = await Promise.all(walls.map(async ({ id }) => (await ask(id)).outline));
    const areas = await Promise.all(rooms.map(async ({ id }) => (await ask(id)).measures.area_mm2));
    const net = areas.reduce<number>((sum, area) => sum + (area ?? Number.NaN), 0);
    expect(rooms.length).toBeGreaterThan(4);
    expect(outlines.some(({ length }) => length > 8)).toBe(true);
    expect(Math.abs(unionArea(outlines) + net - 15_300 * 10_300)).toBeLessThan(0.01);
  },
);

it('the outline of a wall includes the corners of a wall that ends on it, but not of a hidden or higher one', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0 });
  const wall = async (start: PlanPoint, end: PlanPoint): Promise<string> =>
    await world.make('create_wall', { level_id, start, end, thickness: 200, height: 1000 });
  const P = (x: number, y: number): PlanPoint => ({ x, y });
  const met = await wall(P(0, 0), P(9000, 0));
  await wall(P(3000, 0), P(3000, 4000));
  const above = await wall(P(6000, 0), P(6000, 4000));
  const lifted = { element_id: above, parameter_name: 'base_offset', value: 1000 };
  await world.do('modify_parameter', lifted);
  const corners = [P(0, -100), P(9000, -100), P(9000, 100), P(0, 100)];
  const outlineIn = (view: typeof world.view): readonly PlanPoint[] | undefined => {
    const element = view.elementOf(met, 'wall');
    return element === undefined ? undefined : sharedOutline(view, element)?.outline;
  };
  expect(outlineIn(world.view)).toEqual([
    ...corners.slice(0, 3),
    P(3100, 100),
    P(2900, 100),
    corners[3],
  ]);
  const place = { key: 'test', maker: 'maker', own: () => false, branch: () => true };
  const seen = world.domain.callerView(world.view, {
    ...place,
    place: ({ boxes }) => boxes.every((box) => box.max.y < 1000),
  }).view;
  expect(outlineIn(seen)).toEqual(corners);
});

it('the corners of more than 250 walls are omitted with a warning', async () => {
  const world = await World.create();
  const lines = ['wall (0, 0) to (260, 0) thickness 0.2 as long'];
  for (let x = 1; x <= 251; x++) lines.push(`wall (${x}, 0) to (${x}, 3) thickness 0.1`);
  await world.do('run_script', { script: `level "M" at 10 as m\n${lines.join('\n')}` });
  const long = [...world.view.elementsOf('wall')].find(({ params }) => params.end.x === 260_000);
  const answer = await world.ask('get_element', { element_id: long?.id, include: ['outline'] });
  expect(answer['outline']).toHaveLength(4);
  expect(world.warnings).toEqual([expect.stringContaining('without their corners')]);
});
