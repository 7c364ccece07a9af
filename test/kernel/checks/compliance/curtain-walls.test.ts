/** @module tests of doors in curtain walls: the clear opening is the void between the mullions, for any grid. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { aDoor } from '../../../../kernel/checks/compliance/examples/doors.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { Measure } from '../../../../kernel/checks/compliance/measure.ts';
import {
  doorClearHeight,
  doorClearWidth,
  doorDepthGreater,
  doorDepthLesser,
} from '../../../../kernel/checks/compliance/measures/doors.ts';
import {
  roomDoorWidth,
  roomWaysOut,
} from '../../../../kernel/checks/compliance/measures/occupants.ts';
import { runOf } from './example-view.ts';

type Grid = { readonly columns?: number; readonly panel_width?: number };

/** The elements with a grid in every wall. */
function glazed(elements: readonly Element[], curtain: Grid): readonly Element[] {
  return elements.map((element) =>
    element.kind === 'wall'
      ? { ...element, params: { ...element.params, wall_type: 'curtain' as const, curtain } }
      : element,
  );
}

function measured(measure: Measure, elements: readonly Element[], id: string): number | string {
  const got = measure.of(runOf({ shows: '', subject: id, elements }), id);
  return got.outcome === 'value' ? Math.round(got.value * 1000) / 1000 : got.because;
}

describe('a door in a curtain wall', () => {
  test.each([
    ['in a panel of 1,200 mm between grid lines', 1000, { panel_width: 1300 }, 940],
    ['across a grid line', 1000, { columns: 3 }, 940],
    ['with a clear width of 815 mm', 875, { columns: 4 }, 815],
    ['with a clear width of 814 mm', 874, { columns: 4 }, 814],
  ])('a door in a curtain wall, %s, is clear between its mullions', (_what, width, grid, clear) => {
    const { elements } = aDoor({ width, wall: 200 }, '');
    expect(measured(doorClearWidth, glazed(elements, grid), 'D1')).toBe(clear);
    for (const measure of [doorClearHeight, doorDepthLesser, doorDepthGreater]) {
      const [solid, glass] = [elements, glazed(elements, grid)].map((all) =>
        measured(measure, all, 'D1'),
      );
      expect(glass).toBe(solid);
    }
  });

  test('a mullion of an adjacent curtain wall narrows a door', () => {
    const { elements } = aDoor({ width: 1000, wall: 200 }, '');
    // A curtain wall that passes at x = 2,450: its last mullion is 150 deep, from 2,375 on; the door ends at 2,500.
    const beside = e.wall(
      'W2',
      [
        [2450, -60],
        [2450, -4000],
      ],
      { thickness: 200, wall_type: 'curtain', join_type: 'none', curtain: {} },
    );
    expect(measured(doorClearWidth, [...elements, beside], 'D1')).toBe(875 - 60);
  });

  test('a door in a curtain wall leads out of a room', () => {
    const hall = [
      e.level('L1', 0),
      ...e.wallsAround('W', [0, 0], [10_000, 8000]),
      e.room(
        'H',
        [
          [0, 0],
          [10_000, 8000],
        ],
        { usage: 'meeting' },
      ),
      e.door('D', 'W1', { offset: 1050, width: 1000 }),
    ];
    for (const elements of [hall, glazed(hall, { panel_width: 1200 })]) {
      expect(measured(roomWaysOut, elements, 'H')).toBe(1);
      expect(measured(roomDoorWidth, elements, 'H')).toBe(940);
    }
  });
});
