/** @module houses: the imported buildings of the editing tasks. */
import { publicFile } from '../../public-files.ts';

export type HouseName = 'fzk' | 'duplex' | 'niedriha';

type House = { readonly title: string; readonly path: string };

const HOUSES: Readonly<Record<HouseName, House>> = {
  fzk: { title: 'FZK-Haus of ArchiCAD 20, IFC4', path: 'ifc-real/cases/AC20-FZK-Haus.ifc' },
  duplex: {
    title: 'Duplex of Revit 2011, IFC2X3',
    path: 'ifc-real/cases/Duplex_A_20110907.ifc',
  },
  niedriha: {
    title: 'low-energy house of ArchiCAD 9, IFC2X3',
    path: 'ifc-real/cases/AC90R1-niedriha-V2-2x3.ifc',
  },
};

/** What a house is called. */
export function houseTitle(house: HouseName): string {
  return HOUSES[house].title;
}

/** The file of a house; null where it is not there, which is then printed. */
export function houseFile(house: HouseName): Buffer | null {
  return publicFile(HOUSES[house].path);
}
