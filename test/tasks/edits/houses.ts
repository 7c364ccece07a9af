/** @module houses: the imported buildings of the editing tasks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { publicFile } from '../../public-files.ts';

export type HouseName = 'fzk' | 'duplex' | 'niedriha';

type House = {
  readonly title: string;
  /** Its file, below `test/fixtures/imports` or, if `isKept` is false, below the public test data. */
  readonly path: string;
  readonly isKept: boolean;
};

const HOUSES: Readonly<Record<HouseName, House>> = {
  fzk: {
    title: 'FZK-Haus of ArchiCAD 20, IFC4',
    path: 'ifc-real/cases/AC20-FZK-Haus.ifc',
    isKept: false,
  },
  duplex: {
    title: 'Duplex of Revit 2011, IFC2X3',
    path: 'Duplex_A_20110907.ifczip',
    isKept: true,
  },
  niedriha: {
    title: 'low-energy house of ArchiCAD 9, IFC2X3',
    path: 'ifc-real/cases/AC90R1-niedriha-V2-2x3.ifc',
    isKept: false,
  },
};
const KEPT = join(import.meta.dirname, '..', '..', 'fixtures', 'imports');

/** What a house is called. */
export function houseTitle(house: HouseName): string {
  return HOUSES[house].title;
}

/** The file of a house, STEP text or an archive of it; null where it is not there, which is then printed. */
export function houseFile(house: HouseName): Buffer | null {
  const { path, isKept } = HOUSES[house];
  return isKept ? readFileSync(join(KEPT, path)) : publicFile(path);
}
