/** @module STP001: the text conforms to ISO 10303-21. */
import type { StepFault } from '../../read/step-fault.ts';
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';

/** Maximum length of the number of an instance in a message, characters. */
const MAX_ID = 40;

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
      faults: function* check(_row, { file }) {
        file.readHeader();
        const { faults, limits } = file;
        for (const fault of faults.kept) yield { message: placeText(fault), line: fault.line };
        const more = faults.found - faults.kept.length;
        if (more > 0) yield { message: `${more} more syntax errors are not listed` };
        for (const limit of limits.kept) {
          yield { unchecked: `not read by this check: ${placeText(limit)}`, line: limit.line };
        }
      },
    },
  ],
});

function placeText({ line, column, id, message }: StepFault): string {
  const of = id === null ? '' : ` in \`#${String(id).slice(0, MAX_ID)}\``;
  return `column ${column} of line ${line}${of}: ${message}`;
}
