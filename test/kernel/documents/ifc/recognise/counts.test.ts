/** @module tests that the scorecard of public files counts every product, by a count of its own over the text. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { scorecardOf } from '../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import { scoredFiles } from '../../../../scorecard/files.ts';
import { kernels } from './building-text.ts';

/** Files with few bodies, so that the test is short; a file with texts in comments or without an end is not one of them. */
const NAMES = new Set([
  '4walls1floorSite.ifc',
  '09_d_pass.ifc',
  'TST.ifc',
  'Roof-01_BCAD.ifc',
  'doubleguids.ifc',
  'export1.ifc',
  'grid-placement.ifc',
  'revit_quantities.ifc',
  'wall_door_columnt_rgb4x3.ifc',
]);
const files = scoredFiles().filter(({ name }) => NAMES.has(name));

/** Without files one test is skipped, because a file of tests has at least one. */
const cases =
  files.length === 0
    ? [{ name: 'public files', path: '' }]
    : files.map(({ name, path }) => ({ name, path }));

test.skipIf(files.length === 0).each(cases)('the counts of $name', async ({ path }) => {
  const bytes = readFileSync(path);
  const { model } = await openIfc(bytes);
  const counts: Record<string, number> = {};
  for (const [, keyword = ''] of bytes
    .toString('latin1')
    .matchAll(/^#\d+\s*=\s*([A-Z0-9]+)\s*\(/gmu)) {
    const entity = model.schema.entity(keyword)?.name ?? '';
    if (!model.schema.isA(entity, 'IfcProduct')) continue;
    const name = entity.replace(/StandardCase$|ElementedCase$/u, '');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const { classes } = scorecardOf(recognise(model, 'lineage', kernels).products);
  const sums = Object.fromEntries(
    Object.entries(classes).map(([name, { parametric, body, data_only, refused }]) => [
      name,
      parametric + body + data_only + refused,
    ]),
  );
  expect(Object.keys(counts).length).toBeGreaterThan(2);
  expect(sums).toEqual(counts);
});
