/** @module tests of edges in elevations and camera views: flat roof edges are drawn, edges between facets are not. */
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { darkPixels } from './dark-pixels.ts';

/** Lengths of the lines of an element in the south elevation, mm in the building. */
function linesOf(view: ModelView, id: string): readonly number[] {
  const drawing = drawView({ view: 'elevation', direction: 'south', scale: 10 }, view);
  return (drawing?.items ?? []).flatMap((item) => {
    if (item.shape !== 'polyline' || item.element !== id) return [];
    const [a, b] = item.points;
    return a && b ? [Math.round(Math.hypot(b.x - a.x, b.y - a.y) * 10)] : [];
  });
}

/** A pyramid roof over a square rotated by 45 degrees: one hip points to the south. */
function hip(slope_deg: number): ModelView {
  return modelOf(
    created('roof', 'R', {
      boundary_points: [
        { x: 0, y: -4000 },
        { x: 4000, y: 0 },
        { x: 0, y: 4000 },
        { x: -4000, y: 0 },
      ],
      roof_type: 'hip',
      slope_deg,
      overhang: 0,
    }),
  );
}

describe('a hip roof', () => {
  test.each([3, 8, 12, 30])('of %d degrees has a line at its hip in an elevation', (slope_deg) => {
    // From the apex, half the side of the square from each side, and on over the edge of the roof, 250 mm thick.
    const slope = (slope_deg * Math.PI) / 180;
    const long = Math.round(4000 * Math.SQRT1_2 * Math.tan(slope) + 250 / Math.cos(slope));
    const found = linesOf(hip(slope_deg), 'R').filter((length) => Math.abs(length - long) <= 1);
    expect(found).toHaveLength(1);
  });

  test('has lines at its hips in a camera view', () => {
    // Two of the four hips run across the picture, which is more than a thousand pixels wide.
    expect(darkPixels(hip(8)) - darkPixels(hip(0))).toBeGreaterThan(1000);
  });
});

describe('a curved body in an elevation', () => {
  test('has only its outline: a round column', () => {
    const column = created('column', 'C', { profile: 'circle 1200', height: 3000 });
    // Only its two sides have the length of its height.
    expect(linesOf(modelOf(column), 'C').filter((length) => length === 3000)).toHaveLength(2);
  });

  test('has only its outline: a curved wall', () => {
    const arc = created('wall', 'W', {
      start: { x: -5000, y: 0 },
      via: { x: 0, y: -5000 },
      end: { x: 5000, y: 0 },
    });
    expect(linesOf(modelOf(arc), 'W').filter((length) => length === 3000)).toHaveLength(2);
  });

  test('has all edges if its facets are so wide that they count as planes', () => {
    // The edge of a floor that turns by 5 degrees every 3 m.
    const turned = (i: number, r: number): { x: number; y: number } => ({
      x: r * Math.sin((i * 5 * Math.PI) / 180),
      y: 0 - r * Math.cos((i * 5 * Math.PI) / 180),
    });
    const outer = [-2, -1, 0, 1, 2].map((i) => turned(i, 34_400));
    const inner = [2, -2].map((i) => turned(i, 30_000));
    const floor = created('floor', 'F', { boundary_points: [...outer, ...inner], thickness: 300 });
    expect(linesOf(modelOf(floor), 'F').filter((length) => length === 300)).toHaveLength(5);
  });
});
