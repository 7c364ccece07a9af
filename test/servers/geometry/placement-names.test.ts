/** @module names in placements: the name of a placement is followed by the names of the counterparts in the first one. */
import { beforeEach, describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const FLAT = `level Ground at 0 height 3 as g; level First at 3 height 3 as f; on $g
walls rect (0, 0) size 6 x 4 thickness 0.2 as s
wall (3, 0) to (3, 4) thickness 0.12 as middle
door in $s.south at 1 width 0.9 as d
group "Flat" $s $middle as flat
`;

let world: World;
beforeEach(async () => {
  world = await World.create();
});

type Placed = { as?: string; placement?: number; element_ids?: string[]; id: string };
async function run(script: string): Promise<ReadonlyMap<string, Placed>> {
  const { results } = await world.do('run_script', { script });
  const all = Array.isArray(results) ? results.map((one: Placed) => one) : [];
  return new Map(all.map((one) => [one.as ?? '', one]));
}
const rows = (): readonly (readonly string[])[] =>
  [...world.view.elementsOf('group')][0]?.params.members ?? [];
/** The counterpart in a placement of an element of the first one. */
const like = (id: string | undefined, row: number): string =>
  rows()[row]?.[rows()[0]?.indexOf(id ?? '') ?? -1] ?? 'none';
const meant = async (name: string): Promise<unknown> =>
  (await world.ask('get_element', { element_id: name }))['element_id'];

describe('the answer', () => {
  test('returns the number of a placement and its final elements', async () => {
    const made = await run(`${FLAT}place $flat by (10, 0) as q
      place $flat mirror (0, 20) to (1, 20) as m
      place $flat on $f
      window in $s.north at 2 as view`);
    expect(made.get('q')).toMatchObject({ placement: 2, element_ids: rows()[1] });
    expect(made.get('m')).toMatchObject({ placement: 3, element_ids: rows()[2] });
    expect(rows().map(({ length }) => length)).toEqual([7, 7, 7, 7]);
    expect(made.get('flat')).not.toHaveProperty('placement');
    expect(new Set(['q', 'm', 'flat'].map((as) => made.get(as)?.id)).size).toBe(1);
  });

  test('of create_group lists the placed elements', async () => {
    const made = await run(FLAT);
    const group_id = made.get('flat')?.id ?? '';
    const place = async (x: number): Promise<unknown> =>
      (await world.do('create_group', { group_id, placements: [{ move: { x, y: 0 } }] }))[
        'placed_ids'
      ];
    expect(await place(10_000)).toEqual(rows()[1]);
    expect(await place(20_000)).toEqual(rows()[2]);
    const other = { name: 'Other', element_ids: [await world.make('create_wall', WALL)] };
    expect((await world.do('create_group', other))['placed_ids']).toEqual([]);
    const released = await world.do('create_group', { group_id, release: 3 });
    expect(released['placed_ids']).toEqual([]);
  });
});
const WALL = { level_id: '$g', start: { x: 0, y: 90_000 }, end: { x: 5000, y: 90_000 } };

describe('names in a placement', () => {
  test('are the names of their counterparts in the first placement, in the same script', async () => {
    const made = await run(`${FLAT}place $flat mirror (8, 0) to (8, 1) as q
      set $q.s.south fire_rating_min 60
      door in $q.middle at 1 as late
      set $q.d name "Front"
      move $q.late by (0, 0.5)`);
    const south = made.get('s.south')?.id;
    expect(world.view.elementOf(like(south, 1), 'wall')?.params).toMatchObject({
      start: { x: 10_000, y: 0 },
      end: { x: 16_000, y: 0 },
      fire_rating_min: 60,
    });
    // Independent parameters are set in that placement only.
    const door = made.get('d')?.id;
    const names = [0, 1].map((row) => world.view.elementOf(like(door, row), 'door')?.params.name);
    expect(names).toEqual([null, 'Front']);
  });

  test('can be used by every tool in later calls, and `$q` is the group', async () => {
    const made = await run(`${FLAT}place $flat by (10, 0) as q
      window in $s.north at 2 as view`);
    for (const name of ['s.south', 's.west', 'middle', 'd', 'view']) {
      const own = made.get(name)?.id;
      expect([name, await meant(`$q.${name}`)]).toEqual([name, like(own, 1)]);
      expect(like(own, 1)).not.toBe(own);
      expect(await meant(`$flat.${name}`)).toBe(own);
    }
    expect(await meant('$q')).toBe(made.get('q')?.id);
    const door = await world.make('place_door', { wall_id: '$q.s.east', offset: 1000 });
    expect(rows()[1]).toContain(door);
    expect(rows()[0]).toHaveLength(8);
    const refused = await world.refusal('place_door', { wall_id: '$q.s.top', offset: 1000 });
    expect(refused.message).toContain('`$q.s.south`');
  });

  test('apply if the group is placed in a later script, by its assigned names', async () => {
    const made = await run(FLAT);
    await run('place $flat by (10, 0) as q\nwindow in $q.s.north at 2 as view');
    await run('place $q by (0, 10) as r\ndoor in $r.s.east at 1 as back');
    expect(await meant('$r.s.south')).toBe(like(made.get('s.south')?.id, 2));
    expect(await meant('$q.d')).toBe(like(made.get('d')?.id, 1));
    expect(world.view.hostedBy(like(made.get('s.north')?.id, 0))).toHaveLength(1);
    expect(world.view.hostedBy(like(made.get('s.east')?.id, 1))).toHaveLength(1);
  });

  test('apply if all members were created before', async () => {
    const made = await run(FLAT.replace(/group .*\n/u, ''));
    await run(
      'group "Flat" $s $middle as flat\nplace $flat by (10, 0) as q\nset $q.s.south height 2.5',
    );
    const south = made.get('s.south')?.id;
    expect(world.view.elementOf(south ?? '', 'wall')?.params.height).toBe(2500);
    expect(await meant('$q.s.south')).toBe(like(south, 1));
    expect(await meant('$q.middle')).toBe(like(made.get('middle')?.id, 1));
  });

  test('include those of parts, loops and copies', async () => {
    const made = await run(`level Ground at 0 height 3 as g
      part unit() {
        walls rect (0, 0) size 6 x 4 thickness 0.2 as s
        for i in 1..3 { column at (2 * i, 2) size 0.3 x 0.3 as c } as posts
        column at (1, 1) size 0.3 x 0.3 as first
        array $first by (0, 1) times 2 as more
        group "Unit" $s $posts $first $more as all
      }
      let one = unit()
      for i in 1..3 { place $one.all by (10 * i, 0) as q } as places
      set $places.2.q.one.posts.1.c name "P"
      set $places.1.q.s.west fire_rating_min 90`);
    expect(await meant('$places.2.q.one.posts.1.c')).toBe(like(made.get('one.posts.1.c')?.id, 2));
    expect(await meant('$places.2.q.s.west')).toBe(like(made.get('one.s.west')?.id, 2));
    const copy = rows()[0]?.[7];
    expect(await meant('$places.1.q.more.1')).toBe(like(copy, 1));
    const walls = rows().map((ids) => world.view.elementOf(ids[3] ?? '', 'wall')?.params);
    expect(walls.map((params) => params?.fire_rating_min)).toEqual([90, 90, 90]);
  });

  test('refer to several elements if the original name does', async () => {
    await run(`${FLAT}place $flat by (10, 0) as q\nproperties $q.s Own A 1`);
    const named = await world.do('set_properties', {
      element_ids: ['$q.s'],
      set: 'Own',
      properties: { B: 2 },
    });
    const walls = (rows()[1] ?? []).filter((id) => id.startsWith('wall_')).slice(0, 4);
    expect(named['modified_ids']).toEqual(expect.arrayContaining(walls));
  });

  test('are refused if no member of the group has them', async () => {
    const wrong = async (line: string): Promise<string> =>
      (
        await world.refusal('run_script', {
          script: `${FLAT}column at (20, 20) size 0.3 x 0.3 as post\nlet own = @Ground\nplace $flat by (10, 0) as q\n${line}`,
        })
      ).message;
    expect(await wrong('set $q.post height 2')).toContain(
      '`$q.post` refers to nothing: `post` does not name anything in group',
    );
    expect(await wrong('set $q.none height 2')).toContain('`$q.none` refers to nothing');
    expect(await wrong('set $q.s.top height 2')).toContain('`$q.s.top` is not one wall');
    expect(await wrong('set $q.own height 2')).toContain('expected a name of the script');
    expect(await wrong('door in $q.d at 1')).toContain('is a door, expected a wall');
  });

  test('do not use up the limit for other names, and a chain of placements is not deeper', async () => {
    const places = Array.from(
      { length: 30 },
      (_, i) => `place $p${i} by (${10 * (i + 1)}, 0) as p${i + 1}`,
    );
    await run(`${FLAT.replace('as flat', 'as p0')}
      for i in 0..60 { column at (i, 20) size 0.3 x 0.3 as c } as row
      ${places.join('\n')}
      column at (0, -5) size 0.3 x 0.3 as last`);
    expect(await meant('$last')).toMatch(/^column_/u);
    expect(await meant('$row.59.c')).toMatch(/^column_/u);
    expect(await meant('$p30.s.south')).toBe(rows()[30]?.[0]);
  });
});
