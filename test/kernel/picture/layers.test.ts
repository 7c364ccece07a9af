/** @module tests of the layers of a picture: what is nearest, what a box cuts open, what two bodies share. */
import { describe, expect, test } from 'vitest';

import { extrudeRegion } from '../../../kernel/geometry/mesh/extrude.ts';
import type { Box3 } from '../../../kernel/geometry/vector.ts';
import type { Camera, Look, Window } from '../../../kernel/picture/camera.ts';
import { cameraOn, spotOf, windowOf } from '../../../kernel/picture/camera.ts';
import type { Easel, Layer } from '../../../kernel/picture/layer.ts';
import { addBody, emptyLayer } from '../../../kernel/picture/layer.ts';
import { sharedLayer } from '../../../kernel/picture/shared-layer.ts';
import type { Face, Surfaces } from '../../../kernel/picture/surfaces.ts';
import { facesOf } from '../../../kernel/picture/surfaces.ts';

const SIZE = { width: 100, height: 100 };

function box(from: readonly [number, number, number], to: readonly [number, number, number]): Box3 {
  const [[x0, y0, z0], [x1, y1, z1]] = [from, to];
  return { min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } };
}

function solid({ min, max }: Box3, element: number, surfaces: Surfaces): readonly Face[] {
  const boundary = [
    { x: min.x, y: min.y },
    { x: max.x, y: min.y },
    { x: max.x, y: max.y },
    { x: min.x, y: max.y },
  ];
  return facesOf(extrudeRegion({ boundary, holes: [] }, min.z, max.z), element, surfaces);
}

type Drawn = { readonly layer: Layer; readonly easel: Easel; readonly window: Window };

/** Bodies seen in a box of 1,000 mm, a dot for each 10 mm in plan. */
function drawn(
  look: Look,
  bodies: readonly Box3[],
  shown = box([0, 0, 0], [1000, 1000, 1000]),
): Drawn {
  const camera = cameraOn(look, shown, SIZE);
  const easel: Easel = { camera, surfaces: [null], own: emptyLayer(camera) };
  const layer = emptyLayer(camera);
  const window = windowOf(camera, shown);
  for (const [index, body] of bodies.entries()) {
    addBody(layer, solid(body, index, easel.surfaces), window, easel);
  }
  return { layer, easel, window };
}

/** The dot in which a point lies. */
function dotAt(camera: Camera, [x, y, z]: readonly [number, number, number]): number {
  const spot = spotOf(camera, { x, y, z });
  return Math.floor(spot.y) * camera.width + Math.floor(spot.x);
}

function elementAt({ layer, easel }: Drawn, point: readonly [number, number, number]): unknown {
  const surface = easel.surfaces[layer.surface[dotAt(easel.camera, point)] ?? 0] ?? null;
  return surface === null ? null : [surface.element, surface.cut];
}

function dotsOf(layer: Layer): number {
  return layer.surface.filter((surface) => surface !== 0).length;
}

describe('a plan', () => {
  test('covers as many dots as a body has area, whatever its triangles, and leaves none between neighbours', () => {
    const left = box([100, 200, 0], [400, 700, 500]);
    const right = box([400, 200, 0], [900, 700, 500]);
    expect(dotsOf(drawn('plan', [left]).layer)).toBe(30 * 50);
    expect(dotsOf(drawn('plan', [left, right]).layer)).toBe(80 * 50);
  });

  test('shows the upper of two bodies, whichever is drawn first', () => {
    const low = box([0, 0, 0], [800, 800, 200]);
    const high = box([400, 400, 0], [1000, 1000, 600]);
    for (const [bodies, upper] of [
      [[low, high], 1],
      [[high, low], 0],
    ] as const) {
      const seen = drawn('plan', bodies);
      expect(elementAt(seen, [605, 605, 0])).toEqual([upper, false]);
      expect(elementAt(seen, [205, 205, 0])).toEqual([1 - upper, false]);
      expect(elementAt(seen, [905, 105, 0])).toBeNull();
    }
  });

  test('cuts open what goes through the upper side of its box, and leaves out what is above and below', () => {
    const seen = drawn('plan', [
      box([0, 0, -500], [300, 1000, 3000]),
      box([400, 0, 1000], [500, 1000, 2000]),
      box([600, 0, -900], [700, 1000, 0 - 1]),
      box([800, 0, 0], [900, 1000, 1000]),
    ]);
    expect(elementAt(seen, [105, 505, 0])).toEqual([0, true]);
    expect(elementAt(seen, [455, 505, 0])).toBeNull();
    expect(elementAt(seen, [655, 505, 0])).toBeNull();
    // What ends in the plane of the cut is seen from above, not cut.
    expect(elementAt(seen, [855, 505, 0])).toEqual([3, false]);
  });

  test('shows the floor through a hole of what lies above it', () => {
    const surfaces: Surfaces = [null];
    const camera = cameraOn('plan', box([0, 0, 0], [1000, 1000, 1000]), SIZE);
    const easel: Easel = { camera, surfaces, own: emptyLayer(camera) };
    const layer = emptyLayer(camera);
    const square = (from: number, to: number): { x: number; y: number }[] => [
      { x: from, y: from },
      { x: to, y: from },
      { x: to, y: to },
      { x: from, y: to },
    ];
    const region = { boundary: square(100, 900), holes: [square(300, 600).toReversed()] };
    const window = windowOf(camera, box([0, 0, 0], [1000, 1000, 250]));
    addBody(layer, facesOf(extrudeRegion(region, 200, 300), 0, surfaces), window, easel);
    expect(dotsOf(layer)).toBe(80 * 80 - 30 * 30);
    expect(surfaces[layer.surface[dotAt(camera, [200, 200, 0])] ?? 0]).toMatchObject({ cut: true });
  });
});

describe('an axonometric picture', () => {
  test('shows what is to the south-west, and the cut where the box ends inside of a body', () => {
    const seen = drawn('axonometric', [
      box([0, -500, 0], [1000, 200, 800]),
      box([0, 400, 0], [1000, 600, 800]),
    ]);
    // Its south face lies outside of the box, so that the box cuts it open in the south.
    expect(elementAt(seen, [500, 0, 400])).toEqual([0, true]);
    expect(elementAt(seen, [500, 190, 799])).toEqual([0, false]);
    expect(elementAt(seen, [500, 500, 799])).toEqual([1, false]);
    // The point on the rear wall lies behind the front one.
    expect(elementAt(seen, [600, 400, 50])).toEqual([0, true]);
  });
});

describe('what two bodies share', () => {
  const one = box([100, 100, 100], [600, 600, 600]);
  const shared = (other: Box3, within: boolean): Layer | null => {
    const { easel, window } = drawn('plan', []);
    const faces = [one, other].map((body, index) => solid(body, index, easel.surfaces));
    const [a = [], b = []] = faces;
    return sharedLayer([a, b], 2, within ? window : null, easel);
  };

  test('is where the line of sight is in both at once', () => {
    const layer = shared(box([500, 400, 200], [900, 900, 400]), true);
    expect(layer === null ? 0 : dotsOf(layer)).toBe(10 * 20);
    // It begins at the top of the lower body: z = 400, 100 mm below the middle of the picture.
    expect(layer?.depth.find((depth) => depth !== Infinity)).toBeCloseTo(100, 3);
  });

  test('is nothing for bodies above each other, and for such as touch', () => {
    expect(shared(box([100, 100, 700], [600, 600, 900]), true)).toBeNull();
    expect(shared(box([100, 100, 600], [600, 600, 900]), true)).toBeNull();
    expect(shared(box([600, 100, 100], [900, 600, 600]), true)).toBeNull();
  });

  test('is all of a body and its duplicate, and above the cut only where nothing is cut', () => {
    const all = shared(one, true);
    expect(all === null ? 0 : dotsOf(all)).toBe(50 * 50);
    const { easel, window } = drawn('plan', []);
    const high = box([100, 100, 1100], [600, 600, 1200]);
    const pair = [solid(high, 0, easel.surfaces), solid(high, 1, easel.surfaces)] as const;
    expect(sharedLayer(pair, 2, window, easel)).toBeNull();
    const through = sharedLayer(pair, 2, null, easel);
    expect(through === null ? 0 : dotsOf(through)).toBe(50 * 50);
  });
});
