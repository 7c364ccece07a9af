/** @module walls under roofs as IFC: bodies with sloping tops, with and without windows, are what the model says. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../kernel/ifc/schema/ifc-schema.ts';
import { modelOf } from '../../clash/clash-model.ts';
import { created } from '../../model/build.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const OUTLINE = [P(0, 0), P(6000, 0), P(6000, 9000), P(0, 9000)];

test.each(IFC_SCHEMAS)('walls under a gable roof in %s', async (schema) => {
  const common = { level_id: 'L1', thickness: 300, top_under: 'R' };
  const view = modelOf(
    created('wall', 'gable', { ...common, start: P(0, 0), end: P(6000, 0) }),
    created('wall', 'eaves', { ...common, start: P(6000, 0), end: P(6000, 9000) }),
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: OUTLINE,
      roof_type: 'gable',
      slope_deg: 40,
      overhang: 400,
    }),
    created('window', 'window', {
      host_id: 'gable',
      offset: 2500,
      width: 1000,
      sill_height: 1000,
      height: 1200,
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  expect(made.text).not.toContain('IFCWALLSTANDARDCASE');
});
