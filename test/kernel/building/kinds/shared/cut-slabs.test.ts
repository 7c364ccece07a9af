/** @module tests of floors and roofs that planes cut: level feet of plates, eaves square to the slope, dormers. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { bearingOf } from '../../../../../kernel/building/kinds/facets/per-element.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { created, make, modifies } from '../../model/build.ts';
import { context, rectangle } from '../bench.ts';

type Planes = NonNullable<ParamsOf<'floor'>['cut_planes']>;

const DOWN = { x: 0, y: 0, z: -1 };
const S = Math.SQRT1_2;

/** A plate of 45 degrees, 200 mm thick, whose foot is level 100 mm under its upper edge. */
const FOOT: Planes = [{ point: { x: 0, y: 0, z: -100 }, normal: DOWN, within: null }];
/** Upright thickness of the plate; its foot lacks a triangle of what is lower than 100 mm. */
const DEPTH = 200 / S;
const PLATE_MM3 = 3000 * (4000 * DEPTH - (DEPTH - 100) ** 2 / 2);

function withFloor(cut_planes: Planes | null): StateView {
  return modelOf(
    created('floor', 'F', {
      level_id: 'L2',
      boundary_points: rectangle(0, 0, 4000, 3000),
      holes: [],
      thickness: 200,
      top_offset: 0,
      slope: { point: { x: 0, y: 0 }, direction_deg: 0, pitch_deg: 45, edges: 'plumb' },
      cut_planes,
    }),
  );
}

/** A gable roof of 45 degrees, 200 mm thick, over 6 by 4 m; the ridge is along x. */
function withRoof(cut_planes: Planes | null, skylight = false): StateView {
  const location = { x: 3000, y: 1000 };
  return modelOf(
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: rectangle(0, 0, 6000, 4000),
      roof_type: 'gable',
      slope_deg: 45,
      overhang: 0,
      thickness: 200,
      base_offset: 0,
      cut_planes,
    }),
    ...(skylight
      ? [
          created('opening', 'O', {
            host_id: 'R',
            offset: null,
            location,
            width: 600,
            height: 500,
            sill: 0,
          }),
        ]
      : []),
  );
}

/** Planes square to both slopes through the lower edges of the upper faces. */
const SQUARE: Planes = [0, 4000].map((y) => ({
  point: { x: 0, y, z: DEPTH },
  normal: { x: 0, y: y === 0 ? 0 - S : S, z: 0 - S },
  within: null,
}));
/** Below each upper edge a triangle is missing, whose upright side is the depth and whose angles are 45, 90 and 45. */
const ROOF_MM3 = 6000 * (4000 * DEPTH - (2 * (DEPTH * DEPTH)) / 4);

function expectVolume(view: StateView, id: string, mm3: number): void {
  const mesh = view.mesh(id);
  if (mesh === null) throw new Error('no mesh');
  expect(isWatertight(mesh)).toBe(true);
  const { min, max } = meshBounds(mesh);
  const bounds = view.bounds(id);
  for (const side of ['x', 'y', 'z'] as const) {
    expect(bounds?.min[side]).toBeCloseTo(min[side], 2);
    expect(bounds?.max[side]).toBeCloseTo(max[side], 2);
  }
  // A roof with an opening in its slope has no convex pieces.
  const pieces = view.pieces(id)?.reduce((sum, piece) => sum + pieceVolume(piece), 0) ?? mm3;
  const volumes = [pieces, meshVolume(mesh), view.measures(id).volume_mm3 ?? 0];
  for (const volume of volumes) expect(Math.abs(volume - mm3)).toBeLessThan(2e-6 * mm3);
}

test('a ceiling bears nothing, and no plate covers what is below', () => {
  const { kinds } = withFloor(null);
  const facts = (floor_type: ParamsOf<'floor'>['floor_type']): readonly unknown[] => {
    const element = make('floor', 'F', { floor_type });
    const { covers } = kinds.of(element);
    return [bearingOf(element, kinds), covers === 'none' ? null : covers.flat(element)];
  };
  expect([facts('ceiling'), facts('slab')]).toEqual([
    ['none', false],
    ['slab', true],
  ]);
});

describe('a floor', () => {
  test('has the level foot that a plane gives it', () => {
    const view = withFloor(FOOT);
    expectVolume(view, 'F', PLATE_MM3);
    expect(view.bounds('F')?.min.z).toBeCloseTo(2900, 3);
    expect(view.measures('F').area_mm2).toBe(12e6);
  });

  test('takes its planes along when it moves', () => {
    const view = withFloor(FOOT);
    const delta = { x: 700, y: -300, z: 250 };
    const moved = view.apply(planMove({ element_id: 'F', delta }, view, context).events);
    expect(moved.element('F')?.params).toMatchObject({
      top_offset: 250,
      cut_planes: [{ point: { x: 700, y: -300, z: 150 } }],
    });
    expectVolume(moved, 'F', PLATE_MM3);
  });

  test('is whole without its planes, which no caller can set', () => {
    const view = withFloor(FOOT);
    const change = { element_id: 'F', parameter_name: 'cut_planes', value: null };
    expectVolume(view.apply(planModify(change, view, context).events), 'F', 12e6 * DEPTH);
    expect(() => planModify({ ...change, value: FOOT }, view, context)).toThrow('only an import');
  });

  test('of which nothing is left is refused', () => {
    const all: Planes = [{ point: { x: 0, y: 0, z: 9000 }, normal: DOWN, within: null }];
    const change = modifies(withFloor(null).element('F'), { cut_planes: all });
    expect(() => withFloor(null).apply([change])).toThrow('its cut planes remove all of it');
  });

  test('shows its planes as their number', () => {
    const { shown } = withFloor(null).kinds.of(make('floor', 'F'));
    const element = make('floor', 'F', { cut_planes: FOOT });
    expect(shown === 'all' ? null : shown(element)).toMatchObject({ cut_planes: 1 });
  });
});

describe('a roof', () => {
  test('has the eaves that planes square to its slopes give it', () => {
    expectVolume(withRoof(SQUARE), 'R', ROOF_MM3);
  });

  test('keeps its openings', () => {
    expectVolume(withRoof(SQUARE, true), 'R', ROOF_MM3 - 600 * 500 * DEPTH);
  });

  test('takes its planes along when it moves, and is whole without them', () => {
    const view = withRoof(SQUARE);
    const delta = { x: 100, y: 200, z: -300 };
    expectVolume(
      view.apply(planMove({ element_id: 'R', delta }, view, context).events),
      'R',
      ROOF_MM3,
    );
    const change = { element_id: 'R', parameter_name: 'cut_planes', value: null };
    const whole = view.apply(planModify(change, view, context).events);
    expectVolume(whole, 'R', 24e6 * DEPTH);
  });

  test('of which nothing is left is refused', () => {
    const all: Planes = [{ point: { x: 0, y: 0, z: 9000 }, normal: DOWN, within: null }];
    const change = modifies(withRoof(null).element('R'), { cut_planes: all });
    expect(() => withRoof(null).apply([change])).toThrow('its cut planes remove all of it');
  });
});
