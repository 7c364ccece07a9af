/** @module PJS101: a file has exactly one project. */
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';

export const pjs101 = defineIfcRule({
  id: 'PJS101',
  title: 'A file has exactly one project',
  group: 'structure',
  clause: 'Project Context',
  severity: 'warning',
  checks: [
    {
      of: () => [WHOLE_FILE],
      faults: (_row, model) => {
        const measured = model.rows('IfcProject').length;
        return measured === 1
          ? null
          : { message: `the file has ${measured} projects`, measured, required: 1 };
      },
    },
  ],
});
