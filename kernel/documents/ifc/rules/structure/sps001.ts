/** @module SPS001: an IFC2X3 Coordination View has at most one site, and buildings as parts of it or of the project. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named, WHOLE_FILE } from '../ifc-rule.ts';
import { wholesOf } from '../relations.ts';

export const sps001 = defineIfcRule({
  id: 'SPS001',
  title: 'A coordination view has at most one site and at least one building, which is part of it',
  group: 'structure',
  clause: 'Coordination View 2.0, agreements 141 and 142',
  severity: 'error',
  schemas: ['IFC2X3'],
  checks: [
    {
      of: (model) => (isCoordinationView(model) ? [WHOLE_FILE] : []),
      faults: function* count(_row, model) {
        const sites = model.rows('IfcSite').length;
        if (sites > 1) {
          yield { message: `the file has ${sites} sites`, measured: sites, required: 'at most 1' };
        }
        if (model.rows('IfcBuilding').length === 0) {
          yield { message: 'the file has no building', measured: 0, required: 'at least 1' };
        }
      },
    },
    {
      of: (model) => (isCoordinationView(model) ? model.rows('IfcBuilding') : []),
      faults: (row, model) => {
        const required = model.rows('IfcSite').length === 0 ? 'IfcProject' : 'IfcSite';
        return isUnder(row, required, model)
          ? null
          : {
              message: `${named(row, model)} is not part of the ${required}`,
              measured:
                wholesOf(row, model)
                  .map((one) => model.typeOf(one))
                  .join(', ') || null,
              required,
            };
      },
    },
  ],
});

/** Whether the header names the Coordination View. */
function isCoordinationView(model: IfcModel): boolean {
  const { header } = model.file;
  if (header.some(({ name, values }) => name === 'FILE_DESCRIPTION' && values === null)) {
    model.noteUnread();
  }
  const [descriptions] = model.file.headerValues('FILE_DESCRIPTION');
  return (
    descriptions?.kind === 'list' &&
    descriptions.items.some(
      (one) => one.kind === 'text' && one.value.includes('CoordinationView_V2.0'),
    )
  );
}

/** Whether a building is part of an instance of a type, directly or through other buildings. */
function isUnder(row: number, type: string, model: IfcModel): boolean {
  const seen = new Set<number>();
  const open = [row];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const whole of wholesOf(at, model)) {
      if (model.isA(whole, type)) return true;
      if (model.isA(whole, 'IfcBuilding') && !seen.has(whole)) {
        seen.add(whole);
        open.push(whole);
      }
    }
  }
  return false;
}
