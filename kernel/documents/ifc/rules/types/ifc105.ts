/** @module IFC105: each instance belongs to a rooted instance; the earlier form of IFC106. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { unreached } from './ifc106.ts';

export const ifc105 = defineIfcRule({
  id: 'IFC105',
  title: 'Every instance is referenced by an instance with a GUID',
  group: 'types',
  clause: 'IfcRoot',
  severity: 'error',
  disabled: true,
  checks: [
    {
      of: unreached,
      faults: (row, model) => ({
        message: `no instance with a GUID refers to ${named(row, model)}`,
      }),
    },
    { of: (model) => model.rows('IfcRoot').slice(0, 1), faults: () => null },
  ],
});
