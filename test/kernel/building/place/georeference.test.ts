/** @module tests of georeferences: both norths, points of the model in the map, and implausible places. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  fromMapOf,
  Georeference,
  MAP_UNITS,
  mapUnitOf,
  metresPerUnit,
  northsOf,
  type Placed,
  placeOf,
  toMapOf,
  turnOf,
} from '../../../../kernel/building/place/georeference.ts';
import { placeFaults } from '../../../../kernel/building/place/place-faults.ts';

/** Munich, where grid north is 1.912178 degrees clockwise from true north. */
const MUNICH = {
  crs: 'EPSG:25832',
  eastings: 691_000.125,
  northings: 5_334_000.5,
  height: 519,
} as const;
const CONVERGENCE = 1.912_178;

describe('the norths of a site', () => {
  test.each<[string, number | null, Partial<Georeference>, readonly [number | null, number]]>([
    [
      'that states only true north',
      30,
      { grid_north_deg: 'by_convergence' },
      [30, 30 - CONVERGENCE],
    ],
    ['that states only grid north', null, { grid_north_deg: 10 }, [10 + CONVERGENCE, 10]],
    ['that states both', 7, { grid_north_deg: 10 }, [7, 10]],
    [
      'that states none: y is grid north',
      null,
      { grid_north_deg: 'by_convergence' },
      [CONVERGENCE, 0],
    ],
    ['of an older log: both are one', 30, {}, [30, 30]],
    ['of an older log without a north', null, {}, [null, 0]],
    [
      'in a system without WGS84',
      30,
      { grid_north_deg: 'by_convergence', crs: 'ESRI:102100' },
      [30, 30],
    ],
    ['in such a system with grid north', null, { grid_north_deg: 4, crs: 'ESRI:1' }, [null, 4]],
  ])('%s', (_, true_north_deg, given, expected) => {
    const found = northsOf({ true_north_deg, georeference: { ...MUNICH, ...given } });
    const short = (degrees: number | null) =>
      degrees === null ? null : Number(degrees.toFixed(4)) + 0;
    expect([short(found.true_deg), short(found.grid_deg)]).toEqual(expected.map(short));
  });

  test('without a georeference are true north', () => {
    expect(northsOf({ true_north_deg: 12, georeference: null })).toEqual({
      true_deg: 12,
      grid_deg: 12,
    });
  });
});

describe('points of the model in the map', () => {
  const placed = (grid_north_deg: number, more: Partial<Georeference> = {}) => ({
    true_north_deg: null,
    georeference: { ...MUNICH, grid_north_deg, ...more },
  });

  test('turn with grid north, and have the unit and the scale of the map', () => {
    const east = toMapOf(placed(90))({ x: 0, y: 1000, z: 2000 });
    // Grid north is to the left of y: y is east.
    expect(east).toEqual({ eastings: 691_001.125, northings: 5_334_000.5, height: 521 });
    const feet = toMapOf(placed(0, { map_unit: 'foot', scale: 0.9996 }))({ x: 304.8, y: 0 });
    expect(feet.eastings).toBeCloseTo(691_000.125 + 0.9996, 9);
  });

  test('are found again', () => {
    const number = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    const given = fc.record({
      x: number,
      y: number,
      degrees: fc.double({ min: -360, max: 360, noNaN: true }),
      map_unit: fc.constantFrom(...MAP_UNITS),
      scale: fc.double({ min: 0.5, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(given, ({ x, y, degrees, map_unit, scale }) => {
        const site = placed(degrees, { map_unit, scale });
        const back = fromMapOf(site)(toMapOf(site)({ x, y }));
        expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(1e-4);
      }),
    );
  });

  test('quarter turns are exact', () => {
    for (const [degrees, cos, sin] of [
      [0, 1, 0],
      [90, 0, 1],
      [-90, 0, -1],
      [540, -1, 0],
    ] as const) {
      expect(turnOf(degrees)).toEqual({ cos, sin });
    }
  });
});

test('a unit has the name of its size; the two feet differ', () => {
  for (const unit of MAP_UNITS) expect(mapUnitOf(metresPerUnit(unit))).toBe(unit);
  expect(mapUnitOf(0.304_800_61)).toBe('us_survey_foot');
  expect(mapUnitOf(0.001)).toBeNull();
});

test('a place needs no unit of its system', () => {
  const feet = {
    crs: 'EPSG:2263',
    eastings: 1_206_501.82,
    northings: 217_409.36,
    height: 0,
    map_unit: 'us_survey_foot',
  } as const;
  const factor = metresPerUnit('us_survey_foot') / metresPerUnit('foot');
  const international = {
    ...feet,
    eastings: feet.eastings * factor,
    northings: feet.northings * factor,
    map_unit: 'foot',
  } as const;
  expect(placeOf(international)?.latitude).toBeCloseTo(placeOf(feet)?.latitude ?? NaN, 9);
  expect(placeOf({ ...feet, crs: 'EPSG:99999' })).toBeNull();
  expect(placeOf(null)).toBeNull();
});

test('georeferences of older logs are valid', () => {
  expect(Georeference.parse(MUNICH)).toEqual(MUNICH);
});

describe('an implausible place', () => {
  const faults = (given: Partial<Georeference>, true_north_deg: number | null = null): unknown => {
    const placed: Placed = { true_north_deg, georeference: { ...MUNICH, ...given } };
    return placeFaults(placed).map(({ fault }) => fault);
  };
  const ISLIP = { crs: 'EPSG:2263', eastings: 1_206_501.82, northings: 217_409.36 };

  test.each<[string, Partial<Georeference>, readonly string[]]>([
    ['swapped axes', { eastings: 5_334_000.5, northings: 691_000.125 }, ['swapped_axes']],
    ['degrees', { eastings: 11.567, northings: 48.13 }, ['degrees']],
    ['degrees, swapped', { eastings: 48.13, northings: 11.567 }, ['degrees']],
    ['another country', { northings: 1_334_000 }, ['outside_area']],
    ['no place on earth', { eastings: 9e7, northings: 9e7 }, ['no_place']],
    ['feet stated as metres', { ...ISLIP, map_unit: 'metre' }, ['other_unit']],
    ['feet', { ...ISLIP, map_unit: 'us_survey_foot' }, []],
    // 0.496 and 0.510 degrees east of the area, which ends at 12.01.
    ['a place near the border', { eastings: 761_000, northings: 5_334_000 }, []],
    ['a place beyond it', { eastings: 762_000, northings: 5_334_000 }, ['outside_area']],
    ['an unknown system', { crs: 'ESRI:102100', eastings: 1, northings: 2 }, []],
    ['a system without parameters', { crs: 'EPSG:2053', eastings: 1, northings: 2 }, []],
  ])('has its kind: %s', (_, given, expected) => {
    expect(faults(given)).toEqual(expected);
  });

  test.each([
    [10 + CONVERGENCE, 10, []],
    [10 - CONVERGENCE, 10, ['norths_differ']],
    [40, 10, ['norths_differ']],
    [10 + CONVERGENCE + 0.49, 10, []],
    [10 + CONVERGENCE + 0.51, 10, ['norths_differ']],
    [10 + CONVERGENCE - 0.51, 10, ['norths_differ']],
    // Equal norths are an assumption that many programs make.
    [10, 10, []],
    [null, 10, []],
  ])('has norths %s and %s', (true_north_deg, grid_north_deg, expected) => {
    expect(faults({ grid_north_deg }, true_north_deg)).toEqual(expected);
  });
});
