/** @module tests of clashes and plans with arcs that were drawn on a face: the other face follows from the thickness. */
import { expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import { type Ends, axisUnder } from '../../../../kernel/building/geometry/walls/location-line.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { clashesIn, lines, modelOf } from './clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });

/** The axis of ends that were drawn at this distance to its left, mm. */
function under(drawn: Ends, line_offset: number) {
  const { start, end, via = null } = axisUnder(drawn, line_offset);
  return { start, end, via, line_offset };
}

const [RADIUS, THICKNESS] = [4000, 300];

/** A half circle of 4 m drawn on its left face (1), which is inside, or its right one (-1). */
function bow(side: 1 | -1): PlannedEvent {
  const line_offset = (side * THICKNESS) / 2;
  const drawn = { start: P(RADIUS, 0), via: P(0, RADIUS), end: P(-RADIUS, 0) };
  return created('wall', 'X', {
    ...under(drawn, line_offset),
    thickness: THICKNESS,
  });
}

/** The faces as seen from the centre, mm. */
const faces = (side: 1 | -1): readonly [number, number] =>
  side === 1 ? [RADIUS, RADIUS + THICKNESS] : [RADIUS - THICKNESS, RADIUS];

test.each([1, -1] as const)(
  'a column before a face of an arc drawn by side %i is free, one in it is not',
  (side) => {
    const [inner, outer] = faces(side);
    const at = (radius: number): PlannedEvent =>
      created('column', 'C', { location: P(0, radius), profile: '200x200' });
    const found = (radius: number): readonly string[] =>
      lines(clashesIn(modelOf(bow(side), at(radius))));
    // A face of facets is up to 1 mm off its arc; a square column extends 1.4 mm beyond its chord.
    expect(found(outer + 100 + 2)).toEqual([]);
    expect(found(inner - 100 - 4)).toEqual([]);
    expect(found(outer + 100 - 20)).toEqual(['hard C X']);
    expect(found(inner - 100 + 20)).toEqual(['hard C X']);
  },
);

test.each([1, -1] as const)(
  'what ends on an arc drawn by side %i, with doors in both, is not in it',
  (side) => {
    const [inner, outer] = faces(side);
    const stem = created('wall', 'S', { start: P(0, outer), end: P(0, 9000), thickness: 200 });
    const within = created('wall', 'T', { start: P(0, inner), end: P(0, -500), thickness: 200 });
    const corner = created('wall', 'K', {
      ...under({ start: P(-RADIUS, 0), end: P(-RADIUS, -5000) }, (side * THICKNESS) / 2),
      thickness: THICKNESS,
    });
    const doors = [
      created('door', 'D', { host_id: 'X', offset: 2000 }),
      created('door', 'E', { host_id: 'K', offset: 1000 }),
    ];
    const found = lines(clashesIn(modelOf(bow(side), stem, within, corner, ...doors)));
    expect(found.filter((line) => line.startsWith('hard'))).toEqual([]);
  },
);

test.each([1, -1] as const)(
  'the plan of an arc drawn by side %i shows both faces where they are',
  (side) => {
    const view = modelOf(bow(side));
    const scale = 50;
    const drawing = drawView({ view: 'plan', level_id: 'L1', scale, cut_height: 1200 }, view);
    const ring = view.footprint('X')?.ring ?? [];
    const radii = ring.map(({ x, y }) => Math.hypot(x, y));
    for (const radius of radii) {
      expect(Math.min(...faces(side).map((face) => Math.abs(face - radius)))).toBeLessThan(0.2);
    }
    const points = (drawing?.items ?? []).flatMap((item) =>
      item.shape === 'area' && item.element === 'X' ? item.rings.flat() : [],
    );
    expect(points.length).toBeGreaterThan(80);
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const size = (values: readonly number[]): number =>
      (Math.max(...values) - Math.min(...values)) * scale;
    expect(Math.abs(size(xs) - 2 * faces(side)[1])).toBeLessThan(2);
    expect(Math.abs(size(ys) - faces(side)[1])).toBeLessThan(2);
  },
);
