/** @module tests of clashes with the parts of doors and windows: reveals are free, panes and leaves are not. */
import { expect, test } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { clashesIn, lines, modelOf } from './clash-model.ts';

/** A wall of 400 mm along x, whose window has its frame at the outer, left face. */
const HOUSE: readonly PlannedEvent[] = [
  created('wall', 'W', { start: { x: 0, y: 0 }, end: { x: 6000, y: 0 }, thickness: 400 }),
  created('type', 'T', { name: 'Oak', for: 'window', layers: [], position: 'outside' }),
  created('window', 'N', {
    host_id: 'W',
    offset: 1000,
    width: 2000,
    height: 1500,
    sill_height: 900,
    type_id: 'T',
  }),
  created('door', 'D', { host_id: 'W', offset: 4000, width: 1000, swing: 'none' }),
];

/** A beam of 100 by 100 mm along x 1,500 mm below the top of the storey, on a line at `y`. */
const beam = (y: number, from: number, to: number): PlannedEvent =>
  created('beam', 'B', {
    start: { x: from, y },
    end: { x: to, y },
    profile: '100x100',
    elevation_offset: -1500,
  });

/** Hosts and other elements with which the beam clashes. */
const met = (one: PlannedEvent): readonly string[] =>
  lines(clashesIn(modelOf(...HOUSE, one))).filter((line) => /\bB\b/u.test(line));

test('a beam in the reveal of a window meets neither its frame nor its pane', () => {
  expect(met(beam(-50, 1100, 2900))).toEqual([]);
});

test('a beam through the pane of a window meets it', () => {
  expect(met(beam(170, 1100, 2900)).join(' ')).toMatch(/\bB N\b|\bN B\b/u);
});

test('a beam in front of the leaf of a door between its jambs meets neither', () => {
  expect(met(beam(-120, 4100, 4900))).toEqual([]);
  expect(met(beam(-60, 4100, 4900)).join(' ')).toMatch(/\bB D\b|\bD B\b/u);
});
