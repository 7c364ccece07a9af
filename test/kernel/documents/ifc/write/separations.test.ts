/** @module tests of room separation lines in IFC files. */
import { expect, test } from 'vitest';

import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const CORNERS = [P(0, 0), P(10_000, 0), P(10_000, 6000), P(0, 6000)];

/** A hall of 9.8 m × 5.8 m, divided at x = 4 m. */
const MODEL = modelOf(
  ...CORNERS.map((start, i) =>
    created('wall', `W${i}`, { start, end: CORNERS[(i + 1) % 4] ?? start, thickness: 200 }),
  ),
  created('separation', 'S1', { start: P(4000, 0), end: P(4000, 6000), name: 'Counter' }),
  ...[1000, 8000].map((x) => {
    const [low, high] = x < 4000 ? [100, 4000] : [4000, 9900];
    const boundary_points = [P(low, 100), P(high, 100), P(high, 5900), P(low, 5900)];
    return created('room', `R${x}`, { name: `R${x}`, point: P(x, 3000), boundary_points });
  }),
);

test.each(['IFC2X3', 'IFC4', 'IFC4X3'] as const)(
  '%s: a virtual element with its line, and one virtual boundary for each room',
  (schema) => {
    const { warnings, counts, file, text } = exported(MODEL, schema);
    expect([warnings, ruleFaults(file)]).toEqual([[], []]);
    expect(counts.get('IfcVirtualElement')).toBe(1);
    const [line = ''] = /#\d+=IFCVIRTUALELEMENT\(.*/u.exec(text) ?? [];
    expect(line).toContain(`'Counter'`);
    expect(text.match(/'FootPrint','GeometricCurveSet'/gu)).toHaveLength(1);
    const number = line.split('=')[0] ?? '';
    const bounds = [...text.matchAll(/IFCRELSPACEBOUNDARY\w*\(.*/gu)].map(([bound]) => bound);
    const virtual = bounds.filter((bound) => bound.includes(`${number},`));
    expect(virtual).toHaveLength(2);
    for (const bound of virtual) expect(bound).toContain('.VIRTUAL.,.INTERNAL.');
  },
);
