/** @module tests of the table of coordinate reference systems. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  epsgCode,
  epsgEdition,
  nearSystems,
  systemNamed,
  systemOf,
} from '../../../../kernel/building/place/systems.ts';

test('a system has its name, its area of use and its unit', () => {
  expect(systemOf('EPSG:25832')).toMatchObject({
    code: 25_832,
    name: 'ETRS89 / UTM zone 32N',
    area: { west: 6, south: 38.76, east: 12.01, north: 84.33 },
    metres_per_unit: 1,
  });
  expect(systemOf('EPSG:2263')?.metres_per_unit).toBe(1200 / 3937);
  expect(systemOf('EPSG:2222')?.metres_per_unit).toBe(0.3048);
  expect(systemOf('EPSG:7415')?.name).toBe('Amersfoort / RD New + NAP height');
  expect(epsgEdition()).toBe('EPSG v11.022');
});

test.each(['EPSG:99999', 'EPSG:4326', 'epsg:25832', 'EPSG: 25832', 'ESRI:102100', ''])(
  'the table has no projected system `%s`',
  (crs) => {
    expect(systemOf(crs)).toBeNull();
  },
);

test('a system without parameters is known by its name', () => {
  expect(systemOf('EPSG:2053')).toMatchObject({
    name: 'Hartebeesthoek94 / Lo29',
    projection: null,
  });
});

test('names are found without case, spaces and punctuation', () => {
  expect(systemNamed('etrs89/utm zone 32n')?.code).toBe(25_832);
  expect(systemNamed('Amersfoort_RD_New')?.code).toBe(28_992);
  expect(systemNamed('UTM')).toBeNull();
  expect(systemNamed('x'.repeat(100_000))).toBeNull();
});

test('an unknown number has near ones: exchanged digits first, then one wrong digit', () => {
  expect(nearSystems(25_823)[0]).toBe('EPSG:25832 (ETRS89 / UTM zone 32N)');
  expect(nearSystems(25_382)[0]).toBe('EPSG:25832 (ETRS89 / UTM zone 32N)');
  expect(nearSystems(27_702)).toContain('EPSG:27700 (OSGB36 / British National Grid)');
  expect(nearSystems(999_999)).toEqual([]);
  expect(epsgCode('EPSG:1234567')).toBeNull();
});

test('the table has as many systems as docs/place.md says', () => {
  const table = new URL('../../../../kernel/building/place/epsg.json', import.meta.url);
  const { systems } = z
    .object({ systems: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(table, 'utf8')));
  const placed = systems.filter((line) => line.split('|')[2] !== '');
  const page = readFileSync(new URL('../../../../docs/place.md', import.meta.url), 'utf8');
  const words = [systems, placed].map(({ length }) => length.toLocaleString('en'));
  expect(page).toContain(
    `${words[0]} projected and compound systems are known, ${words[1]} of them`,
  );
});
