/** @module tests of sections and elevations. */
import { expect, test } from 'vitest';

import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { png, widthForTokens } from '../../../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { boxOf } from '../../../../kernel/documents/drawings/sketch.ts';
import type { SectionDefinition, ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { houseView } from './house.ts';

const house = await houseView();

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const SECTION: SectionDefinition = {
  view: 'section',
  origin: { x: 2500, y: 0, z: 0 },
  normal: { x: 2, y: 0, z: 0 },
  depth: null,
  scale: 50,
};

function cutArea(drawing: Drawing): number {
  const rings = drawing.items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' ? item.rings : [],
  );
  return rings.reduce((sum, ring) => {
    const box = boxOf(ring);
    return sum + (box === null ? 0 : (box.max.x - box.min.x) * (box.max.y - box.min.y));
  }, 0);
}

test('a section cuts a wall of 200 by 3,000 mm as 4 by 60 mm at 1:50', () => {
  const view = modelOf(created('wall', 'W1', { load_bearing: true }));
  expect(cutArea(drawingOf(SECTION, view))).toBeCloseTo(240, 6);
});

test('a section through a window shows the cut wall only below and above the window', () => {
  const view = modelOf(
    created('wall', 'W1', { load_bearing: true }),
    created('window', 'N1', { offset: 2000 }),
  );
  expect(cutArea(drawingOf(SECTION, view))).toBeCloseTo((4 * (3000 - 1200)) / 50, 6);
});

test('a section does not show bodies in front of its plane or beyond its depth', () => {
  const view = modelOf(
    created('wall', 'W1'),
    created('column', 'before', { location: { x: 4000, y: 2000 } }),
    created('column', 'behind', { location: { x: 1000, y: 2000 } }),
  );
  const ids = (depth: number | null): readonly (string | null)[] =>
    drawingOf({ ...SECTION, depth }, view).items.flatMap((item) =>
      item.shape === 'polyline' ? [item.element] : [],
    );
  expect(ids(null)).toContain('behind');
  expect(ids(null)).not.toContain('before');
  expect(ids(1000)).not.toContain('behind');
});

test('an elevation of a wall is its outline at the scale of the view', () => {
  const view = modelOf(created('wall', 'W1'));
  const lines = drawingOf(
    { view: 'elevation', direction: 'south', scale: 100 },
    view,
  ).items.flatMap((item) =>
    item.shape === 'polyline' && item.element === 'W1' ? [item.points] : [],
  );
  expect(lines.length).toBe(4);
  const box = boxOf(lines.flat());
  expect([(box?.max.x ?? 0) - (box?.min.x ?? 0), (box?.max.y ?? 0) - (box?.min.y ?? 0)]).toEqual([
    50, 30,
  ]);
});

test('an elevation does not show a stair inside the house', () => {
  const south = drawingOf({ view: 'elevation', direction: 'south', scale: 50 }, house);
  const shown = new Set(south.items.flatMap((item) => ('element' in item ? [item.element] : [])));
  const stair = [...house.elementsOf('stair')][0];
  expect(stair === undefined || shown.has(stair.id)).toBe(false);
});

test('a repeated drawing gives the same bytes, and an image uses its token budget almost completely', () => {
  const once = drawingOf({ view: 'elevation', direction: 'west', scale: 100 }, house);
  const again = drawingOf({ view: 'elevation', direction: 'west', scale: 100 }, house);
  expect(svg(again)).toBe(svg(once));
  const width = widthForTokens(once, 1500);
  const picture = png(once, width);
  expect(png(again, width).equals(picture)).toBe(true);
  const [wide, high] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  expect(wide).toBe(width);
  expect((wide * high) / 750).toBeLessThanOrEqual(1500);
  expect((wide * high) / 750).toBeGreaterThan(1480);
});

test('a window half hidden by hundreds of thin posts is filled in its visible part only', () => {
  const posts = Array.from({ length: 450 }, (_, i) =>
    created('column', `P${i}`, {
      location: { x: 1020 + Math.round((i * 960) / 449), y: -500 - i },
      profile: '40x40',
    }),
  );
  const view = modelOf(
    created('wall', 'W1'),
    created('window', 'N1', { offset: 1000, width: 2000, height: 1000 }),
    ...posts,
  );
  const rings = drawingOf(
    { view: 'elevation', direction: 'south', scale: 100 },
    view,
  ).items.flatMap((item) => (item.shape === 'area' && item.element === 'N1' ? item.rings : []));
  const box = boxOf(rings.flat());
  const area = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  // Within its frame of 60 mm.
  expect((box?.max.x ?? 0) - (box?.min.x ?? 0)).toBeCloseTo(9.4, 2);
  expect(area).toBeCloseTo(9.4 * 8.8, 1);
});

test('lines below the ground are dashed in elevations', () => {
  const view = modelOf(created('column', 'C', { base_offset: -1000, height: 3000 }));
  const lines = drawingOf(
    { view: 'elevation', direction: 'south', scale: 100 },
    view,
  ).items.flatMap((item) => {
    if (item.shape !== 'polyline' || item.element !== 'C') return [];
    const box = boxOf(item.points);
    const high = Math.round(((box?.max.y ?? 0) - (box?.min.y ?? 0)) * 100);
    return [`${item.pen.dash_mm === null ? 'full' : 'dashed'} ${high}`];
  });
  // Two sides of 1 m below and 2 m above the ground, the foot and the head.
  expect(lines.toSorted()).toEqual([
    'dashed 0',
    'dashed 1000',
    'dashed 1000',
    'full 0',
    'full 2000',
    'full 2000',
  ]);
});

/** Heights of the line of the ground, mm, in an elevation of levels that each have a wall, and a door if named so. */
function groundLines(
  ...levels: readonly (readonly [elevation: number, door?: 'door'])[]
): number[] {
  const view = modelOf(
    ...levels.flatMap(([elevation, door], i) => [
      created('level', `A${i}`, { name: `A${i}`, elevation, height: 3000 }),
      created('wall', `W${i}`, { level_id: `A${i}` }),
      ...(door === undefined ? [] : [created('door', `D${i}`, { host_id: `W${i}`, offset: 1000 })]),
    ]),
  );
  const { items } = drawingOf({ view: 'elevation', direction: 'south', scale: 100 }, view);
  const lines = items.filter((item) => item.shape === 'polyline' && item.pen.layer === 'GROUND');
  const marks = items.filter((item) => item.shape === 'polyline' && item.element === 'A0');
  const heightOf = (item: Drawing['items'][number] | undefined): number =>
    item?.shape === 'polyline' ? (item.points[0]?.y ?? 0) : Number.NaN;
  // Relative to the mark of the first level.
  const first = Math.min(...marks.map(heightOf));
  return lines.map((item) => Math.round((heightOf(item) - first) * 100) + (levels[0]?.[0] ?? 0));
}

test.each([
  [
    'at 0 above a cellar with doors',
    [
      [-2500, 'door'],
      [200, 'door'],
    ],
    0,
  ],
  ['at 0 with a foundation below', [[-900], [0, 'door']], 0],
  [
    'at the lowest level of doors of a file that measures from a floor',
    [
      [-600, 'door'],
      [2850, 'door'],
    ],
    -600,
  ],
  ['at 0 if the only level of doors is that of a cellar', [[-1250, 'door'], [1900]], 0],
] as const)('the ground is %s', (_, levels, height) => {
  expect(groundLines(...levels)).toEqual([height]);
});

test('an elevation warns about levels whose marks would cover others', () => {
  const warningsAt = (scale: number): readonly string[] => {
    const view = modelOf(
      created('level', 'A', { name: 'Upper floor', elevation: 20_000, height: 500 }),
      created('level', 'B', { name: 'Eaves', elevation: 20_500, height: 3000 }),
      created('wall', 'W', { level_id: 'A' }),
    );
    return drawView({ view: 'elevation', direction: 'south', scale }, view)?.warnings ?? [];
  };
  expect(warningsAt(50)).toEqual([]);
  expect(warningsAt(100).join()).toContain('Eaves +20.500');
});
