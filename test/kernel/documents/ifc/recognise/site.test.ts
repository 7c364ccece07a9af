/** @module tests of the site of an imported file: map conversions and true north. */
import { describe, expect, test } from 'vitest';

import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { siteOf } from '../../../../../kernel/documents/ifc/recognise/site.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { World } from '../../../../servers/building/world.ts';
import { readText, stepText } from '../step-text.ts';
import { exported } from '../write/reread.ts';

const HERE = { crs: 'EPSG:25832', eastings: 458_657.3, northings: 5_438_232.25, height: 113.7 };

async function house(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  await world.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  return world;
}

test.each(IFC_SCHEMAS)('place and north are read back from %s', async (schema) => {
  for (const site of [
    { name: 'Plot', true_north_deg: 30, georeference: HERE },
    { true_north_deg: -75.5 },
    { georeference: HERE },
  ]) {
    const source = await house();
    await source.do('set_site', site);
    const world = await importedWorld(exported(source.view, schema, 'house').file);
    const params = world.view.elementOf('site', 'site')?.params;
    expect(params?.georeference).toEqual(site.georeference ?? null);
    expect(params?.true_north_deg).toBeCloseTo(site.true_north_deg ?? 0, 8);
    expect(world.view.importedAs('site')).toBeNull();
  }
});

test.each(IFC_SCHEMAS)('a file of %s without place and north has no site', async (schema) => {
  const world = await importedWorld(exported((await house()).view, schema, 'house').file);
  expect(world.view.element('site')).toBeUndefined();
});

/** The site of an IFC4 file in millimetres or metres with these entities. */
function siteIn(
  {
    map = "'EPSG:25832',$,$,$,$,$,#4",
    conversion = '458657.3,5438232.25,113.7,1.,0.,$',
    north = '0.,1.',
    metres = false,
  },
  shift = { x: 0, y: 0, z: 0 },
) {
  const data = `
#1=IFCPROJECT('p',$,'P',$,$,$,$,(#3),#2);
#2=IFCUNITASSIGNMENT((#5));
#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,#8);
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#5=IFCSIUNIT(*,.LENGTHUNIT.,${metres ? '$' : '.MILLI.'},.METRE.);
#6=IFCPROJECTEDCRS(${map});
#7=IFCMAPCONVERSION(#3,#6,${conversion});
#8=IFCDIRECTION((${north}));
#9=IFCSITE('s',$,'Plot',$,$,$,$,$,$,$,$,$,$,$);`;
  const model = new IfcModel(readText(stepText('IFC4', data)), 'IFC4');
  return siteOf(model, { shift, mm_per_unit: metres ? 1000 : 1 })?.params;
}

describe('the site of a file', () => {
  test('has the place of the origin of the model, also after a shift', () => {
    expect(siteIn({})).toEqual({
      name: 'Plot',
      boundary: null,
      true_north_deg: 0,
      georeference: HERE,
    });
    // The model was moved by -3 km along x and by 1 km along y: its origin is where the file has (3000, -1000).
    expect(siteIn({}, { x: -3_000_000, y: 1_000_000, z: 2000 })?.['georeference']).toEqual({
      ...HERE,
      eastings: 461_657.3,
      northings: 5_437_232.25,
      height: 111.7,
    });
    const turned = { conversion: '458657.3,5438232.25,113.7,0.,1.,$' };
    const site = siteIn(turned, { x: -3_000_000, y: 0, z: 0 });
    expect(site).toMatchObject({
      true_north_deg: -90,
      georeference: { eastings: 458_657.3, northings: 5_441_232.25 },
    });
  });

  test.each([
    ['a name that is no reference system', { map: "'WKT',$,$,$,$,$,#4" }],
    ['no unit of the map, in a file in millimetres', { map: "'EPSG:25832',$,$,$,$,$,$" }],
    ['no easting', { conversion: '$,5438232.25,113.7,1.,0.,$' }],
    ['a height that no site has', { conversion: '458657.3,5438232.25,1E9,1.,0.,$' }],
  ])('has no place with %s, but its north', (_, given) => {
    expect(siteIn({ ...given, north: '0.,1.' })).toBeUndefined();
    expect(siteIn({ ...given, north: '1.,0.' })).toMatchObject({
      true_north_deg: -90,
      georeference: null,
    });
  });

  test('has no north from a direction out of the plan, which Revit writes', () => {
    const given = { map: "'WKT',$,$,$,$,$,#4" };
    expect(siteIn({ ...given, north: '2.,6.12303176911189E-17,1.' })).toBeUndefined();
    expect(siteIn({ ...given, north: '1.,1.,0.' })).toMatchObject({ true_north_deg: -45 });
  });

  test('has no place if it was shifted and the scale is not that of its units', () => {
    const scaled = { conversion: '458657.3,5438232.25,113.7,1.,0.,0.0009996' };
    expect(siteIn(scaled)?.['georeference']).toEqual(HERE);
    expect(siteIn(scaled, { x: 1_000_000, y: 0, z: 0 })).toBeUndefined();
    const exact = { conversion: '458657.3,5438232.25,113.7,1.,0.,0.001' };
    expect(siteIn(exact, { x: 1_000_000, y: 0, z: 0 })).toBeDefined();
  });

  test('takes the unit of the project for the map in a file in metres', () => {
    const site = siteIn({ map: "'EPSG:25832',$,$,$,$,$,$", metres: true });
    expect(site?.['georeference']).toEqual(HERE);
  });
});
