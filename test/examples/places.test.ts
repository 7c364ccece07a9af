/** @module tests of the places of the examples: each building is in the town that its brief names. */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { placeOf } from '../../kernel/building/place/georeference.ts';
import { placeFaults } from '../../kernel/building/place/place-faults.ts';
import { officeStorey } from '../office-storey.ts';
import { World } from '../servers/building/world.ts';

const FOLDER = new URL('../../examples/', import.meta.url);

/** Latitude and longitude of the towns, degrees, as maps give them. */
const TOWNS: Readonly<Record<string, readonly [number, number]>> = {
  'Heidelberg, Germany': [49.41, 8.69],
  'Utrecht, Netherlands': [52.09, 5.12],
  'Lyon, France': [45.76, 4.86],
  'Prague, Czechia': [50.08, 14.44],
  'Leeds, England': [53.8, -1.55],
  'Queens, New York': [40.74, -73.95],
};

/** The statement about the site of a script, in a model of its own. */
async function siteOf(script: string): Promise<World> {
  const world = await World.create();
  const [, crs, eastings, northings, height] =
    /^site north 0 crs "([^"]+)" (\S+) (\S+) (\S+)$/mu.exec(script) ?? [];
  await world.do('set_site', {
    true_north_deg: 0,
    georeference: {
      crs,
      eastings: Number(eastings),
      northings: Number(northings),
      height: Number(height),
    },
  });
  return world;
}

const SCRIPTS = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.plumb'))
    .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);
const OFFICE_500 = readFileSync(new URL('office-500.mjs', FOLDER), 'utf8');

describe.each([...SCRIPTS, ['office-500.mjs', OFFICE_500] as const])('%s', (name, text) => {
  test('is in the town that its brief names', async () => {
    const brief = text.slice(0, 500).replaceAll(/\n \* /gu, ' ');
    const town = Object.entries(TOWNS).find(([words]) => brief.includes(words));
    expect([name, town?.[0]]).not.toEqual([name, undefined]);
    const script = name === 'office-500.mjs' ? officeStorey(0) : text;
    const world = await siteOf(script);
    const params = world.view.elementOf('site', 'site')?.params;
    const place = placeOf(params?.georeference ?? null);
    const [latitude = NaN, longitude = NaN] = town?.[1] ?? [];
    expect(Math.abs((place?.latitude ?? NaN) - latitude)).toBeLessThan(0.01);
    expect(Math.abs((place?.longitude ?? NaN) - longitude)).toBeLessThan(0.01);
    expect(params === undefined ? null : placeFaults(params)).toEqual([]);
    expect(world.warnings).toEqual([]);
  });
});
