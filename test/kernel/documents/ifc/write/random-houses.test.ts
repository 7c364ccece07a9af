/** @module tests of random houses in IFC against the tables, the public rules and two independent readers. */
import process from 'node:process';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { randomHouse } from './random-house.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

/** 200 in all schemas in the first round of `npm run test:laws`, else a handful in one of them each. */
const isFirst = process.env['LAW_ROUND'] === '0';
const seeds = fc.sample(fc.nat(1e6), isFirst ? 200 : 6);

/**
 * web-ifc loses faces of slabs with a hole that is not parallel to their edges, in 24 of 200 houses. The other reader,
 * which is used below, reads all of them correctly.
 */
const MISCUT = /^(?:floor|roof) \S+: -?\d\S* mm³ of /u;

test.each(seeds)('house %i', async (seed) => {
  const view = randomHouse(seed);
  const one = IFC_SCHEMAS[seeds.indexOf(seed) % 3] ?? 'IFC4';
  for (const schema of isFirst ? IFC_SCHEMAS : [one]) {
    const made = exported(view, schema, "Haus 'ä' \\");
    expect([schema, made.warnings]).toEqual([schema, []]);
    expect([schema, ruleFaults(made.file)]).toEqual([schema, []]);
    const seen = differences(view, made).filter((line) => !MISCUT.test(line));
    expect([schema, seen]).toEqual([schema, []]);
    const read = await readWithIfcLite(made.file);
    expect([schema, differences(view, made, read)]).toEqual([schema, []]);
  }
});
