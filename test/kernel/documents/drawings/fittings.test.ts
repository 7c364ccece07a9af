/** @module tests of frames, leaves and panes of doors and windows, in plans and elevations. */
import { describe, expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Drawing, FilledArea } from '../../../kernel/drawings/drawing.ts';
import { exploded } from '../../../kernel/drawings/print/exploded.ts';
import { svg } from '../../../kernel/drawings/print/svg.ts';
import { boxOf } from '../../../kernel/drawings/sketch.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import { signedArea } from '../../../kernel/geometry/plan/polygon.ts';
import type { Point2 } from '../../../kernel/geometry/vector.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created } from '../model/build.ts';

const SCALE = 10;
const SOUTH = { view: 'elevation', direction: 'south', scale: SCALE } as const;
const PLAN = { view: 'plan', level_id: 'L1', scale: SCALE, cut_height: 1200 } as const;

function drawn(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = finished(drawView(definition, view));
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const WALL = created('wall', 'W');

function windowType(more: object): PlannedEvent {
  return created('type', 'T', { name: 'Oak', for: 'window', layers: [], ...more });
}

/** Size of the box over points, mm in the building. */
function sizeOf(points: readonly Point2[]): string {
  const box = boxOf(points);
  if (box === null) return 'nothing';
  const round = (a: number, b: number): number => Math.round((b - a) * SCALE * 100) / 100;
  return `${round(box.min.x, box.max.x)} x ${round(box.min.y, box.max.y)}`;
}

/** Coloured parts of an element in an elevation. */
function panes(view: ModelView, id: string): readonly string[] {
  return drawn(SOUTH, view).items.flatMap((item) =>
    item.shape === 'area' && item.element === id ? item.rings.map(sizeOf) : [],
  );
}

/** Lines of an element in an elevation, mm: how many of which length. */
function lines(view: ModelView, id: string): readonly string[] {
  return drawn(SOUTH, view)
    .items.flatMap((item) =>
      item.shape === 'polyline' && item.element === id ? [sizeOf(item.points)] : [],
    )
    .toSorted();
}

/** Areas of the symbol of an element in a plan, mm: leaves, posts and glass. */
function areas(view: ModelView, id: string): readonly string[] {
  return [...exploded(drawn(PLAN, view))]
    .filter((one): one is FilledArea => one.shape === 'area' && one.element === id)
    .map(({ rings }) => sizeOf(rings.flat()));
}

const window = (more: object): PlannedEvent =>
  created('window', 'N', { host_id: 'W', offset: 1000, width: 1500, height: 1200, ...more });
const door = (more: object): PlannedEvent =>
  created('door', 'D', { host_id: 'W', offset: 1000, width: 1000, height: 2100, ...more });

describe('a window in an elevation', () => {
  test('has a frame of 60 mm where nobody says another', () => {
    const view = modelOf(WALL, window({}));
    expect(panes(view, 'N')).toEqual(['1380 x 1080']);
    // The edges of the hole are those of the wall.
    expect(lines(view, 'N')).toEqual(['0 x 1080', '0 x 1080', '1380 x 0', '1380 x 0']);
  });

  test('of a type looks as one without where both say the same', () => {
    const typed = modelOf(
      WALL,
      windowType({ width: 1500, height: 1200 }),
      window({ type_id: 'T' }),
    );
    const said = windowType({ frame_width: 60, leaf_count: 1 });
    const same = modelOf(WALL, said, window({ type_id: 'T' }));
    const plain = modelOf(WALL, window({}));
    for (const view of [typed, same]) {
      expect(svg(drawn(SOUTH, view))).toBe(svg(drawn(SOUTH, plain)));
      expect(svg(drawn(PLAN, view))).toBe(svg(drawn(PLAN, plain)));
    }
  });

  test('shows the frame and the leaves of its type, with a post between two', () => {
    const type = windowType({ frame_width: 90, frame_depth: 120, leaf_count: 3 });
    const view = modelOf(WALL, type, window({ type_id: 'T' }));
    // 1,500 mm less four posts of 90 mm are three panes.
    expect(panes(view, 'N')).toEqual(['380 x 1020', '380 x 1020', '380 x 1020']);
  });

  test('of two sashes has them beside each other, or one over the other', () => {
    const sliding = modelOf(WALL, window({ window_type: 'sliding' }));
    expect(panes(sliding, 'N')).toEqual(['660 x 1080', '660 x 1080']);
    const hung = modelOf(WALL, window({ window_type: 'double_hung' }));
    expect(panes(hung, 'N')).toEqual(['1380 x 510', '1380 x 510']);
  });

  test('in an arc has frame and panes along the facets of its wall', () => {
    // A half circle of 5 m to the south of its chord; the window is in the middle of it.
    const bowed = created('wall', 'W', {
      start: { x: -5000, y: 0 },
      via: { x: 0, y: -5000 },
      end: { x: 5000, y: 0 },
      thickness: 300,
    });
    const middle = (Math.PI * 5000 - 1500) / 2;
    const sliding = { offset: middle, window_type: 'sliding' } as const;
    const view = modelOf(bowed, window(sliding));
    const coloured = drawn(SOUTH, view).items.flatMap((item) =>
      item.shape === 'area' && item.element === 'N' ? item.rings : [],
    );
    const box = boxOf(coloured.flat());
    // From frame to frame along the outer face, as one sees it from the south; 1,200 mm less two frames high.
    const seen = 2 * 5150 * Math.sin(690 / 5000);
    expect(((box?.max.x ?? 0) - (box?.min.x ?? 0)) * SCALE).toBeCloseTo(seen, 0);
    expect(((box?.max.y ?? 0) - (box?.min.y ?? 0)) * SCALE).toBeCloseTo(1080, 3);
    const area = coloured.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0);
    const post = 2 * 5150 * Math.sin(30 / 5000);
    expect(area * SCALE * SCALE).toBeCloseTo((seen - post) * 1080, -3);
    // One area for each of two panes, with two sides each: no seam and no line where two facets meet.
    expect(coloured).toHaveLength(2);
    expect(lines(view, 'N').filter((line) => line === '0 x 1080')).toHaveLength(4);
  });

  test('shows no pane that something hides', () => {
    const column = created('column', 'C', { location: { x: 1750, y: -1000 }, profile: '3000x300' });
    expect(panes(modelOf(WALL, window({}), column), 'N')).toEqual([]);
  });
});

describe('a door in an elevation', () => {
  test('is plain where nobody says more, and in two where its leaves are', () => {
    const plain = ['1000 x 0'];
    expect(lines(modelOf(WALL, door({})), 'D')).toEqual(plain);
    const double = modelOf(WALL, door({ door_type: 'double' }));
    expect(lines(double, 'D')).toEqual(['0 x 2100', ...plain]);
  });

  test('of a type shows frame and glass', () => {
    const said = { frame_width: 80, leaf_thickness: 60, glazing: 'double' } as const;
    const type = created('type', 'T', { name: 'Glass', for: 'door', layers: [], ...said });
    const view = modelOf(WALL, type, door({ type_id: 'T' }));
    // Jambs and head of 80 mm; stiles and rails of 100 mm around the glass.
    expect(lines(view, 'D')).toEqual([
      '0 x 1820',
      '0 x 1820',
      '0 x 2020',
      '0 x 2020',
      '1000 x 0',
      '640 x 0',
      '640 x 0',
      '840 x 0',
    ]);
  });
});

describe('in a plan', () => {
  test('a window has jambs and posts of its type', () => {
    const type = windowType({ frame_width: 90, frame_depth: 120, leaf_count: 3 });
    expect(areas(modelOf(WALL, type, window({ type_id: 'T' })), 'N')).toEqual([
      '380 x 30',
      '380 x 30',
      '380 x 30',
      '90 x 120',
      '90 x 120',
      '90 x 120',
      '90 x 120',
    ]);
    expect(areas(modelOf(WALL, window({})), 'N')).toEqual(['1380 x 30', '60 x 60', '60 x 60']);
  });

  test('a leaf hangs on the frame of its type, and is as thick as that says', () => {
    const said = { frame_width: 80, frame_depth: 120, leaf_thickness: 60 };
    const type = created('type', 'T', { name: 'Steel', for: 'door', layers: [], ...said });
    const typed = modelOf(WALL, type, door({ type_id: 'T' }));
    expect(areas(typed, 'D')).toEqual(['80 x 120', '80 x 120', '60 x 840']);
    const double = modelOf(WALL, type, door({ type_id: 'T', door_type: 'double' }));
    expect(areas(double, 'D')).toEqual(['80 x 120', '80 x 120', '60 x 420', '60 x 420']);
    expect(areas(modelOf(WALL, door({})), 'D')).toEqual(['40 x 1000']);
  });

  test('types with other frames have symbols of their own', () => {
    const other = created('type', 'U', {
      name: 'Thin',
      for: 'window',
      layers: [],
      frame_width: 40,
    });
    const view = modelOf(
      WALL,
      windowType({ frame_width: 90 }),
      other,
      window({ type_id: 'T' }),
      created('window', 'M', { host_id: 'W', offset: 3000, width: 1500, type_id: 'U' }),
    );
    expect(drawn(PLAN, view).blocks.size).toBe(2);
  });
});
