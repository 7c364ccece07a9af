/**
 * @module walls under roofs tests: measures of random walls against an integral of the roof's height, without overlaps.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { clashesIn, modelOf } from '../../../checks/clash/clash-model.ts';
import { created } from '../../model/build.ts';
import { randomOf } from '../convex/shapes.ts';

const tan = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

const KINDS = ['gable', 'hip', 'shed', 'mansard', 'flat'] as const;

/** Height of a roof at a point of an outline of `width` by `length`, of which the width is smaller, mm. */
function heightOf(
  kind: (typeof KINDS)[number],
  { width, length, slope }: { readonly width: number; readonly length: number; slope: number },
): (x: number, y: number) => number {
  const inward = (x: number, y: number): number => Math.min(x, width - x, y, length - y);
  return (x, y) => {
    if (kind === 'flat') return 0;
    if (kind === 'shed') return y * tan(slope);
    if (kind === 'gable') return Math.min(x, width - x) * tan(slope);
    const rise = inward(x, y) * tan(slope);
    if (kind === 'hip') return rise;
    const broken = 1200 / tan(slope);
    return inward(x, y) < broken ? rise : 1200 + (inward(x, y) - broken) * tan(25);
  };
}

/** The mean of a function over a strip around an axis, sampled at the centres of `n` by `m` fields. */
function mean(
  height: (x: number, y: number) => number,
  [a, b]: readonly [PlanPoint, PlanPoint],
  thickness: number,
  [n, m]: readonly [number, number],
): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [u, v] = [((i + 0.5) / n) * length, ((j + 0.5) / m - 0.5) * thickness];
      sum += height(a.x + ux * u - uy * v, a.y + uy * u + ux * v);
    }
  }
  return sum / (n * m);
}

test('volume and face area of a wall equal the integral of the roof height above it', () => {
  const holds = (seed: number): void => {
    const random = randomOf(seed);
    const kind = KINDS[random.below(KINDS.length)] ?? 'gable';
    const width = Math.round(random.between(5000, 9000));
    const length = width + Math.round(random.between(500, 6000));
    const slope = kind === 'mansard' ? 60 : Math.round(random.between(10, 55));
    const thickness = Math.round(random.between(120, 420));
    const inside = (): PlanPoint => ({
      x: Math.round(random.between(250, width - 250)),
      y: Math.round(random.between(250, length - 250)),
    });
    const [a, b] = [inside(), inside()];
    if (Math.hypot(a.x - b.x, a.y - b.y) < 1000) return;
    const turn = random.between(0, 2 * Math.PI);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const placed = ({ x, y }: PlanPoint): PlanPoint => ({
      x: Math.round(1000 * (x * cos - y * sin)) / 1000 + 40_000,
      y: Math.round(1000 * (x * sin + y * cos)) / 1000 - 20_000,
    });
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: length },
      { x: 0, y: length },
    ];
    const roof = {
      level_id: 'L2',
      boundary_points: corners.map(placed),
      base_offset: 0,
      roof_type: kind,
      slope_deg: kind === 'flat' ? 0 : slope,
      upper_slope_deg: 25,
      break_height: 1200,
      overhang: 100 * random.below(6),
    };
    const ends = { start: placed(a), end: placed(b) };
    const view = modelOf(
      created('wall', 'W', { level_id: 'L1', ...ends, thickness, top_under: 'R' }),
      created('roof', 'R', roof),
    );
    const height = heightOf(kind, { width, length, slope });
    const long = Math.hypot(a.x - b.x, a.y - b.y);
    const over = (t: number, fields: readonly [number, number]): number =>
      long * (3000 + mean(height, [a, b], t, fields));
    const { area_mm2, volume_mm3 } = view.measures('W');
    expect((area_mm2 ?? 0) / over(0, [4000, 1]) - 1).toBeCloseTo(0, 5);
    expect((volume_mm3 ?? 0) / (thickness * over(thickness, [400, 40])) - 1).toBeCloseTo(0, 4);
    const mesh = view.mesh('W');
    expect(mesh !== null && isWatertight(mesh)).toBe(true);
    expect((mesh === null ? 0 : meshVolume(mesh)) / (volume_mm3 ?? 0) - 1).toBeCloseTo(0, 5);
    // Corners of rotated roofs are rounded to 0.001 mm, so bodies may overlap by that along their contact.
    const deep = clashesIn(view).findings.filter(
      ({ details }) => !(Number(details['overlap_volume_mm3']) < 0.001 * long * thickness),
    );
    expect(deep).toEqual([]);
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 40 });
});
