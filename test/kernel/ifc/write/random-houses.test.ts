/** @module random houses as IFC, held against the tables, the public rules and an independent reader. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../kernel/ifc/schema/ifc-schema.ts';
import { randomHouse } from './random-house.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

/** More with IFC_HOUSES=200. */
const HOUSES = Number(process.env['IFC_HOUSES'] ?? 24);

test.each(Array.from({ length: HOUSES }, (_, seed) => seed))('house %i', (seed) => {
  const view = randomHouse(seed);
  for (const schema of HOUSES > 24 ? IFC_SCHEMAS : [IFC_SCHEMAS[seed % 3] ?? 'IFC4']) {
    const made = exported(view, schema, "Haus 'ä' \\");
    expect([schema, made.warnings]).toEqual([schema, []]);
    expect([schema, ruleFaults(made.file)]).toEqual([schema, []]);
    expect([schema, differences(view, made)]).toEqual([schema, []]);
  }
});
