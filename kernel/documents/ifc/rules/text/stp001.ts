/** @module STP001: the text conforms to ISO 10303-21. */
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';

export const stp001 = defineIfcRule({
  id: 'STP001',
  title: 'The text can be parsed, and each instance number is used once',
  group: 'text',
  clause: 'ISO 10303-21',
  severity: 'error',
  checks: [
    {
      of: everyRow,
      faults: (row, { file }) => {
        file.values(row);
        return null;
      },
    },
    {
      of: () => [WHOLE_FILE],
      faults: function* check(_row, { file: { faults } }) {
        for (const { line, column, id, message } of faults.kept) {
          const of = id === null ? '' : ` in \`#${id}\``;
          yield { message: `column ${column} of line ${line}${of}: ${message}`, line };
        }
        const more = faults.found - faults.kept.length;
        if (more > 0) yield { message: `${more} more syntax errors are not listed` };
      },
    },
  ],
});
