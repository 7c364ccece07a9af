/** @module tests of stairs in IFC: every shape in every schema is an assembly whose parts form the body of the model. */
import { expect, test } from 'vitest';

import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import type { ReadFile } from './measured.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const STAIRS: Readonly<Record<string, Partial<ParamsOf<'stair'>>>> = {
  STRAIGHT_RUN_STAIR: {},
  TWO_STRAIGHT_RUN_STAIR: { landing: 1000, direction_deg: 90 },
  QUARTER_TURN_STAIR: { shape: 'l', turn: 'right', handrails: 'left', direction_deg: 33 },
  HALF_TURN_STAIR: {
    shape: 'u',
    turn: 'left',
    handrails: 'both',
    direction_deg: 270,
    base_offset: -600.5,
    top_offset: 250,
    top_tread: true,
  },
};
const KEYS = ['part', 'flight-2', 'landing-1', 'handrails'];

/** Volume and box of all parts of an element, mm³ and mm. */
function whole(read: ReadFile, id: string) {
  const bodies = KEYS.flatMap((key) => read.bodies.get(ifcGuid(`${id}/${key}`)) ?? []);
  const axes = ['x', 'y', 'z'] as const;
  return {
    count: bodies.length,
    volume: bodies.reduce((sum, { volume }) => sum + volume, 0),
    box: [
      ...axes.map((axis) => Math.min(...bodies.map(({ box }) => box.min[axis]))),
      ...axes.map((axis) => Math.max(...bodies.map(({ box }) => box.max[axis]))),
    ],
  };
}

test.each(IFC_SCHEMAS)('stairs in %s', async (schema) => {
  const events = Object.entries(STAIRS).map(([id, given], i) =>
    created('stair', id, {
      level_id: 'L1',
      top_level_id: 'L2',
      start: { x: 12_000 * i, y: 0 },
      width: 1200,
      riser_max: 175,
      tread: 270,
      ...given,
    }),
  );
  const view = modelOf(...events);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  for (const read of [readWithWebIfc(made.file), await readWithIfcLite(made.file)]) {
    expect(differences(view, made, read).filter((line) => !line.startsWith('stair '))).toEqual([]);
    // 23 risers of 167.413 mm from -600.5 mm: the landing is on the 12th.
    const landing = read.bodies.get(ifcGuid('HALF_TURN_STAIR/landing-1'));
    expect(landing?.box.max.z).toBeCloseTo(1408.457, 2);
    for (const [id, given] of Object.entries(STAIRS)) {
      const { shape, landing: depth, handrails } = given;
      const mesh = view.mesh(id);
      if (mesh === null) throw new Error(id);
      const { count, volume, box } = whole(read, id);
      const flights = (shape ?? null) === null && depth === undefined ? 1 : 3;
      expect([id, count]).toEqual([id, flights + (handrails === undefined ? 0 : 1)]);
      expect(volume / meshVolume(mesh)).toBeCloseTo(1, 3);
      const { min, max } = meshBounds(mesh);
      for (const [k, mm] of [min.x, min.y, min.z, max.x, max.y, max.z].entries()) {
        expect(Math.abs((box[k] ?? NaN) - mm)).toBeLessThan(2);
      }
    }
  }
  for (const id of Object.keys(STAIRS)) expect(made.text).toContain(`.${id}.`);
  expect(made.text.match(/=IFCSTAIRFLIGHT\(/gu)).toHaveLength(7);
  expect(made.text.match(/=IFCSLAB\(.*\.LANDING\./gu)).toHaveLength(3);
  expect(made.text.match(/=IFCRAILING\(.*\.HANDRAIL\./gu)).toHaveLength(2);
  expect(made.text.includes("'Pset_StairFlightCommon'")).toBe(true);
});
