/** @module PJS003: GUIDs are well-formed. */
import { defineIfcRule } from '../ifc-rule.ts';

const LENGTH = 22;
const CHARACTERS = /^[0-9A-Za-z_$]*$/u;
const FIRST = /^[0-3]/u;

export const pjs003 = defineIfcRule({
  id: 'PJS003',
  title: 'GUIDs have 22 characters from their alphabet',
  group: 'structure',
  clause: 'IfcGloballyUniqueId',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcRoot'),
      faults: (row, model) => {
        const guid = model.text(row, 'GlobalId') ?? '';
        const measured = guid.slice(0, 60);
        if (guid.length !== LENGTH) {
          return {
            message: `the GUID \`${measured}\` has ${guid.length} characters`,
            measured: guid.length,
            required: LENGTH,
          };
        }
        if (!CHARACTERS.test(guid)) {
          const message = `the GUID \`${measured}\` has characters that are not allowed in GUIDs`;
          return { message, measured, required: '0-9 A-Z a-z _ $' };
        }
        const message = `the GUID \`${measured}\` is more than 128 bits long`;
        return FIRST.test(guid)
          ? null
          : { message, measured: guid.slice(0, 1), required: '0, 1, 2 or 3 as first character' };
      },
    },
  ],
});
