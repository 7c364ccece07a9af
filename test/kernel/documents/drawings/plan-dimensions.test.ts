/** @module tests of dimensions in plans: arcs, oblique outlines, openings below the cut, narrow parts, line gaps. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Dimension, Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { boxOf, textAt, textBox } from '../../../../kernel/documents/drawings/sketch.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });

function planOf(view: ModelView, level_id = 'L1', scale = 100): Drawing {
  const definition = { view: 'plan', level_id, scale, cut_height: 1200 } as const;
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

function walls(id: string, ring: readonly Point2[], more: object = {}): readonly PlannedEvent[] {
  return ring.map((start, i) =>
    created('wall', `${id}${i}`, { start, end: ring[(i + 1) % ring.length] ?? start, ...more }),
  );
}

const RECTANGLE = [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)];

function dimensionsOf({ items }: Drawing): readonly Dimension[] {
  return items.filter((item): item is Dimension => item.shape === 'dimension');
}

function chainTexts(drawing: Drawing): Readonly<Record<string, string>> {
  const chains = Map.groupBy(dimensionsOf(drawing), ({ chain }) => chain);
  return Object.fromEntries(
    [...chains].map(([name, all]) => [name, all.map(({ text }) => text).join(' ')]),
  );
}

function textsOf({ items }: Drawing): readonly string[] {
  return items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
}

describe('a curved wall', () => {
  // An arc of 3 m over a chord of 8 m: its radius is (4² + 3²) / 6 m.
  const radius = 25_000 / 6;
  const angle = 2 * (Math.PI - Math.asin(4000 / radius));
  const short = 2 * Math.asin(4000 / radius);
  const bowed = [
    created('wall', 'arc', { start: P(0, 0), end: P(8000, 0), via: P(4000, -3000) }),
    ...walls('W', [P(8000, 0), P(8000, 6000), P(0, 6000), P(0, 0)]).slice(0, 3),
  ];
  const drawing = planOf(modelOf(...bowed));

  test('has the radius and length of its outer face, and no dimensions of its facets', () => {
    const rise = radius - Math.sqrt(radius ** 2 - 4000 ** 2);
    const length = Math.round((radius + 100) * (rise < radius ? short : angle));
    expect(textsOf(drawing)).toContain(`R ${Math.round(radius + 100)} · arc ${length}`);
    const shortest = Math.min(...dimensionsOf(drawing).map(({ value_mm }) => value_mm));
    expect(shortest).toBe(200);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('counts with its full extent, so that opposite sides add up to the same length', () => {
    const found = chainTexts(drawing);
    const whole = (side: string): string | undefined =>
      Object.entries(found).findLast(([name]) => name.startsWith(side))?.[1];
    expect([whole('south'), whole('north')]).toEqual(['8200', '8200']);
    // 3,000 mm of the arc, and half a wall thickness on both sides.
    expect([whole('west'), whole('east')]).toEqual(['9200', '9200']);
  });

  test('without space for its radius gives a warning', () => {
    const scale = 5000;
    const tiny = planOf(modelOf(...bowed), 'L1', scale);
    const isWritten = textsOf(tiny).some((text) => text.startsWith('R '));
    expect(isWritten || tiny.warnings.some((text) => text.includes('radius of wall'))).toBe(true);
  });
});

test('the sides of a building are parallel to most of its outline, even if an oblique wall is the longest', () => {
  const view = modelOf(
    ...walls('W', RECTANGLE),
    // A diagonal partition.
    created('wall', 'P', { start: P(0, 0), end: P(8000, 6000) }),
  );
  const drawing = planOf(view);
  expect(dimensionsOf(drawing).every(({ along }) => along.x === 1 || along.y === 1)).toBe(true);
  expect(chainTexts(drawing)).toMatchObject({ 'south 2': '8200', 'west 2': '6200' });
});

test('an oblique side is dimensioned from end to end', () => {
  // A house with a chamfered corner of 2 m.
  const ring = [P(0, 0), P(8000, 0), P(8000, 4000), P(6000, 6000), P(0, 6000)];
  const { 'north 1': parts, 'north 2': whole } = chainTexts(planOf(modelOf(...walls('W', ring))));
  expect(whole).toBe('8200');
  const figures = (parts ?? '').split(' ').map(Number);
  // Its outer face is the axis moved out by 100 mm: it meets y = 6,100 mm at x = 6,000 + 100 (√2 - 1) mm.
  expect(figures.reduce((sum, one) => sum + one, 0)).toBe(8200);
  expect(figures.at(-1)).toBeCloseTo(2000 + 100 - 100 * (Math.SQRT2 - 1), 0);
});

test('a text that is wider than its segment is above the others, even if it covers none of them', () => {
  const window = created('window', 'N', { host_id: 'W0', offset: 3900, width: 200 });
  const south = dimensionsOf(planOf(modelOf(...walls('W', RECTANGLE), window))).filter(
    ({ chain }) => chain === 'south 1',
  );
  // At 1:100 the segment of 200 mm is 2 mm wide; three figures of 2.5 mm height are wider.
  expect(south.map(({ text }) => text)).toEqual(['4000', '200', '4000']);
  const heights = south.map(({ text_at, through }) => Math.round(10 * (text_at.y - through.y)));
  expect(heights[0]).toBe(heights[2]);
  expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) + 20);
});

test('openings below the cut are dimensioned in the plan of their own storey only', () => {
  const tall = walls('W', RECTANGLE, { height: 6000 });
  const window = created('window', 'N', { host_id: 'W0', offset: 1000, width: 1500 });
  const view = modelOf(...tall, window);
  expect(chainTexts(planOf(view))['south 1']).toBe('1100 1500 5600');
  expect(chainTexts(planOf(view, 'L2'))['south 1']).toBe('200 7800 200');
});

test('two gables under one roof are dimensioned as one building', () => {
  const view = modelOf(
    created('wall', 'A', { level_id: 'L2', start: P(0, 0), end: P(0, 6000) }),
    created('wall', 'B', { level_id: 'L2', start: P(8000, 0), end: P(8000, 6000) }),
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: [...RECTANGLE],
      roof_type: 'flat',
      slope_deg: 0,
      base_offset: 3000,
    }),
  );
  expect(chainTexts(planOf(view, 'L2'))).toMatchObject({
    'south 1': '200 7800 200',
    'south 2': '8200',
    'west 1': '6000',
  });
});

describe('dimension texts without enough space', () => {
  const posts = Array.from({ length: 14 }, (_, i) =>
    created('wall', `T${i}`, {
      start: P(1000 + i * 150, 0),
      end: P(1000 + i * 150, 3000),
      thickness: 50,
    }),
  );
  const view = modelOf(...walls('W', RECTANGLE), ...posts);

  test('omit their chain with a warning', () => {
    const drawing = planOf(view, 'L1', 200);
    expect(Object.keys(chainTexts(drawing)).filter((name) => name.startsWith('south'))).toEqual([
      'south 1',
    ]);
    expect(chainTexts(drawing)['south 1']).toBe('8200');
    expect(drawing.warnings.filter((text) => text.includes('the south side'))).toHaveLength(1);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('are drawn at a larger scale', () => {
    const drawing = planOf(view, 'L1', 20);
    expect(chainTexts(drawing)['south 1']).toContain(' 100 50 100 ');
    expect(drawing.warnings).toEqual([]);
    expect(lintDrawing(drawing)).toEqual([]);
  });
});

describe('a line that crosses dimension texts', () => {
  const boundary = [P(-1760, -1760), P(9760, -1760), P(9760, 7760), P(-1760, 7760)];
  const view = modelOf(
    ...walls('W', RECTANGLE),
    created('site', 'site', { boundary, true_north_deg: 0 }),
    created('grid', 'G', { name: 'G', start: P(4000, -500), end: P(4000, 6500) }),
  );
  const { items } = planOf(view);

  test.each(['site', 'G'])(
    'is interrupted by a blank area at each text but remains one line: %s',
    (id) => {
      const index = items.findIndex(({ shape, ...item }) =>
        shape === 'polyline' && 'element' in item ? item.element === id : false,
      );
      const line = items[index];
      if (line?.shape !== 'polyline') throw new Error('no line');
      expect(line.closed).toBe(id === 'site');
      const sides = line.points.map((to, i) => [line.points.at(i - 1) ?? to, to] as const);
      const crossed = items.flatMap((item, i) => {
        if (item.shape !== 'dimension') return [];
        const { text_at: at, text, along } = item;
        const turn_deg = along.x === 1 ? 0 : 90;
        const box = textBox(textAt(at, text, 2, { align: 'middle', turn_deg }));
        const meets = sides.slice(line.closed ? 0 : 1).some(([from, to]) => {
          const of = boxOf([from, to]);
          return (
            of !== null &&
            of.min.x < box.max.x &&
            of.max.x > box.min.x &&
            of.min.y < box.max.y &&
            of.max.y > box.min.y
          );
        });
        return meets ? [{ i, box }] : [];
      });
      expect(crossed.length).toBeGreaterThan(0);
      for (const { i, box } of crossed) {
        const gap = items.findIndex((item) => {
          const of = item.shape === 'area' ? boxOf(item.rings.flat()) : null;
          return (
            of !== null &&
            // Digits have no descenders, so the box of the gap may be lower at the bottom.
            of.min.x <= box.min.x + 0.5 &&
            of.max.x >= box.max.x - 0.5 &&
            of.min.y <= box.min.y + 0.5 &&
            of.max.y >= box.max.y - 0.5 &&
            of.max.x - of.min.x < 20
          );
        });
        // Over the line and under the figure.
        expect(gap).toBeGreaterThan(index);
        expect(gap).toBeLessThan(i);
      }
    },
  );
});

describe('dimension texts of narrow parts', () => {
  /** A wall with four windows of one width, separated by the same width. */
  const narrow = (width: number): ModelView =>
    modelOf(
      ...walls('W', RECTANGLE),
      ...[0, 1, 2, 3].map((n) =>
        created('window', `N${n}`, { host_id: 'W0', offset: 1000 + 2 * width * n, width }),
      ),
    );

  test.each([250, 300, 340, 380, 420, 460, 500])(
    'are at least 0.5 mm apart for parts of %i mm',
    (width) => {
      const drawing = planOf(narrow(width));
      const boxes = dimensionsOf(drawing)
        .filter(({ along }) => along.x === 1)
        .map(({ text, text_at }) => textBox(textAt(text_at, text, 2, { align: 'middle' })));
      expect(boxes.length).toBeGreaterThan(0);
      const distances = boxes.flatMap((a, index) =>
        boxes.slice(index + 1).map((b) => {
          const isOneRow = Math.min(a.max.y, b.max.y) > Math.max(a.min.y, b.min.y);
          return isOneRow ? Math.max(a.min.x, b.min.x) - Math.min(a.max.x, b.max.x) : Infinity;
        }),
      );
      expect(Math.min(...distances)).toBeGreaterThan(0.499);
      expect(lintDrawing(drawing)).toEqual([]);
    },
  );
});
