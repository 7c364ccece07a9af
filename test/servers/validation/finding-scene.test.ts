/** @module tests of the scene of a finding, before it is drawn. */
import { beforeAll, describe, expect, test } from 'vitest';

import type { Finding } from '../../../kernel/checks/findings/finding.ts';
import type { Scene } from '../../../kernel/documents/picture/scene.ts';
import { sceneOf } from '../../../kernel/documents/picture/scene.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
const ids = { ground: '', upper: '', wall: '', door: '', column: '', room: '', slab: '', beam: '' };
beforeAll(async () => {
  world = await World.create();
  ids.ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  ids.upper = await world.make('create_level', { name: 'First', elevation: 3000, height: 3000 });
  const level_id = ids.ground;
  [ids.wall = ''] = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  ids.door = await world.make('place_door', { wall_id: ids.wall, offset: 2000, width: 900 });
  ids.room = await world.make('create_room', { level_id, point: P(3000, 2000), name: 'Hall' });
  const column = { level_id, location: P(2500, 500), profile: '300x300', height: 2900 };
  ids.column = await world.make('create_column', column);
  const boundary_points = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
  ids.slab = await world.make('create_floor', { level_id: ids.upper, boundary_points });
  const beam = { level_id, start: P(500, 2000), end: P(5500, 2000), profile: '200x400' };
  ids.beam = await world.make('create_beam', beam);
});

function scene(about: Partial<Finding>, look: 'plan' | 'axonometric'): Scene {
  const finding: Finding = {
    finding_id: 'f',
    check: 'rule',
    severity: 'error',
    element_ids: [],
    level_id: null,
    message: '',
    location: null,
    box: null,
    details: {},
    ...about,
  };
  const found = sceneOf(finding, { look, aspect: 1.5 }, world.view);
  if (found === null) throw new Error('nothing to draw');
  return found;
}

const around = ({ bodies }: Scene): readonly string[] =>
  bodies.filter(({ role }) => role.role === 'around').map(({ id }) => id);

describe('a plan', () => {
  test('is cut at the usual height of its level, or at the height of a finding within the storey', () => {
    const { door, ground, column } = ids;
    const low = scene({ element_ids: [door], location: { x: 2450, y: 0, z: 0 } }, 'plan');
    expect(low).toMatchObject({ cut_mm: 1200, level: { id: ground }, gone: [] });
    expect(low.box.max.z).toBe(1200);
    const high = scene({ element_ids: [column], location: { x: 2500, y: 500, z: 2000 } }, 'plan');
    expect(high.cut_mm).toBe(2000);
    const { min, max } = high.box;
    expect((max.x - min.x) / (max.y - min.y)).toBeCloseTo(1.5, 9);
  });

  test('omits elements above the cut unless the finding is about them', () => {
    const about = { location: { x: 2450, y: 0, z: 0 } };
    const seen = around(scene({ ...about, element_ids: [ids.door] }, 'plan'));
    expect(seen).toContain(ids.column);
    expect(seen).not.toContain(ids.beam);
    expect(seen).not.toContain(ids.slab);
    const [beam] = scene({ ...about, element_ids: [ids.beam] }, 'plan').bodies;
    expect(beam).toMatchObject({ id: ids.beam, cut: false, role: { opacity: 0.5 } });
  });

  test('does not name the rooms below its storey', () => {
    const location = { x: 3000, y: 2000, z: 3000 };
    const { rooms, level } = scene({ element_ids: [ids.slab], location }, 'plan');
    expect(level?.id).toBe(ids.upper);
    expect(rooms).toEqual([]);
  });

  test('names the rooms in it, and shows the room of a finding as its floor', () => {
    const at = { location: { x: 2450, y: 0, z: 0 } };
    expect(scene({ ...at, element_ids: [ids.door] }, 'plan').rooms).toMatchObject([
      { name: 'Hall', at: { x: expect.closeTo(3000, 6), y: expect.closeTo(2000, 6) } },
    ]);
    const own = scene({ ...at, element_ids: [ids.room] }, 'plan');
    expect(own.rooms).toEqual([]);
    const heights = own.bodies[0]?.mesh.positions.filter((_, index) => index % 3 === 2);
    expect(Math.max(...(heights ?? []))).toBe(20);
  });
});

describe('an axonometric picture', () => {
  test('omits the floor above, which would hide the elements below it', () => {
    const location = { x: 2500, y: 500, z: 1500 };
    const seen = around(scene({ element_ids: [ids.column], location }, 'axonometric'));
    expect(seen).toContain(ids.wall);
    expect(seen).not.toContain(ids.slab);
  });
});

describe('a clash', () => {
  test('shows the overlap of both elements; other findings do not', () => {
    const element_ids = [ids.column, ids.wall];
    const sharing = (check: string): readonly string[] =>
      scene({ check, element_ids }, 'axonometric')
        .bodies.filter(({ shares }) => shares)
        .map(({ id }) => id);
    expect(sharing('clash.hard')).toEqual(element_ids);
    expect(sharing('IBC-2021.door-width')).toEqual([]);
  });

  test('with the workspace of a door shows this space and its overlap with the other element', () => {
    const element_ids = [ids.door, ids.column];
    const { bodies } = scene({ check: 'clash.workspace', element_ids }, 'axonometric');
    const concerned = bodies.filter(({ role }) => role.role === 'concerned');
    expect(concerned.map(({ id, shares }) => [id, shares])).toEqual([
      [ids.door, false],
      [ids.column, true],
      ...world.view.workspace(ids.door).map(() => [ids.door, true]),
    ]);
    expect(world.view.workspace(ids.door).length).toBeGreaterThan(0);
  });
});

test('levels are drawn by their elements', () => {
  const { box, concerned } = scene({ element_ids: [ids.ground] }, 'plan');
  expect(concerned).toMatchObject([{ id: ids.ground }]);
  expect(box.min.x).toBeLessThan(0);
  expect(box.max.x).toBeGreaterThan(6000);
});

test('draws the nearest of very many surrounding elements and counts the others', async () => {
  const { ground: level_id, slab } = ids;
  const column = { level_id, location: P(0, 20_000), profile: '50x50', height: 2900 };
  const element_id = await world.make('create_column', column);
  for (const [count, y] of [
    [450, 10],
    [160, 25],
  ] as const) {
    await world.do('copy_element', { element_id, delta: { x: 60, y }, count });
  }
  const about = { element_ids: [slab], location: { x: 0, y: 20_000, z: 1500 } };
  const box = { min: { x: 0, y: 19_900, z: 0 }, max: { x: 30_000, y: 40_000, z: 3000 } };
  const seen = scene({ ...about, box }, 'axonometric');
  expect(around(seen)).toHaveLength(600);
  expect(around(seen)[0]).toBe(element_id);
  expect(seen.left_out).toBe(11);
});
