/** @module tests of the box index: after any changes, on any branch, it gives the same answers as a scan of all elements. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { deepEqual } from '../../../../../kernel/base/canonical/deep-equal.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import {
  boxIntersects,
  planBoxIntersects,
} from '../../../../../kernel/building/geometry/vector.ts';
import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { reachOfRoom } from '../../../../../kernel/building/kinds/room/room.ts';
import { widened } from '../../../../../kernel/building/kinds/shared/boxes.ts';
import { Derived } from '../../../../../kernel/building/model/derived/derived.ts';
import { Model } from '../../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { BoxMm } from '../../../../../schemas/units.ts';
import { GRID_MM } from '../../../../../schemas/units.ts';
import { Site, created, deletes, fourWalls, modifies } from '../build.ts';

const solids = await loadSolidKernel();
const ROW = 12;

/** A row of rooms between walls, with elements of most kinds in and over it. */
function row(): Site {
  const site = new Site(new Model({ solids }));
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    ...fourWalls(),
    ...Array.from({ length: ROW }, (_, i) => [
      created('wall', `P${i}`, {
        start: { x: 5000 + i * 3000, y: 0 },
        end: { x: 5000 + i * 3000, y: 4000 },
        thickness: 100 + (i % 3) * 100,
      }),
      created('wall', `B${i}`, {
        start: { x: 5000 + i * 3000, y: 0 },
        end: { x: 8000 + i * 3000, y: 0 },
      }),
      created('wall', `T${i}`, {
        start: { x: 8000 + i * 3000, y: 4000 },
        end: { x: 5000 + i * 3000, y: 4000 },
      }),
      created('door', `D${i}`, { host_id: `B${i}`, offset: 900 }),
      created('column', `C${i}`, { location: { x: 6500 + i * 3000, y: 1500 } }),
      created('beam', `M${i}`, {
        start: { x: 5000 + i * 3000, y: 2000 },
        end: { x: 8000 + i * 3000, y: 2100 },
      }),
    ]).flat(),
    created('room', 'O1', { point: { x: 2000, y: 2000 } }),
    created('room', 'O2', {
      point: { x: 6000, y: 2000 },
      boundary_points: [
        { x: 5100, y: 100 },
        { x: 7900, y: 100 },
        { x: 7900, y: 3900 },
        { x: 5100, y: 3900 },
      ],
    }),
    created('stair', 'S1'),
  ]);
  return site;
}

const Action = fc.record({
  what: fc.constantFrom('shift', 'thicken', 'delete', 'wall', 'door', 'column', 'lift', 'level'),
  pick: fc.nat(1000),
  x: fc.integer({ min: -12, max: 12 }),
  y: fc.integer({ min: -12, max: 12 }),
  /** On main, on its fork, or planned and not committed. */
  where: fc.constantFrom('main', 'fork', 'dry'),
});
type Action = Omit<typeof Action extends fc.Arbitrary<infer A> ? A : never, 'where'>;

function one<E extends Element>(all: readonly E[], pick: number): E | undefined {
  return all[pick % Math.max(1, all.length)];
}

function gone(view: StateView, id: string): readonly PlannedEvent[] {
  const cascade = view.cascadeOf(id).toReversed();
  return cascade.map((part) => deletes(view.element(part.id), part.cascade_of));
}

function eventsOf(
  view: StateView,
  { what, pick, x, y }: Action,
  name: string,
): readonly PlannedEvent[] {
  const wall = one(view.elementsOf('wall'), pick);
  const point = { x: 9000 + x * 700, y: 2000 + y * 400 };
  if (wall === undefined) return [];
  switch (what) {
    case 'shift':
      return [modifies(wall, { end: { x: wall.params.end.x + x * 40, y: wall.params.end.y + y } })];
    case 'thicken':
      return [modifies(wall, { thickness: 60 + (pick % 7) * 90 })];
    case 'wall':
      return [created('wall', name, { start: wall.params.end, end: point, thickness: 120 })];
    case 'door':
      return [created('door', name, { host_id: wall.id, offset: (pick % 5) * 500 })];
    case 'column':
      return [created('column', name, { location: point })];
    case 'level':
      return [modifies(view.element('L2'), { elevation: 3000 + x * 10 })];
    case 'lift': {
      const beam = one(view.elementsOf('beam'), pick);
      return beam === undefined ? [] : [modifies(beam, { elevation_offset: x * 50 })];
    }
    case 'delete': {
      const all = [...view.elements()].filter(({ kind }) => kind !== 'level');
      return gone(view, one(all, pick)?.id ?? '');
    }
    default:
      return what satisfies never;
  }
}

const Box = fc
  .record({
    x: fc.integer({ min: -2000, max: 44_000 }),
    y: fc.integer({ min: -1500, max: 6000 }),
    z: fc.integer({ min: -500, max: 6500 }),
    size: fc.constantFrom(0, 1, 300, 2000, 9000),
  })
  .map(({ x, y, z, size }) => ({
    min: { x, y, z },
    max: { x: x + size, y: y + size, z: z + size },
  }));

const EVERYTHING: BoxMm = {
  min: { x: -1e6, y: -1e6, z: -1e6 },
  max: { x: 1e6, y: 1e6, z: 1e6 },
};

/** Points at the corners of boxes that differ after a change: they reveal an old box that is used instead of the new one. */
function cornersChanged(before: StateView, after: StateView): readonly BoxMm[] {
  return [...after.elements()].flatMap(({ id }) => {
    const [was, is] = [before.bounds(id), after.bounds(id)];
    if (was === null || is === null || deepEqual(was, is)) return [];
    return [was.min, was.max, is.min, is.max].map((at) => ({ min: at, max: at }));
  });
}

/** The elements that meet the box, by a scan; a room that follows its walls only within its reach. */
function scan(view: StateView, box: BoxMm): readonly string[] {
  return [...view.elements()]
    .filter((element) => {
      const own = view.bounds(element.id);
      const isFar =
        element.kind === 'room' && !planBoxIntersects(widened(reachOfRoom(element), GRID_MM), box);
      return own !== null && boxIntersects(own, box) && !isFar;
    })
    .map(({ id }) => id)
    .toSorted();
}

test('the index of all branches and dry runs agrees with a scan after every edit', () => {
  let indexed = 0;
  fc.assert(
    fc.property(
      fc.array(Action, { minLength: 1, maxLength: 14 }),
      fc.array(Box, { minLength: 4, maxLength: 8 }),
      fc.nat(13),
      (actions, boxes, rebuilt) => {
        const site = row();
        const { boxes: index } = new Derived(solids);
        index.countScan(site.view().state, Infinity);
        // A query of one state must not be answered from another.
        expect(index.inBox(site.view().state, EVERYTHING)).toEqual(scan(site.view(), EVERYTHING));
        site.fork('fork');
        for (const [i, { where, ...action }] of actions.entries()) {
          const branch = where === 'fork' ? 'fork' : 'main';
          const view = site.view(branch);
          let planned: StateView;
          try {
            const events = eventsOf(view, action, `N${i}`);
            planned = view.apply(events);
            if (where !== 'dry') site.commit(branch, events);
          } catch (error) {
            if (error instanceof Refusal) continue;
            throw error;
          }
          if (i === rebuilt) index.countScan(planned.state, Infinity);
          for (const seen of [planned, site.view('main'), site.view('fork')]) {
            for (const box of [...boxes, ...cornersChanged(view, planned)]) {
              const found = index.inBox(seen.state, box);
              if (found === null) continue;
              indexed += 1;
              expect(found).toEqual(scan(seen, box));
            }
            expect(seen.inBox(EVERYTHING)).toEqual(scan(seen, EVERYTHING));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(indexed).toBeGreaterThan(2000);
});

test('a state with a level at another elevation has no grid until one is made for it', () => {
  const site = row();
  const { boxes: index } = new Derived(solids);
  const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 9000, y: 9000, z: 9000 } };
  expect(index.inBox(site.view().state, box)).toBeNull();
  index.countScan(site.view().state, site.view().count() - 1);
  expect(index.inBox(site.view().state, box)).toBeNull();
  index.countScan(site.view().state, 1);
  expect(index.inBox(site.view().state, box)).toEqual(scan(site.view(), box));
  const raised = site.view().apply([modifies(site.element('L1'), { elevation: 500 })]);
  expect(index.inBox(raised.state, box)).toBeNull();
  index.countScan(raised.state, Infinity);
  expect(index.inBox(raised.state, box)).toEqual(scan(raised, box));
  expect(index.inBox(site.view().state, box)).toEqual(scan(site.view(), box));
});

test('a new layout of better known boxes gives the same answers', () => {
  const site = row();
  const { boxes: index } = new Derived(solids);
  const { state } = site.view();
  index.countScan(state, Infinity);
  for (let round = 0; round < 2; round++) {
    expect(index.inBox(state, EVERYTHING)).toEqual(scan(site.view(), EVERYTHING));
    for (let x = -1000; x < 44_000; x += 700) {
      const box = { min: { x, y: 1000, z: 500 }, max: { x: x + 400, y: 2000, z: 3500 } };
      expect(index.inBox(state, box)).toEqual(scan(site.view(), box));
    }
  }
});
