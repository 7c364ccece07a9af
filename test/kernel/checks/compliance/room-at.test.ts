/** @module tests of the room at a point: the one whose outline contains it, even if its walls were moved far away. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { pointInRing } from '../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { insideOf } from '../../../../kernel/building/spatial/spaces.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import { roomAt } from '../../../../kernel/checks/compliance/measures/storey.ts';
import { newRun } from '../../../../kernel/checks/compliance/run-compliance.ts';
import { modifies } from '../../building/model/build.ts';
import { viewOf } from './example-view.ts';
import { row } from './office.ts';

const ROOMS = 5;

/** A room that follows its walls, defined by a point in it. */
function following(element: Element): Element {
  if (element.kind !== 'room') return element;
  const point = insideOf(element.params.boundary_points);
  return { ...element, params: { ...element.params, point } };
}

const ROW = viewOf([
  ...row(ROOMS).map(following),
  e.wall('askew', [
    [-3000, -1500],
    [30_000, -6000],
  ]),
]);
const [LEVEL] = ROW.levels();
const level_id = LEVEL?.id ?? '';

function looked(view: ModelView, point: Point2): string | null {
  const holding = [...view.elementsOf('room')].filter(
    ({ id, params }) => params.level_id === level_id && pointInRing(point, view.outline(id) ?? []),
  );
  return holding.map(({ id }) => id).toSorted()[0] ?? null;
}

test('the room at a point is the one whose outline contains it, even if its walls were moved far away', () => {
  let far = 0;
  const place = fc.record({
    x: fc.integer({ min: -5000, max: 32_000 }),
    y: fc.oneof(fc.integer({ min: -7000, max: 9000 }), fc.integer({ min: 0, max: 4100 })),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: ROOMS - 1 }),
      fc.integer({ min: -2300, max: 2300 }),
      fc.array(place, { minLength: 20, maxLength: 20 }),
      (i, by, points) => {
        const x = i * 5100 + by;
        const moved = ROW.apply([
          modifies(ROW.element(`X${i}`), { start: { x, y: 0 }, end: { x, y: 4100 } }),
        ]);
        for (const view of [ROW, moved]) {
          const run = newRun(view, { standards: [] });
          const beside = points.map(({ x: dx, y }) => ({ x: i * 5100 + (dx % 2500), y }));
          for (const point of [...points, ...beside]) {
            const room = looked(view, point);
            expect(roomAt(run, level_id, point)).toBe(room);
            if (room !== looked(ROW, point)) far += 1;
          }
        }
      },
    ),
    { numRuns: 60, seed: 3 },
  );
  expect(far).toBeGreaterThan(20);
});
