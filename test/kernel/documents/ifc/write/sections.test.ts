/** @module tests of columns and beams in IFC: readers see the named, hollow and rotated sections. */
import { expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import type { ReadFile } from './measured.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const NONE = { positions: new Float64Array(), triangles: new Uint32Array() };
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
  // Round hollow sections lose twice as much to chords as a full circle.
  const isTube = (line: string): boolean => /^(?:column c4|beam b4)/u.test(line);
  const read = await readWithIfcLite(made.file);
  for (const lines of [differences(view, made), differences(view, made, read)]) {
    expect(lines.filter((line) => !isTube(line))).toEqual([]);
  }
  // HEA200 with fillets of 18 mm: its volume in the file, by the reader's facets, and by web-ifc, which draws a chamfer.
  const [bare, square] = [4000 + 1105, 18 * 18];
  const length = meshVolume(view.mesh('b0') ?? NONE) / (bare + (4 - Math.PI) * square);
  expect(length).toBeCloseTo(3000, 0);
  const volume = (file: ReadFile): number => file.bodies.get(ifcGuid('b0'))?.volume ?? 0;
  expect(volume(read) / (length * (bare + (4 - Math.PI) * square))).toBeCloseTo(1, 2);
  expect(volume(readWithWebIfc(made.file)) / (length * (bare + 2 * square))).toBeCloseTo(1, 4);
  expect(made.text).toMatch(
    /IFCISHAPEPROFILEDEF\(\.AREA\.,'HEA200',#\d+,200\.,190\.,6\.5,10\.,18\./u,
  );
  expect(made.text).toMatch(/IFCRECTANGLEHOLLOWPROFILEDEF\(\.AREA\.,'RHS200x100x6\.3'/u);
  expect(made.text).toMatch(/IFCCIRCLEHOLLOWPROFILEDEF\(\.AREA\.,'CHS168\.3x7\.1'/u);
});

test.each(IFC_SCHEMAS)(
  'hollow sections in %s have their axes if no other profile writes them',
  (schema) => {
    const view = modelOf(created('column', 'c', { level_id: 'L1', profile: 'SHS 100x5' }));
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(made.text).toMatch(/'SHS100x5',#\d+,100\.,100\.,5\.,5\.,7\.5\)/u);
    const [, axes = ''] = /HOLLOWPROFILEDEF\(\.AREA\.,'[^']*',(#\d+)/u.exec(made.text) ?? [];
    expect(made.text).toContain(`${axes}=IFCAXIS2PLACEMENT2D(`);
  },
);
