/** @module test of pictures in space: what is seen, where, and in which light. */
import { expect, test, vi } from 'vitest';

import { HiddenTiles } from '../../../kernel/drawings/camera/hidden-tiles.ts';
import { drawView } from '../../../kernel/drawings/draw-view.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { Raster } from '../../../kernel/raster/raster.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { creation } from '../../bench/building.ts';
import { mixedBuilding } from '../../bench/mixed-building.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created } from '../model/build.ts';

function pictureOf(definition: ViewDefinition, view: ModelView): Raster {
  const item = finished(drawView(definition, view))?.items[0];
  if (item?.shape !== 'picture') throw new Error('no picture');
  return item.raster;
}

/** Share of the dots that are reddish, as roofs are. */
function red({ rgb }: Raster): number {
  let count = 0;
  for (let i = 0; i < rgb.length; i += 3) if ((rgb[i] ?? 0) > (rgb[i + 2] ?? 0) + 40) count += 1;
  return count / (rgb.length / 3);
}

const FROM_ABOVE = {
  view: 'camera',
  kind: 'axonometric',
  direction: { x: 0, y: 0, z: -1 },
  scale: null,
} as const;
const FROM_BELOW = { ...FROM_ABOVE, direction: { x: 0, y: 0, z: 1 } } as const;
const model = modelOf(created('roof', 'R1'), created('floor', 'F1'));

test('from above one sees the roof and from below only the ground', () => {
  expect(red(pictureOf(FROM_ABOVE, model))).toBeGreaterThan(0.3);
  expect(red(pictureOf(FROM_BELOW, model))).toBe(0);
});

test('an eye under the roof sees it above the horizon only, and one that looks away sees none of it', () => {
  const inside = {
    view: 'camera',
    kind: 'perspective',
    eye: { x: 2500, y: 200, z: 1600 },
    target: { x: 2500, y: 4000, z: 1600 },
    field_deg: 90,
  } as const;
  const seen = pictureOf(inside, model);
  const rows = Array.from({ length: seen.height }, (_, row) => row).filter((row) => {
    const part = seen.rgb.subarray(row * seen.width * 3, (row + 1) * seen.width * 3);
    return red({ ...seen, rgb: part }) > 0;
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.max(...rows)).toBeLessThan(seen.height / 2);
  const away = {
    ...inside,
    eye: { x: 2500, y: 9000, z: 1600 },
    target: { x: 2500, y: 19_000, z: 1600 },
  };
  expect(red(pictureOf(away, model))).toBe(0);
});

test('a wall in the sun throws its shadow on the floor behind it', () => {
  const view = modelOf(
    created('floor', 'F1'),
    created('wall', 'W1', { start: { x: 0, y: 1000 }, end: { x: 5000, y: 1000 } }),
  );
  const { rgb } = pictureOf({ ...FROM_ABOVE, direction: { x: 0, y: 0.001, z: -1 } }, view);
  const tones = new Map<number, number>();
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0];
    // The warm grey of floors, lit or not.
    if (r - b >= 5 && r - b <= 14 && r >= g && g >= b) tones.set(r, (tones.get(r) ?? 0) + 1);
  }
  const large = [...tones].filter(([, count]) => count > 20_000).map(([tone]) => tone);
  expect(Math.max(...large) - Math.min(...large)).toBeGreaterThan(30);
});

test.each([
  { kind: 'axonometric', direction: { x: 0.7, y: 1, z: -0.6 }, scale: null },
  {
    kind: 'perspective',
    eye: { x: -4000, y: -6000, z: 4200 },
    target: { x: 9000, y: 9000, z: 2000 },
    field_deg: 70,
  },
] as const)('what is left out as hidden changes no dot: $kind', (camera) => {
  const view = modelOf(
    ...Array.from(mixedBuilding({ storeys: 2, bays: 3 }), (element) => creation(element)),
  );
  const asked = vi.spyOn(HiddenTiles.prototype, 'hides');
  const once = pictureOf({ view: 'camera', ...camera }, view);
  const left_out = asked.mock.results.filter(({ value }) => value === true).length;
  asked.mockReturnValue(false);
  const whole = pictureOf({ view: 'camera', ...camera }, view);
  asked.mockRestore();
  expect(left_out).toBeGreaterThan(10);
  expect(Buffer.compare(once.rgb, whole.rgb)).toBe(0);
});
