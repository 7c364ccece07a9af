/** @module tests of boolean_operation: volumes, what the result takes the place of, and refusals. */
import { describe, expect, it } from 'vitest';

import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { World, withWall } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

function refuse(code: string, message: string): never {
  throw new Error(`${code}: ${message}`);
}

describe('boolean_operation', () => {
  async function columns(): Promise<{ world: World; a: string; b: string }> {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    const column = { level_id, profile: '1000x1000', height: 1000 };
    const a = await world.make('create_column', { ...column, location: P(0, 0) });
    const b = await world.make('create_column', { ...column, location: P(500, 0) });
    return { world, a, b };
  }
  it.each([
    ['union', 1.5e9, []],
    ['subtract', 0.5e9, ['b']],
    ['intersect', 0.5e9, []],
  ])(
    '%s has the exact volume and takes the place of what it replaces',
    async (operation, volume_mm3, left) => {
      const { world, a, b } = await columns();
      const call = { element_a: a, element_b: b, operation };
      const plan = await world.plan('boolean_operation', call);
      const data = await world.do('boolean_operation', call);
      expect(data).toMatchObject({ volume_mm3, watertight: true });
      const ids = left.map(() => b);
      expect([...world.view.elementsOf('column')].map(({ id }) => id)).toEqual(ids);
      expect(data['deleted_ids']).toEqual([a, b].filter((id) => !ids.includes(id)).toSorted());
      expect(world.view.measures(String(data['solid_id'])).volume_mm3).toBe(volume_mm3);
      // Nothing shares volume with anything: the bodies and no others are exported and checked.
      const types = ['hard', 'contained', 'duplicate'];
      expect((await world.run('clash_detection', { types }))['clashes']).toEqual([]);
      expect(plan.events.map(({ type }) => type)).toEqual(
        ['element.created', ...(left.length === 0 ? ['', ''] : [''])].map((type) =>
          type === '' ? 'element.deleted' : type,
        ),
      );
      expect(plan.warnings?.join()).toMatch(/takes the place of column .*: deletes (it|both)/u);
      expect(plan.warnings?.join()).not.toMatch(/share no volume|exist twice/u);
    },
  );
  it('deletes what the replaced elements host, and undo restores them', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
    const wall = { level_id, start: P(0, 0), end: P(5000, 0) };
    const a = await world.make('create_wall', wall);
    const b = await world.make('create_wall', {
      ...wall,
      start: P(2000, -3000),
      end: P(2000, 3000),
    });
    const door = await world.make('place_door', { wall_id: a, offset: 3000 });
    const solid_id = await world.make('boolean_operation', {
      element_a: a,
      element_b: b,
      operation: 'union',
    });
    expect([a, b, door].map((id) => world.view.element(id))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const event_id = world.log.all.at(-1)?.event_id;
    await world.do('undo', { event_id });
    for (const id of [a, b, door]) expect(world.view.element(id)?.id).toBe(id);
    expect(world.view.element(solid_id)).toBeUndefined();
  });
  describe('of a wall that is joined to others', () => {
    // Walls 200 thick and 3,000 high. The corner at (5000, 0) is mitred; a third wall ends at the face of the first one.
    async function joined(): Promise<
      Record<'a' | 'corner' | 'tee' | 'column', string> & { world: World }
    > {
      const world = await World.create();
      const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
      const wall = { level_id, thickness: 200, height: 3000 };
      const a = await world.make('create_wall', { ...wall, start: P(0, 0), end: P(5000, 0) });
      const corner = await world.make('create_wall', {
        ...wall,
        start: P(5000, 0),
        end: P(5000, 5000),
      });
      const tee = await world.make('create_wall', {
        ...wall,
        start: P(2000, 0),
        end: P(2000, 4000),
      });
      const profile = { profile: '400x400', height: 3000 };
      const column = await world.make('create_column', {
        level_id,
        ...profile,
        location: P(3500, 0),
      });
      return { world, a, corner, tee, column };
    }
    // Without the first wall the corner wall ends square at its axis and fills the triangle of the mitre from its axis
    // inwards (100 by 100 over 2), and the third wall the 200 by 100 up to its end.
    const FILLED_MM3 = ((100 * 100) / 2 + 200 * 100) * 3000;
    it.each([
      // The mitred wall: 5,000 by 200, with its corner at the inner face 4,900 and at the outer face 5,100 long.
      ['union', (5000 * 200 + 400 * 400 - 400 * 200) * 3000],
      ['subtract', (5000 - 400) * 200 * 3000],
    ])(
      '%s leaves out what the joined walls fill, and nothing exists twice',
      async (operation, exact) => {
        const { world, a, corner, tee, column } = await joined();
        const call = { element_a: a, element_b: column, operation };
        const plan = await world.plan('boolean_operation', call);
        const data = await world.do('boolean_operation', call);
        expect(data['volume_mm3']).toBeCloseTo(exact - FILLED_MM3, 0);
        expect(plan.warnings?.filter((text) => text.includes('exist twice'))).toEqual([
          `${[corner, tee]
            .toSorted()
            .map((id) => `wall \`${id}\``)
            .join(
              ', ',
            )} grow into the place of a joined wall that is deleted: the solid leaves out the ${FILLED_MM3 / 1e9} m³ that would exist twice`,
        ]);
        const types = ['hard', 'contained', 'duplicate'];
        expect((await world.run('clash_detection', { types }))['clashes']).toEqual([]);
      },
    );
  });
  describe('next to joined walls', () => {
    const types = ['hard', 'contained', 'duplicate'];
    /** Walls 3,000 high along lines, and a column. */
    async function wallsOf(
      lines: readonly (readonly [number, number, number, number, number?])[],
      [x, y, profile]: readonly [number, number, string],
    ): Promise<{ world: World; walls: string[]; column: string }> {
      const world = await World.create();
      const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
      const walls: string[] = [];
      for (const [x0, y0, x1, y1, thickness = 200] of lines) {
        const line = { start: P(x0, y0), end: P(x1, y1) };
        walls.push(await world.make('create_wall', { level_id, thickness, height: 3000, ...line }));
      }
      const at = { location: P(x, y), profile, height: 3000 };
      return { world, walls, column: await world.make('create_column', { level_id, ...at }) };
    }
    const warningsOf = async (world: World, call: object): Promise<readonly string[]> =>
      (await world.plan('boolean_operation', { ...call })).warnings ?? [];

    it('of two joined walls, says that the second one grows, not that the first one is as it was', async () => {
      const { world, walls } = await wallsOf(
        [
          [0, 0, 5000, 0],
          [5000, 0, 5000, 5000],
        ],
        [0, 9000, '300x300'],
      );
      const [element_a, element_b] = walls;
      const warnings = await warningsOf(world, { element_a, element_b, operation: 'subtract' });
      expect(warnings.join()).toContain('leaves out the 0.015 m³');
      expect(warnings.join()).not.toContain('share no volume');
    });
    it('names only the walls that the solid leaves space for', async () => {
      const { world, walls, column } = await wallsOf(
        [
          [0, 0, 5000, 0],
          [5000, 0, 5000, 5000],
          [0, 0, 0, 5000],
        ],
        [0, 0, '1200x1200'],
      );
      // The column takes away what the wall at the other end would fill.
      const call = { element_a: walls[0], element_b: column, operation: 'subtract' };
      const warning = (await warningsOf(world, call)).find((text) => text.includes('twice'));
      expect(warning).toContain(`wall \`${walls[1]}\` grows`);
      expect(warning).not.toContain(walls[2]);
    });
    it('leaves no sliver at a node of four walls of different thickness', async () => {
      const { world, walls } = await wallsOf(
        [
          [0, 0, 5000, 0],
          [0, 0, -4000, 900, 350],
          [0, 0, -1500, -3000, 120],
          [0, 0, 1500, -3000, 120],
        ],
        [0, 9000, '300x300'],
      );
      const [element_a, element_b] = walls;
      await world.do('boolean_operation', { element_a, element_b, operation: 'union' });
      expect((await world.run('clash_detection', { types }))['clashes']).toEqual([]);
    });
    it('warns of a joined wall whose body cannot be compared', async () => {
      const { world, walls, column } = await wallsOf(
        [
          [0, 0, 5000, 0],
          [5000, 0, 5000, 200_000],
        ],
        [2500, 0, '400x400'],
      );
      // Far from the origin of the body, doors 3 µm apart have corners that 32-bit numbers do not tell apart.
      for (const offset of [3000, 3900.003]) {
        await world.do('place_door', { wall_id: walls[1], offset, width: 900 });
      }
      const call = { element_a: walls[0], element_b: column, operation: 'union' };
      const warnings = await warningsOf(world, call);
      expect(warnings.join()).toMatch(/the body of wall `\w+` cannot be compared with the solid/);
    });
  });
  it.each([
    ['union', 2e9, 'the solid is both bodies as they are'],
    ['subtract', 1e9, 'the solid is the body of `A` as it is'],
  ])('%s of bodies that share no volume warns', async (operation, volume_mm3, says) => {
    const { world, a } = await columns();
    const far = await world.make('copy_element', { element_id: a, delta: { x: 9000, y: 0 } });
    const call = { element_a: a, element_b: far, operation };
    const { data, warnings } = await world.plan('boolean_operation', call);
    expect(data).toMatchObject({ volume_mm3 });
    expect(warnings).toContainEqual(
      expect.stringContaining(`share no volume: ${says.replace('`A`', `\`${a}\``)}`),
    );
  });
  it('lists every dependant that it deletes, in the preview and in the result', async () => {
    const { world, level_id, wall_id } = await withWall();
    const door = await world.make('place_door', { wall_id, offset: 500 });
    const window = await world.make('place_window', { wall_id, offset: 3000, sill_height: 900 });
    const other = await world.make('create_wall', {
      level_id,
      start: P(2e3, -3e3),
      end: P(2e3, 3e3),
    });
    const call = { element_a: wall_id, element_b: other, operation: 'union' };
    const deleted = {
      deleted_ids: [wall_id, other].toSorted(),
      cascaded_ids: [door, window],
      deleted_count: 4,
    };
    const plan = await world.plan('boolean_operation', call);
    expect(plan.data).toMatchObject(deleted);
    expect(plan.warnings).toContain(`also deletes 2 dependants: \`${door}\`, \`${window}\``);
    expect(await world.do('boolean_operation', call)).toMatchObject(deleted);
  });
  it('unites a wall with its own door and lists the other door', async () => {
    const { world, wall_id } = await withWall();
    const door = await world.make('place_door', { wall_id, offset: 500 });
    const other = await world.make('place_door', { wall_id, offset: 3000 });
    const call = { element_a: wall_id, element_b: door, operation: 'union' };
    expect(await world.do('boolean_operation', call)).toMatchObject({
      deleted_ids: [wall_id, door].toSorted(),
      cascaded_ids: [other],
      deleted_count: 3,
    });
    expect([...world.view.elementsOf('solid')]).toHaveLength(1);
    const types = ['hard', 'contained', 'duplicate'];
    expect((await world.run('clash_detection', { types }))['clashes']).toEqual([]);
  });
  it('refuses to subtract from a wall what the wall hosts, which would be deleted with it', async () => {
    const { world, wall_id } = await withWall();
    for (const [tool, offset] of [
      ['place_door', 500],
      ['place_window', 3000],
    ] as const) {
      const element_b = await world.make(tool, { wall_id, offset });
      const call = { element_a: wall_id, element_b, operation: 'subtract' };
      const { name, message, hint } = await world.refusal('boolean_operation', call);
      expect(name).toBe('INVALID_ARGUMENT');
      expect(message).toContain(
        `\`${element_b}\` belongs to wall \`${wall_id}\` and is deleted with it`,
      );
      expect(hint).not.toBe('');
      expect(world.view.element(element_b)?.id).toBe(element_b);
    }
  });
  it.each(['union', 'subtract', 'intersect'])(
    'refuses %s of a door whose wall remains, because the wall then fills its place',
    async (operation) => {
      const { world, level_id, wall_id } = await withWall();
      const element_a = await world.make('place_door', { wall_id, offset: 500 });
      const column = { level_id, location: P(900, 0), profile: '300x300' };
      const element_b = await world.make('create_column', column);
      const call = { element_a, element_b, operation };
      const { name, message } = await world.refusal('boolean_operation', call);
      expect(name).toBe('INVALID_ARGUMENT');
      expect(message).toContain(`door \`${element_a}\` is in wall \`${wall_id}\``);
    },
  );
  it('no list has the replaced elements, and undo brings them back into all', async () => {
    const { world, a, b } = await columns();
    const level_id = world.view.levelOf(a) ?? '';
    const lists = async (): Promise<readonly boolean[]> => {
      const box = { min: { x: -1e4, y: -1e4, z: -1e4 }, max: { x: 1e4, y: 1e4, z: 1e4 } };
      const answers = [
        await world.ask('query_elements', { filter: { categories: ['Columns'] } }),
        await world.ask('level_elements', { level_id }),
        await world.ask('spatial_query', { bounds: box }),
        schedule(world.view, { category: 'Columns' }, refuse),
      ];
      return answers.map((answer) => [a, b].every((id) => JSON.stringify(answer).includes(id)));
    };
    expect(await lists()).toEqual([true, true, true, true]);
    await world.do('boolean_operation', { element_a: a, element_b: b, operation: 'union' });
    const { event_id } = world.log.all.at(-1) ?? {};
    expect(await lists()).toEqual([false, false, false, false]);
    await world.do('undo', { event_id });
    expect(await lists()).toEqual([true, true, true, true]);
  });
  it('a group of both columns ends, and undo restores it', async () => {
    const { world, a, b } = await columns();
    const placements = [{ move: P(0, 5000) }];
    const element_ids = [a, b];
    const group_id = await world.make('create_group', { name: 'Pair', element_ids, placements });
    const members = async (): Promise<string> => {
      const { version, ...group } = await world.ask('get_element', { element_id: group_id });
      expect(version).toBeGreaterThan(0);
      return JSON.stringify(group);
    };
    const before = await members();
    expect([a, b].every((id) => before.includes(id))).toBe(true);
    await world.do('boolean_operation', { element_a: a, element_b: b, operation: 'union' });
    const { event_id } = world.log.all.at(-1) ?? {};
    const after = world.view.element(group_id) === undefined ? '' : await members();
    expect([a, b].some((id) => after.includes(id))).toBe(false);
    await world.do('undo', { event_id });
    expect(JSON.parse(await members())).toEqual(JSON.parse(before));
  });
  it('a merge reports a conflict if the target changed a source meanwhile', async () => {
    const { world, a, b } = await columns();
    await world.do('create_branch', { name: 'draft' });
    await world.do('move_element', { element_id: b, delta: { x: 10, y: 0 } });
    world.branch = 'draft';
    await world.do('boolean_operation', { element_a: a, element_b: b, operation: 'union' });
    world.branch = 'main';
    const { name, data } = await world.refusal('merge_branch', { source: 'draft' });
    expect(name).toBe('MERGE_CONFLICT');
    expect(JSON.stringify(data)).toContain(b);
    expect([a, b].map((id) => world.view.element(id)?.id)).toEqual([a, b]);
  });
  it('refuses to replace a roof under which walls end', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
    const boundary_points = [P(0, 0), P(6000, 0), P(6000, 6000), P(0, 6000)];
    const top = await world.make('create_level', { name: 'T', elevation: 3000 });
    const roof = await world.make('create_roof', { level_id: top, boundary_points });
    await world.make('create_wall', { level_id, start: P(0, 0), end: P(6000, 0), top_under: roof });
    const column = { level_id: top, location: P(3000, 3000), profile: '400x400', height: 1000 };
    const element_b = await world.make('create_column', column);
    const call = { element_a: roof, element_b, operation: 'subtract' };
    expect((await world.refusal('boolean_operation', call)).message).toContain('under roof');
  });
  it('returns the same solid for both orders of a union, but not of a difference', async () => {
    const { world, a, b } = await columns();
    const solid = async (
      element_a: string,
      element_b: string,
      operation: string,
    ): Promise<unknown> => {
      const call = { element_a, element_b, operation };
      const [event] = (await world.plan('boolean_operation', call)).events;
      return event?.type === 'element.created' ? event.payload.element.params : undefined;
    };
    expect(await solid(a, b, 'union')).toEqual(await solid(b, a, 'union'));
    expect(await solid(a, b, 'subtract')).not.toEqual(await solid(b, a, 'subtract'));
  });
  it('refuses an empty result, one element twice, and an element without a body', async () => {
    const { world, a } = await columns();
    const level_id = world.view.levelOf(a) ?? '';
    const far = await world.make('copy_element', { element_id: a, delta: { x: 9000, y: 0 } });
    const call = { element_a: a, element_b: far, operation: 'intersect' };
    expect((await world.refusal('boolean_operation', call)).name).toBe('EMPTY_RESULT');
    for (const element_b of [a, level_id]) {
      expect((await world.refusal('boolean_operation', { ...call, element_b })).name).toBe(
        'INVALID_ARGUMENT',
      );
    }
  });
  it('the resulting solid cannot be modified', async () => {
    const { world, a, b } = await columns();
    const call = { element_a: a, element_b: b, operation: 'union' };
    const solid_id = await world.make('boolean_operation', call);
    const set = { element_id: solid_id, parameter_name: 'positions', value: [] };
    expect((await world.refusal('modify_parameter', set)).name).toBe('UNKNOWN_PARAMETER');
    await world.do('move_element', { element_id: solid_id, delta: { x: 10, y: 0, z: 5 } });
    expect(world.view.bounds(solid_id)?.min).toEqual({ x: -490, y: -500, z: 5 });
  });
});
