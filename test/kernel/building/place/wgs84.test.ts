/** @module tests of coordinates on earth: published points of several systems, points of PROJ, and meridian convergence. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { type KnownSystem, systemOf } from '../../../../kernel/building/place/systems.ts';
import {
  convergenceOf,
  isInArea,
  latLonOf,
  mapPointOf,
} from '../../../../kernel/building/place/wgs84.ts';

const dms = (degrees: number, minutes: number, seconds: number): number =>
  degrees + minutes / 60 + seconds / 3600;

/** A system that the table must have. */
function known(crs: string): KnownSystem {
  const system = systemOf(crs);
  if (system === null) throw new Error(`${crs} is not in the table`);
  return system;
}

type Published = {
  readonly what: string;
  readonly crs: string;
  readonly eastings: number;
  readonly northings: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Accuracy of the datum shift without grids, m. */
  readonly within_m: number;
};

const PUBLISHED: readonly Published[] = [
  {
    what: 'the check point of UTM in the documentation of PROJ (gie), on GRS 80',
    crs: 'EPSG:25832',
    eastings: 691_875.632_14,
    northings: 6_098_907.825_01,
    latitude: 55,
    longitude: 12,
    within_m: 0.001,
  },
  {
    what: 'the same point one zone to the east, where UTM has the same coordinates 6 degrees later',
    crs: 'EPSG:32633',
    eastings: 691_875.632_14,
    northings: 6_098_907.825_01,
    latitude: 55,
    longitude: 18,
    within_m: 0.001,
  },
  {
    what: 'the example of GeographicLib for its program GeoConvert, UTM zone 38',
    crs: 'EPSG:32638',
    eastings: 444_140.54,
    northings: 3_684_706.36,
    latitude: 33.3,
    longitude: 44.4,
    within_m: 0.01,
  },
  {
    what: 'Caister water tower, Ordnance Survey, Transformations and OSGM15 User Guide, Annexe A',
    crs: 'EPSG:27700',
    eastings: 651_409.804,
    northings: 313_177.45,
    latitude: 52.658_007_833,
    longitude: 1.716_073_973,
    // 3.5 m: a shift of seven parameters stands for the grid OSTN15.
    within_m: 4,
  },
  {
    what: 'a point in Paris, in Lambert-93 and as GPS measures it, in the tests of proj4php',
    crs: 'EPSG:2154',
    eastings: 652_709.401,
    northings: 6_859_290.946,
    latitude: 48.831_938,
    longitude: 2.355_781,
    within_m: 0.1,
  },
  {
    what: 'the origin of Lambert-93 by its definition',
    crs: 'EPSG:2154',
    eastings: 700_000,
    northings: 6_600_000,
    latitude: 46.5,
    longitude: 3,
    within_m: 0.001,
  },
  {
    what: 'the example of IOGP Guidance Note 7-2, Popular Visualisation Pseudo Mercator',
    crs: 'EPSG:3857',
    eastings: -11_169_055.58,
    northings: 2_800_000,
    latitude: dms(24, 22, 54.433),
    longitude: -dms(100, 20, 0),
    within_m: 0.01,
  },
  {
    what: 'Central Islip CORS ARP, data sheet DI0446 of the National Geodetic Survey, US survey feet',
    crs: 'EPSG:2263',
    eastings: 1_206_501.82,
    northings: 217_409.36,
    latitude: dms(40, 45, 38.236_76),
    longitude: -dms(73, 11, 51.787_49),
    within_m: 0.01,
  },
  {
    what: 'Texel, self-validation of RDNAPTRANS by Kadaster',
    crs: 'EPSG:28992',
    eastings: 117_380.12,
    northings: 575_040.34,
    latitude: 53.160_753_042,
    longitude: 4.824_761_912,
    within_m: 0.5,
  },
  {
    what: 'Noord-Groningen, self-validation of RDNAPTRANS by Kadaster',
    crs: 'EPSG:28992',
    eastings: 247_380.56,
    northings: 604_580.78,
    latitude: 53.419_482_05,
    longitude: 6.776_726_674,
    within_m: 0.5,
  },
];

/** Metres between two points of one map. */
function apart(
  system: KnownSystem,
  a: { readonly eastings: number; readonly northings: number } | null,
  b: { readonly eastings: number; readonly northings: number },
): number {
  if (a === null) return Infinity;
  return Math.hypot(a.eastings - b.eastings, a.northings - b.northings) * system.metres_per_unit;
}

describe('coordinates in WGS84', () => {
  test.each(PUBLISHED)('are those of $what', ({ crs, within_m, ...at }) => {
    const system = known(crs);
    expect(apart(system, mapPointOf(system, at), at)).toBeLessThan(within_m);
    const found = latLonOf(system, at);
    expect(found).not.toBeNull();
    if (found === null) return;
    expect(apart(system, mapPointOf(system, found), at)).toBeLessThan(0.01);
    expect(Math.abs(found.latitude - at.latitude) * 111_320).toBeLessThan(within_m);
    expect(isInArea(found, system.area)).toBe(true);
    expect(system.projection?.accuracy_m).toBeGreaterThanOrEqual(Math.min(1, within_m));
  });

  test('are within the stated accuracy of those that PROJ computes', () => {
    const points = z
      .array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]))
      .parse(JSON.parse(readFileSync(new URL('proj-points.json', import.meta.url), 'utf8')));
    expect(points.length).toBeGreaterThan(100);
    for (const [code, longitude, latitude, eastings, northings] of points) {
      const system = known(`EPSG:${code}`);
      const at = mapPointOf(system, { latitude, longitude });
      const off = apart(system, at, { eastings, northings });
      expect(off, `EPSG:${code}`).toBeLessThanOrEqual(system.projection?.accuracy_m ?? 0);
    }
  });

  test('are null in a system without parameters, and for a point that is no place on earth', () => {
    expect(latLonOf(known('EPSG:2053'), { eastings: 0, northings: 0 })).toBeNull();
    expect(mapPointOf(known('EPSG:2053'), { latitude: -30, longitude: 29 })).toBeNull();
    for (const eastings of [1e300, Infinity, NaN]) {
      expect(latLonOf(known('EPSG:25832'), { eastings, northings: 1 })).toBeNull();
    }
    expect(mapPointOf(known('EPSG:25832'), { latitude: NaN, longitude: 9 })).toBeNull();
  });
});

describe('meridian convergence', () => {
  // Data sheet KU4063 (ROON) of the National Geodetic Survey.
  test.each([
    ['EPSG:32111', 199_940.61, 239_161.292, dms(0, 23, 21.4)],
    // Data sheet AF9702 (MT HAMILTON BARD CORS ARP), California zone 3 in metres and in US survey feet.
    ['EPSG:26943', 1_898_762.325, 594_011.515, -dms(0, 41, 58.2)],
    ['EPSG:2227', 6_229_522.73, 1_948_852.78, -dms(0, 41, 58.2)],
    ['EPSG:3857', -11_169_055.58, 2_800_000, 0],
  ])('at a point of %s is that of its data sheet', (crs, eastings, northings, expected) => {
    const found = convergenceOf(known(crs), { eastings, northings });
    expect(Math.abs((found ?? NaN) - expected) * 3600).toBeLessThan(0.1);
  });
});

test('areas may cross the meridian of 180 degrees', () => {
  const area = { west: 170, south: -10, east: -170, north: 10 };
  expect(isInArea({ latitude: 0, longitude: 175 }, area)).toBe(true);
  expect(isInArea({ latitude: 0, longitude: -175 }, area)).toBe(true);
  expect(isInArea({ latitude: 0, longitude: 0 }, area)).toBe(false);
  expect(isInArea({ latitude: 11, longitude: 175 }, area)).toBe(false);
});
