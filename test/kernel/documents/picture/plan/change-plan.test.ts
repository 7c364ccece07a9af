/** @module tests of the plan of a change: the shown storeys, and the number of further storeys. */
import { expect, test } from 'vitest';

import {
  boxesOverlap,
  type PaperBox,
  textBox,
} from '../../../../../kernel/documents/drawings/sketch.ts';
import { changePlan, changePng } from '../../../../../kernel/documents/picture/plan/change-plan.ts';
import {
  panelItems,
  planElements,
  type PlanElement,
} from '../../../../../kernel/documents/picture/plan/plan-panel.ts';
import { building } from '../../../building/kinds/bench.ts';
import { created } from '../../../building/model/build.ts';

const LEVELS = ['A', 'B', 'C', 'D'];

/** The PNG, as text, of a change that adds a column on each of the first `count` levels; empty if there is none. */
function captions(count: number): string {
  const levels = LEVELS.map((name, n) => {
    return created('level', `L_${name}`, { name, elevation: 3000 * n });
  });
  const before = building(...levels);
  const columns = LEVELS.slice(0, count).map((name) => `column_${name}`);
  const after = before.apply(
    columns.map((id, n) => created('column', id, { level_id: `L_${LEVELS[n] ?? ''}` })),
  );
  const png = changePng({ before, after }, columns, []);
  return png?.toString('utf8') ?? '';
}

test('changePng shows two storeys of a change and counts the others', () => {
  expect(captions(0)).toBe('');
  expect(captions(1)).toContain('A: before; A: after');
  expect(captions(2)).toContain('A: before; A: after; B: before; B: after');
  expect(captions(2)).not.toContain('more');
  expect(captions(3)).toContain('B: after (1 more storey changes)');
  expect(captions(4)).toContain('B: after (2 more storeys change)');
});

test('draws a changed floor below the columns on it, and a changed column above the others', () => {
  const corners = [
    [0, 0],
    [4000, 0],
    [4000, 4000],
    [0, 4000],
  ] as const;
  const view = building(
    created('level', 'L', { name: 'A', elevation: 0 }),
    created('column', 'column_1', { level_id: 'L' }),
    created('column', 'column_2', { level_id: 'L', location: { x: 2000, y: 0 } }),
    created('floor', 'floor_1', {
      level_id: 'L',
      boundary_points: corners.map(([x, y]) => ({ x, y })),
    }),
  );
  const elements = ['column_1', 'column_2', 'floor_1'].flatMap((id) => view.element(id) ?? []);
  const changes = new Map([
    ['floor_1', 'modified'],
    ['column_1', 'modified'],
  ] as const);
  expect(planElements(view, elements, changes).map(({ id }) => id)).toEqual([
    'floor_1',
    'column_2',
    'column_1',
  ]);
});

/** The boxes of the texts in a panel of 100 by 75 mm around the origin, 1 mm for 100 mm. */
function labelBoxes(elements: readonly PlanElement[]): readonly PaperBox[] {
  const box = { min: { x: 0, y: 0 }, max: { x: 100, y: 75 } };
  const frame = { middle: { x: 0, y: 0 }, scale: 0.01 };
  return [...panelItems(box, frame, elements, 'empty')].flatMap((item) =>
    item.shape === 'text' ? [textBox(item)] : [],
  );
}

const room = (id: string, y = 0): PlanElement => ({
  id,
  change: 'same',
  marks: [{ shape: 'text', at: { x: 0, y }, lines: [`Room ${id}`, '1'] }],
});

test('labels of rooms that share a space cover neither each other nor the border', () => {
  const boxes = labelBoxes([room('a'), room('b'), room('c')]);
  expect(boxes).toHaveLength(6);
  for (const [i, one] of boxes.entries()) {
    expect(boxes.slice(i + 1).filter((other) => boxesOverlap(one, other))).toEqual([]);
    expect(one.min.y).toBeGreaterThan(0);
  }
  // A label that covers no other one keeps its place.
  expect(labelBoxes([room('a'), room('b', 1000)]).slice(0, 2)).toEqual(labelBoxes([room('a')]));
});

test('a label without a free place below it stays at its place, inside the panel or not', () => {
  // 2.5 mm above the border, two lines of 3.4 mm: the second line is below it.
  const [alone] = [labelBoxes([room('a', -3500)])];
  expect(alone[0]?.min.y).toBeGreaterThan(0);
  expect(alone[1]?.min.y).toBeGreaterThan(-2);
  // Of many rooms in one space, those without room are at the place of the first.
  const many = labelBoxes(Array.from({ length: 40 }, (_, n) => room(`r${n}`)));
  expect(Math.min(...many.map(({ min }) => min.y))).toBeGreaterThan(0);
  expect(many).toHaveLength(80);
});

test('a panel shows the elements in all of its width, also far from the change', () => {
  const wall = (id: string, x: number) =>
    created('wall', id, { level_id: 'L', start: { x, y: -400 }, end: { x, y: 400 } });
  // The panel of 100 by 75 mm has 61 mm without its padding for 400 mm and 1,500 mm around: 50 mm to the side are 2,787 mm.
  const before = building(
    created('level', 'L', { name: 'A', elevation: 0 }),
    wall('near', 1000),
    wall('inside', 2600),
    wall('outside', 2900),
  );
  const after = before.apply([created('column', 'new', { level_id: 'L', profile: '400x400' })]);
  const plan = {
    sides: { before, after },
    names: ['before', 'after'] as const,
    more: 0,
    head: null,
  };
  const points = [-200, 200].flatMap((x) => [-200, 200].map((y) => ({ x, y })));
  const drawing = changePlan({
    ...plan,
    changes: new Map([['new', 'created']]),
    storeys: [{ level_id: 'L', points }],
  });
  const drawn = new Set(drawing.items.flatMap((item) => ('element' in item ? [item.element] : [])));
  expect([...drawn].filter((id) => id !== null).toSorted()).toEqual(['inside', 'near', 'new']);
});
