/** @module test of sections and elevations. */
import { expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Drawing } from '../../../kernel/drawings/drawing.ts';
import { png, widthForTokens } from '../../../kernel/drawings/print/png.ts';
import { svg } from '../../../kernel/drawings/print/svg.ts';
import { boxOf } from '../../../kernel/drawings/sketch.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import { signedArea } from '../../../kernel/geometry/plan/polygon.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { SectionDefinition, ViewDefinition } from '../../../schemas/views.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created } from '../model/build.ts';
import { houseView } from './house.ts';

const house = await houseView();

function drawn(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = finished(drawView(definition, view));
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
  expect(cutArea(drawn(SECTION, view))).toBeCloseTo(240, 6);
});

test('a section through a window leaves what is below and above it', () => {
  const view = modelOf(
    created('wall', 'W1', { load_bearing: true }),
    created('window', 'N1', { offset: 2000 }),
  );
  expect(cutArea(drawn(SECTION, view))).toBeCloseTo((4 * (3000 - 1200)) / 50, 6);
});

test('what lies before a section, or too far behind it, is not drawn', () => {
  const view = modelOf(
    created('wall', 'W1'),
    created('column', 'before', { location: { x: 4000, y: 2000 } }),
    created('column', 'behind', { location: { x: 1000, y: 2000 } }),
  );
  const ids = (depth: number | null): readonly (string | null)[] =>
    drawn({ ...SECTION, depth }, view).items.flatMap((item) =>
      item.shape === 'polyline' ? [item.element] : [],
    );
  expect(ids(null)).toContain('behind');
  expect(ids(null)).not.toContain('before');
  expect(ids(1000)).not.toContain('behind');
});

test('an elevation of a box is its outline, as large as the scale says', () => {
  const view = modelOf(created('wall', 'W1'));
  const lines = drawn({ view: 'elevation', direction: 'south', scale: 100 }, view).items.flatMap(
    (item) => (item.shape === 'polyline' && item.element === 'W1' ? [item.points] : []),
  );
  expect(lines.length).toBe(4);
  const box = boxOf(lines.flat());
  expect([(box?.max.x ?? 0) - (box?.min.x ?? 0), (box?.max.y ?? 0) - (box?.min.y ?? 0)]).toEqual([
    50, 30,
  ]);
});

test('what the model hides is hidden: the room side of a wall, and all behind the house', () => {
  const south = drawn({ view: 'elevation', direction: 'south', scale: 50 }, house);
  const shown = new Set(south.items.flatMap((item) => ('element' in item ? [item.element] : [])));
  const stair = [...house.elementsOf('stair')][0];
  expect(stair === undefined || shown.has(stair.id)).toBe(false);
});

test('the same drawing twice gives the same bytes, and a picture has as many dots as tokens buy', () => {
  const once = drawn({ view: 'elevation', direction: 'west', scale: 100 }, house);
  const again = drawn({ view: 'elevation', direction: 'west', scale: 100 }, house);
  expect(svg(again)).toBe(svg(once));
  const width = widthForTokens(once, 1500);
  const picture = png(once, width);
  expect(png(again, width).equals(picture)).toBe(true);
  const [wide, high] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  expect(wide).toBe(width);
  expect((wide * high) / 750).toBeLessThanOrEqual(1500);
  expect((wide * high) / 750).toBeGreaterThan(1480);
});

test('a window half behind hundreds of thin posts is coloured where it is seen, and nowhere else', () => {
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
  const rings = drawn({ view: 'elevation', direction: 'south', scale: 100 }, view).items.flatMap(
    (item) => (item.shape === 'area' && item.element === 'N1' ? item.rings : []),
  );
  const box = boxOf(rings.flat());
  const area = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  // Within its frame of 60 mm.
  expect((box?.max.x ?? 0) - (box?.min.x ?? 0)).toBeCloseTo(9.4, 2);
  expect(area).toBeCloseTo(9.4 * 8.8, 1);
});

test('what lies below the ground is dashed in elevations', () => {
  const view = modelOf(created('column', 'C', { base_offset: -1000, height: 3000 }));
  const lines = drawn({ view: 'elevation', direction: 'south', scale: 100 }, view).items.flatMap(
    (item) => {
      if (item.shape !== 'polyline' || item.element !== 'C') return [];
      const box = boxOf(item.points);
      const high = Math.round(((box?.max.y ?? 0) - (box?.min.y ?? 0)) * 100);
      return [`${item.pen.dash_mm === null ? 'full' : 'dashed'} ${high}`];
    },
  );
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
