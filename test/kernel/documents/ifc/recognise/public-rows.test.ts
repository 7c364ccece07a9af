/** @module public-rows.test: each element that the import of a public file makes can be read as a stored element. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { currentAppearance } from '../../../../../kernel/building/kinds/shared/appearance.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { scoredFiles } from '../../../../scorecard/files.ts';
import { ALL_OF, readFrom } from './read-rows.ts';

const files = scoredFiles();
const cases = files.length === 0 ? [{ name: 'public files', path: '' }] : files;

test.skipIf(files.length === 0).each(cases)('the rows of $name are elements', async ({ path }) => {
  const { rows } = await importOf(readFileSync(path), ALL_OF);
  const { elements, site } = readFrom(rows);
  const hidden = elements.filter(
    (one) =>
      Object.hasOwn(one.params, 'appearance') &&
      currentAppearance(one, KINDS.of(one), site) === null,
  );
  expect(hidden.map(({ id }) => id)).toEqual([]);
});
