/** @module tests of set_site: one site per branch, set in parts. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { importOf } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import { warningsOf } from '../../../servers/geometry/import-warnings.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { World } from '../building/world.ts';

const GEOREFERENCE = {
  crs: 'EPSG:25832',
  eastings: 691_000.125,
  northings: 5_334_000.5,
  height: 519,
};
const BOUNDARY = [
  { x: 0, y: 0 },
  { x: 30_000, y: 0 },
  { x: 30_000, y: 20_000 },
];

test('a site is created once, changed in parts, shown in the summary and undone', async () => {
  const world = await World.create();
  const { site: none } = await world.ask('get_model_summary', {});
  expect(none).toBeNull();
  await world.do('set_site', { true_north_deg: 12.3456 });
  await world.do('set_site', { georeference: GEOREFERENCE, boundary: BOUNDARY });
  const { site } = await world.ask('get_model_summary', {});
  expect(site).toEqual({
    name: null,
    true_north_deg: 12.3456,
    georeference: { ...GEOREFERENCE, map_unit: 'metre', grid_north_deg: 'by_convergence' },
    boundary: BOUNDARY,
  });
  expect(world.view.count('site')).toBe(1);
  const again = await world.refusal('set_site', { true_north_deg: 12.3456 });
  expect(again).toMatchObject({ name: 'NO_EFFECT' });
  const move = { element_id: 'site', delta: { x: 1, y: 0, z: 0 } };
  expect(await world.refusal('move_element', move)).toMatchObject({ name: 'INVALID_ARGUMENT' });
  const [event] = world.log.all.slice(-1);
  await world.do('undo', { event_id: event?.event_id });
  const { site: before } = await world.ask('get_model_summary', {});
  expect(before).toMatchObject({ true_north_deg: 12.3456, georeference: null, boundary: null });
});

test('two branches that set the site set the same one', async () => {
  const world = await World.create();
  await world.make('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_branch', { name: 'design' });
  await world.do('set_site', { true_north_deg: 10 });
  world.branch = 'design';
  await world.do('set_site', { true_north_deg: 20 });
  world.branch = 'main';
  const body = await world.refusal('merge_branch', { source: 'design' });
  expect(body).toMatchObject({ name: 'MERGE_CONFLICT' });
});

describe('the place of a site on earth', () => {
  test.each([
    ['epsg:25832', '`EPSG:25832` (ETRS89 / UTM zone 32N)'],
    ['25832', '`EPSG:25832` (ETRS89 / UTM zone 32N)'],
    ['ETRS89 / UTM zone 33N', '`EPSG:25833` (ETRS89 / UTM zone 33N)'],
    ['EPSG:25833x', '`EPSG:25833` (ETRS89 / UTM zone 33N)'],
    ['Gauss', 'a form such as EPSG:25832'],
    ['EPSG:UTM', 'a form such as EPSG:25832'],
  ])('refuses the system %s and names the one that is meant', async (crs, expected) => {
    const world = await World.create();
    const refusal = await world.refusal('set_site', { georeference: { ...GEOREFERENCE, crs } });
    expect(refusal).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(refusal.message).toContain(`\`${crs}\``);
    expect(refusal.message).toContain(`expected ${expected}`);
  });

  test('has latitude, longitude and both norths, in the answer and in the summary', async () => {
    const world = await World.create();
    const { place } = await world.do('set_site', {
      true_north_deg: 12.5,
      georeference: GEOREFERENCE,
    });
    // As PROJ 9.5 computes them.
    expect(place).toEqual({
      system: 'ETRS89 / UTM zone 32N',
      wgs84: { latitude: 48.130_574_87, longitude: 11.567_054_78, accuracy_m: 1 },
      true_north_deg: 12.5,
      grid_north_deg: 10.587_822,
      convergence_deg: 1.912_178,
      because: null,
    });
    expect(await world.ask('get_model_summary', {})).toMatchObject({ site_place: place });
  });

  test('is in the unit of its system, unless another one is given', async () => {
    const islip = { crs: 'EPSG:2263', eastings: 1_206_501.82, northings: 217_409.36 };
    const metres = { eastings: 367_742.49, northings: 66_266.506, map_unit: 'metre' };
    for (const georeference of [islip, { ...islip, ...metres }]) {
      const world = await World.create();
      const { place } = await world.do('set_site', { georeference });
      expect(place).toMatchObject({
        wgs84: {
          latitude: expect.closeTo(40.760_621_322, 7),
          longitude: expect.closeTo(-73.197_718_747, 7),
        },
      });
      expect(world.view.elementOf('site', 'site')?.params.georeference?.map_unit).toBe(
        georeference === islip ? 'us_survey_foot' : 'metre',
      );
    }
  });

  test('is refused with near ones if its EPSG number is unknown', async () => {
    const world = await World.create();
    for (const [crs, near] of [
      ['EPSG:25823', 'EPSG:25832 (ETRS89 / UTM zone 32N)'],
      ['EPSG:4326', 'no projected system of EPSG v11.022'],
    ] as const) {
      const georeference = { ...GEOREFERENCE, crs };
      const body = await world.refusal('set_site', { georeference });
      expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
      expect(body.message).toContain(near);
    }
  });

  test('has no WGS84 in other systems, which a warning says', async () => {
    const world = await World.create();
    for (const [crs, why] of [
      ['ESRI:102100', 'is not a system of the EPSG dataset'],
      ['EPSG:2053', 'latitude and longitude are not computed in it'],
    ] as const) {
      const { place } = await world.do('set_site', { georeference: { ...GEOREFERENCE, crs } });
      expect(place).toMatchObject({ wgs84: null, because: expect.stringContaining(why) });
      expect(world.warnings.join()).toContain(why);
    }
  });

  test('keeps a system that an import brought, although it is unknown', async () => {
    const world = await World.create();
    const { view } = world;
    expect(view.element('site')).toBeUndefined();
    await world.do('set_site', { georeference: { ...GEOREFERENCE, crs: 'ESRI:102100' } });
    await world.do('set_site', { true_north_deg: 3 });
    expect(world.view.elementOf('site', 'site')?.params.georeference?.crs).toBe('ESRI:102100');
  });

  test('warns about swapped axes', async () => {
    const world = await World.create();
    const { eastings, northings } = GEOREFERENCE;
    const swapped = { ...GEOREFERENCE, eastings: northings, northings: eastings };
    await world.do('set_site', { georeference: swapped });
    expect(world.warnings.join()).toContain('eastings and northings are probably swapped');
  });
});

test('moving, turning and copying the building never changes its georeference', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const wall_id = await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
  });
  await world.do('set_site', { true_north_deg: 12.5, georeference: GEOREFERENCE });
  const before = JSON.stringify(world.view.element('site'));
  const place = (await world.ask('get_model_summary', {}))['site_place'];
  await world.do('move_element', { element_id: wall_id, delta: { x: 7000, y: -3000, z: 0 } });
  await world.do('rotate_element', {
    element_id: wall_id,
    angle_deg: 30,
    center: { x: 0, y: 0 },
  });
  await world.do('copy_element', { element_id: wall_id, delta: { x: 0, y: 4000, z: 0 } });
  expect(JSON.stringify(world.view.element('site'))).toBe(before);
  expect((await world.ask('get_model_summary', {}))['site_place']).toEqual(place);
});

test('the example of docs/place.md works as printed, without a warning', async () => {
  const text = readFileSync(new URL('../../../docs/place.md', import.meta.url), 'utf8');
  const [, printed = ''] = /^```json set_site\n(.*?)^```/msu.exec(text) ?? [];
  const world = await World.create();
  const { place } = await world.do('set_site', z.looseObject({}).parse(JSON.parse(printed)));
  expect(place).toMatchObject({ system: 'ETRS89 / UTM zone 32N', true_north_deg: 0 });
  expect(world.warnings).toEqual([]);
});

test('an import warns of an implausible place of its file, unless it leaves the site out', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  const { eastings, northings } = GEOREFERENCE;
  const swapped = { ...GEOREFERENCE, eastings: northings, northings: eastings };
  await world.do('set_site', { georeference: swapped });
  const { file } = exported(world.view, 'IFC4');
  for (const [choice, expected] of [
    [{}, [expect.stringContaining('probably swapped')]],
    [{ only: { categories: ['Levels', 'Walls'], levels: null } }, []],
    [{ has_site: true }, []],
  ] as const) {
    const made = await importOf(file, {
      name: 'house.ifc',
      import_id: 'import_1',
      only: { categories: null, levels: null },
      taken: [],
      ...choice,
    });
    expect(warningsOf(made)).toEqual(expected);
  }
});
