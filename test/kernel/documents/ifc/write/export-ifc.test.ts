/** @module tests of the example buildings in IFC, read by independent readers. */
import process from 'node:process';

import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { houseView, officeView } from './house.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const house = await houseView();

test.each(IFC_SCHEMAS)('the house in %s matches the model', async (schema) => {
  const made = exported(house, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(house, made)).toEqual([]);
  expect(differences(house, made, await readWithIfcLite(made.file))).toEqual([]);
  const { counts } = made;
  // Two walls end under the roof; a standard case cannot.
  const walls = schema === 'IFC2X3' ? ['IfcWallStandardCase', 'IfcWall'] : ['IfcWall'];
  expect(walls.map((entity) => counts.get(entity))).toEqual(schema === 'IFC2X3' ? [15, 2] : [17]);
  expect([counts.get('IfcDoor'), counts.get('IfcWindow')]).toEqual([11, 17]);
  // Every door and window has cut its opening, and one opening is empty.
  expect(counts.get('IfcRelVoidsElement')).toBe(29);
  expect(counts.get('IfcRelFillsElement')).toBe(28);
  expect(counts.get('IfcSpace')).toBe(11);
  expect(counts.get('IfcRelConnectsPathElements')).toBe(26);
  // Six rooms below and five above, each between four walls and on a floor, with both sides of eight doors, one side of
  // three doors and of 17 windows, and in IFC4 both sides of a hole. The second level has five more, where a wall has one
  // room on one side and several on the other, and no floors.
  const boundary = schema === 'IFC2X3' ? 'IfcRelSpaceBoundary' : 'IfcRelSpaceBoundary1stLevel';
  expect(counts.get(boundary)).toBe(schema === 'IFC2X3' ? 91 + 85 : 93);
  expect(counts.get('IfcRelSpaceBoundary2ndLevel')).toBe(schema === 'IFC2X3' ? undefined : 87);
  expect(counts.get('IfcStairFlight')).toBe(1);
  expect(counts.get('IfcElementQuantity')).toBe(68);
});

test('the house is reproducible, and its GUIDs are the same in all schemas', () => {
  for (const schema of IFC_SCHEMAS) {
    const { file, text } = exported(house, schema);
    expect(file.equals(exported(house, schema).file)).toBe(true);
    for (const { id, kind } of house.elements()) {
      // The GUID of IfcSite is that of the project, which has a site even if the model has none.
      if (kind === 'site') continue;
      expect([kind, text.includes(`('${ifcGuid(id)}',`)]).toEqual([kind, true]);
    }
    expect(text).toContain("'2026-01-02T03:04:05'");
    expect(text.startsWith('ISO-10303-21;\n')).toBe(true);
    expect(text.endsWith('ENDSEC;\nEND-ISO-10303-21;\n')).toBe(true);
  }
  expect(exported(house, 'IFC4X3').text).toContain("FILE_SCHEMA(('IFC4X3_ADD2'));");
});

test.runIf(process.env['LAW_ROUND'] === '0')('the office is what the model says', async () => {
  const office = await officeView();
  for (const schema of IFC_SCHEMAS) {
    const made = exported(office, schema);
    expect([schema, made.warnings]).toEqual([schema, []]);
    expect([schema, ruleFaults(made.file)]).toEqual([schema, []]);
    expect([schema, differences(office, made)]).toEqual([schema, []]);
    const read = await readWithIfcLite(made.file);
    expect([schema, differences(office, made, read)]).toEqual([schema, []]);
  }
});
