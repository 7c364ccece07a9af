/** @module warnings of previews: sizes in the wrong unit, merged rooms. */
import { beforeEach, describe, expect, it } from 'vitest';

import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const square = (size: number): readonly object[] => [P(0, 0), P(size, 0), P(size, size)];

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
});

/** The warnings of the preview of a call other than those of its plan. */
async function preview(tool: string, input: Record<string, unknown>): Promise<readonly string[]> {
  const { events } = await world.plan(tool, input);
  return world.effect(events).warnings;
}

describe('sizes that look like metres', () => {
  it.each([
    ['create_level', { name: 'First', elevation: 30, height: 27 }, ['elevation', 'height']],
    [
      'create_wall',
      { start: P(0, 0), end: P(50, 0), height: 30, thickness: 2 },
      ['length', 'height'],
    ],
    ['create_floor', { boundary_points: square(80) }, ['extent']],
    ['create_roof', { boundary_points: square(80), roof_type: 'flat' }, ['extent']],
    ['create_room', { boundary_points: square(75) }, ['extent']],
    ['create_column', { location: P(0, 0), height: 30, profile: '300x300' }, ['height']],
    ['create_beam', { start: P(0, 0), end: P(0, 60), profile: '200x400' }, ['length']],
    ['create_ramp', { start: P(0, 0), end: P(12, 0), width: 15, rise: 1 }, ['length', 'width']],
    ['create_railing', { path: [P(0, 0), P(40, 0)], height: 11 }, ['extent', 'height']],
    ['create_grid', { name: 'A', start: P(0, 0), end: P(0, 30) }, ['length']],
  ])('cause a warning: %s %j', async (tool, input, names) => {
    const stands = tool === 'create_level' || tool === 'create_grid' ? {} : { level_id };
    const [report, ...more] = await preview(tool, { ...stands, ...input });
    expect(more).toEqual([]);
    for (const name of names) expect(report).toContain(`\`${name}\` `);
    expect(report).toContain('metres');
  });

  it.each([
    ['create_level', { name: 'First', elevation: 3, height: 2.7 }, 'height', 10],
    ['create_wall', { start: P(0, 0), end: P(5, 0) }, 'length', 10],
    ['create_wall', { start: P(0, 0), end: P(50, 0), height: 3 }, 'height', 10],
    ['create_wall', { start: P(0, 0), end: P(50, 0), thickness: 0.2 }, 'thickness', 1],
    ['create_floor', { boundary_points: square(8), thickness: 3 }, 'area', 2500],
    ['create_floor', { boundary_points: square(80), thickness: 0.3 }, 'thickness', 1],
    ['create_roof', { boundary_points: square(8), roof_type: 'flat' }, 'area', 2500],
    ['create_room', { boundary_points: square(4) }, 'area', 2500],
    ['create_column', { location: P(0, 0), height: 3, profile: '300x300' }, 'height', 10],
    ['create_beam', { start: P(0, 0), end: P(0, 6), profile: '200x400' }, 'length', 10],
    ['create_ramp', { start: P(0, 0), end: P(12, 0), width: 1.5, rise: 1 }, 'width', 10],
    ['create_railing', { path: [P(0, 0), P(4, 0)], height: 1.1 }, 'length', 10],
    ['create_grid', { name: 'A', start: P(0, 0), end: P(0, 9.999) }, 'length', 10],
  ])('are refused if they cannot be built: %s %j', async (tool, input, size, least) => {
    const stands = tool === 'create_level' || tool === 'create_grid' ? {} : { level_id };
    const body = await world.refusal(tool, { ...stands, ...input });
    expect(body).toMatchObject({ name: 'OUT_OF_RANGE', data: { size, least } });
    expect(body.message).toContain(`expected at least ${least} mm`);
    expect(body.message).toContain('metres');
  });

  it('are reported in openings of a wall, in a changed parameter, and once for many', async () => {
    const wall_id = await world.make('create_wall', { level_id, start: P(0, 0), end: P(5000, 0) });
    const door = { wall_id, offset: 1, width: 90, height: 21 };
    expect((await preview('place_door', door)).join()).toContain('`width` 90 mm, `height` 21 mm');
    expect(await world.refusal('place_door', { ...door, width: 0.9 })).toMatchObject({
      name: 'OUT_OF_RANGE',
      data: { size: 'width', value: 0.9, least: 10 },
    });
    const flat = { element_id: wall_id, parameter_name: 'height', value: 30 };
    expect((await preview('modify_parameter', flat)).join()).toContain('`height` 30 mm');
    expect(await world.refusal('modify_parameter', { ...flat, value: 3 })).toMatchObject({
      name: 'OUT_OF_RANGE',
      data: { element_id: wall_id, size: 'height', value: 3, least: 10 },
    });
    const walls = Array.from({ length: 12 }, (_, i) => ({
      tool: 'create_wall',
      arguments: { level_id, start: P(1, 1000 + 10 * i), end: P(60, 1000 + 10 * i), thickness: 2 },
    }));
    const many = await preview('apply_changes', { operations: walls });
    expect(many.length).toBe(11);
    expect(many.at(-1)).toBe('2 more elements have such sizes');
  });

  it('are reported once: not when another parameter of the element changes', async () => {
    const wall_id = await world.make('create_wall', {
      level_id,
      start: P(0, 0),
      end: P(50, 0),
    });
    const named = { element_id: wall_id, parameter_name: 'name', value: 'Stub' };
    expect(await preview('modify_parameter', named)).toEqual([]);
  });

  it('are reported, and so are millimetres in a script, which expects metres', async () => {
    const script = 'level G at 0\nwall (0, 0) to (5000, 0)';
    expect((await preview('run_script', { script })).join()).toContain('`length` 5000000 mm');
  });

  it('are not thin partitions, pipes through walls, kerbs and levels that step down', async () => {
    const wall_id = await world.make('create_wall', {
      level_id,
      start: P(0, 0),
      end: P(100, 0),
      height: 100,
      thickness: 12.5,
    });
    for (const [tool, input] of [
      ['create_opening', { host_id: wall_id, offset: 10, sill: 10, width: 50, height: 50 }],
      ['create_level', { name: 'Pit', elevation: -150 }],
      ['create_ramp', { level_id, start: P(0, 0), end: P(900, 0), width: 900, rise: 15 }],
    ] as const) {
      expect(await preview(tool, input)).toEqual([]);
    }
    const lifted = { element_id: level_id, delta: { x: 0, y: 0, z: 15 } };
    expect(await preview('move_element', lifted)).toEqual([
      `\`${wall_id}\` moves along with its level`,
    ]);
  });
});

it('a second grid line of the same name causes a warning', async () => {
  const line = { name: 'A', start: P(0, 0), end: P(0, 9000) };
  const first = await world.make('create_grid', line);
  await world.make('create_grid', { ...line, name: 'B' });
  expect(world.warnings).toEqual([]);
  await world.make('create_grid', { ...line, start: P(500, 0) });
  expect(world.warnings).toEqual([`grid line \`${first}\` already has the name \`A\``]);
});

it('shows the mesh of a new solid as counts in the preview', async () => {
  const column = { level_id, profile: '1000x1000', height: 1000 };
  const element_a = await world.make('create_column', { ...column, location: P(0, 0) });
  const element_b = await world.make('create_column', { ...column, location: P(500, 0) });
  const plan = await world.plan('boolean_operation', { element_a, element_b, operation: 'union' });
  const { changes } = world.effect(plan.events);
  const change = changes.find(({ kind }) => kind === 'solid');
  expect(change).toMatchObject({ change: 'created' });
  expect(changes.filter((one) => one.change === 'deleted').map(({ id }) => id)).toEqual(
    [element_a, element_b].toSorted(),
  );
  expect(JSON.stringify(change)).toContain('"triangle_count":');
  expect(JSON.stringify(change)).not.toContain('positions');
});

describe('rooms in one space are reported', () => {
  it('when the wall between them is deleted, or no longer reaches the other side', async () => {
    await rectangle(world, level_id, [0, 0, 10_000, 4000]);
    const between = await world.make('create_wall', {
      level_id,
      start: P(5000, 0),
      end: P(5000, 4000),
    });
    const west = await world.make('create_room', { level_id, point: P(1000, 1000) });
    const east = await world.make('create_room', { level_id, point: P(9000, 1000) });
    const report = `rooms \`${west}\`, \`${east}\` are now one space: no walls separate them any more`;
    const deletion = await preview('delete_elements', { element_ids: [between] });
    expect([
      report,
      report.replace(`\`${west}\`, \`${east}\``, `\`${east}\`, \`${west}\``),
    ]).toContain(deletion[0]);
    const short = { element_id: between, parameter_name: 'end', value: P(5000, 3000) };
    const along = expect.stringMatching(
      /^2 elements also change, with their hosts or enclosing walls: `room_\w+`, `room_\w+`$/u,
    ) as string;
    expect(await preview('modify_parameter', short)).toEqual([
      expect.stringContaining('are now one space'),
      along,
    ]);
    const moved = { element_id: between, delta: { x: 500, y: 0, z: 0 } };
    expect(await preview('move_element', moved)).toEqual([along]);
    // Already merged, so it is reported once.
    await world.do('delete_elements', { element_ids: [between] });
    const stub = { level_id, start: P(5000, 0), end: P(5000, 1000) };
    expect(await preview('create_wall', stub)).toEqual([along]);
  });
});
