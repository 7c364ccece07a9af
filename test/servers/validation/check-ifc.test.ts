/** @module tests of check_ifc: what a cancelled run leaves, and what a run says of what is no IFC file. */
import { expect, test } from 'vitest';

import { withWall } from '../building/world.ts';

/** A file below the folder that the servers of tests take for artifacts/; it is no STEP file. */
const FILE = { path: 'world.ts' };
const EVERYTHING = {
  key: 'all',
  maker: 'maker',
  own: () => false,
  place: () => true,
  branch: () => true,
};

test('says what it could not ask of a file without a schema, and nothing to who sees a part of the building', async () => {
  const { world } = await withWall();
  const data = await world.run('check_ifc', FILE);
  expect(data).toMatchObject({
    status: 'violations',
    file: { path: 'world.ts', schema: [], instances: 0 },
    coverage: { rules: 47, failed: 2, not_applicable: 4, not_evaluated: 41 },
    findings: [
      { check: 'STP001', element_ids: ['file'], line: 2 },
      { check: 'IFC101', element_ids: ['file'], line: null },
    ],
  });
  const seen = world.domain.restricted(world.view, EVERYTHING);
  const run = await seen.validationRun(String(data['validation_run_id']));
  expect(run).toBeNull();
});

test('a run that is cancelled on its way leaves nothing', async () => {
  const { world } = await withWall();
  const before = world.log.all.length;
  const ended = new AbortController();
  const progress = (): void => ended.abort();
  await expect(
    world.run('check_ifc', FILE, { signal: ended.signal, progress }),
  ).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
  expect(world.log.all).toHaveLength(before);
});
