/** @module tests of columns and beams that planes cut: body, pieces, box, measures, motions and refusals. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { World } from '../../../../servers/building/world.ts';
import { clashesIn, lines, modelOf } from '../../../checks/clash/clash-model.ts';
import { created, modifies } from '../../model/build.ts';
import { refusalOf } from '../bench.ts';

type Planes = NonNullable<ParamsOf<'beam'>['cut_planes']>;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const S = Math.SQRT1_2;

/** Above the plane z = 2000 + x. */
const SLOPE: Planes[number] = {
  point: { x: 0, y: 0, z: 2000 },
  normal: { x: 0 - S, y: 0, z: S },
  within: null,
};
/** A mitre through the end of the axis of the beam, 150 mm below its top on a level of 3000 mm. */
const MITRE: Planes[number] = {
  point: { x: 4000, y: 0, z: 2850 },
  normal: { x: S, y: 0, z: S },
  within: null,
};
/** A notch in the first 500 mm of the beam, above its axis. */
const NOTCH: Planes[number] = {
  point: { x: 0, y: 0, z: 2850 },
  normal: { x: 0, y: 0, z: 1 },
  within: {
    origin: { x: 0, y: 0, z: 0 },
    axis: { x: 0, y: 0, z: 1 },
    x: { x: 1, y: 0, z: 0 },
    points: [P(0, 20), P(500, 20), P(500, 500), P(0, 500)],
  },
};
const ALL: Planes[number] = { ...SLOPE, point: { x: 0, y: 0, z: -5000 } };

const column = (more: Partial<ParamsOf<'column'>>): PlannedEvent =>
  created('column', 'C', { level_id: 'L2', location: P(0, 0), height: 3000, ...more });

const beam = (cut_planes: Planes, more: Partial<ParamsOf<'beam'>> = {}): PlannedEvent =>
  created('beam', 'B', {
    level_id: 'L2',
    start: P(0, 0),
    end: P(4000, 0),
    profile: '200x300',
    cut_planes,
    ...more,
  });

function expectVolume(view: StateView, id: string, mm3: number): void {
  const pieces = (view.pieces(id) ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
  const mesh = view.mesh(id) ?? { positions: new Float64Array(), triangles: new Uint32Array() };
  expect(isWatertight(mesh)).toBe(true);
  expect(pieces).toBeCloseTo(mm3, 0);
  expect(view.measures(id).volume_mm3).toBeCloseTo(mm3, 0);
  expect(Math.abs(meshVolume(mesh) - mm3)).toBeLessThan(2e4);
}

describe('a column', () => {
  test('ends at a plane above the elevation of its level', () => {
    const view = modelOf(column({ profile: '200x400', cut_planes: [SLOPE] }));
    expectVolume(view, 'C', 200 * 400 * 2000);
    expect(view.bounds('C')).toEqual({
      min: { x: -100, y: -200, z: 3000 },
      max: { x: 100, y: 200, z: 5100 },
    });
    expect(view.measures('C').length_mm).toBe(3000);
    const whole = modelOf(column({ profile: '200x400' }));
    expect(view.outline('C')).toEqual(whole.outline('C'));
  });

  test('that is round has the volume of a circle, in usual and fine meshes', () => {
    const view = modelOf(column({ profile: 'circle 400', cut_planes: [SLOPE] }));
    const exact = Math.PI * 200 * 200 * 2000;
    expect((view.measures('C').volume_mm3 ?? 0) / exact).toBeCloseTo(1, 9);
    const fine = view.fineMesh('C');
    expect(fine === null ? false : isWatertight(fine)).toBe(true);
    expect((fine === null ? 0 : meshVolume(fine)) / exact).toBeCloseTo(1, 3);
  });

  test('that leans is cut, and does not clash in the part that is removed', () => {
    const post = (id: string, z: number): PlannedEvent =>
      created('column', id, {
        level_id: 'L2',
        location: P(0, 0),
        profile: '100x100',
        base_offset: z,
        height: 200,
      });
    const plane = { ...SLOPE, normal: { x: 0, y: 0, z: 1 } };
    const view = modelOf(
      column({ profile: '200x400', top_location: P(0, 400), cut_planes: [plane] }),
      post('met', 1000),
      post('free', 2100),
    );
    // The axis is 3 m high and cut at 2 m.
    expectVolume(view, 'C', (200 * 400 * Math.hypot(3000, 400) * 2) / 3);
    expect(view.bounds('C')?.max.z).toBe(5000);
    const found = lines(clashesIn(view));
    expect(found.some((line) => line.includes('met'))).toBe(true);
    expect(found.some((line) => line.includes('free'))).toBe(false);
  });
});

describe('a beam', () => {
  test('has a mitred end and a notch', () => {
    const view = modelOf(beam([MITRE, NOTCH]));
    const left = 200 * 300 * 4000 - (200 * 150 * 150) / 2 - 80 * 500 * 150;
    expectVolume(view, 'B', left);
    const mitre: Planes[number] = { ...MITRE, point: { x: 3900, y: 0, z: 2850 } };
    const shorter = modelOf(beam([mitre]));
    expect(shorter.bounds('B')).toEqual({
      min: { x: 0, y: -100, z: 5700 },
      max: { x: 4000, y: 100, z: 6000 },
    });
  });

  test('that slopes is cut at its end', () => {
    const plane = { point: { x: 2000, y: 0, z: 0 }, normal: { x: 1, y: 0, z: 0 }, within: null };
    const view = modelOf(beam([plane], { end_offset: 3000 }));
    // Its axis passes x = 2000 beyond its middle, since its top begins at x = 0.
    const along = 5000 / 4000;
    expectVolume(view, 'B', 200 * 300 * (2000 - 0.6 * 150) * along);
    expect(view.bounds('B')?.max.x).toBe(2000);
  });
});

test.each([
  ['column', 'C'],
  ['beam', 'B'],
])('a %s that planes remove is refused', (_kind, id) => {
  const view = modelOf(column({ profile: '200x400' }), beam([MITRE]));
  const change = modifies(view.element(id), { cut_planes: [ALL] });
  expect(refusalOf(() => view.apply([change]))).toBe('REGENERATION_FAILED');
  expect(() => view.apply([change])).toThrow('its cut planes remove all of it');
});

describe('tools', () => {
  async function house(): Promise<World> {
    const world = await World.create();
    const level = created('level', 'L2', { name: 'First', elevation: 3000, height: 3000 });
    // A plane that falls to one side tells the sides of a mirrored member apart.
    const side: Planes[number] = { ...SLOPE, normal: { x: 0, y: 0.6, z: 0.8 } };
    const events = [level, column({ profile: '200x400', cut_planes: [SLOPE, side] })];
    world.log.append('main', 'import', [...events, beam([MITRE, NOTCH])]);
    await world.domain.catchUp();
    return world;
  }
  const volumeOf = (world: World, id: string) =>
    Math.round(world.view.measures(id).volume_mm3 ?? 0);

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['move', { operation: 'move', delta: { x: 1234.5, y: -77, z: 250 } }],
    ['quarter turn', { operation: 'rotate', about: P(500, 20), angle_deg: 90 }],
    ['oblique turn', { operation: 'rotate', about: P(500, 20), angle_deg: -33.3 }],
    ['mirror', { operation: 'mirror', from: P(0, 0), to: P(1000, 700) }],
  ])('a %s carries the planes', async (_name, motion) => {
    const world = await house();
    const ids = ['C', 'B'];
    const before = ids.map((id) => volumeOf(world, id));
    await world.do('transform_elements', { element_ids: ids, ...motion });
    for (const [i, id] of ids.entries()) {
      expect(Math.abs(volumeOf(world, id) - (before[i] ?? 0))).toBeLessThan(5000);
    }
    const [plane] = world.view.elementOf('B', 'beam')?.params.cut_planes ?? [];
    expect(plane).not.toEqual(MITRE);
  });

  test('copies on a level of another height have the same cuts', async () => {
    const world = await house();
    const to = await world.make('create_level', { name: 'Third', elevation: 6000, height: 4000 });
    const { placed_ids } = await world.do('transform_elements', {
      element_ids: ['C', 'B'],
      operation: 'to_levels',
      to_level_ids: [to],
    });
    const copies = (placed_ids as readonly string[]).map((id) => [
      world.view.element(id)?.kind,
      volumeOf(world, id),
    ]);
    expect(copies).toEqual([
      ['column', volumeOf(world, 'C')],
      ['beam', volumeOf(world, 'B')],
    ]);
  });

  test.each([
    ['C', 'column'],
    ['B', 'beam'],
  ])('answers show the number of planes of %s; they can be removed, not set', async (id, kind) => {
    const world = await house();
    const { params } = await world.ask('get_element', { element_id: id });
    expect(params).toMatchObject({ cut_planes: 2 });
    const set = { element_id: id, parameter_name: 'cut_planes' };
    const refused = await world.refusal('modify_parameter', { ...set, value: [SLOPE] });
    expect(refused.message).toContain(
      `only an import sets planes; with null they do not cut the ${kind}`,
    );
    await world.do('modify_parameter', { ...set, value: null });
    expect(volumeOf(world, id)).toBe(2.4e8);
  });

  test.each([
    ['C', 'column'],
    ['B', 'beam'],
  ] as const)('an invalid normal of %s is refused', async (id, kind) => {
    const world = await house();
    const plane: Planes[number] = { ...SLOPE, normal: { x: 0, y: 0, z: 0.5 } };
    const event = modifies(world.view.elementOf(id, kind), { cut_planes: [plane] });
    world.log.append('main', 'bad', [event]);
    await world.domain.catchUp();
    const move = { element_id: id, delta: { x: 0, y: 10, z: 0 } };
    const { message } = await world.refusal('move_element', move);
    expect(message).toContain('normal has the length 0.5');
  });
});
