/** @module tests of walls that planes cut in IFC: extrusions less half-spaces, equal to the model in both readers. */
import { expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

type Planes = NonNullable<ParamsOf<'wall'>['cut_planes']>;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const S = Math.SQRT1_2;

/** A wall of 4 m from a point in a direction (the cosine and sine of a whole angle), with planes in its frame. */
function wall(id: string, origin: { x: number; y: number }, planes: Planes): PlannedEvent {
  const [c, s] = [0.6, 0.8];
  const at = (x: number, y: number) => P(origin.x + c * x - s * y, origin.y + s * x + c * y);
  const turned = ({ x, y, z }: { x: number; y: number; z: number }) => {
    return { x: c * x - s * y, y: s * x + c * y, z };
  };
  const cut_planes = planes.map(({ point, normal, within }) => ({
    point: { ...at(point.x, point.y), z: point.z },
    normal: turned(normal),
    within:
      within === null
        ? null
        : {
            origin: { ...at(within.origin.x, within.origin.y), z: within.origin.z },
            axis: turned(within.axis),
            x: turned(within.x),
            points: within.points,
          },
  }));
  const [start, end] = [at(0, 0), at(4000, 0)];
  return created('wall', id, {
    level_id: 'L2',
    start,
    end,
    thickness: 200,
    height: 3000,
    cut_planes,
  });
}

const SLOPE: Planes[number] = {
  point: { x: 0, y: 0, z: 1000 },
  normal: { x: 0 - S, y: 0, z: S },
  within: null,
};
const FOOT: Planes[number] = {
  point: { x: 0, y: 0, z: 150 },
  normal: { x: 0, y: 0, z: -1 },
  within: null,
};
/** A recess of 50 mm over the first metre, above 500 mm. */
const RECESS: Planes[number] = {
  point: { x: 0, y: 0, z: 500 },
  normal: { x: 0, y: 0, z: 1 },
  within: {
    origin: { x: 0, y: 0, z: 0 },
    axis: { x: 0, y: 0, z: 1 },
    x: { x: 1, y: 0, z: 0 },
    points: [P(-100, 50), P(1000, 50), P(1000, 200), P(-100, 200)],
  },
};
/** Behind y = 50 of the wall, within an L in its side view. */
const LYING: Planes[number] = {
  point: { x: 0, y: 50, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  within: {
    origin: { x: 0, y: 0, z: 0 },
    axis: { x: 0, y: -1, z: 0 },
    x: { x: 1, y: 0, z: 0 },
    points: [P(500, 300), P(3000, 300), P(3000, 900), P(1500, 900), P(1500, 2500), P(500, 2500)],
  },
};

const HOUSE: readonly PlannedEvent[] = [
  wall('slope', P(0, 0), [SLOPE]),
  wall('foot', P(2000, 0), [SLOPE, FOOT]),
  wall('recess', P(4000, 0), [RECESS]),
  wall('lying', P(6000, 0), [LYING, SLOPE]),
  wall('window', P(8000, 0), [SLOPE]),
  created('window', 'glass', {
    host_id: 'window',
    offset: 2500,
    width: 1000,
    sill_height: 900,
    height: 1200,
  }),
  created('wall', 'arc', {
    level_id: 'L1',
    start: P(20_000, 0),
    end: P(24_000, 0),
    via: P(22_000, 900),
    thickness: 200,
    height: 3000,
    cut_planes: [{ ...SLOPE, point: { x: 20_000, y: 0, z: 1000 } }],
  }),
  // A lower wall at its end gives this one two outlines.
  created('wall', 'layers', {
    level_id: 'L1',
    start: P(30_000, 0),
    end: P(34_000, 0),
    thickness: 200,
    height: 3000,
    cut_planes: [{ ...SLOPE, point: { x: 30_000, y: 0, z: 1000 } }],
  }),
  created('wall', 'low', {
    level_id: 'L1',
    start: P(34_000, 0),
    end: P(34_000, 2000),
    thickness: 300,
    height: 1500,
  }),
];

test.each(IFC_SCHEMAS)(
  'walls with pinned ends in %s are read with their volume',
  async (schema) => {
    const end = [P(3900, -100), P(3900, -50), P(4050, -50), P(4050, 50), P(3900, 50), P(3900, 100)];
    const common = { level_id: 'L1', start: P(0, 0), thickness: 200, height: 3000 };
    const view = modelOf(
      created('wall', 'tongue', { ...common, end: P(4000, 0), pins: { start: null, end } }),
      created('wall', 'lone', { ...common, end: P(0, 9000), pins: { start: null, end: null } }),
    );
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
    expect(view.bounds('tongue')?.max.x).toBe(4050);
  },
);

test.each(IFC_SCHEMAS)('cut walls in %s are read with their volume', async (schema) => {
  const view = modelOf(...HOUSE);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  const [web, lite] = [readWithWebIfc(made.file), await readWithIfcLite(made.file)];
  expect(differences(view, made, web)).toEqual([]);
  // This reader clips neither a profile that is not convex nor by a prism that is not convex.
  const isClipped = (line: string): boolean => !/^wall (?:arc|lying)/u.test(line);
  expect(differences(view, made, lite).filter(isClipped)).toEqual([]);
  // By hand: the slope removes a triangle of 2 m by 2 m, and the L below it has 2.6 m².
  expect(view.measures('lying').volume_mm3).toBeCloseTo(2e9 - 50 * 2.6e6, 0);
  for (const id of ['slope', 'foot', 'recess', 'window', 'layers']) {
    const mm3 = view.measures(id).volume_mm3 ?? 0;
    expect((web.bodies.get(ifcGuid(id))?.volume ?? 0) / mm3).toBeCloseTo(1, 5);
  }
  expect(made.text.match(/=IFCBOOLEANCLIPPINGRESULT\(\.DIFFERENCE\./gu)).toHaveLength(10);
  expect(made.text.match(/=IFCPOLYGONALBOUNDEDHALFSPACE\(/gu)).toHaveLength(2);
  expect(made.text.match(/'Body','Clipping'/gu)).toHaveLength(7);
  // The standard case requires one extrusion.
  expect(made.text.match(/=IFCWALLSTANDARDCASE\(/gu) ?? []).toHaveLength(
    schema === 'IFC2X3' ? 1 : 0,
  );
});
