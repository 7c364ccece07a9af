/** @module public-selections.test: every part of a public file that `only` can select is complete in itself. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { scoredFiles } from '../../../../scorecard/files.ts';
import { missingIn, read, selectionsOf } from './selections.ts';

const files = scoredFiles();
const cases = files.length === 0 ? [{ name: 'public files', path: '' }] : files;

test.skipIf(files.length === 0).each(cases)(
  'each selection of $name is complete',
  async ({ path }) => {
    const one = await read(readFileSync(path));
    for (const only of selectionsOf(one)) {
      expect({ only, missing: missingIn(one, only) }).toEqual({ only, missing: [] });
    }
  },
);
