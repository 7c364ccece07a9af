/** @module tests of the results of clash detection: ids, sentences, sets, meshes and hidden elements. */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { clashesAround } from '../../../../kernel/checks/clash/clashes-around.ts';
import { compareRuns } from '../../../../kernel/checks/findings/compare-runs.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created, deletes, modifies } from '../../building/model/build.ts';
import { clashesIn, lines, modelOf, solids } from './clash-model.ts';

const P = (x: number, y: number): { readonly x: number; readonly y: number } => ({ x, y });

function wallAndPipe(more: readonly PlannedEvent[] = []): StateView {
  return modelOf(
    created('wall', 'W', { start: P(0, 0), end: P(6000, 0) }),
    created('beam', 'P', {
      start: P(3000, -1000),
      end: P(3000, 1000),
      profile: '100x100',
      elevation_offset: -1000,
    }),
    ...more,
  );
}

test('a clash has a sentence, a location, a depth and the direction that separates the bodies', () => {
  const { findings, counts, elements, pairs_measured } = clashesIn(wallAndPipe());
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    check: 'clash.hard',
    severity: 'error',
    element_ids: ['P', 'W'],
    level_id: 'L1',
    message: 'beam `P` and wall `W` overlap by 0.002 m³, 1100 mm deep',
    location: { x: 3000, y: 0, z: 1950 },
    box: { min: { x: 2650, y: -400, z: 1600 }, max: { x: 3350, y: 400, z: 2300 } },
    details: {
      type: 'hard',
      element_a: 'P',
      element_b: 'W',
      overlap_volume_mm3: 2e6,
      penetration: { depth_mm: 1100 },
      clearance_mm: null,
    },
  });
  expect(counts).toMatchObject({ hard: 1, touching: 0, clearance: 0 });
  expect([elements, pairs_measured]).toEqual([2, 1]);
});

test('the id of a clash is independent of its type and differs from that of a workspace clash', () => {
  const view = wallAndPipe();
  const first = compareRuns(null, { findings: clashesIn(view).findings, at: 1 });
  const lifted = view.apply([modifies(view.element('P'), { start: P(3000, 0), end: P(3000, 90) })]);
  const second = clashesIn(lifted).findings;
  expect(second.map(({ check }) => check)).toEqual(['clash.contained']);
  expect(compareRuns(first.findings, { findings: second, at: 2 }).findings).toMatchObject([
    { status: 'active', since: 1 },
  ]);
  const gone = clashesIn(view.apply([deletes(view.element('P'))])).findings;
  expect(compareRuns(first.findings, { findings: gone, at: 2 }).resolved).toHaveLength(1);
});

test('a column in the swing and in the leaf of a door is two clashes', () => {
  const view = wallAndPipe([
    created('door', 'D', { host_id: 'W', offset: 1000 }),
    created('column', 'C', { location: P(1300, 150) }),
  ]);
  const { findings } = clashesIn(view, {
    between: { first: ({ id }) => id === 'D', second: ({ kind }) => kind === 'column' },
  });
  expect(lines({ findings })).toEqual(['hard C D', 'workspace D C']);
  expect(new Set(findings.map(({ finding_id }) => finding_id)).size).toBe(2);
});

test('only pairs of the two sets are measured, in either order', () => {
  const view = wallAndPipe([created('column', 'C', { location: P(5000, 0) })]);
  expect(lines(clashesIn(view))).toEqual(['hard C W', 'hard P W']);
  const is = (kind: string) => (element: { readonly kind: string }) => element.kind === kind;
  const only = clashesIn(view, { between: { first: is('wall'), second: is('beam') } });
  expect(lines(only)).toEqual(['hard P W']);
  expect(only.elements).toBe(2);
  const same = clashesIn(view, { between: { first: is('beam'), second: is('wall') } });
  expect(same.findings).toEqual(only.findings);
});

test('all types are counted, only requested ones are listed', () => {
  const view = wallAndPipe([created('column', 'C', { location: P(5000, 250) })]);
  const { findings, counts } = clashesIn(view);
  expect([findings.length, counts.hard, counts.touching]).toEqual([1, 1, 1]);
  expect(lines(clashesIn(view, { types: ['touching'] }))).toEqual(['touching C W']);
});

test('the result lists every rule with its reason and the number of pairs that it explains', () => {
  const { rules } = clashesIn(
    modelOf(
      created('wall', 'W', { start: P(0, 0), end: P(4000, 0) }),
      created('floor', 'F', {
        level_id: 'L2',
        boundary_points: [P(-1000, -1000), P(5000, -1000), P(5000, 1000), P(-1000, 1000)],
      }),
    ),
  );
  expect(rules.map(({ rule_id }) => rule_id)).toEqual([
    'in-its-host',
    'in-one-host',
    'made-of',
    'joined-walls',
    'stands-on',
    'built-to-level',
    'beam-on-column',
    'beam-in-beam',
  ]);
  expect(rules.every(({ title, why }) => title.length > 5 && why.length > 20)).toBe(true);
  const used = rules.filter(({ pairs }) => pairs > 0);
  expect(used).toMatchObject([
    { rule_id: 'built-to-level', pairs: 1, overlap_volume_mm3: 4000 * 200 * 200 },
  ]);
});

test('elements in a room do not clash with the room', () => {
  const view = wallAndPipe([
    created('room', 'R', { boundary_points: [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)] }),
  ]);
  expect(lines(clashesIn(view))).toEqual(['hard P W']);
  expect(clashesIn(view).elements).toBe(2);
});

test('the location is in the largest of several overlaps', () => {
  // Of the wall 800 mm are below the window and 1,200 mm above it: the middle above is at 2,400 mm.
  const view = modelOf(
    created('wall', 'W', { start: P(0, 0), end: P(6000, 0) }),
    created('opening', 'O', { host_id: 'W', offset: 2000, width: 1000, sill: 800, height: 1000 }),
    created('column', 'C', { location: P(2500, 0) }),
  );
  const { findings } = clashesIn(view);
  expect(lines({ findings })).toEqual(['hard C W']);
  expect(findings[0]?.location).toEqual({ x: 2500, y: 0, z: 2400 });
});

/** A sloped roof with an opening cut by a boolean: it has no convex pieces. */
const CUT_ROOF = [
  created('roof', 'R', { slope_deg: 30, roof_type: 'shed', base_offset: 1000, overhang: 0 }),
  created('opening', 'O', {
    host_id: 'R',
    offset: null,
    location: P(2500, 2000),
    sill: 0,
    width: 1000,
    height: 1000,
  }),
];

test('a body without convex pieces is measured by a boolean: through it, through its hole, and near it', () => {
  const view = modelOf(
    ...CUT_ROOF,
    created('column', 'A', { location: P(1000, 2000), height: 3000 }),
    created('column', 'B', { location: P(2500, 2000), height: 3000 }),
    created('column', 'C', { location: P(-170, 2000), height: 3000 }),
  );
  const { findings, not_measured } = clashesIn(view, { clearance_mm: 25 });
  expect(lines({ findings })).toEqual(['hard A R', 'clearance C R']);
  // Of a layer 250 thick at 30°, the vertical prism is 250 / cos 30° high everywhere.
  expect(
    Number(findings[0]?.details['overlap_volume_mm3']) / (300 * 300 * 250 * (2 / Math.sqrt(3))),
  ).toBeCloseTo(1, 5);
  const { x, y, z } = findings[0]?.location ?? { x: 0, y: 0, z: 0 };
  const [over_x, over_y] = [Math.abs(x - 1000), Math.abs(y - 2000)];
  expect([over_x <= 150, over_y <= 150]).toEqual([true, true]);
  const under = 1000 + y / Math.sqrt(3);
  expect([z > under, z < under + 250 * (2 / Math.sqrt(3))]).toEqual([true, true]);
  expect(findings[1]?.details['clearance_mm']).toBeCloseTo(20, 6);
  expect(not_measured).toEqual([]);
});

test('without a solid kernel, pairs without convex pieces are listed as not measured', () => {
  const view = modelOf(...CUT_ROOF, created('column', 'A', { location: P(1000, 2000) }));
  const { findings, not_measured } = clashesIn(view, { solids: null });
  expect(findings).toEqual([]);
  expect(not_measured).toEqual([
    { element_ids: ['A', 'R'], because: 'no solid kernel is available' },
  ]);
});

test('the clashes of a change include joined walls: without its neighbour a wall ends square, and a body in its mitre is free', () => {
  const view = modelOf(
    created('wall', 'A', { start: P(0, 0), end: P(4000, 0) }),
    created('wall', 'B', { start: P(4000, 0), end: P(4000, 4000) }),
    created('column', 'C', { location: P(4060, -30), profile: '20x20' }),
  );
  expect(lines(clashesIn(view))).toEqual(['contained B C']);
  const after = view.apply([deletes(view.element('A'))]);
  const { appeared, resolved } = clashesAround(view, after, ['A'], { solids });
  expect([appeared, lines({ findings: resolved })]).toEqual([[], ['contained B C']]);
});

test('hidden elements do not take part, in full runs and around a change', () => {
  const view = wallAndPipe([
    created('column', 'C', { location: P(1000, 100) }),
    created('column', 'H', { location: P(5000, 100) }),
  ]);
  const seen = hiding(view, 'H');
  expect(lines(clashesIn(view))).toEqual(['hard C W', 'hard H W', 'hard P W']);
  const { findings, elements, pairs_measured } = clashesIn(seen);
  expect(lines({ findings })).toEqual(['hard C W', 'hard P W']);
  const twin = clashesIn(view.apply([deletes(view.element('H'))]));
  expect([elements, pairs_measured]).toEqual([twin.elements, twin.pairs_measured]);
  const moved = view.apply([modifies(view.element('W'), { start: P(0, 50), end: P(6000, 50) })]);
  const { worse, ...change } = clashesAround(seen, hiding(moved, 'H'), ['W'], { solids });
  expect(change).toEqual({ appeared: [], resolved: [], not_measured: [] });
  // The wall moves further into the column that is seen.
  expect(lines({ findings: worse })).toEqual(['hard C W']);
});

/** A view without one element, as an agent may have it. */
function hiding(view: StateView, hidden: string): StateView {
  return new Proxy(view, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        if (given[0] === hidden) return name === 'element' ? undefined : null;
        const answer: unknown = value.apply(target, given);
        return name === 'elements' || name === 'inBox'
          ? [...(answer as Iterable<string | { readonly id: string }>)].filter(
              (one) => (typeof one === 'string' ? one : one.id) !== hidden,
            )
          : answer;
      };
    },
  });
}
