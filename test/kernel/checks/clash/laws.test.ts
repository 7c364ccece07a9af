/** @module laws of clash detection, on random buildings. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Mesh, boxMesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { CLASH_TYPES } from '../../../../kernel/checks/clash/clash-options.ts';
import type { ClashResult } from '../../../../kernel/checks/clash/clash-result.ts';
import { clashesAround } from '../../../../kernel/checks/clash/clashes-around.ts';
import { clashes } from '../../../../kernel/checks/clash/clashes.ts';
import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { creation, lcg } from '../../../bench/building.ts';
import { stopsOf } from '../../base/work/stops.ts';
import { created, deletes, modifies } from '../../building/model/build.ts';
import { clashesIn, modelOf, solids } from './clash-model.ts';
import type { PlanMap } from './random-building.ts';
import {
  mapped,
  MIRRORED,
  MOVED,
  nameBefore,
  QUARTER_TURN,
  randomBuilding,
  renamed,
} from './random-building.ts';

const RUNS = { numRuns: 6 };
const OPTIONS = { types: CLASH_TYPES, clearance_mm: 40 };
const seeds = fc.integer({ min: 1, max: 1_000_000 });

function viewOf(elements: readonly Element[]): StateView {
  return modelOf(...elements.map((element) => creation(element)));
}

/** Each clash by its elements and measures, rounded to remove the noise of coordinates. */
function signature(
  { findings, counts, rules }: ClashResult,
  name: (id: string) => string = (id) => id,
): unknown {
  return {
    counts,
    rules: rules.map(({ rule_id, pairs }) => [rule_id, pairs]),
    clashes: findings
      .map(({ check, element_ids, details }) => [
        element_ids.map((id) => name(id)).toSorted(),
        check,
        rough(details['overlap_volume_mm3']),
        rough((details['penetration'] as { readonly depth_mm: number } | null)?.depth_mm),
        rough(details['clearance_mm']),
      ])
      .map((clash) => JSON.stringify(clash))
      .toSorted(),
  };
}

/** Five significant digits: outlines of turned elements are rounded to 0.001 mm. */
function rough(value: unknown): string | null {
  return typeof value === 'number' ? Number(value.toPrecision(4)).toString() : null;
}

function expectSame(seed: number, map: PlanMap): void {
  // A door keeps the side to which it opens, and the cuts of walls at joints are not tested here.
  const elements = randomBuilding(seed, map.mirrors);
  const before = signature(clashesIn(viewOf(elements), OPTIONS));
  const after = clashesIn(viewOf(elements.map((element) => mapped(element, map))), OPTIONS);
  expect(signature(after)).toEqual(before);
}

test('moving the whole model changes no clash', () => {
  fc.assert(
    fc.property(seeds, (seed) => expectSame(seed, MOVED)),
    RUNS,
  );
});

test('turning the whole model by 90° changes no clash', () => {
  fc.assert(
    fc.property(seeds, (seed) => expectSame(seed, QUARTER_TURN)),
    RUNS,
  );
});

test('mirroring the whole model changes no clash', () => {
  fc.assert(
    fc.property(seeds, (seed) => expectSame(seed, MIRRORED)),
    RUNS,
  );
});

test('renaming all elements, which changes the order of pairs, changes no clash', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const elements = randomBuilding(seed);
      const before = clashesIn(viewOf(elements), OPTIONS);
      const after = clashesIn(viewOf(elements.map((element) => renamed(element))), OPTIONS);
      expect(signature(after, nameBefore)).toEqual(signature(before));
    }),
    RUNS,
  );
});

test('the location of a clash is in both elements, and its volume is that of manifold-3d', () => {
  let measured = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const view = viewOf(randomBuilding(seed));
      const { findings } = clashesIn(view, { types: ['hard', 'contained', 'duplicate'] });
      for (const { element_ids, details, location } of findings) {
        const [a, b] = element_ids.map((id) => view.mesh(id));
        if (a == null || b == null || location === null) throw new Error('two bodies and a place');
        const common = solids.boolean(a, b, 'intersect');
        const expected = common.volume_mm3;
        const found = Number(details['overlap_volume_mm3']);
        // Meshes of walls with several outlines have corners on the grid: each face is off by at most 0.0005 mm.
        const layered = element_ids.some((id) => view.footprint(id)?.bands !== undefined);
        const rounding = layered ? 0.0005 * surfaceOf(common.mesh) : 0;
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-6 * expected + 1 + rounding);
        expect([isInside(location, a), isInside(location, b)]).toEqual([true, true]);
        measured += 1;
      }
    }),
    RUNS,
  );
  expect(measured).toBeGreaterThan(15);
});

/** Area of all faces, mm². */
function surfaceOf({ positions, triangles }: Mesh): number {
  const corner = (i: number): readonly number[] => Array.from(positions.slice(3 * i, 3 * i + 3));
  let twice = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = Array.from(triangles.slice(i, i + 3), corner);
    const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => (p?.[k] ?? 0) - (a?.[k] ?? 0)));
    const cross = [0, 1, 2].map((k) => {
      const [l, m] = [(k + 1) % 3, (k + 2) % 3];
      return (u?.[l] ?? 0) * (v?.[m] ?? 0) - (u?.[m] ?? 0) * (v?.[l] ?? 0);
    });
    twice += Math.hypot(...cross);
  }
  return twice / 2;
}

/** Whether a cube of 0.02 mm around a point shares volume with a body. */
function isInside({ x, y, z }: NonNullable<Finding['location']>, mesh: Mesh): boolean {
  const cube = boxMesh({
    min: { x: x - 0.01, y: y - 0.01, z: z - 0.01 },
    max: { x: x + 0.01, y: y + 0.01, z: z + 0.01 },
  });
  return !solids.boolean(cube, mesh, 'intersect').empty;
}

/** A change of a random building: moved, deleted and new elements, or a level at another height. */
function* randomEdits(view: StateView, seed: number): Generator<PlannedEvent> {
  const random = lcg(seed);
  const elements = [...view.elements()];
  for (let i = 0; i < 3; i += 1) {
    const element = elements[random(elements.length)];
    const [dx, dy] = [10 * random(60) - 300, 10 * random(60) - 300];
    if (element?.kind === 'wall' || element?.kind === 'beam') {
      const { start, end } = element.params;
      yield modifies(element, {
        start: { x: start.x + dx, y: start.y + dy },
        end: { x: end.x + dx, y: end.y + dy },
      });
    } else if (element?.kind === 'door') {
      yield modifies(element, { offset: random(200), door_type: 'double' });
    } else if (element?.kind === 'column') {
      yield random(2) === 0
        ? deletes(element)
        : modifies(element, { location: { x: dx + 3000, y: dy + 3000 } });
    } else if (element?.kind === 'level' && element.id === 'L1') {
      yield modifies(element, { height: 2900 + random(300) });
    }
    if (element !== undefined) elements.splice(elements.indexOf(element), 1);
  }
  const at = { x: 37 * random(200), y: 41 * random(160) };
  yield created('column', 'new', { location: at, profile: 'circle 500' });
  yield created('wall', 'new_wall', { start: at, end: { x: at.x + 2500, y: at.y + 10 } });
}

test('new and resolved clashes of a change are the difference of two full runs', () => {
  let [appeared, resolved] = [0, 0];
  const ids = (findings: readonly Finding[]): readonly string[] =>
    findings.map(({ finding_id }) => finding_id).toSorted();
  const without = (findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] =>
    findings.filter((one) => others.every(({ finding_id }) => finding_id !== one.finding_id));
  fc.assert(
    fc.property(seeds, seeds, (seed, edit) => {
      const before = viewOf(randomBuilding(seed));
      const events = [...randomEdits(before, edit)];
      const after = before.apply(events);
      const changed = events.map(({ aggregate_id }) => aggregate_id);
      const options = { ...OPTIONS, solids };
      const change = clashesAround(before, after, changed, options);
      const [was, is] = [clashesIn(before, OPTIONS).findings, clashesIn(after, OPTIONS).findings];
      expect(ids(change.appeared)).toEqual(ids(without(is, was)));
      expect(ids(change.resolved)).toEqual(ids(without(was, is)));
      appeared += change.appeared.length;
      resolved += change.resolved.length;
    }),
    { numRuns: 14 },
  );
  expect(appeared).toBeGreaterThan(15);
  expect(resolved).toBeGreaterThan(5);
});

test('a clash run reports its progress at checkpoints', () => {
  const { stops } = stopsOf(() => clashes(viewOf(randomBuilding(5))));
  expect(stops[0]).toMatchObject({ done: 0, doing: 'decomposing bodies' });
  expect(stops.length).toBeGreaterThan(3);
});
