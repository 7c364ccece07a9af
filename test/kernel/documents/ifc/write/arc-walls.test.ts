/** @module tests of arc walls in IFC: a round and a D-shaped room with fillings in their walls, in every schema. */
import { expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const W = { level_id: 'L1', height: 3000, thickness: 200, usage: 'exterior' } as const;

const view = modelOf(
  created('wall', 'north', { ...W, start: P(3000, 0), end: P(-3000, 0), via: P(0, 3000) }),
  created('wall', 'south', { ...W, start: P(-3000, 0), end: P(3000, 0), via: P(0, -3000) }),
  created('wall', 'flat', { ...W, start: P(10_000, -3000), end: P(10_000, 3000), thickness: 300 }),
  created('wall', 'bow', {
    ...W,
    start: P(10_000, 3000),
    end: P(10_000, -3000),
    via: P(13_000, 0),
  }),
  created('door', 'door', { host_id: 'north', offset: 4000, width: 1000, height: 2100 }),
  created('window', 'pane', {
    host_id: 'bow',
    offset: 2000,
    width: 1500,
    height: 1200,
    sill_height: 900,
  }),
  created('opening', 'hatch', {
    host_id: 'bow',
    offset: 6000,
    location: null,
    width: 600,
    height: 600,
    sill: 0,
  }),
  created('room', 'round', { level_id: 'L1', name: 'Round', point: P(0, 0) }),
  created('room', 'dee', { level_id: 'L1', name: 'Dee', point: P(11_000, 0) }),
);

test('the cut body is closed, and smaller by the volume of the facets between the radial sides', () => {
  const mesh = view.mesh('north');
  expect(mesh !== null && isWatertight(mesh)).toBe(true);
  // 63 facets of 2 · 3000 · sin(π/126); the facets are shorter than the arc's 1,000 mm by the same share as overall.
  const facets = 63;
  const along = facets * 2 * 3000 * Math.sin(Math.PI / (2 * facets));
  const hole = (1000 / (Math.PI * 3000)) * along;
  const volume = 200 * (along * 3000 - hole * 2100);
  const share = Math.abs(meshVolume(mesh ?? never()) - volume) / volume;
  expect(share).toBeLessThan(1e-5);
});

function never(): never {
  throw new Error('no mesh');
}

test.each(IFC_SCHEMAS)('arc walls in %s', async (schema) => {
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  // The reader draws a round outline with its own corners: 0.15 % less of the room, up to 4 mm off.
  const lite = differences(view, made, await readWithIfcLite(made.file));
  expect(lite.filter((line) => !line.startsWith('room round: '))).toEqual([]);
  // Each arc is the axis of one wall, and each boundary has a GUID of its own.
  expect(made.text.match(/=IFCTRIMMEDCURVE\(/gu)).toHaveLength(3);
  expect(made.text.match(/=IFCCIRCLE\(/gu)).toHaveLength(3);
});

test.each(IFC_SCHEMAS)('arc walls drawn by their outer faces in %s', async (schema) => {
  // Counter-clockwise: outside is the right face, 100 mm from the axis.
  const faced = { ...W, location_line: 'right', line_offset: -100 } as const;
  const drawn = modelOf(
    created('wall', 'north', { ...faced, start: P(2900, 0), end: P(-2900, 0), via: P(0, 2900) }),
    created('wall', 'south', { ...faced, start: P(-2900, 0), end: P(2900, 0), via: P(0, -2900) }),
    created('door', 'door', {
      host_id: 'north',
      offset: 4000,
      width: 1000,
      height: 2100,
      anchor: 'middle',
    }),
    created('room', 'round', { level_id: 'L1', name: 'Round', point: P(0, 0) }),
  );
  const mesh = drawn.mesh('north');
  expect(mesh !== null && isWatertight(mesh)).toBe(true);
  const made = exported(drawn, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(drawn, made)).toEqual([]);
  expect(made.text.match(/=IFCCIRCLE\(/gu)).toHaveLength(2);
});
