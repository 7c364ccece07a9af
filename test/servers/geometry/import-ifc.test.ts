/** @module import-ifc.test: an IFC file becomes editable elements after an approval. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const SEED = 7;
const FILE = houseFile(SEED);
let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness);
  world.write('house.ifc', FILE);
});
afterAll(async () => await world.harness.close());

const dataOf = ({ data }: EnvelopeBody): Readonly<Record<string, unknown>> => ({ ...data });
const blobs = (): readonly unknown[] => [...world.harness.reader.blobs()];

const asked = { path: 'house.ifc', as: 'given/house' };

test('a dry run shows the scorecard and stores nothing', async () => {
  const shown = await people.ask('import_ifc', asked);
  expect(shown).toMatchObject({
    success: true,
    dry_run: true,
    data: {
      branch: 'given/house',
      file: { name: 'house.ifc', sha256: sha256Hex(FILE), bytes: FILE.length, schema: 'IFC4' },
      levels_renamed: [],
      approval: { needed: true },
    },
  });
  const { elements, scorecard, diff } = dataOf(shown);
  expect(scorecard).toMatchObject({ classes: { IfcWall: { parametric: 12, body: 0 } } });
  expect(diff).toMatchObject({ counts: { created: elements, modified: 0, deleted: 0 } });
  expect(blobs()).toEqual([]);
});

test('an approved import is queried, changed and undone', async () => {
  const shown = dataOf(await people.ask('import_ifc', asked));
  const pending = await people.ask('import_ifc', { ...asked, dry_run: false });
  expect(pending).toMatchObject({
    error: { name: 'APPROVAL_PENDING' },
    data: { import_id: shown['import_id'], scorecard: shown['scorecard'] },
  });
  console.log(JSON.stringify(pending.warnings));
  const approval_id = pending.approval_id ?? '';
  const stored = world.harness.reader.approval(approval_id);
  const plan = PlanDocument.parse(JSON.parse(stored?.plan ?? ''));
  expect(plan.data).toMatchObject({ scorecard: shown['scorecard'] });
  expect(plan.triggers).toContain('bulk');
  expect(await people.decide(approval_id)).toBe('executed');
  const branch = 'given/house';
  const walls = await people.ask('query_elements', { category: 'Walls', branch });
  console.log(JSON.stringify(walls).slice(0, 600));
});
