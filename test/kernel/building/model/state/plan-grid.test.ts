/** @module tests of the plan grid: a query finds everything that meets its box, and nothing twice. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  cellOf,
  emptyGrid,
  nearIn,
  withPlaced,
  withoutPlaced,
} from '../../../../../kernel/building/model/state/plan-grid.ts';
import type { GridPlace, PlanGrid } from '../../../../../kernel/building/model/state/plan-grid.ts';
import { Slots } from '../../../../../kernel/building/model/state/slots.ts';

const SMALLEST_CELL_MM = 4000;

const Place: fc.Arbitrary<GridPlace> = fc
  .record({
    level: fc.constantFrom(0, 1, 2, 17, 107_607),
    x: fc.integer({ min: -60_000, max: 60_000 }),
    y: fc.integer({ min: -60_000, max: 60_000 }),
    width: fc.constantFrom(1, 3999, 4000, 4001, 9000, 30_000, 2_000_000),
    depth: fc.constantFrom(1, 200, 5000),
  })
  .map(({ level, x, y, width, depth }) => {
    const box = { min: { x, y }, max: { x: x + width, y: y + depth } };
    return { level, box, low: 0, high: 3000 };
  });

function meets({ box: a }: GridPlace, { box: b }: GridPlace): boolean {
  return a.min.x <= b.max.x && a.max.x >= b.min.x && a.min.y <= b.max.y && a.max.y >= b.min.y;
}

it('a query finds all that meets the box on the level, without duplicates or removed elements', () => {
  fc.assert(
    fc.property(
      fc.array(Place, { minLength: 1, maxLength: 60 }),
      Place,
      fc.nat(59),
      (places, asked, gone) => {
        const cells = new Slots<number>();
        let grid: PlanGrid = emptyGrid();
        for (const [slot, place] of places.entries()) {
          grid = withPlaced(grid, cells.intern(cellOf(place)), { slot, place }, null);
        }
        const taken = places[gone];
        if (taken !== undefined) {
          grid = withoutPlaced(grid, cells.intern(cellOf(taken)), gone, null);
        }
        const found = nearIn(grid, cells, asked.level, asked.box);
        if (found === null) return;
        expect(new Set(found).size).toBe(found.length);
        const wanted = [...places.keys()].filter((slot) => {
          const place = places[slot];
          return slot !== gone && place?.level === asked.level && meets(place, asked);
        });
        expect(found).toEqual(expect.arrayContaining(wanted));
        expect(found).not.toContain(gone);
      },
    ),
    { numRuns: 300 },
  );
});

it('cells of one level have different 32-bit keys', () => {
  const Cell = fc.record({
    size: fc.integer({ min: 0, max: 13 }),
    x: fc.integer({ min: -8192, max: 8191 }),
    y: fc.integer({ min: -8192, max: 8191 }),
  });
  // Two cells that have nothing in common hardly ever have one key, whatever the key is.
  const Shared = fc.subarray(['size', 'x', 'y'] as const);
  const keyAt = (level: number, { size, x, y }: { size: number; x: number; y: number }): number => {
    const cell = SMALLEST_CELL_MM * 2 ** size;
    const min = { x: x * cell, y: y * cell };
    return cellOf({ level, box: { min, max: { x: min.x + cell, y: min.y } }, low: 0, high: 0 });
  };
  fc.assert(
    fc.property(fc.nat(2 ** 30 - 1), Cell, Cell, Shared, (level, a, other, shared) => {
      const b = { ...other, ...Object.fromEntries(shared.map((name) => [name, a[name]])) };
      const [first, second] = [keyAt(level, a), keyAt(level, b)];
      expect(first | 0).toBe(first);
      expect(first === second).toBe(a.size === b.size && a.x === b.x && a.y === b.y);
    }),
    { numRuns: 2000 },
  );
});
