/** @module tests of COBie workbooks of the example house, read by exceljs and judged by the rules of COBie. */
import { readFileSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { checkCobie, type CobieRow } from '../../../../kernel/documents/cobie/check.ts';
import { PICK_LISTS } from '../../../../kernel/documents/cobie/pick-lists.ts';
import type { CobieSource } from '../../../../kernel/documents/cobie/source.ts';
import { type Cobie, cobieOf, cobieWorkbook } from '../../../../kernel/documents/cobie/workbook.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { exportIfc } from '../../../../kernel/documents/ifc/write/export-ifc.ts';
import { houseView } from '../drawings/house.ts';
import { headerOf, openCobie, rowsOf, tablesOf } from './read-cobie.ts';

const AT = '2026-02-03T04:05:06.789Z';
const anna = { user_id: 'anna', agent_id: null, at: '2026-01-02T03:04:05.678Z' };

function sourceOf(view: ModelView, more: Partial<CobieSource> = {}): CobieSource {
  return {
    view,
    project: 'project-1',
    at: AT,
    originOf: () => anna,
    documents: [],
    issues: null,
    contacts: [],
    facility: {},
    ...more,
  };
}

let view: ModelView;
let cobie: Cobie;
beforeAll(async () => {
  view = await houseView();
  cobie = cobieOf(sourceOf(view));
});

/** The columns of the COBie 2.4 spreadsheet template. */
const COLUMNS = {
  Contact:
    'Email CreatedBy CreatedOn Category Company Phone ExternalSystem ExternalObject ExternalIdentifier Department OrganizationCode GivenName FamilyName Street PostalBox Town StateRegion PostalCode Country',
  Facility:
    'Name CreatedBy CreatedOn Category ProjectName SiteName LinearUnits AreaUnits VolumeUnits CurrencyUnit AreaMeasurement ExternalSystem ExternalProjectObject ExternalProjectIdentifier ExternalSiteObject ExternalSiteIdentifier ExternalFacilityObject ExternalFacilityIdentifier Description ProjectDescription SiteDescription Phase',
  Floor:
    'Name CreatedBy CreatedOn Category ExtSystem ExtObject ExtIdentifier Description Elevation Height',
  Space:
    'Name CreatedBy CreatedOn Category FloorName Description ExtSystem ExtObject ExtIdentifier RoomTag UsableHeight GrossArea NetArea',
  Zone: 'Name CreatedBy CreatedOn Category SpaceNames ExtSystem ExtObject ExtIdentifier Description',
  Type: 'Name CreatedBy CreatedOn Category Description AssetType Manufacturer ModelNumber WarrantyGuarantorParts WarrantyDurationParts WarrantyGuarantorLabor WarrantyDurationLabor WarrantyDurationUnit ExtSystem ExtObject ExtIdentifier ReplacementCost ExpectedLife DurationUnit WarrantyDescription NominalLength NominalWidth NominalHeight ModelReference Shape Size Color Finish Grade Material Constituents Features AccessibilityPerformance CodePerformance SustainabilityPerformance',
  Component:
    'Name CreatedBy CreatedOn TypeName Space Description ExtSystem ExtObject ExtIdentifier SerialNumber InstallationDate WarrantyStartDate TagNumber BarCode AssetIdentifier',
  System:
    'Name CreatedBy CreatedOn Category ComponentNames ExtSystem ExtObject ExtIdentifier Description',
  Assembly:
    'Name CreatedBy CreatedOn SheetName ParentName ChildNames AssemblyType ExtSystem ExtObject ExtIdentifier Description',
  Connection:
    'Name CreatedBy CreatedOn ConnectionType SheetName RowName1 RowName2 RealizingElement PortName1 PortName2 ExtSystem ExtObject ExtIdentifier Description',
  Spare:
    'Name CreatedBy CreatedOn Category TypeName Suppliers ExtSystem ExtObject ExtIdentifier Description SetNumber PartNumber',
  Resource: 'Name CreatedBy CreatedOn Category ExtSystem ExtObject ExtIdentifier Description',
  Job: 'Name CreatedBy CreatedOn Category Status TypeName Description Duration DurationUnit Start TaskStartUnit Frequency FrequencyUnit ExtSystem ExtObject ExtIdentifier TaskNumber Priors ResourceNames',
  Impact:
    'Name CreatedBy CreatedOn ImpactType ImpactStage SheetName RowName Value ImpactUnit LeadInTime Duration LeadOutTime ExtSystem ExtObject ExtIdentifier Description',
  Document:
    'Name CreatedBy CreatedOn Category ApprovalBy Stage SheetName RowName Directory File ExtSystem ExtObject ExtIdentifier Description Reference',
  Attribute:
    'Name CreatedBy CreatedOn Category SheetName RowName Value Unit ExtSystem ExtObject ExtIdentifier Description AllowedValues',
  Coordinate:
    'Name CreatedBy CreatedOn Category SheetName RowName CoordinateXAxis CoordinateYAxis CoordinateZAxis ExtSystem ExtObject ExtIdentifier ClockwiseRotation ElevationalRotation YawRotation',
  Issue:
    'Name CreatedBy CreatedOn Type Risk Chance Impact SheetName1 RowName1 SheetName2 RowName2 Description Owner Mitigation ExtSystem ExtObject ExtIdentifier',
};

test('has the 20 sheets of COBie 2.4 in order, with the columns of its template', async () => {
  const book = await openCobie(cobieWorkbook(cobie));
  const names = Object.keys(COLUMNS);
  expect(book.worksheets.map(({ name }) => name)).toEqual(['Instruction', ...names, 'PickLists']);
  for (const [sheet, columns] of Object.entries(COLUMNS)) {
    expect([sheet, headerOf(book, sheet)]).toEqual([sheet, columns.split(' ')]);
  }
  expect(headerOf(book, 'Instruction').slice(0, 2)).toEqual(['Title', 'COBie2']);
  expect(headerOf(book, 'PickLists')).toEqual([...PICK_LISTS.keys()]);
});

test('a second reader finds the rows, which break only the rules about values that the model does not state', async () => {
  const read = tablesOf(await openCobie(cobieWorkbook(cobie)));
  expect(read).toEqual(cobie.tables);
  const counts = [...read].flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : []));
  expect(Object.fromEntries(counts)).toEqual({
    Contact: 1,
    Facility: 1,
    Floor: 3,
    Space: 11,
    Type: 14,
    Component: 28,
    Attribute: 249,
    // Three floors, two corners of eleven spaces, 28 components.
    Coordinate: 3 + 22 + 28,
  });
  const broken = checkCobie(read).map(({ sheet, column, rule, stage }) => [
    `${sheet}.${column ?? ''}`,
    rule,
    stage,
  ]);
  expect(broken).toEqual([
    ['Contact.Category', 'not_na', 'design'],
    ['Contact.Company', 'not_na', 'design'],
    ['Contact.Phone', 'not_na', 'design'],
    ['Facility.Category', 'not_na', 'design'],
    ['Facility.CurrencyUnit', 'not_na', 'design'],
    ['Type.Manufacturer', 'not_na', 'handover'],
    ['Type.ModelNumber', 'not_na', 'handover'],
    ['Type.WarrantyGuarantorParts', 'not_na', 'handover'],
    ['Type.WarrantyGuarantorLabor', 'not_na', 'handover'],
    ['Type.WarrantyDurationUnit', 'not_na', 'handover'],
    ['Type.DurationUnit', 'not_na', 'handover'],
    ['Component.InstallationDate', 'not_na', 'handover'],
    ['Component.WarrantyStartDate', 'not_na', 'handover'],
  ]);
});

test('an empty sheet says why in the first sheet', async () => {
  const rows = rowsOf(await openCobie(cobieWorkbook(cobie)), 'Instruction');
  const sheet = (await openCobie(cobieWorkbook(cobie))).getWorksheet('Instruction');
  const states: Record<string, string> = {};
  sheet?.eachRow((row) => {
    states[row.getCell(1).text] = row.getCell(3).text;
  });
  expect(rows.length).toBeGreaterThan(20);
  expect(states['Space']).toBe('11 rows');
  expect(states['Zone']).toBe('empty: the model has no group that consists of rooms only');
  expect(states['Issue']).toBe('empty: no run of a check was given (`validation_run_id`)');
  for (const [name, table] of cobie.tables) {
    expect([name, states[name]]).toEqual([
      name,
      table.length > 0 ? `${table.length} rows` : `empty: ${cobie.empty.get(name)}`,
    ]);
  }
});

test('open pick lists have the values that the workbook uses, and no n/a', async () => {
  const lists = rowsOf(await openCobie(cobieWorkbook(cobie)), 'PickLists');
  const valuesOf = (list: string): unknown[] => lists.flatMap((row) => row[list] ?? []);
  const used = new Set(cobie.tables.get('Space')?.map(({ Category }) => Category));
  expect(used.size).toBeGreaterThan(4);
  expect(valuesOf('Category-Space')).toEqual(expect.arrayContaining([...used]));
  expect(valuesOf('objType')).toEqual(expect.arrayContaining(['IfcDoorType', 'IfcWindowType']));
  for (const list of PICK_LISTS.keys()) expect(valuesOf(list)).not.toContain('n/a');
});

test('spaces and components have the names, places and sizes of the model', () => {
  const find = (sheet: 'Space' | 'Component' | 'Type', column: string, value: string): CobieRow =>
    cobie.tables.get(sheet)?.find((row) => row[column] === value) ?? {};
  // Between the faces of walls of 300 and 120 mm: (4,000 - 150 - 60) × (5,000 - 150 - 60) mm².
  expect(find('Space', 'Name', '0.1')).toMatchObject({
    Category: 'living',
    FloorName: 'Ground floor',
    Description: 'Living room',
    RoomTag: '0.1',
    UsableHeight: 2750,
    GrossArea: 18.154,
    NetArea: 18.154,
    CreatedBy: 'anna@plumbline.invalid',
    CreatedOn: '2026-01-02T03:04:05',
  });
  const terrace = 'double door 1800 x 2200 mm; swing left';
  expect(find('Component', 'TypeName', terrace)).toMatchObject({
    Space: '0.1',
    ExtObject: 'IfcDoor',
  });
  expect(find('Type', 'Name', terrace)).toMatchObject({
    Category: 'Doors',
    AssetType: 'Fixed',
    NominalWidth: 1800,
    NominalHeight: 2200,
    ExtObject: 'IfcDoorType',
  });
  const doors = cobie.tables.get('Component')?.filter(({ ExtObject }) => ExtObject === 'IfcDoor');
  // The front door has the hall on one side, an inner door two rooms.
  expect(new Set(doors?.map(({ Space }) => Space))).toContain('0.3');
  expect(new Set(doors?.map(({ Space }) => Space))).toContain('0.2,0.3');
});

test('identifiers and entities are those of the exported IFC file', () => {
  const made = exportIfc(view, { schema: 'IFC4', project: 'project-1', head: { at: AT } });
  const text = Buffer.concat(made.chunks).toString('latin1');
  const entities = new Map(
    [...text.matchAll(/=(IFC[A-Z0-9]+)\('([0-9A-Za-z_$]{22})',/g)].map(([, entity, guid]) => [
      guid ?? '',
      entity,
    ]),
  );
  const stated: string[][] = [];
  const add = (object: unknown, id: unknown): void => {
    stated.push([String(id), String(object)]);
  };
  for (const sheet of ['Floor', 'Space', 'Type', 'Component'] as const) {
    for (const { ExtObject, ExtIdentifier } of cobie.tables.get(sheet) ?? []) {
      add(ExtObject, ExtIdentifier);
    }
  }
  const [facility = {}] = cobie.tables.get('Facility') ?? [];
  for (const part of ['Project', 'Site', 'Facility']) {
    add(facility[`External${part}Object`], facility[`External${part}Identifier`]);
  }
  expect(stated).toHaveLength(3 + 11 + 14 + 28 + 3);
  for (const [id = '', object = ''] of stated) {
    expect([id, entities.get(id)]).toEqual([id, object.toUpperCase()]);
  }
});

test('the same source gives the same bytes', () => {
  expect(cobieWorkbook(cobieOf(sourceOf(view))).equals(cobieWorkbook(cobie))).toBe(true);
});

test('files, findings and stated contacts fill their sheets', () => {
  const [room] = view.elementsOf('room');
  const [wall] = view.elementsOf('wall');
  const origin = { user_id: 'anna', agent_id: 'agent-7', at: AT };
  const finding = {
    finding_id: '0011223344556677',
    check: 'room.too_small',
    severity: 'warning' as const,
    element_ids: [wall?.id ?? '', room?.id ?? ''],
    level_id: null,
    message: 'room is too small',
    location: null,
    box: null,
    details: {},
    since: 'run-1',
  };
  const [door, other] = view.elementsOf('door');
  const between = {
    ...finding,
    finding_id: '8899aabbccddeeff',
    element_ids: [door?.id ?? '', other?.id ?? ''],
  };
  const made = cobieOf(
    sourceOf(view, {
      documents: [{ path: 'plans/ground.pdf', tool: 'export_drawing', sha256: 'ab', origin }],
      issues: { tool: 'code_compliance', origin, findings: [finding, between] },
      contacts: [
        {
          of: 'anna',
          email: 'anna@office.example',
          category: '34-25 21: Architect',
          company: 'Office',
          phone: '+49 1',
        },
        { of: 'nobody', company: 'None' },
      ],
    }),
  );
  const componentOf = (id = ''): unknown =>
    made.tables.get('Component')?.find((row) => row['ExtIdentifier'] === ifcGuid(id))?.['Name'];
  expect(componentOf(door?.id)).not.toBe(componentOf(other?.id));
  expect(made.tables.get('Document')).toMatchObject([
    {
      Name: 'plans/ground.pdf',
      CreatedBy: 'agent-7@plumbline.invalid',
      Category: 'Contract Drawings',
      SheetName: 'Facility',
      RowName: 'Building',
      Directory: 'artifacts/plans',
      File: 'ground.pdf',
      Reference: 'sha256 ab',
    },
  ]);
  expect(made.tables.get('Issue')).toMatchObject([
    { Risk: 'Moderate', SheetName1: 'Space', RowName1: '0.1', SheetName2: 'n/a' },
    {
      SheetName1: 'Component',
      RowName1: componentOf(door?.id),
      SheetName2: 'Component',
      RowName2: componentOf(other?.id),
    },
  ]);
  expect(made.tables.get('Contact')).toMatchObject([
    { Email: 'agent-7@plumbline.invalid', ExternalObject: 'agent', Company: 'n/a' },
    { Email: 'anna@office.example', Company: 'Office', Phone: '+49 1', ExternalObject: 'user' },
  ]);
  expect(made.notes).toContain(
    'Contact: no row is about `nobody`; rows are about `agent-7`, `anna`',
  );
  expect(made.faults.filter(({ rule }) => rule !== 'not_na')).toEqual([]);
});

test('a contact was created with its first row in any sheet', () => {
  const [door] = view.elementsOf('door');
  const first = '2026-01-01T00:00:00.000Z';
  const originOf: CobieSource['originOf'] = (id) => ({ ...anna, at: id === door?.id ? first : AT });
  const { tables } = cobieOf(sourceOf(view, { originOf }));
  expect(tables.get('Contact')).toMatchObject([
    { Email: 'anna@plumbline.invalid', CreatedOn: first.slice(0, 19) },
  ]);
});

test('the numbers of rows in the documentation are those of the house', () => {
  const page = readFileSync(new URL('../../../../docs/handover.md', import.meta.url), 'utf8');
  const stated = [...page.matchAll(/^\| (\w+) +\| (\d+) +\|/gmu)].map(([, sheet, rows]) => [
    sheet,
    rows,
  ]);
  const counts = [...cobie.tables].map(([sheet, { length }]) => [sheet, String(length)]);
  expect(stated).toHaveLength(12);
  expect(counts).toEqual(expect.arrayContaining(stated));
});

test('the category of a space and of a type is the code of the model, OmniClass before others', () => {
  const [room] = view.elementsOf('room');
  const [door] = view.elementsOf('door');
  const codes = { 'DIN 276': '334', OmniClass: { code: '23-17 11 00', name: 'Doors' } };
  const edited = [room, door].flatMap((element) =>
    element === undefined
      ? []
      : [
          {
            type: 'element.modified' as const,
            aggregate_id: element.id,
            payload: { updates: { classification: codes }, previous: { classification: null } },
          },
        ],
  );
  expect(edited).toHaveLength(2);
  const { tables } = cobieOf(sourceOf(view.apply(edited)));
  for (const sheet of ['Space', 'Type'] as const) {
    const categories = JSON.stringify(tables.get(sheet) ?? null);
    expect(categories).toContain('23-17 11 00: Doors');
    expect(categories).not.toContain('334');
  }
});
