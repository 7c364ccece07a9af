/** @module tests of facts of an imported file in new files: sets, quantities and classifications in every schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import type { FileFacts } from '../../../../../../kernel/building/model/file-source.ts';
import { IfcFacts } from '../../../../../../kernel/documents/ifc/facts/ifc-facts.ts';
import { ifcGuid } from '../../../../../../kernel/documents/ifc/guid.ts';
import { readStepFile } from '../../../../../../kernel/documents/ifc/read/step-file.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { IFC_RULES } from '../../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import type { World } from '../../../../../servers/building/world.ts';
import { extrusion, fileOf, METRE, polygon } from '../../recognise/building-text.ts';
import { exported, type Exported } from '../reread.ts';

const HOUSE = join(import.meta.dirname, '../../../../../fixtures/imports/Duplex_A_20110907.ifczip');

const box = (x: number): string =>
  extrusion(polygon([x, 0], [x + 4, 0], [x + 4, 0.2], [x, 0.2]), 3);
const single = (n: number, name: string, value: string, unit = '$'): string =>
  `#${n}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},${unit});`;
const LONG = 'x'.repeat(400);
const DATA = [
  '#8000=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
  '#8001=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);',
  single(8010, 'Cover', 'IFCPOSITIVELENGTHMEASURE(0.025)'),
  single(8011, 'Gap', 'IFCLENGTHMEASURE(12.)', '#8000'),
  single(8012, 'Paint', "IFCTEXT('red \\X2\\00FC\\X0\\ white')"),
  single(8013, 'Weight', 'IFCMASSMEASURE(2500.)', '#8001'),
  single(8014, 'Note', `IFCTEXT('${LONG}')`),
  single(8015, 'Modulus', 'IFCTHERMALTRANSMITTANCEMEASURE(0.2)'),
  single(8016, 'Unknown', 'IFCLOGICAL(.U.)'),
  "#8017=IFCPROPERTYLISTVALUE('Codes',$,(IFCINTEGER(1),IFCINTEGER(2)),$);",
  "#8018=IFCPROPERTYBOUNDEDVALUE('Span',$,IFCLENGTHMEASURE(2.),IFCLENGTHMEASURE(1.),$,$);",
  "#8019=IFCPROPERTYSET('set1',$,'Own',$,(#8010,#8011,#8012,#8013,#8014,#8015,#8016,#8017,#8018));",
  single(8020, 'LoadBearing', 'IFCBOOLEAN(.T.)'),
  single(8021, 'AcousticRating', "IFCLABEL('R 52')"),
  single(8022, 'Invented', "IFCLABEL('x')"),
  "#8023=IFCPROPERTYSET('set2',$,'Pset_WallCommon',$,(#8020,#8021,#8022));",
  single(8026, 'Mark', "IFCLABEL('8')"),
  "#8027=IFCPROPERTYSET('set4',$,'PSet_Revit_Identity',$,(#8026));",
  "#8060=IFCMATERIAL('Oak');",
  "#8061=IFCMATERIAL('Steel');",
  "#8062=IFCRELASSOCIATESMATERIAL('m1',$,$,$,(#100,#101),#8060);",
  "#8063=IFCRELASSOCIATESMATERIAL('m2',$,$,$,(#100,#101),#8061);",
  single(8024, 'Mark', "IFCLABEL('7')"),
  "#8025=IFCPROPERTYSET('set3',$,'PSet_Revit_Identity',$,(#8024));",
  "#8030=IFCQUANTITYVOLUME('NetVolume',$,$,2.4,$);",
  "#8031=IFCQUANTITYLENGTH('Length',$,$,4.,$);",
  "#8032=IFCELEMENTQUANTITY('q1',$,'BaseQuantities',$,$,(#8030,#8031));",
  "#8040=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);",
  "#8041=IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#8040,$,$);",
  "#8042=IFCRELASSOCIATESCLASSIFICATION('c1',$,$,$,(#100,#101),#8041);",
  ...[8019, 8023, 8025, 8027, 8032].map(
    (set, n) => `#${8050 + n}=IFCRELDEFINESBYPROPERTIES('d${n}',$,$,$,(#100,#101),#${set});`,
  ),
];
const FILE = fileOf(
  [
    { entity: 'IFCWALL', items: [box(0)], name: 'W', rest: ',$,$' },
    { entity: 'IFCBUILDINGELEMENTPROXY', items: [box(10)], name: 'P', rest: ',$,$' },
  ],
  { data: DATA.join('\n'), length: `${METRE},{IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)}` },
);

/** The facts of the element of a name in a written file. */
async function factsIn(world: World, made: Exported, name: string): Promise<FileFacts> {
  const element = [...world.view.elements()].find(
    (one) => 'name' in one.params && one.params.name === name,
  );
  const { model } = await openIfc(made.file);
  const guid = world.view.importedAs(element?.id ?? '')?.guid ?? ifcGuid(element?.id ?? '');
  const row = model.rows('IfcProduct').find((one) => model.text(one, 'GlobalId') === guid);
  const number = row === undefined ? -1 : Number(model.file.idOf(row));
  const facts = new IfcFacts(model).of(number);
  if (facts === null) throw new Error(`no ${name}`);
  return facts;
}

/** The values of a set with types and units. */
function valuesIn({ sets }: FileFacts, name: string): Readonly<Record<string, readonly unknown[]>> {
  const found = sets.find(({ set }) => set === name)?.properties ?? [];
  return Object.fromEntries(found.map((one) => [one.name, [one.value, one.type, one.unit]]));
}

describe.each(IFC_SCHEMAS)('a new file in %s', (schema) => {
  let world: World;
  let made: Exported;
  beforeAll(async () => {
    world = await importedWorld(FILE);
    made = exported(world.view, schema);
  });

  test('warns of second materials, and of second values in sets of one name', () => {
    const warnings = made.warnings.join('\n');
    expect(warnings).toContain('`Steel` of wall');
    expect(warnings).toContain('several materials, of which a new file has the first');
    expect(warnings).toContain('`PSet_Revit_Identity.Mark` of wall');
    expect(warnings).toContain('several values, of which a new file has the first');
  });

  test('has the sets of the file in its own units, with texts unchanged', async () => {
    for (const name of ['W', 'P']) {
      const values = valuesIn(await factsIn(world, made, name), 'Own');
      expect(values).toEqual({
        Cover: [25, 'IfcPositiveLengthMeasure', 'mm'],
        Gap: [12, 'IfcLengthMeasure', 'mm'],
        Paint: ['red ü white', 'IfcText', null],
        Weight: [2.5, 'IfcMassMeasure', 'kg'],
        Note: [LONG, 'IfcText', null],
        Modulus: [0.2, 'IfcThermalTransmittanceMeasure', null],
        Codes: [[1, 2], 'IfcInteger', null],
        Span: [{ lower: 1000, upper: 2000, set_point: null }, 'IfcLengthMeasure', 'mm'],
      });
      expect(valuesIn(await factsIn(world, made, name), 'PSet_Revit_Identity')).toEqual({
        Mark: ['7', 'IfcLabel', null],
      });
    }
  });

  test('has the properties of standard sets that the schema allows; others are listed', async () => {
    const values = valuesIn(await factsIn(world, made, 'W'), 'Pset_WallCommon');
    expect(values).toMatchObject({
      LoadBearing: [true, 'IfcBoolean', null],
      AcousticRating: ['R 52', 'IfcLabel', null],
    });
    expect(values).not.toHaveProperty('Invented');
    expect(made.warnings.join('\n')).toContain('`Pset_WallCommon.Invented`');
    // A proxy is no wall.
    expect(valuesIn(await factsIn(world, made, 'P'), 'Pset_WallCommon')).toEqual({});
    expect(made.warnings.join('\n')).toContain('1 of its values in the file');
  });

  test('has the quantities of the file where the model computes none', async () => {
    expect(valuesIn(await factsIn(world, made, 'P'), 'BaseQuantities')).toEqual({
      NetVolume: [2.4, 'IfcVolumeMeasure', 'm³'],
      Length: [4000, 'IfcLengthMeasure', 'mm'],
    });
    const { sets } = await factsIn(world, made, 'W');
    const all = sets.filter(({ entity }) => entity === 'IfcElementQuantity');
    expect(all).toHaveLength(1);
    expect(all[0]?.properties.length).toBeGreaterThan(3);
  });

  test('has its classifications, each reference once', async () => {
    for (const name of ['W', 'P']) {
      const { classifications } = await factsIn(world, made, name);
      expect(classifications).toMatchObject([
        { system: 'Uniclass', code: 'EF_25', name: 'Walls', uri: null },
      ]);
    }
    expect(made.text.match(/IFCCLASSIFICATIONREFERENCE\(/gu)).toHaveLength(1);
    expect(made.text.match(/IFCSIUNIT\([^)]*MASSUNIT/gu)).toHaveLength(1);
  });

  test('breaks no rule of the standard, and is the same each time', () => {
    const broken = runIfcRules(readStepFile(made.file), IFC_RULES)
      .filter(({ rule, found }) => found > 0 && rule.id !== 'GRF003')
      .map(({ rule, findings }) => `${rule.id} ${findings[0]?.message ?? ''}`);
    // The name of this set of another program is reserved.
    expect(broken.filter((one) => !one.includes('PSet_Revit_Identity'))).toEqual([]);
    expect(exported(world.view, schema).file.equals(made.file)).toBe(true);
  });
});

test('values of the model replace those of the file', async () => {
  const world = await importedWorld(FILE);
  const [wall] = [...world.view.elementsOf('wall')];
  const edits = { Own: { Paint: 'blue' }, Pset_WallCommon: { AcousticRating: 'R 60' } };
  for (const [set, properties] of Object.entries(edits)) {
    await world.do('set_properties', { element_ids: [wall?.id], set, properties });
  }
  const facts = await factsIn(world, exported(world.view, 'IFC4'), 'W');
  expect(valuesIn(facts, 'Own')).toMatchObject({
    Paint: ['blue', 'IfcLabel', null],
    Cover: [25, 'IfcPositiveLengthMeasure', 'mm'],
    Codes: [[1, 2], 'IfcInteger', null],
  });
  expect(valuesIn(facts, 'Pset_WallCommon')['AcousticRating']?.[0]).toBe('R 60');
  expect(facts.sets.filter(({ set }) => set === 'Own')).toHaveLength(1);
});

test('a public house keeps its sets', { timeout: 60_000 }, async () => {
  const { bytes } = await openIfc(readFileSync(HOUSE));
  const world = await importedWorld(bytes);
  const made = exported(world.view, 'IFC4');
  const { model } = await openIfc(made.file);
  const names = new Set(model.rows('IfcPropertySet').map((row) => model.text(row, 'Name')));
  expect([...names].filter((name) => name?.startsWith('PSet_Revit_')).length).toBeGreaterThan(3);
});
