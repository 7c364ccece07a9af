/** @module tests of frames, leaves and panes of doors and windows, in plans and elevations. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing, FilledArea } from '../../../../kernel/documents/drawings/drawing.ts';
import { exploded } from '../../../../kernel/documents/drawings/print/exploded.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { boxOf } from '../../../../kernel/documents/drawings/sketch.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const SCALE = 10;
const SOUTH = { view: 'elevation', direction: 'south', scale: SCALE } as const;
const PLAN = { view: 'plan', level_id: 'L1', scale: SCALE, cut_height: 1200 } as const;

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
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

/** Sizes of the coloured parts of an element in an elevation. */
function panes(view: ModelView, id: string): readonly string[] {
  return drawingOf(SOUTH, view).items.flatMap((item) =>
    item.shape === 'area' && item.element === id ? item.rings.map(sizeOf) : [],
  );
}

/** Sizes of the lines of an element in an elevation, mm, sorted. */
function lines(view: ModelView, id: string): readonly string[] {
  return drawingOf(SOUTH, view)
    .items.flatMap((item) =>
      item.shape === 'polyline' && item.element === id ? [sizeOf(item.points)] : [],
    )
    .toSorted();
}

/** Sizes of the areas in the plan symbol of an element, mm: leaves, posts and glass. */
function areas(view: ModelView, id: string): readonly string[] {
  return [...exploded(drawingOf(PLAN, view))]
    .filter((one): one is FilledArea => one.shape === 'area' && one.element === id)
    .map(({ rings }) => sizeOf(rings.flat()));
}

const window = (more: object): PlannedEvent =>
  created('window', 'N', { host_id: 'W', offset: 1000, width: 1500, height: 1200, ...more });
const door = (more: object): PlannedEvent =>
  created('door', 'D', { host_id: 'W', offset: 1000, width: 1000, height: 2100, ...more });

describe('a window in an elevation', () => {
  test('has a frame of 60 mm by default', () => {
    const view = modelOf(WALL, window({}));
    expect(panes(view, 'N')).toEqual(['1380 x 1080']);
    // The edges of the hole are those of the wall.
    expect(lines(view, 'N')).toEqual(['0 x 1080', '0 x 1080', '1380 x 0', '1380 x 0']);
  });

  test('with a type of default values looks like a window without a type', () => {
    const typed = modelOf(
      WALL,
      windowType({ width: 1500, height: 1200 }),
      window({ type_id: 'T' }),
    );
    const explicit = windowType({ frame_width: 60, leaf_count: 1 });
    const same = modelOf(WALL, explicit, window({ type_id: 'T' }));
    const plain = modelOf(WALL, window({}));
    for (const view of [typed, same]) {
      expect(svg(drawingOf(SOUTH, view))).toBe(svg(drawingOf(SOUTH, plain)));
      expect(svg(drawingOf(PLAN, view))).toBe(svg(drawingOf(PLAN, plain)));
    }
  });

  test('shows the frame and the leaves of its type, with a post between two leaves', () => {
    const type = windowType({ frame_width: 90, frame_depth: 120, leaf_count: 3 });
    const view = modelOf(WALL, type, window({ type_id: 'T' }));
    // 1,500 mm less four posts of 90 mm are three panes.
    expect(panes(view, 'N')).toEqual(['380 x 1020', '380 x 1020', '380 x 1020']);
  });

  test('shows two sashes side by side if sliding, and one above the other if double-hung', () => {
    const sliding = modelOf(WALL, window({ window_type: 'sliding' }));
    // Half of 1,380 mm less two sides of 50 mm, by 1,080 mm less two.
    expect(panes(sliding, 'N')).toEqual(['590 x 980', '590 x 980']);
    const hung = modelOf(WALL, window({ window_type: 'double_hung' }));
    expect(panes(hung, 'N')).toEqual(['1280 x 440', '1280 x 440']);
  });

  test('in a curved wall has its frame and panes on the facets of the wall', () => {
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
    const coloured = drawingOf(SOUTH, view).items.flatMap((item) =>
      item.shape === 'area' && item.element === 'N' ? item.rings : [],
    );
    const box = boxOf(coloured.flat());
    // Panes of 24 mm are in the middle of one half of a frame 60 mm deep: 15 mm inside or outside the axis. Their ends are
    // 110 mm from the sides of the void; height 1,200 mm less two frames and two sides of a sash.
    const seen = (radius: number): number => 2 * radius * Math.sin(640 / 5000);
    const width = ((box?.max.x ?? 0) - (box?.min.x ?? 0)) * SCALE;
    expect(width).toBeGreaterThan(seen(5000 - 15) - 1);
    expect(width).toBeLessThan(seen(5000 + 15 + 12) + 1);
    expect(((box?.max.y ?? 0) - (box?.min.y ?? 0)) * SCALE).toBeCloseTo(980, 3);
    // One area for each of two panes: no seam where two facets meet.
    expect(coloured).toHaveLength(2);
  });

  test('shows no pane if a column hides it', () => {
    const column = created('column', 'C', { location: { x: 1750, y: -1000 }, profile: '3000x300' });
    expect(panes(modelOf(WALL, window({}), column), 'N')).toEqual([]);
  });
});

describe('a door in an elevation', () => {
  test('has a lining of 40 mm and a plain leaf by default, and a line between the leaves of a double door', () => {
    // Jambs, the foot of jambs and leaf, and the head.
    const plain = ['0 x 2060', '0 x 2060', '1000 x 0', '920 x 0'];
    expect(lines(modelOf(WALL, door({})), 'D')).toEqual(plain);
    const double = modelOf(WALL, door({ door_type: 'double' }));
    expect(lines(double, 'D')).toEqual(['0 x 2060', ...plain]);
  });

  test('shows the frame and the glass of its type', () => {
    const values = { frame_width: 80, leaf_thickness: 60, glazing: 'double' } as const;
    const type = created('type', 'T', { name: 'Glass', for: 'door', layers: [], ...values });
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

describe('a section through a wall', () => {
  const CUT = {
    view: 'section',
    origin: { x: 1500, y: 0, z: 1200 },
    normal: { x: 1, y: 0, z: 0 },
    depth: null,
    scale: SCALE,
  } as const;
  const parts = (view: ModelView, id: string): readonly string[] =>
    drawingOf(CUT, view)
      .items.flatMap((item) =>
        item.shape === 'area' && item.element === id && item.pen !== null
          ? item.rings.map(sizeOf)
          : [],
      )
      .toSorted();

  test('cuts a fixed window as frame and pane, and a casement with its sash', () => {
    const fixed = modelOf(WALL, window({ window_type: 'fixed' }));
    expect(parts(fixed, 'N')).toEqual(['24 x 1080', '60 x 60', '60 x 60']);
    const casement = modelOf(WALL, window({ window_type: 'casement' }));
    expect(parts(casement, 'N')).toEqual(['24 x 980', '40 x 50', '40 x 50', '60 x 60', '60 x 60']);
  });

  test('cuts a door as its leaf, its lining over the thickness of the wall, and its threshold', () => {
    const type = created('type', 'T', {
      name: 'Oak',
      for: 'door',
      layers: [],
      frame_width: 50,
      threshold: 20,
    });
    const view = modelOf(WALL, type, door({ type_id: 'T' }));
    expect(parts(view, 'D')).toEqual(['200 x 20', '200 x 50', '40 x 2030']);
  });
});

describe('a plan of doors and windows', () => {
  test('shows the jambs and posts of a window type', () => {
    const type = windowType({ frame_width: 90, frame_depth: 120, leaf_count: 3 });
    expect(areas(modelOf(WALL, type, window({ type_id: 'T' })), 'N')).toEqual([
      '90 x 120',
      '90 x 120',
      '90 x 120',
      '90 x 120',
      '380 x 24',
      '380 x 24',
      '380 x 24',
    ]);
    expect(areas(modelOf(WALL, window({})), 'N')).toEqual(['60 x 60', '60 x 60', '1380 x 24']);
  });

  test('shows the leaf of a door hinged on the frame, with the thickness of its type', () => {
    const values = { frame_width: 80, frame_depth: 120, leaf_thickness: 60 };
    const type = created('type', 'T', { name: 'Steel', for: 'door', layers: [], ...values });
    const typed = modelOf(WALL, type, door({ type_id: 'T' }));
    expect(areas(typed, 'D')).toEqual(['80 x 120', '80 x 120', '60 x 840']);
    const double = modelOf(WALL, type, door({ type_id: 'T', door_type: 'double' }));
    expect(areas(double, 'D')).toEqual(['80 x 120', '80 x 120', '60 x 420', '60 x 420']);
    // Without a type, a lining of 40 mm is as deep as the wall.
    expect(areas(modelOf(WALL, door({})), 'D')).toEqual(['40 x 200', '40 x 200', '40 x 920']);
  });

  test('has separate symbols for window types with different frames', () => {
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
    expect(drawingOf(PLAN, view).blocks.size).toBe(2);
  });
});

describe('an exit door next to a plain door of the same size', () => {
  const doorAt = (id: string, offset: number, is_exit: boolean): PlannedEvent =>
    created('door', id, { host_id: 'W', offset, is_exit });
  const linesOf = (view: ModelView, id: string): readonly string[] =>
    [...exploded(drawingOf(PLAN, view))].flatMap((item) =>
      item.shape === 'polyline' && item.element === id ? [sizeOf(item.points)] : [],
    );
  const alone = modelOf(WALL, doorAt('E', 200, true));

  test.each([
    ['first', doorAt('E', 200, true), doorAt('P', 2500, false)],
    ['last', doorAt('P', 2500, false), doorAt('E', 200, true)],
  ])('has its own symbol if it is created %s', (_, one, other) => {
    const both = modelOf(WALL, one, other);
    expect(linesOf(both, 'E')).toEqual(linesOf(alone, 'E'));
    expect(linesOf(both, 'E').length).toBeGreaterThan(linesOf(both, 'P').length);
  });
});
