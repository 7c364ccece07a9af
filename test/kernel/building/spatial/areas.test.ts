/** @module areas tests: rooms and walls add up to the outer area, and adjacency is invariant under motions. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ringPerimeter } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { closedBy, sizeOf, united } from '../../../../kernel/building/geometry/plan/regions.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { adjacencyOn } from '../../../../kernel/building/spatial/adjacency.ts';
import { roomFacts } from '../../../../kernel/building/spatial/room-facts.ts';
import { spacesOn } from '../../../../kernel/building/spatial/spaces.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { gridPlan } from '../geometry/walls/wall-plans.ts';
import { created } from '../model/build.ts';
import { AS_DRAWN, MOVED, P, type Position, twoRooms, viewOf } from './plans.ts';

const LEVEL = created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 });

type Jitter = readonly { readonly x: number; readonly y: number; readonly t: number }[];

/** Nine rooms about 5 m wide; inner nodes are moved by up to 0.8 m, walls are 100 to 300 mm thick. */
function ninePlan(jitter: Jitter, { point }: Position = AS_DRAWN): readonly PlannedEvent[] {
  const node = (i: number, j: number): PlanPoint => {
    const { x, y } = jitter[i * 4 + j] ?? { x: 0, y: 0 };
    const inner = i % 3 !== 0 && j % 3 !== 0;
    return point(P(j * 5000 + (inner ? x : 0), i * 5000 + (inner ? y : 0)));
  };
  const events: PlannedEvent[] = [LEVEL];
  const wall = (name: string, start: PlanPoint, end: PlanPoint, outer: boolean): void => {
    const thickness = outer ? 300 : (jitter[events.length % 16]?.t ?? 200);
    events.push(created('wall', name, { start, end, thickness }));
  };
  for (let i = 0; i <= 3; i++) {
    for (let j = 0; j < 3; j++) {
      wall(`h${i}${j}`, node(i, j), node(i, j + 1), i % 3 === 0);
      wall(`v${i}${j}`, node(j, i), node(j + 1, i), i % 3 === 0);
    }
  }
  return events;
}

const jitter = fc.array(
  fc.record({
    x: fc.integer({ min: -800, max: 800 }),
    y: fc.integer({ min: -800, max: 800 }),
    t: fc.constantFrom(100, 150, 200, 300),
  }),
  { minLength: 16, maxLength: 16 },
);

function footprints(view: ModelView): readonly (readonly PlanPoint[])[] {
  return [...view.elementsOf('wall')].map(({ id }) => view.footprint(id)?.ring ?? []);
}

describe('areas', () => {
  test('net areas of rooms and the union of the footprints of walls add up to the outer area', () => {
    fc.assert(
      fc.property(jitter, (moved) => {
        const view = viewOf(ninePlan(moved));
        const spaces = spacesOn(view, 'L1');
        expect(spaces).toHaveLength(9);
        const rooms = spaces.reduce((sum, { area }) => sum + sizeOf(area), 0);
        const walls = sizeOf(united([footprints(view)]));
        // Corners are rounded to micrometres, which along about 100 m of outline is up to 50 mm² of 234 m².
        expect(Math.abs(rooms + walls - 15_300 * 15_300)).toBeLessThan(50);
        // After the gaps between them are closed, rooms and walls together are exactly the outer rectangle.
        const whole = closedBy(united([...spaces.map(({ area }) => area), footprints(view)]), 0.05);
        expect(Math.abs(sizeOf(whole) - 15_300 * 15_300)).toBeLessThan(50);
      }),
      { numRuns: 25 },
    );
  });

  test('the lengths of the neighbours of each space add up to its perimeter', () => {
    const sums = (view: ModelView): readonly (readonly [number, number])[] => {
      const { parts, open } = adjacencyOn(view, 'L1');
      return spacesOn(view, 'L1').map(({ area }, number) => {
        const own = [...parts, ...open].filter(
          ({ sides: [side] }) => side.type === 'space' && side.space === number,
        );
        const perimeter = area.reduce((sum, ring) => sum + ringPerimeter(ring), 0);
        return [own.reduce((sum, { length_mm }) => sum + length_mm, 0), perimeter];
      });
    };
    fc.assert(
      fc.property(jitter, fc.integer({ min: 0, max: 1000 }), (moved, seed) => {
        const walls = gridPlan({ columns: 3, rows: 2, seed, tees: 2 }).map(
          ({ start, end, thickness }, i) => created('wall', `w${i}`, { start, end, thickness }),
        );
        const nine = viewOf(ninePlan(moved));
        for (const view of [nine, viewOf([LEVEL, ...walls])]) {
          const found = sums(view);
          expect(found.length).toBeGreaterThan(4);
          for (const [sum, perimeter] of found) expect(sum).toBeCloseTo(perimeter, 6);
        }
        // Only the room in the middle of the nine has no wall to the outside.
        const outer = adjacencyOn(nine, 'L1').parts.filter(
          ({ sides }) => sides[1].type === 'outside',
        );
        expect(new Set(outer.map(({ sides }) => JSON.stringify(sides[0]))).size).toBe(8);
      }),
      { numRuns: 25 },
    );
  });

  test('lengths of adjacent walls are invariant under motions', () => {
    const lengths = (view: ModelView): ReadonlyMap<string, number> => {
      const found = new Map<string, number>();
      for (const { wall_id, length_mm } of adjacencyOn(view, 'L1').parts) {
        found.set(wall_id, (found.get(wall_id) ?? 0) + length_mm);
      }
      return found;
    };
    fc.assert(
      fc.property(jitter, fc.constantFrom(...MOVED), (moved, position) => {
        const [here, there] = [viewOf(ninePlan(moved)), viewOf(ninePlan(moved, position))].map(
          lengths,
        );
        expect([...(there ?? []).keys()]).toEqual([...(here ?? []).keys()]);
        for (const [id, length] of here ?? []) expect(there?.get(id)).toBeCloseTo(length, 1);
      }),
      { numRuns: 15 },
    );
  });

  test.each(MOVED)('the facts of a room are the same in a plan that is $name', (position) => {
    const measured = (position_of: Position): unknown => {
      const view = viewOf([LEVEL, ...twoRooms(position_of)]);
      const room = view.elementOf('A', 'room');
      return room === undefined ? null : roomFacts(view, room);
    };
    const plain = JSON.stringify(measured(AS_DRAWN)).replaceAll(/"sides":\[.*?\]/gu, '');
    expect(JSON.stringify(measured(position)).replaceAll(/"sides":\[.*?\]/gu, '')).toBe(plain);
  });
});
