/** @module IFC101: the file uses an official version of IFC. */
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';

/** IFC2x3 TC1, IFC4 ADD2 TC1, IFC4.3 ADD2. */
const OFFICIAL: readonly string[] = ['IFC2X3', 'IFC4', 'IFC4X3_ADD2'];

export const ifc101 = defineIfcRule({
  id: 'IFC101',
  title: 'The schema is an official version of IFC',
  group: 'types',
  clause: 'FILE_SCHEMA',
  severity: 'error',
  checks: [
    {
      of: () => [WHOLE_FILE],
      faults: (_row, { file }) => {
        if (file.header.some(({ name, values }) => name === 'FILE_SCHEMA' && values === null)) {
          return { unchecked: 'FILE_SCHEMA cannot be read' };
        }
        const measured = file.schemas.join(', ');
        return file.schemas.length === 1 && OFFICIAL.includes(measured)
          ? null
          : {
              message: `the schema is \`${measured.slice(0, 60)}\``,
              measured,
              required: OFFICIAL.join(', '),
            };
      },
    },
  ],
});
