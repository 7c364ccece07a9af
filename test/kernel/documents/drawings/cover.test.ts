/** @module tests of `Cover`: a box reported as hidden is behind faces everywhere, and exact covers are recognised. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Extent } from '../../../../kernel/documents/drawings/lines/cover.ts';
import { Cover } from '../../../../kernel/documents/drawings/lines/cover.ts';
import type { Face } from '../../../../kernel/documents/drawings/lines/faces.ts';
import { depthOf, faceOver, isInside } from '../../../../kernel/documents/drawings/lines/faces.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

type Corner = readonly [x: number, y: number];

function faceThrough(
  corners: readonly Corner[],
  plane: { readonly px: number; readonly py: number; readonly p0: number },
): Face {
  const sides = corners.flatMap((to, i) => [...(corners.at(i - 1) ?? to), ...to]);
  return faceOver(0, Float64Array.from(sides), plane);
}

const rectangle = (left: number, bottom: number, right: number, top: number): readonly Corner[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];

const place = fc.integer({ min: 0, max: 12 }).map((n) => n * 250);
const range = fc
  .tuple(place, place)
  .filter(([a, b]) => a !== b)
  .map(([a, b]): Corner => (a < b ? [a, b] : [b, a]));
const box = fc
  .tuple(range, range, fc.integer({ min: 0, max: 20 }))
  .map(([[left, right], [bottom, top], depth]): Extent => ({
    left,
    right,
    bottom,
    top,
    nearest: depth * 100,
  }));
const slope = fc.constantFrom(0, 0, 0.1, -0.3);
const face = fc
  .record({ px: slope, py: slope, p0: fc.integer({ min: -5, max: 10 }).map((n) => n * 100) })
  .chain((plane) =>
    fc
      .oneof(
        fc.tuple(range, range).map(([[l, r], [b, t]]) => rectangle(l, b, r, t)),
        fc.uniqueArray(fc.tuple(place, place), { minLength: 3, maxLength: 3, selector: String }),
        // An L-shaped face, such as a wall around a door at its end.
        fc.tuple(range, range).map(([[l, r], [b, t]]): readonly Corner[] => {
          const [x, y] = [(l + r) / 2, (b + t) / 2];
          return [
            [l, b],
            [r, b],
            [r, y],
            [x, y],
            [x, t],
            [l, t],
          ];
        }),
      )
      .map((corners) => faceThrough(corners, plane)),
  );

function hiddenAt(faces: readonly Face[], { nearest }: Extent, x: number, y: number): boolean {
  return faces.some((one) => isInside(one, x, y) && depthOf(one, x, y) <= nearest);
}

test('law: a box that the cover hides is behind one of its faces at every sampled place', () => {
  const seen = { hidden: 0, shown: 0 };
  fc.assert(
    fc.property(
      fc.array(face, { minLength: 1, maxLength: 12 }),
      fc.array(box, { minLength: 1, maxLength: 8 }),
      (faces, boxes) => {
        const cover = new Cover([...faces, ...boxes]);
        for (const one of faces) cover.add(one);
        for (const one of boxes) {
          if (!cover.hides(one)) {
            seen.shown += 1;
            continue;
          }
          seen.hidden += 1;
          const open: string[] = [];
          for (let k = 0; k < 49; k += 1) {
            const across = 0.02 + ((k % 7) / 6) * (one.right - one.left - 0.04);
            const along = 0.02 + (Math.floor(k / 7) / 6) * (one.top - one.bottom - 0.04);
            // Off the grid lines, on which borders of faces may be.
            const [x, y] = [one.left + across + 0.0013, one.bottom + along + 0.0017];
            if (!hiddenAt(faces, one, x, y)) open.push(`${x} ${y}`);
          }
          expect(open).toEqual([]);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(seen.hidden).toBeGreaterThan(50);
  expect(seen.shown).toBeGreaterThan(50);
});

const WHOLE: Extent = { left: 0, right: 4000, bottom: 0, top: 3000, nearest: 500 };

test('two adjacent faces together hide a box of their size, but not a wider one or one within the depth tolerance', () => {
  const flat = { px: 0, py: 0, p0: 0 };
  const parts = [rectangle(0, 0, 1300, 3000), rectangle(1300, 0, 4000, 3000)];
  const [low, high] = parts.map((corners) => faceThrough(corners, flat));
  if (low === undefined || high === undefined) throw new Error('two parts');
  const wider = { ...WHOLE, right: 4001 };
  const cover = new Cover([low, high, WHOLE, wider]);
  cover.add(low);
  expect(cover.hides(WHOLE)).toBe(false);
  cover.add(high);
  expect(cover.hides(WHOLE)).toBe(true);
  expect(cover.hides({ ...WHOLE, nearest: 0.1 })).toBe(true);
  expect(cover.hides({ ...WHOLE, nearest: 0.05 })).toBe(false);
  expect(cover.hides(wider)).toBe(false);
});

test('a box at the apex of a triangle that covers only its middle is not hidden', () => {
  // The side falls from (0, 1000) to (2000, 0): at the right edge of the boxes it is at 997 mm.
  const triangle = faceThrough(
    [
      [0, 0],
      [2000, 0],
      [0, 1000],
    ],
    { px: 0, py: 0, p0: 0 },
  );
  const apex: Extent = { left: 0, right: 6, bottom: 990, top: 1000, nearest: 500 };
  const below: Extent = { left: 0, right: 6, bottom: 980, top: 990, nearest: 500 };
  const cover = new Cover([triangle, apex, below]);
  cover.add(triangle);
  expect(cover.hides(apex)).toBe(false);
  expect(cover.hides(below)).toBe(true);
});

test('no meshes are generated for columns hidden behind a wall, and the drawing is the same without them', () => {
  const wall = created('wall', 'W1');
  const hidden = Array.from({ length: 20 }, (_, i) =>
    created('column', `C${i}`, { location: { x: 400 + i * 200, y: 2000 }, height: 2000 }),
  );
  const beside = created('column', 'beside', { location: { x: 9000, y: 2000 } });
  const elevation: ViewDefinition = { view: 'elevation', direction: 'south', scale: 100 };
  const made: string[] = [];
  const watched = (view: ModelView): ModelView =>
    new Proxy(view, {
      get(target, name) {
        if (name === 'mesh') {
          return (id: string) => {
            made.push(id);
            return target.mesh(id);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const drawing = drawView(elevation, watched(modelOf(wall, ...hidden, beside)));
  expect(made.toSorted()).toEqual(['W1', 'beside']);
  expect(drawing?.items).toEqual(drawView(elevation, modelOf(wall, beside))?.items);
});
