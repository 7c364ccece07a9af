/** @module test of the COBie workbook of the Duplex Apartment, the public test model of COBie. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { cobieOf, cobieWorkbook } from '../../../../kernel/documents/cobie/workbook.ts';
import { openIfc } from '../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { importedWorld } from '../../../servers/building/import-file.ts';
import { openCobie, tablesOf } from './read-cobie.ts';

const FILE = join(import.meta.dirname, '../../../fixtures/imports/Duplex_A_20110907.ifczip');

test(
  'the Duplex Apartment has the 4 floors and 21 spaces of its public workbook',
  { timeout: 90_000 },
  async () => {
    const { bytes } = await openIfc(readFileSync(FILE));
    const { view } = await importedWorld(bytes);
    const cobie = cobieOf({
      view,
      project: 'p',
      at: '2026-01-01T00:00:00.000Z',
      originOf: () => null,
      documents: [],
      issues: null,
      contacts: [],
      facility: {},
    });
    const tables = tablesOf(await openCobie(cobieWorkbook(cobie)));
    expect(tables).toEqual(cobie.tables);
    const floors = tables.get('Floor')?.map(({ Name }) => Name);
    expect(floors).toEqual(['T/FDN', 'Level 1', 'Level 2', 'Roof']);
    const spaces = tables.get('Space')?.map(({ Name }) => Name) ?? [];
    expect(new Set(spaces).size).toBe(21);
    expect(spaces).toContain('A101');
    expect(tables.get('Component')?.length).toBeGreaterThan(90);
    const [foyer] = tables.get('Space')?.filter(({ Name }) => Name === 'A101') ?? [];
    expect(foyer).toMatchObject({ Description: 'Foyer', FloorName: 'Level 1' });
    expect(cobie.faults.filter(({ rule }) => rule !== 'not_na')).toEqual([]);
  },
);
