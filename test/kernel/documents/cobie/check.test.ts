/** @module tests of the rules of COBie: each rule is broken once. */
import { expect, test } from 'vitest';

import {
  checkCobie,
  type CobieFault,
  type CobieRow,
  NA,
} from '../../../../kernel/documents/cobie/check.ts';
import type { SheetName } from '../../../../kernel/documents/cobie/sheet.ts';
import { SHEETS } from '../../../../kernel/documents/cobie/sheets.ts';

/** A row with `n/a` in every column but those given. */
function row(sheet: SheetName, given: CobieRow): CobieRow {
  const columns = SHEETS.find(({ name }) => name === sheet)?.columns ?? [];
  return {
    ...Object.fromEntries(columns.map(({ name }) => [name, NA])),
    CreatedBy: 'a@b.c',
    CreatedOn: '2026-01-01T00:00:00',
    ...given,
  };
}

const CONTACT = row('Contact', { Email: 'a@b.c', Category: 'x', Company: 'c', Phone: '1' });
const FACILITY = row('Facility', {
  Name: 'House',
  Category: 'x',
  ProjectName: 'p',
  SiteName: 's',
  LinearUnits: 'millimeters',
  AreaUnits: 'squaremeters',
  VolumeUnits: 'cubicmeters',
  CurrencyUnit: 'Euros',
  AreaMeasurement: 'net',
});
const FLOOR = row('Floor', { Name: 'Ground', Category: 'Floor', Elevation: 0 });
const SPACE = row('Space', { Name: '1', Category: 'x', FloorName: 'Ground', Description: 'd' });
const TYPE = row('Type', {
  Name: 'Door',
  Category: 'x',
  Description: 'd',
  AssetType: 'Fixed',
  Manufacturer: 'a@b.c',
  ModelNumber: 'm',
  WarrantyGuarantorParts: 'a@b.c',
  WarrantyGuarantorLabor: 'a@b.c',
  WarrantyDurationUnit: 'year',
  DurationUnit: 'year',
});
const COMPONENT = row('Component', {
  Name: 'D1',
  TypeName: 'Door',
  Space: '1',
  Description: 'd',
  InstallationDate: '2026-01-01T00:00:00',
  WarrantyStartDate: '2026-01-01T00:00:00',
});
const VALID: Partial<Record<SheetName, readonly CobieRow[]>> = {
  Contact: [CONTACT],
  Facility: [FACILITY],
  Floor: [FLOOR],
  Space: [SPACE],
  Type: [TYPE],
  Component: [COMPONENT],
};

function faultsOf(changed: Partial<Record<SheetName, readonly CobieRow[]>>): readonly CobieFault[] {
  const tables = { ...VALID, ...changed };
  return checkCobie(new Map(SHEETS.map(({ name }) => [name, tables[name] ?? []])));
}

test('finds nothing in a complete workbook', () => {
  expect(faultsOf({})).toEqual([]);
});

const ATTRIBUTE = row('Attribute', {
  Name: 'Height',
  Category: 'Submitted',
  SheetName: 'Space',
  RowName: '1',
});

test.each<[CobieFault['rule'], string | null, Parameters<typeof faultsOf>[0]]>([
  ['row_count', null, { Facility: [FACILITY, { ...FACILITY, Name: 'Second' }] }],
  ['unique_key', null, { Floor: [FLOOR, FLOOR] }],
  ['not_empty', 'Description', { Space: [{ ...SPACE, Description: ' ' }] }],
  ['not_na', 'Category', { Floor: [{ ...FLOOR, Category: 'N/A' }] }],
  ['form', 'Elevation', { Floor: [{ ...FLOOR, Elevation: 'high' }] }],
  ['form', 'GrossArea', { Space: [{ ...SPACE, GrossArea: -1 }] }],
  ['form', 'CreatedOn', { Floor: [{ ...FLOOR, CreatedOn: '2026-01-01' }] }],
  ['form', 'CreatedOn', { Floor: [{ ...FLOOR, CreatedOn: '2026-13-01T00:00:00' }] }],
  ['pick_list', 'Category', { Floor: [{ ...FLOOR, Category: 'Storey' }] }],
  ['pick_list', 'AreaUnits', { Facility: [{ ...FACILITY, AreaUnits: 'm2' }] }],
  ['reference', 'FloorName', { Space: [{ ...SPACE, FloorName: 'First' }] }],
  ['reference', 'Space', { Component: [{ ...COMPONENT, Space: '1,2' }] }],
  ['reference', 'Manufacturer', { Type: [{ ...TYPE, Manufacturer: 'x@y.z' }] }],
  ['reference', 'CreatedBy', { Floor: [{ ...FLOOR, CreatedBy: 'x@y.z' }] }],
  ['reference', 'RowName', { Attribute: [{ ...ATTRIBUTE, RowName: '2' }] }],
  ['reference', 'RowName', { Attribute: [{ ...ATTRIBUTE, SheetName: 'Document' }] }],
])('finds a broken rule %s of column %s', (rule, column, changed) => {
  const [fault, ...others] = faultsOf(changed);
  expect(fault).toMatchObject({ rule, column, stage: 'design' });
  expect(others).toEqual([]);
});

test('a value that may be unknown in the design is missing at handover', () => {
  expect(faultsOf({ Type: [{ ...TYPE, Manufacturer: NA }] })).toMatchObject([
    { rule: 'not_na', column: 'Manufacturer', stage: 'handover', rows: 1, first: ['Door'] },
  ]);
});

test('counts the rows of a fault and names the first three', () => {
  const rows = ['1', '2', '3', '4'].map((Name) =>
    Object.assign({}, SPACE, { Name, FloorName: 'none' }),
  );
  expect(faultsOf({ Space: rows })).toMatchObject([{ rows: 4, first: ['1', '2', '3'] }]);
});
