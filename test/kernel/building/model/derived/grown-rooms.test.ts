/** @module tests of grown rooms: rooms far from their stored boundaries still follow their walls. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { followersBetween } from '../../../../../kernel/building/model/derived/regeneration.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { created, fourWalls, modifies, Site } from '../build.ts';
import { effectOf } from '../effect-at-once.ts';

/** A room of 5 × 4 m whose northern wall W3 can be moved. */
function site(): Site {
  const made = new Site();
  const boundary_points = [
    { x: 100, y: 100 },
    { x: 4900, y: 100 },
    { x: 4900, y: 3900 },
    { x: 100, y: 3900 },
  ];
  made.commit('main', [
    created('level', 'L1'),
    ...fourWalls(),
    created('room', 'R', { point: { x: 2000, y: 2000 }, boundary_points }),
  ]);
  return made;
}

/** Moves the northern wall of the room, with the ends of the walls that it meets. */
function moveTo(made: Site, y: number): void {
  const view = made.view();
  made.commit('main', [
    modifies(view.element('W3'), { start: { x: 5000, y }, end: { x: 0, y } }),
    modifies(view.element('W2'), { end: { x: 5000, y } }),
    modifies(view.element('W4'), { start: { x: 0, y } }),
  ]);
}

function followers(
  before: StateView,
  after: StateView,
  ...ids: readonly string[]
): readonly string[] {
  const step = { before: before.state, after: after.state };
  return followersBetween(step, new Set(ids), after.source.derived).map(({ id }) => id);
}

test('a room that has grown by 5 m follows the wall at its far side', () => {
  const made = site();
  moveTo(made, 9000);
  const before = made.view();
  made.commit('main', [modifies(before.element('W3'), { thickness: 400 })]);
  expect(followers(before, made.view(), 'W3')).toContain('R');
});

test('a plan for the wall at its far side changes the room', () => {
  const made = site();
  moveTo(made, 9000);
  const before = made.view();
  const thicker = modifies(before.element('W3'), { thickness: 400 });
  const { after, carried } = effectOf(before, [thicker]);
  expect(after.measures('R').area_mm2).toBeLessThan(before.measures('R').area_mm2 ?? 0);
  expect(carried.map(({ id }) => id)).toContain('R');
});

test('the rooms that a state derives from an earlier one are those of an examination of all', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(steps, (moves) => {
      const made = site();
      for (const move of moves) {
        moveTo(made, 2500 + move * 250);
        const { state, source } = made.view();
        const derived = source.derived.grown_rooms.on(state, 'L1').map(({ id }) => id);
        // 3,900 mm and the margin of 1,000 mm, from the axis of a wall of 200 mm.
        expect(derived).toEqual(2500 + move * 250 - 100 > 4900 ? ['R'] : []);
      }
    }),
    { numRuns: 30 },
  );
});
