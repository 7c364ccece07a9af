/** @module tests of camera views: visibility, perspective, shadows, and skipped hidden bodies. */
import { expect, test, vi } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { HiddenTiles } from '../../../../kernel/documents/drawings/camera/hidden-tiles.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Raster } from '../../../../kernel/documents/raster/raster.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { creation } from '../../../bench/building.ts';
import { mixedBuilding } from '../../../bench/mixed-building.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

function pictureOf(definition: ViewDefinition, view: ModelView): Raster {
  const item = drawView(definition, view)?.items[0];
  if (item?.shape !== 'picture') throw new Error('no picture');
  return item.raster;
}

/** Share of reddish pixels, the colour of roofs. */
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

test('a view from above shows the roof, a view from below only the ground', () => {
  expect(red(pictureOf(FROM_ABOVE, model))).toBeGreaterThan(0.3);
  expect(red(pictureOf(FROM_BELOW, model))).toBe(0);
});

test('a camera under the roof shows it above the horizon only, and a camera that faces away shows none of it', () => {
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

test('a wall casts a shadow on the floor behind it', () => {
  const view = modelOf(
    created('floor', 'F1'),
    created('wall', 'W1', { start: { x: 0, y: 1000 }, end: { x: 5000, y: 1000 } }),
  );
  const { rgb } = pictureOf({ ...FROM_ABOVE, direction: { x: 0, y: 0.001, z: -1 } }, view);
  const tones = new Map<number, number>();
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0];
    // The warm grey of floors, in sunlight or shadow.
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
] as const)('skipping hidden bodies does not change a pixel: $kind', (camera) => {
  const view = modelOf(
    ...Array.from(mixedBuilding({ storeys: 2, bays: 3 }), (element) => creation(element)),
  );
  const hides = vi.spyOn(HiddenTiles.prototype, 'hides');
  const once = pictureOf({ view: 'camera', ...camera }, view);
  const left_out = hides.mock.results.filter(({ value }) => value === true).length;
  hides.mockReturnValue(false);
  const whole = pictureOf({ view: 'camera', ...camera }, view);
  hides.mockRestore();
  expect(left_out).toBeGreaterThan(10);
  expect(Buffer.compare(once.rgb, whole.rgb)).toBe(0);
});
