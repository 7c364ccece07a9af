/** @module tests of the width of ways: egress counts the ways that a route of the same width finds. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { shortestPath } from '../../../../kernel/building/spatial/paths.ts';
import { WAY_MM } from '../../../../kernel/building/spatial/routes.ts';
import { egressOf } from '../../../../kernel/checks/compliance/egress.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import { viewOf } from './example-view.ts';

/** A room of 6 by 4 m with an exit of this width at its west end. */
const withExit = (width: number): readonly Element[] => [
  e.level('L1', 0),
  ...e.wallsAround('W', [0, 0], [6000, 4000]),
  e.floor('F', e.span(-3000, -100, 6100, 4100)),
  e.room('R', e.span(0, 0, 6000, 4000), { usage: 'office' }),
  e.door('D', 'W4', { offset: 1550, width, is_exit: true }),
];

/** Two rooms with an opening of this width between them; the exit is in the western one. */
const withOpening = (width: number): readonly Element[] => [
  e.level('L1', 0),
  ...e.wallsAround('W', [0, 0], [6000, 4000]),
  e.floor('F', e.span(-3000, -100, 6100, 4100)),
  e.wall('P', e.span(3000, -50, 3000, 4050)),
  e.opening('O', 'P', { offset: 1500, width }),
  e.room('A', e.span(0, 0, 2950, 4000), { usage: 'office' }),
  e.room('B', e.span(3050, 0, 6000, 4000), { usage: 'office' }),
  e.door('D', 'W4', { offset: 1550, width: 1000, is_exit: true }),
];

const routed = (elements: readonly Element[]): boolean =>
  shortestPath(
    viewOf(elements),
    { level_id: 'L1', point: { x: 5000, y: 2000 } },
    { level_id: 'L1', point: { x: 1000, y: 2000 } },
    { clear_width_mm: WAY_MM },
  ).found;

const egressFrom = (elements: readonly Element[], id: string) => {
  const { rooms } = egressOf(viewOf(elements), {});
  const found = rooms.find(({ room_id }) => room_id === id);
  if (found === undefined) throw new Error(`no room ${id}`);
  return found;
};

const WIDTHS = [
  [290, false],
  [600, false],
  [799, false],
  [800, true],
  [1000, true],
] as const;

describe.each(WIDTHS)('%d mm', (width, isWay) => {
  test('an opening without a door', () => {
    const elements = withOpening(width);
    expect(routed(elements)).toBe(isWay);
    const { travel_mm, ways_out } = egressFrom(elements, 'B');
    expect([travel_mm !== null, ways_out]).toEqual([isWay, isWay ? 1 : 0]);
  });

  test('an exit door', () => {
    const elements = withExit(width);
    const { storeys } = egressOf(viewOf(elements), {});
    expect(storeys[0]?.exits.length).toBe(isWay ? 1 : 0);
    const { travel_mm, ways_out } = egressFrom(elements, 'R');
    expect([travel_mm !== null, ways_out]).toEqual([isWay, isWay ? 1 : 0]);
  });
});
