/** @module SCH004: a GUID names one thing. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const sch004 = defineIfcRule({
  id: 'SCH004',
  title: 'No two instances have the same GUID',
  group: 'text',
  clause: 'IfcRoot, UR1',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcRoot'),
      faults: (row, model) => {
        const guid = model.text(row, 'GlobalId') ?? '';
        const first = firstsOf(model).get(guid) ?? row;
        return first === row
          ? null
          : {
              message: `${named(row, model)} has the GUID of ${named(first, model)}`,
              measured: guid.slice(0, 60),
              required: 'a GUID of its own',
            };
      },
    },
  ],
});

const known = new WeakMap<IfcModel, ReadonlyMap<string, number>>();

/** The first row with each GUID. */
function firstsOf(model: IfcModel): ReadonlyMap<string, number> {
  const made = known.get(model);
  if (made !== undefined) return made;
  const firsts = new Map<string, number>();
  for (const row of model.rows('IfcRoot')) {
    const guid = model.text(row, 'GlobalId') ?? '';
    if (!firsts.has(guid)) firsts.set(guid, row);
  }
  known.set(model, firsts);
  return firsts;
}
