/** @module SCH004: a GUID identifies only one instance. */
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
        const firsts = firstsOf(model);
        const first = firsts.get(guid) ?? row;
        firsts.set(guid, first);
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

const known = new WeakMap<IfcModel, Map<string, number>>();

/** The first row with each GUID, among the rows checked so far. */
function firstsOf(model: IfcModel): Map<string, number> {
  const firsts = known.get(model) ?? new Map<string, number>();
  known.set(model, firsts);
  return firsts;
}
