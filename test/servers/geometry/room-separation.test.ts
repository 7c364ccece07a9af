/** @module tests of room separation lines over the tools: rooms follow them, walls do not. */
import { expect, test } from 'vitest';

import { checkConstraints } from '../../../kernel/checks/constraints/constraints.ts';
import { publicFile } from '../../public-files.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** A hall of 9.8 m × 5.8 m between walls, on a level. */
async function hall() {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  const walls = await rectangle(world, level_id, [0, 0, 10_000, 6000]);
  return { world, level_id, walls };
}

function area(world: World, id: string): number {
  return (world.view.measures(id).area_mm2 ?? 0) / 1e6;
}

test('a line divides a room, and its move and deletion change both rooms', async () => {
  const { world, level_id, walls } = await hall();
  const whole = await world.make('create_room', { level_id, point: P(1000, 3000), name: 'Hall' });
  const feet = walls.map((id) => world.view.footprint(id)?.ring);
  const line = { level_id, start: P(4000, 0), end: P(4000, 6000) };
  const made = await world.do('create_separation', line);
  expect(made).toMatchObject({ length_mm: 6000 });
  const separation = String(made['separation_id']);
  expect(area(world, whole)).toBeCloseTo(3.9 * 5.8, 9);
  const room = await world.do('create_room', { level_id, point: P(8000, 3000), name: 'Corridor' });
  expect(room).toMatchObject({ area_mm2: 5900 * 5800, perimeter_mm: 2 * (5900 + 5800) });
  const other = String(room['room_id']);
  // Walls do not join with the line.
  expect(walls.map((id) => world.view.footprint(id)?.ring)).toEqual(feet);
  const move = { element_id: separation, delta: { x: 1000, y: 0, z: 0 } };
  const { events } = await world.plan('move_element', move);
  expect(world.effect(events).regenerated.toSorted()).toEqual([whole, other].toSorted());
  await world.do('move_element', move);
  expect([area(world, whole), area(world, other)]).toEqual([4.9 * 5.8, 4.9 * 5.8]);
  expect(checkConstraints(world.view, null)).toEqual([]);
});

test('routes and neighbours pass through a line', async () => {
  const { world, level_id } = await hall();
  await world.do('create_separation', { level_id, start: P(4000, 0), end: P(4000, 6000) });
  const [a = '', b = ''] = await Promise.all(
    [1950, 6950].map((x) =>
      world.make('create_room', { level_id, point: P(x, 3000), name: `Room ${x}` }),
    ),
  );
  const path = await world.ask('path_finding', { from_room: a, to_room: b });
  expect(path).toMatchObject({ distance_mm: 4900, crossings: [] });
  const { pairs } = await world.ask('adjacency_matrix', { level_id });
  expect(pairs).toContainEqual(
    expect.objectContaining({ open_length_mm: 5800, wall_length_mm: 0 }),
  );
});

test('after the deletion of the line both rooms cover the same floor, which is reported', async () => {
  const { world, level_id } = await hall();
  const separation = await world.make('create_separation', {
    level_id,
    start: P(4000, 0),
    end: P(4000, 6000),
  });
  for (const [name, x] of Object.entries({ Hall: 1000, Corridor: 8000 })) {
    await world.make('create_room', { level_id, point: P(x, 3000), name });
  }
  const deletion = await world.plan('delete_elements', { element_ids: [separation] });
  expect(world.effect(deletion.events).warnings.join('\n')).toContain('one space');
  await world.do('delete_elements', { element_ids: [separation] });
  const [found, ...rest] = checkConstraints(world.view, null);
  expect(rest).toEqual([]);
  expect(found).toMatchObject({ check: 'room_overlap', details: { overlap_mm2: 9800 * 5800 } });
});

test('a line closes the open side of a room, which opens without it', async () => {
  const { world, level_id, walls } = await hall();
  await world.do('delete_elements', { element_ids: [String(walls[3])] });
  const refused = await world.refusal('create_room', { level_id, point: P(1000, 3000) });
  expect(refused.name).toBe('ROOM_NOT_ENCLOSED');
  const line = { level_id, start: P(0, 0), end: P(0, 6000) };
  const separation = await world.make('create_separation', line);
  const id = await world.make('create_room', { level_id, point: P(1000, 3000), name: 'Porch' });
  expect(area(world, id)).toBeCloseTo(9.9 * 5.8, 6);
  await world.do('delete_elements', { element_ids: [separation] });
  const findings = checkConstraints(world.view, null);
  expect(findings.find(({ check }) => check === 'room_not_enclosed')?.element_ids).toEqual([id]);
});

test('turned and mirrored copies of walls, line and rooms have the same areas', async () => {
  const { world, level_id, walls } = await hall();
  await world.do('run_script', {
    script: `on ${level_id}
separation (4, 0) to (4, 6) as line
room "Reception" at (1, 3) as a
room "Corridor" at (8, 3) as b
turn ${walls.join(' ')} $line $a $b by 30 about (100, 0) copy
mirror ${walls.join(' ')} $line $a $b about (0, 30) to (1, 30) copy`,
  });
  const rooms = [...world.view.elementsOf('room')];
  expect(rooms).toHaveLength(6);
  for (const { id, params } of rooms) {
    expect([params.name, params.point === null]).toEqual([params.name, false]);
    const expected = params.name.startsWith('Reception') ? 22.62 : 34.22;
    expect(area(world, id)).toBeCloseTo(expected, 4);
  }
});

test('a level has at most 200 lines', async () => {
  const { world, level_id } = await hall();
  const script = (from: number, to: number): string =>
    `on ${level_id}\nfor i in ${from}..${to} { separation (i, 20) to (i, 21) }`;
  await world.do('run_script', { script: script(0, 200) });
  const refused = await world.refusal('run_script', { script: script(200, 201) });
  expect(refused.name).toBe('REGENERATION_FAILED');
  expect(refused.message).toContain('has 201 separation lines: expected at most 200');
});

test('a copied storey keeps its lines and the rooms between them', async () => {
  const { world, level_id } = await hall();
  await world.do('run_script', {
    script: `on ${level_id}
separation (4, 0) to (4, 6) name "Counter"
room "Reception" at (1, 3)
room "Corridor" at (8, 3)
level Upper at 3
copy storey ${level_id} to @Upper`,
  });
  const rooms = [...world.view.elementsOf('room')].map(({ id, params }) => [
    params.name,
    params.point === null,
    Math.round((world.view.measures(id).area_mm2 ?? 0) / 1e4) / 100,
  ]);
  expect(rooms).toEqual([
    ['Reception', false, 22.62],
    ['Corridor', false, 34.22],
    ['Reception (Upper)', false, 22.62],
    ['Corridor (Upper)', false, 34.22],
  ]);
});

const CLINIC = publicFile('practice/clinic.plumb');

test.skipIf(CLINIC === null)('the clinic: Treatment 1 and the corridor add up', async () => {
  const world = await World.create();
  for (const part of String(CLINIC).split('# next part')) {
    await world.do('run_script', { script: part });
  }
  const find = (name: string): string =>
    [...world.view.elementsOf('room')].find(({ params }) => params.name === name)?.id ?? '';
  const [treatment, corridor] = [find('Treatment 1'), find('Corridor')];
  const both = area(world, corridor);
  expect([both, area(world, treatment)]).toEqual([both, both]);
  expect(both).toBeCloseTo(312, 0);
  await world.do('run_script', {
    script: 'on @"Ground floor"; separation (16, 9.2) to (16, 16)',
  });
  expect(area(world, corridor) + area(world, treatment)).toBeCloseTo(both, 5);
  // From the line to the partition of 120 mm at 20.4 m, and from the corridor wall to the outer wall of 400 mm.
  expect(area(world, treatment)).toBeCloseTo((20.4 - 0.06 - 16) * (16 - 0.4 - 9.2 - 0.075), 3);
});
