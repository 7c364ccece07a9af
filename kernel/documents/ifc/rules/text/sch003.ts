/** @module SCH003: required arguments are present, and arguments have the types of their attributes. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';
import { wrongType } from './wrong-type.ts';

export const sch003 = defineIfcRule({
  id: 'SCH003',
  title: 'Required arguments are present, and every argument has the type of its attribute',
  group: 'text',
  clause: 'EXPRESS schema, attributes',
  severity: 'error',
  checks: [{ of: everyRow, faults: argumentFaults }],
});

function* argumentFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const values = model.values(row);
  for (const [i, { name, type, optional, derived }] of (
    model.entityOf(row)?.attributes ?? []
  ).entries()) {
    const value = values[i];
    if (value === undefined || derived) continue;
    if (value.kind === 'omitted') {
      if (optional) continue;
      yield { message: `${name} of ${named(row, model)} is missing`, required: name };
      continue;
    }
    const wrong = wrongType(value, type, model);
    if (wrong === null) continue;
    yield { message: `${name} of ${named(row, model)}: ${wrong}` };
  }
}
