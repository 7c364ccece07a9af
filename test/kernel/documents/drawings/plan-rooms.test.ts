/**
 * @module tests of rooms in plans: rooms in one space, overlapping rooms, small rooms, and rooms without space for a
 * mark.
 */
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing, TextLine } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { created, fourWalls } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

function planOf(view: ModelView, scale = 50): Drawing {
  const definition = { view: 'plan', level_id: 'L1', scale, cut_height: 1200 } as const;
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

function labels({ items }: Drawing): readonly (readonly [text: string, of: string])[] {
  return items
    .filter((item): item is TextLine => item.shape === 'text' && item.layer === 'ROOMS')
    .map(({ text, element }) => [text, element ?? '']);
}

const square = (x: number, y: number, width: number, depth: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + depth },
  { x, y: y + depth },
];

describe('rooms in one space', () => {
  // Walls of 200 mm around 5,000 by 4,000 mm; the outline of the second room starts at another corner.
  const [first, ...rest] = square(100, 100, 4800, 3800);
  const both = [
    created('room', 'A', {
      name: 'Study',
      number: '1',
      boundary_points: square(100, 100, 4800, 3800),
    }),
    created('room', 'B', {
      name: 'Living',
      number: '2',
      boundary_points: first === undefined ? rest : [...rest, first],
    }),
  ];
  const drawing = planOf(modelOf(...fourWalls(), ...both));

  test('share one label with both names and a single area', () => {
    expect(labels(drawing)).toEqual([
      ['Study', 'A'],
      ['Living', 'B'],
      ['1 / 2 · 18.2 m²', 'A'],
    ]);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('give a warning, unless a wall divides the space', () => {
    expect(drawing.warnings).toEqual([
      'rooms `Study` (A), `Living` (B) occupy the same space, so its area is counted in each: delete all but one of them, or divide the space with a wall',
    ]);
    const divided = planOf(
      modelOf(
        ...fourWalls(),
        created('wall', 'P', { start: { x: 2500, y: 0 }, end: { x: 2500, y: 4000 } }),
        created('room', 'A', { boundary_points: square(100, 100, 2300, 3800) }),
        created('room', 'B', { boundary_points: square(2600, 100, 2300, 3800) }),
      ),
    );
    expect(divided.warnings).toEqual([]);
    expect(labels(divided)).toHaveLength(4);
  });

  test('that overlap partly keep their labels and give a warning with the shared area', () => {
    const view = modelOf(
      ...fourWalls(),
      created('room', 'A', { name: 'West', boundary_points: square(100, 100, 3000, 3800) }),
      created('room', 'B', { name: 'East', boundary_points: square(2100, 100, 2800, 3800) }),
    );
    const { warnings } = planOf(view);
    expect(warnings).toEqual([
      'rooms `West` (A) and `East` (B) overlap: 3.8 m² are counted in both',
    ]);
    expect(lintDrawing(planOf(view))).toEqual([]);
  });
});

test('a small room enclosed by walls with one joined outline has a full label', () => {
  const around = square(0, 0, 2000, 1500);
  const walls = around.map((start, i) =>
    created('wall', `W${i}`, { start, end: around[(i + 1) % 4] ?? start, thickness: 100 }),
  );
  const room = created('room', 'A', { name: 'Bath', boundary_points: square(50, 50, 1900, 1400) });
  expect(labels(planOf(modelOf(...walls, room)))).toEqual([
    ['Bath', 'A'],
    ['2.7 m²', 'A'],
  ]);
});

test('rooms whose marks do not fit next to each other have no label, and a warning counts them', () => {
  // Cupboards of 300 by 300 mm at 1:500 are 0.6 mm on paper.
  const rooms = Array.from({ length: 9 }, (_, i) =>
    created('room', `R${i}`, {
      name: `Cupboard ${i}`,
      number: `0.${i}`,
      boundary_points: square((i % 3) * 300, Math.floor(i / 3) * 300, 300, 300),
    }),
  );
  const drawing = planOf(modelOf(...rooms), 500);
  expect(lintDrawing(drawing).filter(({ fault }) => fault === 'texts_overlap')).toEqual([]);
  const written = new Set(labels(drawing).map(([, of]) => of));
  const missing = 9 - written.size;
  expect(missing).toBeGreaterThan(0);
  expect(drawing.warnings).toEqual([
    `${missing} rooms have no label because their marks do not fit at 1:500; choose a larger scale`,
  ]);
});
