/** @module tests of columns and beams that planes cut in IFC: extrusions less half-spaces, equal to the model. */
import { expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

type Plane = NonNullable<ParamsOf<'beam'>['cut_planes']>[number];

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const S = Math.SQRT1_2;
const plane = (x: number, z: number, normal: Plane['normal']): Plane => {
  return { point: { x, y: 0, z }, normal, within: null };
};

const ON = { level_id: 'L2', profile: '200x300' };
const HOUSE: readonly PlannedEvent[] = [
  created('column', 'upright', {
    ...ON,
    location: P(0, 0),
    height: 3000,
    turn_deg: 30,
    cut_planes: [plane(0, 2000, { x: 0 - S, y: 0, z: S })],
  }),
  created('column', 'leaning', {
    ...ON,
    location: P(2000, 0),
    top_location: P(3000, 500),
    height: 3000,
    turn_deg: 30,
    cut_planes: [plane(0, 2000, { x: 0, y: 0, z: 1 }), plane(0, 100, { x: 0, y: 0, z: -1 })],
  }),
  created('beam', 'level', {
    ...ON,
    start: P(5000, 0),
    end: P(8000, 4000),
    cut_planes: [
      plane(5500, 0, { x: -1, y: 0, z: 0 }),
      plane(7500, 2850, { x: 0.6, y: 0, z: 0.8 }),
    ],
  }),
  created('beam', 'sloping', {
    ...ON,
    start: P(10_000, 0),
    end: P(14_000, 0),
    end_offset: 3000,
    roll_deg: 20,
    cut_planes: [plane(13_500, 0, { x: 1, y: 0, z: 0 })],
  }),
  created('beam', 'upright beam', {
    ...ON,
    start: P(16_000, 0),
    end: P(16_000, 0),
    end_offset: 2000,
    roll_deg: 20,
    cut_planes: [plane(16_000, 4500, { x: S, y: 0, z: S })],
  }),
];

test.each(IFC_SCHEMAS)('cut members in %s are read with their volume', (schema) => {
  const view = modelOf(...HOUSE);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  const web = readWithWebIfc(made.file);
  expect(differences(view, made, web)).toEqual([]);
  for (const { id } of view.elements()) {
    if (view.mesh(id) === null) continue;
    const mm3 = view.measures(id).volume_mm3 ?? 0;
    expect((web.bodies.get(ifcGuid(id))?.volume ?? 0) / mm3).toBeCloseTo(1, 5);
  }
  expect(view.measures('upright').volume_mm3).toBeCloseTo(200 * 300 * 2000, 0);
  expect(made.text.match(/=IFCBOOLEANCLIPPINGRESULT\(\.DIFFERENCE\./gu)).toHaveLength(7);
  expect(made.text.match(/'Body','Clipping'/gu)).toHaveLength(5);
  // Gross is before the cut, net after it; m³.
  expect(made.text).toMatch(/'GrossVolume',\$,\$,0\.18[,)]/u);
  expect(made.text).toMatch(/'NetVolume',\$,\$,0\.12[,)]/u);
});
