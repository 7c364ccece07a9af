/** @module export: the examples as IFC in all schemas: clean by the tables and rules, and read by others as they are. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exampleView } from '../kernel/documents/ifc/write/house.ts';
import { readWithIfcLite } from '../kernel/documents/ifc/write/ifc-lite.ts';
import { differences, exported } from '../kernel/documents/ifc/write/reread.ts';
import { ruleFaults } from '../kernel/documents/ifc/write/rule-faults.ts';

describe.each(['bungalow', 'school', 'terrace', 'office'])('the %s', (name) => {
  test.each(IFC_SCHEMAS)('as %s', async (schema) => {
    const view = await exampleView(name);
    const made = exported(view, schema, name);
    expect(made.warnings).toEqual([]);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  });
});
