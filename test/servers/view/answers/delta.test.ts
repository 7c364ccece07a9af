/** @module tests of live changes: a page that applies them has the same shapes as one that loads the scene again. */
import { describe, expect, test } from 'vitest';

import type { PermissionScope } from '../../../../schemas/permissions.ts';
import { rectangle, World } from '../../building/world.ts';
import { looker, Page } from '../looking-of.ts';
import { type ReadPart, readPart } from '../read-part.ts';

const AT = { branch: 'main' };

/** A room between four walls with a door, on each of two levels. */
async function house(): Promise<{ world: World; levels: string[]; walls: string[] }> {
  const world = await World.create();
  const levels: string[] = [];
  const walls: string[] = [];
  for (const [name, elevation] of [
    ['Ground', 0],
    ['Upper', 3000],
  ] as const) {
    const level_id = await world.make('create_level', { name, elevation });
    levels.push(level_id);
    const own = await rectangle(world, level_id, [0, 0, 5000, 4000]);
    walls.push(...own);
    await world.make('place_door', { wall_id: own[0], offset: 1000 });
    await world.make('create_room', {
      level_id,
      point: { x: 2000, y: 2000 },
      name: `${name} room`,
    });
  }
  return { world, levels, walls };
}

/** What is drawn of each element, by id. */
type Drawn = Map<string, string>;

function drawnIn(part: ReadPart): Drawn {
  const { columns, positions, corners, opaque, glass } = part;
  return new Map(
    columns.id.map((id, row) => {
      const [vertex, count] = columns.vertices[row] ?? [0, 0];
      const own = [...positions.subarray(3 * vertex, 3 * (vertex + count))];
      const run = (from: number, span: readonly [number, number] = [0, 0]): readonly number[] =>
        [...corners.subarray(from + span[0], from + span[0] + span[1])].map((at) => at - vertex);
      const runs = [
        run(0, columns.opaque[row]),
        run(opaque, columns.glass[row]),
        run(opaque + glass, columns.space[row]),
      ];
      const level = columns.level.texts[columns.level.rows[row] ?? -1];
      return [id, JSON.stringify([columns.name[row], level, columns.colour[row], own, runs])];
    }),
  );
}

async function loaded(page: Page): Promise<{ mark: string; drawn: Drawn }> {
  const scene = await page.json('scene', { at: AT });
  const drawn: Drawn = new Map();
  for (const { level_id, parts } of scene.storeys) {
    for (let part = 0; part < parts; part++) {
      const read = readPart(await page.bytes('part', { at: AT, level_id, part }));
      for (const [id, text] of drawnIn(read)) drawn.set(id, text);
    }
  }
  return { mark: scene.at.mark, drawn };
}

async function delta(page: Page, mark: string): Promise<ReadPart> {
  return readPart(await page.bytes('delta', { mark }));
}

function applied(drawn: Drawn, part: ReadPart): Drawn {
  const after = new Map(drawn);
  for (const id of part.removed ?? []) after.delete(id);
  for (const [id, text] of drawnIn(part)) after.set(id, text);
  return after;
}

function sorted(drawn: Drawn): readonly (readonly [string, string])[] {
  return [...drawn].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe('live changes', () => {
  test('each change gives the shapes of the scene after it, and few others', async () => {
    const { world, levels, walls } = await house();
    const page = new Page(world);
    let { mark, drawn } = await loaded(page);
    const total = drawn.size;
    const [level_id = ''] = levels;
    const [wall = '', , opposite = ''] = walls;
    const steps: readonly (readonly [string, Record<string, unknown>])[] = [
      ['modify_parameter', { element_id: wall, parameter_name: 'height', value: 2500 }],
      ['move_element', { element_id: opposite, delta: { x: 0, y: 450 } }],
      [
        'create_column',
        {
          level_id,
          location: { x: 900, y: 900 },
          profile: '300x300',
          height: 2500,
        },
      ],
      ['modify_parameter', { element_id: wall, parameter_name: 'name', value: 'South' }],
      ['delete_elements', { element_ids: [wall] }],
      ['undo', {}],
    ];
    for (const [tool, input] of steps) {
      const of = tool === 'undo' ? { event_id: world.log.all.at(-1)?.event_id } : input;
      await world.do(tool, of);
      const part = await delta(page, mark);
      expect(part.reload).toBeUndefined();
      drawn = applied(drawn, part);
      mark = part.at.mark;
      expect(sorted(drawn)).toEqual(sorted((await loaded(page)).drawn));
      // Storeys that follow from those before are those of a hub that lists them.
      const again = await World.create();
      again.log.all.push(...world.log.all);
      const listed = [...(await loaded(new Page(again))).drawn];
      expect([...(await loaded(page)).drawn]).toEqual(listed);
      // The upper storey is not concerned.
      expect(part.columns.id.length).toBeLessThan(total / 2);
      expect(part.columns.id.length + (part.removed?.length ?? 0)).toBeGreaterThan(0);
    }
  });

  test('elements of a type with another name are sent again', async () => {
    const { world, walls } = await house();
    const layers = [{ material: 'Brick', thickness: 200, function: 'structure' }];
    const type = await world.make('create_type', { for: 'wall', name: 'Masonry', layers });
    const [wall = ''] = walls;
    await world.do('modify_parameter', {
      element_id: wall,
      parameter_name: 'type_id',
      value: type,
    });
    const page = new Page(world);
    const { mark } = await loaded(page);
    const renaming = { element_id: type, parameter_name: 'name', value: 'Bricks' };
    await world.do('modify_parameter', renaming);
    const { columns } = await delta(page, mark);
    expect([columns.id, columns.type.texts]).toEqual([[wall], ['Bricks']]);
  });

  test('nothing is sent if nothing has changed', async () => {
    const { world } = await house();
    const page = new Page(world);
    const { mark } = await loaded(page);
    const part = await delta(page, mark);
    expect([part.columns.id, part.removed, part.left_out, part.reload]).toEqual([
      [],
      [],
      [],
      undefined,
    ]);
  });

  test('shapes stay in the coordinates of the scene when the model grows far', async () => {
    const { world, levels } = await house();
    const page = new Page(world);
    const scene = await page.json('scene', { at: AT });
    const wall = { level_id: levels[0], start: { x: 900_000, y: 0 }, end: { x: 905_000, y: 0 } };
    const id = await world.make('create_wall', wall);
    const first = await delta(page, scene.at.mark);
    expect(first.origin_mm).toEqual(scene.origin_mm);
    expect((await page.json('scene', { at: AT })).origin_mm).not.toEqual(scene.origin_mm);
    await world.do('modify_parameter', { element_id: id, parameter_name: 'height', value: 2500 });
    const second = await delta(page, first.at.mark);
    expect(second.origin_mm).toEqual(scene.origin_mm);
    expect(second.columns.box[0]?.slice(0, 3)).toEqual([900, -0.1, 0]);
  });

  test('other storeys, and a mark of an earlier moment, load the scene again', async () => {
    const { world } = await house();
    const page = new Page(world);
    const { mark } = await loaded(page);
    const { at } = await page.json('scene', { at: { branch: 'main', seq: 5 } });
    expect((await delta(page, at.mark)).reload).toBe(true);
    await world.make('create_level', { name: 'Roof', elevation: 6000 });
    const part = await delta(page, mark);
    expect([part.reload, part.columns.id]).toEqual([true, []]);
    await expect(delta(page, 'm0')).rejects.toThrow('no state `m0` was sent');
    await expect(delta(new Page(world), mark)).rejects.toThrow('was sent to this page');
  });

  test('a hidden change sends the same as no change, and an element that leaves the scope is removed', async () => {
    const { world, walls } = await house();
    const READ: PermissionScope = {
      regions: [{ min: { x: -1000, y: -1000, z: 0 }, max: { x: 9000, y: 9000, z: 2900 } }],
    };
    // The walls are 3,000 mm high, so that nothing is inside before they are lowered.
    const [wall = '', , , , upper = ''] = walls;
    const lower = { element_id: wall, parameter_name: 'height', value: 2800 };
    await world.do('modify_parameter', lower);
    const page = new Page(world, looker(READ));
    const { mark, drawn } = await loaded(page);
    expect([...drawn.keys()]).toContain(wall);
    expect([...drawn.keys()]).not.toContain(upper);
    await world.do('modify_parameter', {
      element_id: upper,
      parameter_name: 'height',
      value: 2500,
    });
    const hidden = await delta(page, mark);
    expect([hidden.columns.id, hidden.removed, hidden.reload]).toEqual([[], [], undefined]);
    expect(hidden.at.seq).toBeNull();
    await world.do('modify_parameter', { ...lower, value: 3000 });
    const left = await delta(page, hidden.at.mark);
    expect(left.removed).toContain(wall);
    expect(sorted(applied(drawn, left))).toEqual(sorted((await loaded(page)).drawn));
  });
});
