/** @module tests of the law: a check of a view gives the verdicts of a check of its exported file. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import {
  checkIds,
  type SpecificationResult,
} from '../../../../../kernel/documents/ids/check/check-ids.ts';
import { FileIdsModel } from '../../../../../kernel/documents/ids/file/file-model.ts';
import type { IdsModel } from '../../../../../kernel/documents/ids/ids-model.ts';
import { branchIdsModel } from '../../../../../kernel/documents/ids/of-view/branch-model.ts';
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exportIfc } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { exampleView } from '../../ifc/write/house.ts';
import { randomHouse } from '../../ifc/write/random-house.ts';
import { specificationsFor } from './specifications.ts';

const DUPLEX = join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip');
const HEAD = { at: '2026-01-02T03:04:05.678Z' };

function fileModel(view: ModelView, schema: IfcSchemaName): IdsModel {
  const bytes = Buffer.concat(exportIfc(view, { schema, head: HEAD }).chunks);
  return new FileIdsModel(new IfcModel(readStepFile(bytes), schema));
}

/** Results without what only one of the two models has: ids of elements, numbers of records, GUIDs of types. */
function verdicts(results: readonly SpecificationResult[]): unknown {
  return results.map(({ groups, ...counts }) => [
    counts,
    groups.map(({ failures, ...group }) => [
      group,
      failures.map(({ name, entity, found }) => [name, entity, found]),
    ]),
  ]);
}

/** Number of specifications that were compared, by verdict. */
function compared(view: ModelView, seed: number, count: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const schema of IFC_SCHEMAS) {
    const file = fileModel(view, schema);
    const ids = specificationsFor(file, seed, count);
    const branch = branchIdsModel(view, schema);
    expect([...branch.entities()].filter((name) => file.entities().has(name))).toStrictEqual([
      ...branch.entities(),
    ]);
    const expected = verdicts(checkIds(ids, file));
    expect(verdicts(checkIds(ids, branch))).toStrictEqual(expected);
    // What no specification asks for is left out of a model for these specifications.
    const results = checkIds(ids, branchIdsModel(view, schema, { ids }));
    expect(verdicts(results)).toStrictEqual(expected);
    for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test('random houses', () => {
  const totals: Record<string, number> = {};
  for (let seed = 0; seed < 6; seed += 1) {
    for (const [status, n] of Object.entries(compared(randomHouse(seed), seed, 12))) {
      totals[status] = (totals[status] ?? 0) + n;
    }
  }
  // The generator draws both met and unmet requirements.
  expect(totals['pass']).toBeGreaterThan(100);
  expect(totals['fail']).toBeGreaterThan(100);
});

test.each(['house', 'school'])('the %s', async (name) => {
  expect(compared(await exampleView(name), 3, 10)['fail']).toBeGreaterThan(10);
});

test('an imported building', { timeout: 90_000 }, async () => {
  const { bytes } = await openIfc(readFileSync(DUPLEX));
  const { view } = await importedWorld(bytes);
  expect(compared(view, 5, 4)['fail']).toBeGreaterThan(10);
});
