/** @module tests of the layers of a picture: the nearest body, cuts of a box, the intersection of two bodies. */
import { describe, expect, test } from 'vitest';

import { extrudeRegion } from '../../../../kernel/building/geometry/mesh/extrude.ts';
import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Box3 } from '../../../../kernel/building/geometry/vector.ts';
import type { DepthBuffer } from '../../../../kernel/documents/drawings/camera/depth-buffer.ts';
import {
  DepthBuffers,
  newBuffer,
} from '../../../../kernel/documents/drawings/camera/depth-buffer.ts';
import { lensOf, spotIn } from '../../../../kernel/documents/drawings/camera/lens.ts';
import { DIRECTIONS } from '../../../../kernel/documents/picture/finding-picture.ts';
import type { Easel } from '../../../../kernel/documents/picture/layer.ts';
import { addBody, newEasel } from '../../../../kernel/documents/picture/layer.ts';
import type { Look } from '../../../../kernel/documents/picture/scene.ts';
import { sharedLayer } from '../../../../kernel/documents/picture/shared-layer.ts';

const SIZE = { width: 100, height: 100, share: 1 };

function box(from: readonly [number, number, number], to: readonly [number, number, number]): Box3 {
  const [[x0, y0, z0], [x1, y1, z1]] = [from, to];
  return { min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } };
}

function solid({ min, max }: Box3): Mesh {
  const boundary = [
    { x: min.x, y: min.y },
    { x: max.x, y: min.y },
    { x: max.x, y: max.y },
    { x: min.x, y: max.y },
  ];
  return extrudeRegion({ boundary, holes: [] }, min.z, max.z);
}

type DrawnLayer = { readonly layer: DepthBuffer; readonly easel: Easel };

/** Bodies drawn in a box of 1,000 mm; in plan, a pixel is 10 mm wide. */
function drawBodies(
  look: Look,
  bodies: readonly Mesh[],
  shown = box([0, 0, 0], [1000, 1000, 1000]),
): DrawnLayer {
  const camera = { view: 'camera', kind: 'axonometric', scale: null } as const;
  const lens = lensOf({ ...camera, direction: DIRECTIONS[look] }, shown, SIZE);
  const easel = newEasel(lens, shown, new DepthBuffers());
  const layer = newBuffer(SIZE.width, SIZE.height);
  for (const [body, mesh] of bodies.entries()) addBody(layer, { mesh, body, isCut: true }, easel);
  return { layer, easel };
}

/** The body at the pixel of a point, and whether it is cut there. */
function bodyAt(
  { layer, easel }: DrawnLayer,
  [x, y, z]: readonly [number, number, number],
): unknown {
  const spot = spotIn(easel.lens, { x, y, z });
  const number = layer.face[Math.floor(spot.y) * SIZE.width + Math.floor(spot.x)] ?? 0;
  return number === 0 ? null : [easel.surfaces.bodies[number - 1], easel.cuts.has(number)];
}

function pixelsOf(layer: DepthBuffer | null): number {
  return layer?.face.filter((face) => face !== 0).length ?? 0;
}

describe('a plan', () => {
  test('covers exactly the area of a body, without a gap between adjacent bodies', () => {
    const left = solid(box([100, 200, 0], [400, 700, 500]));
    const right = solid(box([400, 200, 0], [900, 700, 500]));
    expect(pixelsOf(drawBodies('plan', [left]).layer)).toBe(30 * 50);
    expect(pixelsOf(drawBodies('plan', [left, right]).layer)).toBe(80 * 50);
  });

  test('shows the upper of two bodies in any drawing order', () => {
    const low = solid(box([0, 0, 0], [800, 800, 200]));
    const high = solid(box([400, 400, 0], [1000, 1000, 600]));
    for (const [bodies, upper] of [
      [[low, high], 1],
      [[high, low], 0],
    ] as const) {
      const seen = drawBodies('plan', bodies);
      expect(bodyAt(seen, [605, 605, 0])).toEqual([upper, false]);
      expect(bodyAt(seen, [205, 205, 0])).toEqual([1 - upper, false]);
      expect(bodyAt(seen, [905, 105, 0])).toBeNull();
    }
  });

  test('cuts a body at the upper side of the box, and omits bodies above and below the box', () => {
    const seen = drawBodies(
      'plan',
      [
        box([0, 0, -500], [300, 1000, 3000]),
        box([400, 0, 1000], [500, 1000, 2000]),
        box([600, 0, -900], [700, 1000, 0 - 1]),
        box([800, 0, 0], [900, 1000, 1000]),
      ].map(solid),
    );
    expect(bodyAt(seen, [105, 505, 0])).toEqual([0, true]);
    expect(bodyAt(seen, [455, 505, 0])).toBeNull();
    expect(bodyAt(seen, [655, 505, 0])).toBeNull();
    // A body that ends in the plane of the cut is seen from above, not cut.
    expect(bodyAt(seen, [855, 505, 0])).toEqual([3, false]);
  });

  test('shows nothing in a hole of a body', () => {
    const square = (from: number, to: number): { x: number; y: number }[] => [
      { x: from, y: from },
      { x: to, y: from },
      { x: to, y: to },
      { x: from, y: to },
    ];
    const region = { boundary: square(100, 900), holes: [square(300, 600).toReversed()] };
    const seen = drawBodies(
      'plan',
      [extrudeRegion(region, 200, 300)],
      box([0, 0, 0], [1000, 1000, 250]),
    );
    expect(pixelsOf(seen.layer)).toBe(80 * 80 - 30 * 30);
    expect(bodyAt(seen, [200, 200, 0])).toEqual([0, true]);
  });
});

describe('an axonometric picture', () => {
  test('shows the sides of bodies that face the south-west, and a cut surface where the box cuts a body', () => {
    const seen = drawBodies(
      'axonometric',
      [box([0, -500, 0], [1000, 200, 800]), box([0, 400, 0], [1000, 600, 800])].map(solid),
    );
    // Its south face is outside the box, so that the box cuts it open in the south.
    expect(bodyAt(seen, [500, 0, 400])).toEqual([0, true]);
    expect(bodyAt(seen, [500, 190, 799])).toEqual([0, false]);
    expect(bodyAt(seen, [500, 500, 799])).toEqual([1, false]);
    // The front body hides this point of the rear body.
    expect(bodyAt(seen, [600, 400, 50])).toEqual([0, true]);
  });
});

describe('the intersection of two bodies', () => {
  const one = box([100, 100, 100], [600, 600, 600]);
  const shared = (a: Box3, b: Box3, isCut: boolean): DepthBuffer | null =>
    sharedLayer({ pair: [[solid(a)], [solid(b)]], body: 2, isCut }, drawBodies('plan', []).easel);

  test('covers the pixels whose lines of sight pass through both at the same depth', () => {
    const layer = shared(one, box([500, 400, 200], [900, 900, 400]), true);
    expect(pixelsOf(layer)).toBe(10 * 20);
    // It starts at the top of the lower body: z = 400.
    expect(layer?.near.find((near) => near !== -Infinity)).toBeCloseTo(400, 3);
  });

  test('is empty for bodies above each other, and for bodies that touch', () => {
    expect(shared(one, box([100, 100, 700], [600, 600, 900]), true)).toBeNull();
    expect(shared(one, box([100, 100, 600], [600, 600, 900]), true)).toBeNull();
    expect(shared(one, box([600, 100, 100], [900, 600, 600]), true)).toBeNull();
  });

  test('is the whole body for a duplicate, and is visible above the cut only if nothing is cut', () => {
    expect(pixelsOf(shared(one, one, true))).toBe(50 * 50);
    const high = box([100, 100, 1100], [600, 600, 1200]);
    expect(shared(high, high, true)).toBeNull();
    expect(pixelsOf(shared(high, high, false))).toBe(50 * 50);
  });
});
