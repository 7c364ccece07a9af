/** @module moving a whole placement after an edit moved walls of its rooms does not change the others. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
beforeEach(async () => {
  world = await World.create();
  await world.do('run_script', {
    script: `level G at 0 height 3 as g
walls rect (0, 0) to (8, 5) as s
wall (4, 0) to (4, 5) as part
room "Day" at (1, 1); room "Night" at (6, 1)
group "Suite" $s $part as h
place $h by (0, 10); place $h by (0, 20) turn 90 about (0, 0); place $h by (0, 40) turn 37 about (0, 0)`,
  });
});

const rows = (): readonly (readonly string[])[] =>
  [...world.view.elementsOf('group')][0]?.params.members ?? [];
const idsOf = (row: number, kind: string): readonly string[] =>
  (rows()[row] ?? []).filter((id) => world.view.element(id)?.kind === kind);
const areas = (row: number): readonly number[] =>
  idsOf(row, 'room').map((id) => Math.round((world.view.measures(id).area_mm2 ?? 0) / 1000));
const alone = (row: number) => ({
  element_ids: rows()[row],
  operation: 'move',
  delta: P(30_000, 0),
});

/** The partition moves 500 to the east in all placements; no outline of a room is stored again. */
async function part(): Promise<void> {
  await world.do('transform_elements', {
    element_ids: idsOf(0, 'wall').slice(-1),
    operation: 'move',
    delta: P(500, 0),
  });
  expect(areas(0)).toEqual([20_640, 15_840]);
}

test.each([0, 1, 2, 3])('moving placement %s alone changes no other one', async (row) => {
  await part();
  const plan = await world.plan('transform_elements', alone(row));
  expect(plan.warnings ?? []).toEqual([]);
  const ids = new Set(plan.events.map(({ aggregate_id }) => aggregate_id));
  const group = [...world.view.elementsOf('group')].map(({ id }) => id);
  expect([...ids].toSorted()).toEqual([...(rows()[row] ?? []), ...group].toSorted());
  await world.do('transform_elements', alone(row));
  // Without the wall between them rooms have the stored outlines, which are equal in all placements.
  await world.do('delete_elements', { element_ids: idsOf(1, 'wall').slice(0, 1) });
  expect([...rows().keys()].map(areas)).toEqual(rows().map(() => areas(0)));
});

test('all placements can be moved at once, with recomputed outlines', async () => {
  await part();
  await world.do('transform_elements', { ...alone(0), element_ids: rows().flat() });
  expect(world.warnings).toEqual([]);
  await world.do('delete_elements', { element_ids: idsOf(1, 'wall').slice(0, 1) });
  expect([...rows().keys()].map(areas)).toEqual(rows().map(() => [20_640, 15_840]));
});
