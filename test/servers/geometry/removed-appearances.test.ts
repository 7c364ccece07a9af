/** @module removed-appearances.test: a call that removes the mesh of an imported window states it in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { PlanDocument } from '../../../schemas/governance.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

/** A house by Revit (CC BY 4.0). */
const HOUSE = join(import.meta.dirname, '../../fixtures/imports/Duplex_A_20110907.ifczip');
const Rows = z.object({ elements: z.array(z.looseObject({ element_id: z.string() })).min(1) });
const WORDS = 'mesh of the file';

let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness);
  world.write('house.ifczip', readFileSync(HOUSE));
  const only = { categories: ['Levels', 'Walls', 'Windows'] };
  await people.decide(await people.held('import_ifc', { path: 'house.ifczip', only }));
});
afterAll(async () => await world.harness.close());

test('the answer and the losses have no digest of the mesh, the signed plan has', async () => {
  const asked = { filter: { categories: ['Windows'] }, fields: ['appearance'] };
  const { elements } = Rows.parse((await people.ask('query_elements', asked)).data);
  const shown = elements.find(({ appearance }) => appearance === WORDS);
  expect(shown).toBeDefined();
  const element_id = shown?.element_id ?? '';
  const removal = { element_id, parameter_name: 'appearance', value: null };
  const { data } = await people.ask('modify_parameter', removal);
  expect(data).toMatchObject({
    from: WORDS,
    to: null,
    approval: {
      losses: [{ loss: 'value', element_id, parameter: 'appearance', was: WORDS }],
      loss_count: 1,
    },
  });
  expect(JSON.stringify(data)).not.toContain('digest');
  const approval_id = await people.held('modify_parameter', removal);
  const plan = world.harness.reader.approval(approval_id)?.plan ?? '';
  expect(PlanDocument.parse(JSON.parse(plan)).losses).toMatchObject([
    { parameter: 'appearance', was: { digest: expect.any(String) } },
  ]);
  expect(await people.decide(approval_id)).toBe('executed');
});
