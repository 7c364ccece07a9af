/** @module SCH002: each instance has as many arguments as its entity has attributes. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';

export const sch002 = defineIfcRule({
  id: 'SCH002',
  title: 'Every instance has as many arguments as its entity has attributes',
  group: 'text',
  clause: 'EXPRESS schema, attributes',
  severity: 'error',
  checks: [
    {
      of: everyRow,
      faults: (row, model) => {
        const required = model.entityOf(row)?.attributes.length;
        const measured = model.values(row).length;
        return required === undefined || required === measured
          ? null
          : { message: `${named(row, model)} has ${measured} arguments`, measured, required };
      },
    },
  ],
});
