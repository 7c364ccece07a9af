/** @module columns and beams as IFC: sections by name, hollow and turned, are what readers see. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../kernel/ifc/schema/ifc-schema.ts';
import { modelOf } from '../../clash/clash-model.ts';
import { created } from '../../model/build.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const SECTIONS = ['HEA200', 'UC 203x203x46', 'RHS 200x100x6.3', 'SHS 100x5', 'CHS 168.3x7.1'];

test.each(IFC_SCHEMAS)('sections in %s', async (schema) => {
  const events = SECTIONS.flatMap((profile, i) => [
    created('column', `c${i}`, {
      level_id: 'L1',
      location: { x: 1000 * i, y: 0 },
      profile,
      turn_deg: 30,
    }),
    created('beam', `b${i}`, {
      level_id: 'L1',
      start: { x: 1000 * i, y: 2000 },
      end: { x: 1000 * i, y: 5000 },
      profile,
    }),
  ]);
  const view = modelOf(...events);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  // Round walls lose twice what a full circle does to chords.
  const isTube = (line: string): boolean => /^(?:column c4|beam b4)/u.test(line);
  const read = await readWithIfcLite(made.file);
  expect(differences(view, made).filter((line) => !isTube(line))).toEqual([]);
  expect(differences(view, made, read).filter((line) => !isTube(line))).toEqual([]);
  expect(made.text).toMatch(/IFCISHAPEPROFILEDEF\(\.AREA\.,'HEA200'/u);
  expect(made.text).toMatch(/IFCRECTANGLEHOLLOWPROFILEDEF\(\.AREA\.,'RHS200x100x6\.3'/u);
  expect(made.text).toMatch(/IFCCIRCLEHOLLOWPROFILEDEF\(\.AREA\.,'CHS168\.3x7\.1'/u);
});
