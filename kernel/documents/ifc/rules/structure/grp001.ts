/** @module GRP001: groups do not contain themselves, directly or indirectly. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { inCycles } from '../cycles.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations } from '../relations.ts';

const groupsInCycles = inCycles((model) => model.rows('IfcGroup'), membersOf);

export const grp001 = defineIfcRule({
  id: 'GRP001',
  title: 'No group is a member of itself, directly or through other groups',
  group: 'structure',
  clause: 'Group Assignment',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcGroup'),
      faults: (row, model) =>
        groupsInCycles(model).has(row)
          ? { message: `${named(row, model)} is a member of itself` }
          : null,
    },
  ],
});

/** Groups that a group has as members. */
function membersOf(row: number, model: IfcModel): readonly number[] {
  return acrossRelations(row, model, [
    'IfcRelAssignsToGroup',
    'RelatingGroup',
    'RelatedObjects',
  ]).filter((one) => model.isA(one, 'IfcGroup'));
}
