/** @module tests of rooms that begin above or below their level, in plans and sections. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created, fourWalls } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const PLAN = { view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 } as const;
const SECTION = {
  view: 'section',
  origin: { x: 2500, y: 0, z: 0 },
  normal: { x: 1, y: 0, z: 0 },
  depth: null,
  scale: 50,
} as const;

function drawn(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

const boundary_points = [
  { x: 100, y: 100 },
  { x: 4900, y: 100 },
  { x: 4900, y: 3900 },
  { x: 100, y: 3900 },
];
const room = (id: string, base_offset?: number) =>
  created('room', id, {
    name: `Room ${id}`,
    boundary_points,
    height: 1400,
    ...(base_offset === undefined ? {} : { base_offset }),
  });

test.each([150, -1400, 1600])('a room %d mm off its level is drawn as one at it', (base_offset) => {
  const [plain, raised] = [room('A'), room('A', base_offset)].map((one) =>
    modelOf(...fourWalls(), one),
  );
  if (plain === undefined || raised === undefined) throw new Error('two models');
  expect(drawn(PLAN, raised)).toEqual(drawn(PLAN, plain));
  expect(drawn(SECTION, raised)).toEqual(drawn(SECTION, plain));
});

test('rooms over each other have labels that do not cover each other', () => {
  const drawing = drawn(PLAN, modelOf(...fourWalls(), room('A'), room('B', 1400)));
  const texts = drawing.items.flatMap((item) =>
    item.shape === 'text' && item.layer === 'ROOMS' ? [item.text] : [],
  );
  expect(texts).toEqual(expect.arrayContaining(['Room A', 'Room B']));
  expect(drawing.warnings).toEqual([]);
  expect(lintDrawing(drawing)).toEqual([]);
});
