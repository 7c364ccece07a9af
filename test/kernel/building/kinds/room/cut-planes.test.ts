/** @module tests of rooms that planes cut: attics, and rooms with a lower ceiling over a part. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { spaceQuantities } from '../../../../../kernel/building/kinds/room/space-quantities.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { roomFacts } from '../../../../../kernel/building/spatial/room-facts.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { created, make, modifies } from '../../model/build.ts';
import { context, rectangle } from '../bench.ts';

type Planes = NonNullable<ParamsOf<'room'>['cut_planes']>;

const UP = { x: 0, y: 0, z: 1 };
const [S, C] = [0.6, 0.8];

/** The slopes of a gable over 4 m: 1.5 m high at the middle above knee walls of 1 m. */
const GABLE: Planes = [
  { point: { x: 0, y: 0, z: 1000 }, normal: { x: 0, y: 0 - S, z: C }, within: null },
  { point: { x: 0, y: 4000, z: 1000 }, normal: { x: 0, y: S, z: C }, within: null },
];
/** A ceiling of 2 m over a part of a room. */
const ceiling = (points: readonly { readonly x: number; readonly y: number }[]): Planes[number] => {
  const frame = { origin: { x: 0, y: 0, z: 0 }, axis: UP, x: { x: 1, y: 0, z: 0 } };
  return { point: { x: 0, y: 0, z: 2000 }, normal: UP, within: { ...frame, points: [...points] } };
};

function withRoom(cut_planes: Planes | null, more: Partial<ParamsOf<'room'>> = {}): StateView {
  const boundary_points = rectangle(0, 0, 5000, 4000);
  const given = { level_id: 'L2', boundary_points, height: 2600, cut_planes, ...more };
  return modelOf(created('room', 'R', given));
}

/** Volumes of the pieces and of the mesh of the room, and its measured one; mm³. */
function volumesOf(view: StateView): readonly number[] {
  const pieces = (view.pieces('R') ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
  const mesh = view.mesh('R');
  if (mesh === null) throw new Error('no mesh');
  expect(isWatertight(mesh)).toBe(true);
  expect(meshBounds(mesh)).toEqual(view.bounds('R'));
  return [pieces, meshVolume(mesh), view.measures('R').volume_mm3 ?? 0];
}

function expectVolume(view: StateView, mm3: number): void {
  for (const volume of volumesOf(view)) expect(Math.abs(volume - mm3)).toBeLessThan(2e4);
}

/** Section of the gable: 1 to 2.5 m high over 4 m. */
const ATTIC_MM3 = 5000 * 4000 * 1750;

describe('the body of a room', () => {
  test('ends at the slopes of an attic, above its level', () => {
    const view = withRoom(GABLE);
    expectVolume(view, ATTIC_MM3);
    expect(view.bounds('R')).toMatchObject({ min: { z: 3000 }, max: { z: 5500 } });
    expect(view.measures('R')).toMatchObject({ area_mm2: 20e6, perimeter_mm: 18_000 });
  });

  test('is lower over a part, whose area counts', () => {
    const view = withRoom([ceiling(rectangle(3000, 0, 5000, 4000))]);
    expectVolume(view, 20e6 * 2600 - 8e6 * 600);
    expect(view.bounds('R')).toMatchObject({ max: { z: 5600 } });
    expect(view.measures('R').area_mm2).toBe(20e6);
  });

  test('has no sheet between the parts of an outline that is not convex', () => {
    const niche = [
      { x: 1000, y: 0 },
      { x: 5000, y: 0 },
      { x: 5000, y: 4000 },
      { x: 3000, y: 4000 },
      { x: 3000, y: 1500 },
      { x: 1000, y: 1500 },
    ];
    expectVolume(withRoom([ceiling(niche)]), 20e6 * 2600 - (4000 * 1500 + 2000 * 2500) * 600);
  });

  test('counts in its facts and quantities, which have no constant height', () => {
    const view = withRoom(GABLE);
    const room = view.elementOf('R', 'room');
    if (room === undefined) throw new Error('no room');
    const quantities = spaceQuantities(room, view);
    expect(quantities?.height_mm).toBeNull();
    expect(quantities?.gross_volume_mm3).toBeCloseTo(ATTIC_MM3, -3);
    expect(roomFacts(view, room)).toMatchObject({ height_mm: 2500, area_mm2: 20e6 });
    expect(roomFacts(view, room)?.volume_mm3).toBeCloseTo(ATTIC_MM3, -3);
    const level = spaceQuantities(room, withRoom(null));
    expect([level?.height_mm, level?.gross_volume_mm3]).toEqual([2600, 20e6 * 2600]);
  });
});

describe('planes of a room', () => {
  test('move with it', () => {
    const view = withRoom(GABLE, { base_offset: 0 });
    const delta = { x: 700, y: -300, z: 250 };
    const moved = view.apply(planMove({ element_id: 'R', delta }, view, context).events);
    expect(moved.element('R')?.params).toMatchObject({
      base_offset: 250,
      cut_planes: [{ point: { x: 700, y: -300, z: 1250 } }, { point: { y: 3700, z: 1250 } }],
    });
    expectVolume(moved, ATTIC_MM3);
  });

  test('can be removed', () => {
    const view = withRoom(GABLE);
    const change = { element_id: 'R', parameter_name: 'cut_planes', value: null };
    expectVolume(view.apply(planModify(change, view, context).events), 20e6 * 2600);
  });

  test('that leave nothing are refused', () => {
    const view = withRoom(null);
    const all: Planes = [{ point: { x: 0, y: 0, z: -10 }, normal: UP, within: null }];
    const change = modifies(view.element('R'), { cut_planes: all });
    expect(() => view.apply([change])).toThrow('its cut planes remove all of it');
  });

  test('are shown as their number', () => {
    const element = make('room', 'R', { cut_planes: GABLE });
    const { shown } = withRoom(null).kinds.of(element);
    expect(shown === 'all' ? null : shown(element)).toMatchObject({ cut_planes: 2 });
  });
});

test('takes at most 512 points in all prisms of its planes', () => {
  const points = Array.from({ length: 64 }, (_, i) => {
    const turn = (2 * Math.PI * i) / 64;
    return { x: Math.round(500 * Math.cos(turn)), y: Math.round(500 * Math.sin(turn)) };
  });
  const prism = (x: number) => ({
    point: { x: 0, y: 0, z: 2000 },
    normal: { x: 0, y: 0, z: 1 },
    within: {
      origin: { x, y: 0, z: 0 },
      axis: { x: 0, y: 0, z: 1 },
      x: { x: 1, y: 0, z: 0 },
      points,
    },
  });
  const planes = Array.from({ length: 9 }, (_, i) => prism(100 * i));
  expect(withRoom(planes.slice(0, 8)).element('R')).toBeDefined();
  expect(() => withRoom(planes)).toThrow('at most 512 points');
});
