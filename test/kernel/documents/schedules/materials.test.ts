/** @module tests of take-offs by material: layers of walls computed by hand, and sums over random ones. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { LayerSide } from '../../../../kernel/building/kinds/types/layers.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { materialParts } from '../../../../kernel/documents/schedules/layer-parts.ts';
import { takeOff } from '../../../../kernel/documents/schedules/take-off.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const BRICK = { material: 'brick', thickness: 100, function: 'finish' } as const;
const BLOCKS = { material: 'blocks', thickness: 200, function: 'structure' } as const;

/** Walls around corners, counter-clockwise, so that the outside is on their right. */
function around(
  corners: readonly { x: number; y: number }[],
  layer_side: LayerSide,
): readonly PlannedEvent[] {
  return corners.map((start, i) =>
    created('wall', `w${i}`, {
      level_id: 'L1',
      start,
      end: corners[(i + 1) % corners.length] ?? start,
      thickness: 300,
      type_id: 'T',
      layer_side,
    }),
  );
}

const TYPE = created('type', 'T', { name: 'Cavity', layers: [BRICK, BLOCKS] });
const BOX = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];

function rows(view: ModelView): readonly unknown[] {
  const refuse = (code: 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER', message: string): never => {
    throw new Refusal(code, message);
  };
  const request = { categories: ['Walls'], grouping: ['material'] };
  const table = takeOff(view, request, refuse);
  const at = table.columns.findIndex(({ key }) => key === 'volume_m3');
  const gross = table.columns.findIndex(({ key }) => key === 'gross_volume_m3');
  return [
    ...table.rows.map(({ cells }) => [cells[0], cells[1], cells[at], cells[gross]]),
    [table.totals[at], table.totals[gross]],
  ];
}

test('layers of mitred walls have their built volume, on the stated side', () => {
  const window = created('window', 'window', {
    host_id: 'w0',
    offset: 1000,
    width: 1000,
    height: 1000,
  });
  // Outside brick: 6.3 x 4.3 less 6.1 x 4.1 m; blocks: 6.1 x 4.1 less 5.7 x 3.7 m; 3 m high, less 1 x 1 m.
  expect(rows(modelOf(TYPE, ...around(BOX, 'right'), window))).toEqual([
    ['blocks', 4, 11.56, 11.76],
    ['brick', 4, 6.14, 6.24],
    [17.7, 18],
  ]);
  // Inside brick: 5.9 x 3.9 less 5.7 x 3.7 m; blocks: 6.3 x 4.3 less 5.9 x 3.9 m.
  expect(rows(modelOf(TYPE, ...around(BOX, 'left')))).toEqual([
    ['blocks', 4, 12.24, 12.24],
    ['brick', 4, 5.76, 5.76],
    [18, 18],
  ]);
});

test('layers of a wall that ends square above a lower corner count each height with its own end', () => {
  const common = { level_id: 'L1', thickness: 300, type_id: 'T', layer_side: 'right' } as const;
  const high = { start: P(0, 0), end: P(5000, 0), height: 6000 };
  const low = { start: P(5000, 0), end: P(5000, 5000), height: 3000 };
  const view = modelOf(
    TYPE,
    created('wall', 'high', { ...common, ...high }),
    created('wall', 'low', { ...common, ...low }),
  );
  // Below 3 m each wall: brick 5.1 x 0.1, blocks 4.95 x 0.2; above, the high one: 5 x 0.1 and 5 x 0.2.
  expect(rows(view)).toEqual([
    ['blocks', 2, 8.94, 8.94],
    ['brick', 2, 4.56, 4.56],
    [13.5, 13.5],
  ]);
});

test('layers of floors and roofs are divided by thickness', () => {
  const floor = created('floor', 'F', {
    level_id: 'L1',
    boundary_points: BOX,
    thickness: 300,
    type_id: 'T',
  });
  const type = created('type', 'T', { name: 'Deck', for: 'floor', layers: [BRICK, BLOCKS] });
  const view = modelOf(type, floor);
  const element = view.element('F');
  if (element === undefined) throw new Error('no floor');
  expect(materialParts(element, view).map((part) => [part.material, part.volume_mm3])).toEqual([
    ['brick', 6000 * 4000 * 100],
    ['blocks', 6000 * 4000 * 200],
  ]);
});

test('the layers of any walls add up to the walls', () => {
  const corner = fc.record({
    r: fc.integer({ min: 4000, max: 9000 }),
    turn: fc.integer({ min: -20, max: 20 }),
  });
  const any = fc.tuple(fc.array(corner, { minLength: 3, maxLength: 6 }), fc.boolean());
  fc.assert(
    fc.property(any, ([corners, isLeft]) => {
      const points = corners.map(({ r, turn }, i) => {
        const angle = ((i * 360) / corners.length + turn) * (Math.PI / 180);
        return P(Math.round(r * Math.cos(angle)), Math.round(r * Math.sin(angle)));
      });
      const door = created('door', 'door', { host_id: 'w0', offset: 1200, width: 800 });
      const view = modelOf(TYPE, ...around(points, isLeft ? 'left' : 'right'), door);
      for (const wall of view.elementsOf('wall')) {
        const parts = materialParts(wall, view);
        const sum = parts.reduce((all, part) => all + (part.volume_mm3 ?? 0), 0);
        expect(sum).toBeCloseTo(view.measures(wall.id).volume_mm3 ?? 0, 2);
        // Corners are symmetrical to the axis: a layer gains on one side the length that it loses on the other.
        const [brick, blocks] = parts.map((part) => part.gross_volume_mm3 ?? 0);
        expect([brick, blocks].every((part = 0) => part > 0)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
