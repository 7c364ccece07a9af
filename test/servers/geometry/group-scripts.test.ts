/** @module groups in scripts: created from named elements, placed by one statement each. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

test('a group is created and placed, and later changes of one placement apply to all', async () => {
  const world = await World.create();
  await world.do('run_script', {
    script: `
      level Ground at 0 height 3 as g; level First at 3 height 3 as f; on $g
      walls rect (0, 0) size 6 x 4 thickness 0.2 as s
      room "Bed" at (1, 1)
      group "Flat A" $s as flat
      place $flat by (10, 0)
      place $flat mirror (8, 0) to (8, 1) turn 90 about (0, 0) by (0, 40)
      place @"Flat A" on $f
      door in $s.south at 1 width 0.9
      set $s.north height 2.5`,
  });
  const [group] = [...world.view.elementsOf('group')];
  const { members = [], placements = [] } = group?.params ?? {};
  expect(placements).toMatchObject([
    { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false },
    { number: 2, x: 10_000, y: 0 },
    // (x, y) goes to (16 − x, y), then to (−y, 16 − x), then 40 m up: mirrored in x, that is half a turn and a quarter.
    { number: 3, x: 0, y: 56_000, turn_deg: 270, mirrored: true },
    { number: 4, x: 0, y: 0 },
  ]);
  expect(members.map((ids) => ids.length)).toEqual([6, 6, 6, 6]);
  const kinds = members.map((ids) => ids.map((id) => world.view.element(id)?.kind));
  expect(new Set(kinds.map((row) => row.join(' '))).size).toBe(1);
  const north = members.map((ids) => world.view.elementOf(ids[2] ?? '', 'wall')?.params.height);
  expect(north).toEqual([2500, 2500, 2500, 2500]);
  // 6 x 4 m between axes, walls of 200.
  const rooms = members.map((ids) => world.view.measures(ids[4] ?? '').area_mm2);
  expect(rooms).toEqual([5800 * 3800, 5800 * 3800, 5800 * 3800, 5800 * 3800]);
  const start = world.view.elementOf(members[2]?.[0] ?? '', 'wall')?.params.start;
  // The south wall ends at (6, 0), whose image is (0, 16 − 6 + 40): the mirrored wall begins there.
  expect(start).toEqual({ x: 0, y: 50_000 });
});

test('refuses a placement without a transformation and an empty group, with line and column', async () => {
  const world = await World.create();
  const start = 'level Ground at 0; wall (0, 0) to (5, 0) as w\n';
  const refused = async (line: string): Promise<string> =>
    (await world.refusal('run_script', { script: start + line })).message;
  expect(await refused('group "A"')).toContain('line 2');
  expect(await refused('group "A" $w as a\nplace $a turn 90')).toContain('about');
  expect(await refused('group "A" $w as a\nplace $a')).toContain('would coincide');
  expect(await refused('place $w by (1, 0)')).toContain('expected a group');
});

test('the answer lists the group under its name and the names of its placements', async () => {
  const world = await World.create();
  const script = `level Ground at 0 as g
    walls rect (0, 0) size 6 x 4 as s
    group "Flat" $s as flat
    let second = place $flat by (10, 0)
    place $second by (0, 10) as third`;
  const { data } = await world.plan('run_script', { script });
  const results: unknown = data['results'];
  const named = Array.isArray(results) ? results.slice(-3) : [];
  const { id } = Object(named[0]);
  expect(id).toMatch(/^group_/u);
  const placed = (placement: number): object => ({
    placement,
    element_ids: Array.from({ length: 4 }, () => expect.stringMatching(/^wall_/u)),
  });
  expect(named).toEqual([
    { tool: 'create_group', id, as: 'flat' },
    { tool: 'create_group', id, as: 'second', ...placed(2) },
    { tool: 'create_group', id, as: 'third', ...placed(3) },
  ]);
});
