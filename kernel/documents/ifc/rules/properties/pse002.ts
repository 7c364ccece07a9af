/** @module PSE002: custom property sets do not use names reserved for standard sets. */
import { defineIfcRule } from '../ifc-rule.ts';

export const pse002 = defineIfcRule({
  id: 'PSE002',
  title: 'Names of custom property sets do not begin with pset',
  group: 'properties',
  clause: 'IfcPropertySet, Name',
  severity: 'warning',
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcPropertySet')
          .filter((row) => model.text(row, 'Name')?.startsWith('Pset_') === false),
      faults: (row, model) => {
        const measured = model.text(row, 'Name') ?? '';
        return measured.slice(0, 4).toLowerCase() === 'pset'
          ? { message: `\`${measured.slice(0, 100)}\` looks like a standard name`, measured }
          : null;
      },
    },
  ],
});
