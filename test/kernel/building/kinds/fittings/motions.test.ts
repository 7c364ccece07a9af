/** @module tests of doors and windows that are moved, turned, mirrored and copied: no number changes, and mirrored ones are mirror images. */
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { planTransform } from '../../../../../kernel/building/model/plan/many/transform.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { created } from '../../model/build.ts';
import { building, context, P } from '../bench.ts';

const TYPE: Partial<ParamsOf<'type'>> = {
  name: 'Oak',
  for: 'window',
  layers: [],
  frame_depth: 80,
  position: 'outside',
  sill: 20,
  grid: {
    columns: [1, 3],
    rows: [1, 2],
    cells: ['fixed', 'casement_left', 'top', 'tilt_and_turn_right'],
  },
};
const GLAZED: Partial<ParamsOf<'type'>> = {
  name: 'Glass',
  for: 'door',
  layers: [],
  frame_width: 50,
  frame_depth: 100,
  position: 'inside',
  threshold: 15,
  glazing: 'triple',
};

function house(): StateView {
  return building(
    created('type', 'T', TYPE),
    created('type', 'U', GLAZED),
    created('wall', 'W2', {
      level_id: 'L1',
      start: P(1000, 500),
      end: P(7000, 500),
      thickness: 300,
      layer_side: 'right',
    }),
    created('window', 'X', { host_id: 'W2', offset: 700, width: 1800, height: 1500, type_id: 'T' }),
    created('door', 'D', { host_id: 'W2', offset: 3500, width: 1000, type_id: 'U' }),
  );
}

/** Measures and figures of an element. */
function numbers(view: StateView, id: string): unknown {
  const element = view.element(id);
  const mesh = view.mesh(id);
  if (element === undefined || mesh === null) throw new Error(`no ${id}`);
  const figures = view.kinds.of(element).schedule.figures?.of(element, view);
  const { area_mm2, volume_mm3 } = view.measures(id);
  return { figures, area_mm2, volume_mm3: Math.round(volume_mm3 ?? 0), of: mesh.triangles.length };
}

type Change = Parameters<typeof planTransform>[0];

function after(view: StateView, change: Change): StateView {
  return view.apply(planTransform(change, view, context).events);
}

const BASE = { element_ids: ['W2'], copy: false, joined: true } as const;
const MIRROR: Change = { operation: 'mirror', from: P(0, 0), to: P(0, 1000), ...BASE };

/** Vertices of an element on tenths of a millimetre, each once, sorted. */
function vertices(view: StateView, id: string, map = (x: number) => x): readonly string[] {
  const { positions = new Float64Array() } = view.mesh(id) ?? {};
  const found = new Set<string>();
  for (let i = 0; i < positions.length; i += 3) {
    const point = [map(positions[i] ?? 0), positions[i + 1] ?? 0, positions[i + 2] ?? 0];
    found.add(point.map((value) => Math.round(value * 10) / 10 + 0).join(' '));
  }
  return [...found].toSorted();
}

describe.each(['X', 'D'])('the numbers of %s', (id) => {
  test.each<[string, Change]>([
    ['moved', { operation: 'move', delta: { x: 1234, y: -567, z: 0 }, ...BASE }],
    ['turned', { operation: 'rotate', angle_deg: 37, about: P(300, 200), ...BASE }],
    ['mirrored', MIRROR],
  ])('stay if it is %s', (_, change) => {
    const view = house();
    expect(numbers(after(view, change), id)).toEqual(numbers(view, id));
  });
});

test('a mirrored window is a mirror image, and twice it is itself', () => {
  const view = house();
  const once = after(view, MIRROR);
  expect(vertices(once, 'X')).toEqual(vertices(view, 'X', (x) => 0 - x));
  expect(vertices(once, 'X')).not.toEqual(vertices(view, 'X'));
  expect(once.element('X')?.params).toMatchObject({ flipped: true, type_id: 'T' });
  const twice = after(once, MIRROR);
  expect(vertices(twice, 'X')).toEqual(vertices(view, 'X'));
  expect(twice.element('X')?.params).toMatchObject({ flipped: null });
});

test('another frame in the type gives its elements another body and another place at once', () => {
  const view = house();
  const near = (of: StateView): readonly string[] => {
    const at = { x: 5000, y: 500, z: 1000 };
    return of.inBox({ min: at, max: at }).filter((id) => id === 'D');
  };
  // Enough queries for an index of boxes, which the later state shares.
  for (let i = 0; i < 30; i += 1) expect(near(view)).toEqual([]);
  const volume = (of: StateView): number => {
    const mesh = of.mesh('D');
    return mesh === null ? NaN : meshVolume(mesh);
  };
  const before = volume(view);
  const deeper = view.apply([
    {
      type: 'element.modified',
      aggregate_id: 'U',
      payload: { updates: { frame_depth: 200 }, previous: { frame_depth: 100 } },
    },
  ]);
  // The inner face of the wall is at 650 mm.
  expect(view.bounds('D')).toMatchObject({ min: { y: 550 }, max: { y: 650 } });
  expect(deeper.bounds('D')).toMatchObject({ min: { y: 450 }, max: { y: 650 } });
  expect(volume(deeper)).toBeGreaterThan(before);
  expect(volume(view)).toBe(before);
  for (let i = 0; i < 3; i += 1) {
    expect(near(deeper)).toEqual(['D']);
    expect(near(view)).toEqual([]);
  }
});
