/** @module selection.test: every part of a file that `only` can select is an import that is complete in itself. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { selectedOf } from '../../../../../kernel/documents/ifc/recognise/selection.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { importInto, missingIn, read, selectionsOf } from './selections.ts';

const DUPLEX = new URL('../../../../fixtures/imports/Duplex_A_20110907.ifczip', import.meta.url);

describe('a selection', () => {
  test('of a level has the types of assemblies whose parts have none', async () => {
    const one = await read(readFileSync(DUPLEX));
    const only = { categories: null, levels: ['Roof'] };
    const rows = manifestRowsOf(selectedOf(one.found, only), one.model);
    const roof = rows.find(({ element }) => element?.kind === 'roof')?.element;
    const type = rows.find(({ element }) => element?.id === roof?.params['type_id'])?.element;
    expect(type?.params['for']).toBe('roof');
  });

  test.each([1, 7, 23])('of the random house %i is complete', async (seed) => {
    const one = await read(exported(randomHouse(seed), 'IFC4').file);
    const selections = selectionsOf(one);
    expect(selections.length).toBeGreaterThan(20);
    const sizes = selections.map((only) => {
      expect({ only, missing: missingIn(one, only) }).toEqual({ only, missing: [] });
      return importInto(one, only);
    });
    expect(sizes.some((size) => size > 0)).toBe(true);
  });
});
