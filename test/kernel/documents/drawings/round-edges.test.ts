/** @module tests of edges in elevations and pictures: those of roofs are drawn however flat, those of something round are not. */
import { describe, expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created } from '../model/build.ts';

/** Lengths on paper of the lines of an element in the elevation from the south, at 1:10, mm of the building. */
function linesOf(view: ModelView, id: string): readonly number[] {
  const drawing = finished(drawView({ view: 'elevation', direction: 'south', scale: 10 }, view));
  return (drawing?.items ?? []).flatMap((item) => {
    if (item.shape !== 'polyline' || item.element !== id) return [];
    const [a, b] = item.points;
    return a && b ? [Math.round(Math.hypot(b.x - a.x, b.y - a.y) * 10)] : [];
  });
}

/** Dots of a picture from above that are as dark as edges. */
function edges(view: ModelView): number {
  const definition: ViewDefinition = {
    view: 'camera',
    kind: 'axonometric',
    direction: { x: 0, y: 0.001, z: -1 },
    scale: null,
  };
  const item = finished(drawView(definition, view))?.items[0];
  if (item?.shape !== 'picture') throw new Error('no picture');
  const { rgb } = item.raster;
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) if ((rgb[at] ?? 255) < 125) count += 1;
  return count;
}

/** A pyramid roof over a square that stands on its corner: a hip runs from its apex to who looks from the south. */
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
  test.each([3, 8, 12, 30])('of %d degrees has its hips', (slope_deg) => {
    // From the apex, half the side of the square from each side, and on over the edge of the roof, 250 mm thick.
    const slope = (slope_deg * Math.PI) / 180;
    const long = Math.round(4000 * Math.SQRT1_2 * Math.tan(slope) + 250 / Math.cos(slope));
    const found = linesOf(hip(slope_deg), 'R').filter((length) => Math.abs(length - long) <= 1);
    expect(found).toHaveLength(1);
  });

  test('has them in pictures, too', () => {
    // Two of its four hips run across the picture, which is some thousand dots wide.
    expect(edges(hip(8)) - edges(hip(0))).toBeGreaterThan(1000);
  });
});

describe('something round', () => {
  test('has an outline only: a column', () => {
    const column = created('column', 'C', { profile: 'circle 1200', height: 3000 });
    // Its sides, and facets of its head and foot.
    expect(linesOf(modelOf(column), 'C').filter((length) => length === 3000)).toHaveLength(2);
  });

  test('has an outline only: a wall along an arc, and edges where straight walls meet', () => {
    const arc = created('wall', 'W', {
      start: { x: -5000, y: 0 },
      via: { x: 0, y: -5000 },
      end: { x: 5000, y: 0 },
    });
    expect(linesOf(modelOf(arc), 'W').filter((length) => length === 3000)).toHaveLength(2);
  });

  test('is none where facets are so wide that one sees them', () => {
    // Planes of a floor that turn by 5 degrees after 3 m each, as those of a fan.
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
