/**
 * @module column properties: the properties from which columns are filled, by their names in IFC. The sets `COBie_…` are
 * those of the COBie responsibility matrix.
 */
import { numberCell, textCell } from './cell-text.ts';
import { type CobieRow, NA } from './check.ts';
import type { SheetName } from './sheet.ts';
import { SHEETS } from './sheets.ts';
import type { StatedValue } from './stated.ts';

/** By column, the properties in order of precedence. */
type ByColumn = Readonly<Record<string, readonly string[]>>;

function ofSet(set: string, ...columns: readonly string[]): ByColumn {
  return Object.fromEntries(columns.map((column) => [column, [`${set}.${column}`]]));
}

/** The columns of each sheet that properties fill. */
export const COLUMN_PROPERTIES: Readonly<Record<'Space' | 'Type' | 'Component', ByColumn>> = {
  Space: ofSet('COBie_Space', 'RoomTag', 'UsableHeight'),
  Type: {
    ...ofSet('COBie_Asset', 'AssetType'),
    ...ofSet(
      'COBie_Warranty',
      'WarrantyGuarantorParts',
      'WarrantyDurationParts',
      'WarrantyGuarantorLabor',
      'WarrantyDurationLabor',
      'WarrantyDurationUnit',
      'WarrantyDescription',
    ),
    ...ofSet('COBie_EconomicImpactValues', 'ReplacementCost'),
    ...ofSet('COBie_ServiceLife', 'DurationUnit'),
    ...ofSet(
      'COBie_Specification',
      'Shape',
      'Size',
      'Color',
      'Finish',
      'Grade',
      'Material',
      'Constituents',
      'Features',
      'AccessibilityPerformance',
      'CodePerformance',
      'SustainabilityPerformance',
    ),
    Manufacturer: ['Pset_ManufacturerTypeInformation.Manufacturer'],
    ModelNumber: [
      'Pset_ManufacturerTypeInformation.ModelLabel',
      'Pset_ManufacturerTypeInformation.ArticleNumber',
    ],
    ModelReference: ['Pset_ManufacturerTypeInformation.ModelReference'],
    ExpectedLife: ['COBie_ServiceLife.ServiceLifeDuration'],
    NominalLength: [
      'COBie_Specification.NominalLength',
      'Pset_FurnitureTypeCommon.NominalLength',
      'Qto_DoorBaseQuantities.Length',
    ],
    NominalWidth: [
      'COBie_Specification.NominalWidth',
      'Pset_FurnitureTypeCommon.NominalDepth',
      'Qto_DoorBaseQuantities.Width',
      'Qto_WindowBaseQuantities.Width',
    ],
    NominalHeight: [
      'COBie_Specification.NominalHeight',
      'Pset_FurnitureTypeCommon.NominalHeight',
      'Qto_DoorBaseQuantities.Height',
      'Qto_WindowBaseQuantities.Height',
    ],
  },
  Component: {
    ...ofSet(
      'COBie_Component',
      'InstallationDate',
      'WarrantyStartDate',
      'TagNumber',
      'AssetIdentifier',
    ),
    SerialNumber: ['COBie_Component.SerialNumber', 'Pset_ManufacturerOccurrence.SerialNumber'],
    BarCode: ['COBie_Component.BarCode', 'Pset_ManufacturerOccurrence.BarCode'],
  },
};

const IN_COLUMNS = new Set(
  Object.values(COLUMN_PROPERTIES).flatMap((columns) => Object.values(columns).flat()),
);

/** Whether a property `SET.NAME` is in a column, so that it is no attribute. */
export function isInColumn(name: string): boolean {
  return IN_COLUMNS.has(name) && !name.startsWith('Qto_');
}

/** Values of elements by `SET.NAME`. */
type Values = ReadonlyMap<string, StatedValue>;

/** The columns of a row that properties fill: each with the value that all given elements state. */
export function columnsOf(sheet: keyof typeof COLUMN_PROPERTIES, all: readonly Values[]): CobieRow {
  const row: Record<string, string | number> = {};
  for (const [column, names] of Object.entries(COLUMN_PROPERTIES[sheet])) {
    const value = names.map((name) => commonValue(all, name)).find((one) => one !== null);
    if (value !== undefined && value !== null) row[column] = cellOf(sheet, column, value);
  }
  return row;
}

/** The value that all elements state; null if one states none or another. */
function commonValue(all: readonly Values[], name: string): StatedValue['value'] | null {
  const first = all[0]?.get(name)?.value;
  if (first === undefined) return null;
  return all.every((values) => values.get(name)?.value === first) ? first : null;
}

const FORMS: ReadonlyMap<string, string> = new Map(
  SHEETS.flatMap(({ name, columns }) =>
    columns.map((column): [string, string] => [`${name}.${column.name}`, column.form]),
  ),
);

function cellOf(sheet: SheetName, column: string, value: StatedValue['value']): string | number {
  const form = FORMS.get(`${sheet}.${column}`);
  if (form !== 'size' && form !== 'number') return textCell(String(value));
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return typeof value === 'boolean' || Number.isNaN(number) ? NA : numberCell(number);
}
