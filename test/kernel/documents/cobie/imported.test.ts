/** @module tests of COBie workbooks of imported files: zones, systems, types, classifications and properties of the file. */
import { expect, test } from 'vitest';

import { type Cobie, cobieOf } from '../../../../kernel/documents/cobie/workbook.ts';
import { importedWorld } from '../../../servers/building/import-file.ts';
import { extrusion, fileOf, polygon, type ProductText } from '../ifc/recognise/building-text.ts';

function box(x: number, y: number, size: number, height: number): string {
  const outline = polygon([x, y], [x + size, y], [x + size, y + size], [x, y + size]);
  return extrusion(outline, height);
}

function space(name: string, x: number, guid: string): ProductText {
  const rest = `,'Room ${name}',.ELEMENT.,.INTERNAL.,$`;
  return { entity: 'IFCSPACE', name, guid, items: [box(x, 0, 4000, 2600)], rest };
}

const PUMP = '0123456789ABCDEFGHIJKL';
const ROOM = '1123456789ABCDEFGHIJKL';
const ZONE = '2123456789ABCDEFGHIJKL';

/** Two rooms (#100, #101) and a pump (#102) in the first one, with what the file states about them. */
const FILE = fileOf(
  [
    space('A1', 0, ROOM),
    space('A2', 5000, '1223456789ABCDEFGHIJKL'),
    {
      entity: 'IFCPUMP',
      name: 'P-1',
      guid: PUMP,
      items: [box(1000, 1000, 400, 500)],
      rest: ",'P-1',.CIRCULATOR.",
    },
  ],
  {
    data: `
#900=IFCZONE('${ZONE}',$,'Flat 1','two rooms','Occupancy Zone',$);
#901=IFCRELASSIGNSTOGROUP('3123456789ABCDEFGHIJKL',$,$,$,(#100,#101),$,#900);
#902=IFCSYSTEM('2223456789ABCDEFGHIJKL',$,'Heating','all of it',$);
#903=IFCRELASSIGNSTOGROUP('3223456789ABCDEFGHIJKL',$,$,$,(#102),$,#902);
#904=IFCCLASSIFICATION('OmniClass','1',$,'OmniClass',$,$,$);
#905=IFCCLASSIFICATIONREFERENCE($,'13-65 13 00','Sleeping Spaces',#904,$,$);
#906=IFCRELASSOCIATESCLASSIFICATION('3323456789ABCDEFGHIJKL',$,$,$,(#100,#101),#905);
#907=IFCPUMPTYPE('3423456789ABCDEFGHIJKL',$,'Circulator 30','small pump',$,(#911,#913),$,$,$,.CIRCULATOR.);
#908=IFCRELDEFINESBYTYPE('3523456789ABCDEFGHIJKL',$,$,$,(#102),#907);
#911=IFCPROPERTYSET('3623456789ABCDEFGHIJKL',$,'Pset_ManufacturerTypeInformation',$,(#921,#922));
#912=IFCPROPERTYSET('3723456789ABCDEFGHIJKL',$,'COBie_Component',$,(#923,#924));
#913=IFCPROPERTYSET('3823456789ABCDEFGHIJKL',$,'COBie_Warranty',$,(#925,#926));
#914=IFCRELDEFINESBYPROPERTIES('3923456789ABCDEFGHIJKL',$,$,$,(#102),#912);
#921=IFCPROPERTYSINGLEVALUE('Manufacturer',$,IFCLABEL('Pumps, Inc.'),$);
#922=IFCPROPERTYSINGLEVALUE('ModelLabel',$,IFCLABEL('C30'),$);
#923=IFCPROPERTYSINGLEVALUE('SerialNumber',$,IFCLABEL('S-77'),$);
#924=IFCPROPERTYSINGLEVALUE('Colour',$,IFCLABEL('red'),$);
#925=IFCPROPERTYSINGLEVALUE('WarrantyDurationParts',$,IFCREAL(2.5),$);
#926=IFCPROPERTYSINGLEVALUE('WarrantyGuarantorParts',$,IFCLABEL('service@pumps.example'),$);
`,
  },
);

async function cobieOfFile(): Promise<Cobie> {
  const { view } = await importedWorld(FILE);
  return cobieOf({
    view,
    project: 'p',
    at: '2026-01-01T00:00:00.000Z',
    originOf: () => ({ user_id: 'anna', agent_id: null, at: '2026-01-01T00:00:00.000Z' }),
    documents: [],
    issues: null,
    contacts: [],
    facility: {},
  });
}

test('zones, systems, types and properties of an imported file have rows with their GlobalIds', async () => {
  const { tables, faults } = await cobieOfFile();
  expect(tables.get('Space')).toMatchObject([
    {
      Name: 'A1',
      Description: 'Room A1',
      Category: '13-65 13 00: Sleeping Spaces',
      ExtIdentifier: ROOM,
    },
    { Name: 'A2' },
  ]);
  expect(tables.get('Zone')).toMatchObject([
    {
      Name: 'Flat 1',
      Category: 'Occupancy Zone',
      SpaceNames: 'A1,A2',
      ExtObject: 'IfcZone',
      ExtIdentifier: ZONE,
      Description: 'two rooms',
    },
  ]);
  expect(tables.get('System')).toMatchObject([
    { Name: 'Heating', ComponentNames: 'P-1', ExtObject: 'IfcSystem' },
  ]);
  expect(tables.get('Component')).toMatchObject([
    {
      Name: 'P-1',
      TypeName: 'Circulator 30',
      Space: 'A1',
      ExtObject: 'IfcPump',
      ExtIdentifier: PUMP,
      SerialNumber: 'S-77',
    },
  ]);
  expect(tables.get('Type')).toMatchObject([
    {
      Name: 'Circulator 30',
      ExtObject: 'IfcPumpType',
      Manufacturer: 'Pumps-Inc@plumbline.invalid',
      ModelNumber: 'C30',
      WarrantyGuarantorParts: 'service@pumps.example',
      WarrantyDurationParts: 2.5,
    },
  ]);
  expect(tables.get('Contact')?.map(({ Email, Company }) => [Email, Company])).toEqual([
    ['Pumps-Inc@plumbline.invalid', 'Pumps, Inc.'],
    ['anna@plumbline.invalid', 'n/a'],
    ['service@pumps.example', 'n/a'],
  ]);
  const attributes = tables.get('Attribute') ?? [];
  expect(attributes.filter(({ SheetName }) => SheetName === 'Component')).toMatchObject([
    { Name: 'Colour', RowName: 'P-1', Value: 'red', ExtIdentifier: 'COBie_Component.Colour' },
  ]);
  expect(faults.filter(({ rule }) => rule !== 'not_na')).toEqual([]);
});
