/** @module tests of walls of different heights at one point in IFC: one extrusion for each outline over the height. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });

test.each(IFC_SCHEMAS)('a corner of two high walls above a low one in %s', async (schema) => {
  const common = { level_id: 'L1', thickness: 200 };
  const view = modelOf(
    created('wall', 'a', { ...common, height: 6000, start: P(-5000, 0), end: P(0, 0) }),
    created('wall', 'b', { ...common, height: 6000, start: P(0, 0), end: P(0, 5000) }),
    created('wall', 'c', { ...common, height: 3000, start: P(0, 0), end: P(5000, 0) }),
    created('window', 'window', {
      host_id: 'a',
      offset: 2000,
      width: 1000,
      sill_height: 2500,
      height: 1200,
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  // IfcWallStandardCase has one extrusion; only the low wall has.
  const standard = [...made.text.matchAll(/IFCWALLSTANDARDCASE\(/gu)].length;
  expect(standard).toBe(schema === 'IFC2X3' ? 1 : 0);
  // Below 3 m the three walls share 10 x 0.2 and 4.9 x 0.2, above it two share 5.1 x 0.2 and 4.9 x 0.2.
  const volumes = [...made.text.matchAll(/IFCQUANTITYVOLUME\('NetVolume',\$,\$,([\d.E+-]+)/gu)];
  const ofWalls = volumes.map(([, value]) => Number(value));
  const net = 3 * 2.98 + 3 * 2 - 1 * 1.2 * 0.2;
  expect(ofWalls.reduce((total, value) => total + value, 0)).toBeCloseTo(net, 6);
});
