/** @module tests of bodies that begin outside of a strip, so that only their inner faces are in it. */
import { expect, test } from 'vitest';

import * as e from '../../../../../../kernel/checks/compliance/examples/elements.ts';
import { aStair } from '../../../../../../kernel/checks/compliance/examples/stairs.ts';
import { intrusionsInto } from '../../../../../../kernel/checks/compliance/measures/free-space/blocked.ts';
import { stairClearWidth } from '../../../../../../kernel/checks/compliance/measures/stairs.ts';
import { Frame } from '../../../../../../kernel/checks/compliance/shapes/frame.ts';
import { runOf, viewOf } from '../../example-view.ts';

/** A column of 8 by 8 m whose face is at a distance from the middle of a stair of 1,200 mm, and that reaches past both ends. */
function stairNextTo(face: number): number {
  const block = e.column('block', [2000, face - 4000], { profile: '8000x8000', height: 6000 });
  const { elements, ...example } = aStair({ width: 1200 }, 'a stair next to a block');
  const got = stairClearWidth.of(runOf({ ...example, elements: [...elements, block] }), 'S1');
  if (got.outcome !== 'value') throw new Error(got.because);
  expect(got.of).toEqual(got.value === 1200 ? [] : ['block']);
  return got.value;
}

test.each([
  [-600, 1200],
  [-400, 1000],
  [0, 600],
  // More than half of the stair: the face of the block is all that is in the strip.
  [300, 300],
  [500, 100],
  [700, 0],
])('a block up to %d mm from the axis leaves %d mm of a stair', (face, clear) => {
  expect(stairNextTo(face)).toBeCloseTo(clear, 2);
});

test('a body fills a strip from the side on which it begins', () => {
  const strip = {
    frame: new Frame({ x: 0, y: 0 }, { x: 1, y: 0 }),
    s: [0, 1000],
    t: [-500, 500],
    height: () => 0,
    low: 50,
    high: 1500,
  } as const;
  const extentOf = (x: number, y: number, profile: string): unknown => {
    const run = {
      view: viewOf([e.level('L1', 0), e.column('c', [x, y], { profile, height: 3000 })]),
      circumstances: { occupancy: null, sprinklered: false },
    };
    const [body] = intrusionsInto(run, strip, () => true);
    return body === undefined ? null : { s: body.s, t: body.t };
  };
  // Inside, over the start, over the end, and over the left edge. A face across the strip is seen up to 1 mm from its edges.
  expect(extentOf(500, 0, '200x100')).toEqual({ s: [400, 600], t: [-50, 50] });
  expect(extentOf(0, 0, '1200x2000')).toEqual({ s: [0, 600], t: [-499, 499] });
  expect(extentOf(1000, 0, '800x2000')).toEqual({ s: [600, 1000], t: [-499, 499] });
  expect(extentOf(500, 1000, '2000x1200')).toEqual({ s: [1, 999], t: [400, 500] });
  // Outside; and around all of the strip, so that none of its faces is in it.
  expect(extentOf(500, 2100, '400x3000')).toBeNull();
  expect(extentOf(500, 0, '4000x4000')).toEqual({ s: [0, 1000], t: [-500, 500] });
});
