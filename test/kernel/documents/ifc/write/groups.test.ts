/** @module tests of groups in IFC: a group for each placement with its elements, within one group for all placements. */
import { expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';

const place = (number: number) => ({ number, x: 0, y: 0, turn_deg: 0, mirrored: false });
const wall = (id: string, y: number) =>
  created('wall', id, { start: { x: 0, y }, end: { x: 5000, y } });

test.each(IFC_SCHEMAS)('a group in %s has its placements, and those their elements', (schema) => {
  const view = modelOf(
    wall('a1', 0),
    wall('a2', 9000),
    created('door', 'd1', { host_id: 'a1' }),
    created('door', 'd2', { host_id: 'a2' }),
    wall('other', 20_000),
    created('group', 'G', {
      name: 'Flat A',
      members: [
        ['a1', 'd1'],
        ['a2', 'd2'],
      ],
      placements: [place(1), place(4)],
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  const results = runIfcRules(readStepFile(made.file), IFC_RULES);
  // GRF003 requires a georeference, which this model does not have.
  const found = results.flatMap((one) => (one.found === 0 ? [] : [one.rule.id]));
  expect(found.filter((rule) => rule !== 'GRF003')).toEqual([]);
  const lineOf = (pattern: RegExp): string => pattern.exec(made.text)?.[1] ?? 'none';
  const groupOf = (name: string): string =>
    lineOf(new RegExp(`#(\\d+)=IFCGROUP\\('[^']*',[^,]*,'${name}'`, 'u'));
  const heldBy = (name: string): string =>
    lineOf(new RegExp(`IFCRELASSIGNSTOGROUP\\(.*\\(([#\\d,]+)\\),\\$,#${groupOf(name)}\\)`, 'u'));
  const elementOf = (tag: string): string =>
    `#${lineOf(new RegExp(`#(\\d+)=IFC(?:WALL|DOOR|WALLSTANDARDCASE)\\('[^\\n]*'${tag}'`, 'u'))}`;
  expect(heldBy('Flat A')).toBe(`#${groupOf('Flat A 1')},#${groupOf('Flat A 4')}`);
  expect(heldBy('Flat A 1')).toBe(`${elementOf('a1')},${elementOf('d1')}`);
  expect(heldBy('Flat A 4')).toBe(`${elementOf('a2')},${elementOf('d2')}`);
  expect(made.text.match(/IFCGROUP\(/gu)).toHaveLength(3);
});

test('groups are not products: the imported building is the same', async () => {
  const view = modelOf(wall('a1', 0), created('group', 'G', { members: [['a1']] }));
  const made = exported(view, 'IFC4');
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
});
