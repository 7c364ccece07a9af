/** @module tests of rooms in plans: those in one space or over each other, rooms between walls that bear nothing, and rooms without a place for their marks. */
import { describe, expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Drawing, TextLine } from '../../../kernel/drawings/drawing.ts';
import { lintDrawing } from '../../../kernel/drawings/lint/lint-drawing.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created, fourWalls } from '../model/build.ts';

function planOf(view: ModelView, scale = 50): Drawing {
  const definition = { view: 'plan', level_id: 'L1', scale, cut_height: 1200 } as const;
  const drawing = finished(drawView(definition, view));
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
  // Walls of 200 mm around 5,000 by 4,000 mm; the second room begins at another corner.
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

  test('have one label with both names and the area once', () => {
    expect(labels(drawing)).toEqual([
      ['Study', 'A'],
      ['Living', 'B'],
      ['1 / 2 · 18.2 m²', 'A'],
    ]);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('are told of, and not where a wall parts them', () => {
    expect(drawing.warnings).toEqual([
      'rooms `Study` (A), `Living` (B) lie in one space, and its area counts in each: delete all but one of them, or part the space with a wall',
    ]);
    const parted = planOf(
      modelOf(
        ...fourWalls(),
        created('wall', 'P', { start: { x: 2500, y: 0 }, end: { x: 2500, y: 4000 } }),
        created('room', 'A', { boundary_points: square(100, 100, 2300, 3800) }),
        created('room', 'B', { boundary_points: square(2600, 100, 2300, 3800) }),
      ),
    );
    expect(parted.warnings).toEqual([]);
    expect(labels(parted)).toHaveLength(4);
  });

  test('that lie over each other in part keep their labels, and are told of with what they share', () => {
    const view = modelOf(
      ...fourWalls(),
      created('room', 'A', { name: 'West', boundary_points: square(100, 100, 3000, 3800) }),
      created('room', 'B', { name: 'East', boundary_points: square(2100, 100, 2800, 3800) }),
    );
    const { warnings } = planOf(view);
    expect(warnings).toEqual([
      'rooms `West` (A) and `East` (B) lie over each other: 3.8 m² count in both',
    ]);
    expect(lintDrawing(planOf(view))).toEqual([]);
  });
});

test('a room between walls that are one outline around it has its name', () => {
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

test('a room whose mark has no place beside those of others has none, which is said', () => {
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
    `${missing} rooms have no label: there is no place for their marks at 1:500; choose a larger scale`,
  ]);
});
