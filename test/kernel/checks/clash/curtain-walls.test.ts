/** @module tests of clashes with curtain walls: bodies in panels and mullions, and between them. */
import { expect, test } from 'vitest';

import { created } from '../../building/model/build.ts';
import { clashesIn, lines, modelOf } from './clash-model.ts';

/** 6,000 x 3,000 mm; the first panel from 50 to 1,475 mm, 30 mm thick, between mullions 150 deep. */
const WALL = created('wall', 'X', {
  wall_type: 'curtain',
  end: { x: 6000, y: 0 },
  curtain: {},
});

test('a column through a panel clashes with its glass and with the mullions at foot and head', () => {
  const column = created('column', 'C', { location: { x: 750, y: 0 } });
  const found = clashesIn(modelOf(WALL, column));
  expect(lines(found)).toEqual(['hard C X']);
  const volume = 300 * 30 * 2900 + 2 * 300 * 50 * 150;
  expect(found.findings[0]?.details).toMatchObject({ overlap_volume_mm3: volume });
});

test('a column in front of the mullions, within the thickness of the wall, does not clash', () => {
  const before = created('column', 'C', { location: { x: 750, y: 75 + 150 + 1 } });
  expect(lines(clashesIn(modelOf(WALL, before)))).toEqual([]);
  const into = created('column', 'C', { location: { x: 750, y: 75 + 150 - 20 } });
  expect(lines(clashesIn(modelOf(WALL, into))).length).toBe(1);
});

test('two curtain walls that meet at a corner, with doors and windows, do not clash', () => {
  const other = created('wall', 'Y', {
    wall_type: 'curtain',
    start: { x: 6000, y: 0 },
    end: { x: 6000, y: 5000 },
    curtain: { columns: 3 },
  });
  const door = created('door', 'D', { host_id: 'X', offset: 1000 });
  const window = created('window', 'N', { host_id: 'Y', offset: 1000 });
  expect(lines(clashesIn(modelOf(WALL, other, door, window)))).toEqual([]);
});
