/** @module tests of check_ifc: a cancelled run, and a run on a file that is not IFC. */
import { expect, test } from 'vitest';

import { Interrupted, watched } from '../../../kernel/base/work/checkpoint.ts';
import { withWall } from '../building/world.ts';

/** A file below the folder that test servers use as artifacts/; it is not a STEP file. */
const FILE = { path: 'world.ts' };
const EVERYTHING = {
  key: 'all',
  maker: 'maker',
  own: () => false,
  place: () => true,
  branch: () => true,
};

test('lists the rules that cannot be evaluated without a schema, and hides the file from an agent with a restricted READ scope', async () => {
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
  const seen = world.domain.callerView(world.view, EVERYTHING).view;
  const run = await seen.validationRun(String(data['validation_run_id']));
  expect(run).toBeNull();
});

test('an interrupted check of a file records no run', async () => {
  const { world } = await withWall();
  const before = world.log.all.length;
  const interrupt = (): never => {
    throw new Interrupted('cancelled');
  };
  await expect(
    watched(interrupt, async () => await world.run('check_ifc', FILE)),
  ).rejects.toBeInstanceOf(Interrupted);
  expect(world.log.all).toHaveLength(before);
});
