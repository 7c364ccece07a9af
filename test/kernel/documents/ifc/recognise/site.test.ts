/** @module tests of the site of an imported file: map conversions and true north. */
import { describe, expect, test } from 'vitest';

import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { placeWarnings, siteOf } from '../../../../../kernel/documents/ifc/recognise/site.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { World } from '../../../../servers/building/world.ts';
import { readText, stepText } from '../step-text.ts';
import { exported } from '../write/reread.ts';

const HERE = { crs: 'EPSG:25832', eastings: 458_657.3, northings: 5_438_232.25, height: 113.7 };
/** The same place as it is read: with its unit and the north of its map. */
const READ = { ...HERE, map_unit: 'metre', grid_north_deg: 0 };
/** Long Island in US survey feet, the data sheet of the test of WGS84. */
const ISLIP = { crs: 'EPSG:2263', eastings: 1_206_501.82, northings: 217_409.36, height: 32.5 };
/** Meridian convergence at the first place, degrees: the origin is west of the central meridian. */
const CONVERGENCE = -0.427_6;

async function house(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  await world.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  return world;
}

test.each(IFC_SCHEMAS)('place and norths are read back from %s', async (schema) => {
  for (const [given, expected, north] of [
    [{ name: 'Plot', true_north_deg: 30, georeference: HERE }, 30 - CONVERGENCE, 30],
    [{ georeference: HERE }, 0, CONVERGENCE],
    [{ georeference: { ...HERE, grid_north_deg: -12 } }, -12, -12 + CONVERGENCE],
    [{ true_north_deg: 3, georeference: { ...HERE, grid_north_deg: 5, scale: 0.9996 } }, 5, 3],
    [{ georeference: { ...ISLIP, grid_north_deg: 90 } }, 90, 90.524_8],
    [{ georeference: { ...ISLIP, map_unit: 'foot', grid_north_deg: 0 } }, 0, 0.524_8],
  ] as const) {
    const source = await house();
    await source.do('set_site', given);
    const stored = source.view.elementOf('site', 'site')?.params.georeference;
    const world = await importedWorld(exported(source.view, schema, 'house').file);
    const params = world.view.elementOf('site', 'site')?.params;
    const { grid_north_deg, ...place } = params?.georeference ?? {};
    expect({ ...place, grid_north_deg: stored?.grid_north_deg }).toEqual(stored);
    expect(grid_north_deg).toBeCloseTo(expected, 3);
    expect(params?.true_north_deg).toBeCloseTo(north, 3);
    expect(world.view.importedAs('site')).toBeNull();
  }
});

test.each(IFC_SCHEMAS)('a north without a place is read back from %s', async (schema) => {
  const source = await house();
  await source.do('set_site', { true_north_deg: -75.5 });
  const world = await importedWorld(exported(source.view, schema, 'house').file);
  const params = world.view.elementOf('site', 'site')?.params;
  expect(params).toMatchObject({ georeference: null });
  expect(params?.true_north_deg).toBeCloseTo(-75.5, 8);
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
      georeference: READ,
    });
    // The model was moved by -3 km along x and by 1 km along y: its origin is where the file has (3000, -1000).
    expect(siteIn({}, { x: -3_000_000, y: 1_000_000, z: 2000 })?.['georeference']).toEqual({
      ...READ,
      eastings: 461_657.3,
      northings: 5_437_232.25,
      height: 111.7,
    });
    const turned = { conversion: '458657.3,5438232.25,113.7,0.,1.,$' };
    const site = siteIn(turned, { x: -3_000_000, y: 0, z: 0 });
    expect(site).toMatchObject({
      true_north_deg: 0,
      georeference: { eastings: 458_657.3, northings: 5_441_232.25, grid_north_deg: -90 },
    });
  });

  test.each([
    ['a name that is no reference system', { map: "'WKT',$,$,$,$,$,#4" }],
    [
      'no unit of the map, and a place that is outside of the system in each unit',
      { map: "'EPSG:25832',$,$,$,$,$,$", conversion: '1.,2.,3.,1.,0.,$' },
    ],
    ['no easting', { conversion: '$,5438232.25,113.7,1.,0.,$' }],
    [
      'neither an easting nor a unit',
      { map: "'EPSG:25832',$,$,$,$,$,$", conversion: '$,5438232.25,113.7,1.,0.,$' },
    ],
    ['an easting without an end', { conversion: '1E999,5438232.25,113.7,1.,0.,$' }],
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

  test('has its scale, by which a shift counts', () => {
    const scaled = { conversion: '458657.3,5438232.25,113.7,1.,0.,0.0009996' };
    expect(siteIn(scaled)?.['georeference']).toEqual({ ...READ, scale: 0.9996 });
    expect(siteIn(scaled, { x: -1_000_000, y: 0, z: 0 })?.['georeference']).toMatchObject({
      eastings: 459_656.9,
      scale: 0.9996,
    });
    const exact = { conversion: '458657.3,5438232.25,113.7,1.,0.,0.001' };
    expect(siteIn(exact)?.['georeference']).toEqual(READ);
  });

  test('has no place if it was shifted and its scale is a mistake of units', () => {
    const one = { conversion: '458657.3,5438232.25,113.7,1.,0.,1.' };
    expect(siteIn(one)?.['georeference']).toEqual(READ);
    expect(siteIn(one, { x: 1_000_000, y: 0, z: 0 })).toBeUndefined();
  });

  test('takes the unit of the project for the map in a file in metres', () => {
    const site = siteIn({ map: "'EPSG:25832',$,$,$,$,$,$", metres: true });
    expect(site?.['georeference']).toEqual(READ);
  });

  test.each([
    ['metres, that of the system', '458657.3,5438232.25,113.7,1.,0.,$'],
    ['millimetres, that of the project', '458657300.,5438232250.,113700.,1.,0.,$'],
  ])('takes the unit in which the place is in the area of use: %s', (_, conversion) => {
    const site = siteIn({ map: "'EPSG:25832',$,$,$,$,$,$", conversion });
    expect(site?.['georeference']).toEqual(READ);
  });

  test.each([
    "'epsg:25832',$,$,$,$,$,#4",
    "'EPSG 25832',$,$,$,$,$,#4",
    "'25832',$,$,$,$,$,#4",
    "'urn:ogc:def:crs:EPSG::25832',$,$,$,$,$,#4",
    "'http://www.opengis.net/def/crs/EPSG/0/25832',$,$,$,$,$,#4",
    "'ETRS89 / UTM zone 32N',$,$,$,$,$,#4",
    "'ETRS89/UTM32 (EPSG:25832)',$,$,$,$,$,#4",
    "'Lageplan','EPSG:25832',$,$,$,$,#4",
    "'UTM32',$,'ETRS89',$,'UTM','32N',#4",
    "'ETRS89',$,'ETRS89','DHHN2016','UTM','UTM32',#4",
  ])('has the system that a file names as %s', (map) => {
    expect(siteIn({ map })?.['georeference']).toEqual(READ);
  });

  test('has a system of another authority, and an EPSG number that is not known', () => {
    for (const crs of ['DB_REF:GK3'.replace('_', '-'), 'EPSG:99999']) {
      expect(siteIn({ map: `'${crs}',$,$,$,$,$,#4` })?.['georeference']).toEqual({ ...READ, crs });
    }
  });
});

describe('a place that a file states twice', () => {
  const file = (second: string): unknown => {
    const data = `
#1=IFCPROJECT('p',$,'P',$,$,$,$,(#3,#9),#2);
#2=IFCUNITASSIGNMENT((#4));
#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#6=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#4);
#7=IFCMAPCONVERSION(#3,#6,458657.3,5438232.25,113.7,1.,0.,$);
#9=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,1.E-5,$,$);
#10=IFCMAPCONVERSION(#9,#6,${second},1.,0.,$);`;
    const model = new IfcModel(readText(stepText('IFC4', data)), 'IFC4');
    return siteOf(model, { shift: { x: 0, y: 0, z: 0 }, mm_per_unit: 1000 })?.params[
      'georeference'
    ];
  };

  test('is the place if both are equal, and none if they differ', () => {
    expect(file('458657.3,5438232.25,113.7')).toEqual(READ);
    expect(file('458658.3,5438232.25,113.7')).toBeUndefined();
  });
});

/** The site of an IFC2X3 file in millimetres whose project or site has these sets. */
function siteOfSets(object: string, system: string, conversion: string): unknown {
  const data = `
#1=IFCPROJECT('p',$,'P',$,$,$,$,(#3),#2);
#2=IFCUNITASSIGNMENT((#5));
#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#5=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#9=IFCSITE('s',$,'Plot',$,$,$,$,$,$,$,$,$,$,$);
#20=IFCPROPERTYSET('a',$,'EPset_ProjectedCRS',$,(#21,#22));
#21=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('EPSG:25832'),$);
#22=IFCPROPERTYSINGLEVALUE('MapUnit',$,${system},$);
#23=IFCRELDEFINESBYPROPERTIES('b',$,$,$,(${object}),#20);
#30=IFCPROPERTYSET('c',$,'ePset_MapConversion',$,(#31,#32,#33));
${conversion}
#34=IFCRELDEFINESBYPROPERTIES('d',$,$,$,(${object}),#30);`;
  const model = new IfcModel(readText(stepText('IFC2X3', data)), 'IFC2X3');
  return siteOf(model, { shift: { x: 0, y: 0, z: 0 }, mm_per_unit: 1 })?.params['georeference'];
}

describe('the property sets of IFC2X3', () => {
  const values = (type: string, factor: number, unit: string): string =>
    (
      [
        [31, 'Eastings', 458_657.3],
        [32, 'NORTHINGS', 5_438_232.25],
        [33, 'OrthogonalHeight', 113.7],
      ] as const
    )
      .map(([id, name, value]) => {
        const text = (value * factor).toFixed(3);
        return `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,${type}(${text}),${unit});`;
      })
      .join('\n');
  test.each([
    ['a site, in its map unit', '#9', "IFCLABEL('METRE')", values('IFCREAL', 1, '$')],
    ['the project, in its map unit', '#1', "IFCLABEL('metre')", values('IFCLENGTHMEASURE', 1, '$')],
    ['a site, in the unit of each property', '#9', '$', values('IFCLENGTHMEASURE', 1, '#4')],
    ['a site, in the unit of the project', '#9', '$', values('IFCLENGTHMEASURE', 1000, '$')],
    ['a site, in the unit of the system', '#9', '$', values('IFCLENGTHMEASURE', 1, '$')],
    [
      'a site, in millimetres for a map in metres',
      '#9',
      "IFCLABEL('m')",
      values('IFCREAL', 1000, '#5'),
    ],
  ])('are read from %s', (_, object, system, conversion) => {
    expect(siteOfSets(object, system, conversion)).toEqual(READ);
  });
});

describe('an import says', () => {
  /** Warnings about the place of an IFC4 file in millimetres with these map conversions. */
  const warnings = (...conversions: readonly string[]): readonly string[] => {
    const data = `
#1=IFCPROJECT('p',$,'P',$,$,$,$,(#3),#2);
#2=IFCUNITASSIGNMENT((#5));
#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#5=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#6=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#4);
#7=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);
${conversions.map((one, i) => `#${10 + i}=IFCMAPCONVERSION(#3,${one},1.,0.,$);`).join('\n')}`;
    const model = new IfcModel(readText(stepText('IFC4', data)), 'IFC4');
    return placeWarnings(model, { shift: { x: 0, y: 0, z: 0 }, mm_per_unit: 1 });
  };
  const place = '#6,458657.3,5438232.25,113.7';

  test.each([
    ['places that differ', [place, '#6,1.,2.,3.'], 'states 2 map conversions that differ'],
    [
      'a unit that is not known',
      ['#7,1.,2.,3.'],
      'is left out: eastings 1, northings 2 in EPSG:25832',
    ],
    [
      'swapped axes',
      ['#6,5438232.25,458657.3,113.7'],
      'eastings and northings are probably swapped',
    ],
  ])('why a place is left out or implausible: %s', (_, conversions, why) => {
    expect(warnings(...conversions)).toEqual([expect.stringContaining(why)]);
  });

  test('nothing about a place that is read, and of a file without one', () => {
    expect(warnings(place)).toEqual([]);
    expect(warnings(place, place)).toEqual([]);
    expect(warnings()).toEqual([]);
  });
});
