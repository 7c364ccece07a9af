/** @module tests of how furniture affects the measures of doors, rooms and furniture. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../../kernel/building/kinds/elements.ts';
import { aDoor } from '../../../../../../kernel/checks/compliance/examples/doors.ts';
import { furniture } from '../../../../../../kernel/checks/compliance/examples/elements.ts';
import { aUnit } from '../../../../../../kernel/checks/compliance/examples/furniture.ts';
import { aRoom } from '../../../../../../kernel/checks/compliance/examples/rooms.ts';
import { doorDepthLesser } from '../../../../../../kernel/checks/compliance/measures/doors.ts';
import {
  furnitureFreeDepth,
  furnitureUnswept,
} from '../../../../../../kernel/checks/compliance/measures/free-space/furniture.ts';
import {
  roomFreeCircle,
  roomHeadroom,
} from '../../../../../../kernel/checks/compliance/measures/rooms.ts';
import { runOf } from '../../example-view.ts';

/** The room of 5 m by 4 m with a door at 1 to 2 m in the wall at y = 0, furnished. */
const roomWith = (...elements: readonly Element[]) =>
  runOf(aRoom({ height: 2500, furniture: elements }, 'a room'));

/** A table of 2 m by 3.8 m, 740 mm high, along the wall at x = 0. */
const TABLE = furniture('T', [1000, 100], {
  furniture_type: 'table',
  direction_deg: 90,
  width: 2000,
  depth: 3800,
  height: 740,
});

const POINT = { x: 0, y: 0, z: 0 };
const NO_BOX = { min: POINT, max: POINT };

describe('furniture', () => {
  test('reduces the free depth in front of a door', () => {
    const example = aDoor({ depths: [2000, 2000] }, 'a door');
    const { min, max } = runOf(example).view.bounds('D1') ?? NO_BOX;
    const face = 1000 + max.y;
    const shelf = furniture('S', [(min.x + max.x) / 2, face], { direction_deg: 90, width: 300 });
    const depth = (...elements: readonly Element[]): unknown =>
      doorDepthLesser.of(runOf({ ...example, elements: [...example.elements, ...elements] }), 'D1');
    expect(depth()).toMatchObject({ value: expect.closeTo(2000, 6) });
    expect(depth(shelf)).toMatchObject({ value: expect.closeTo(1000, 6) });
  });

  test('has a free depth up to the next obstacle in front of it', () => {
    const measured = furnitureFreeDepth.of(runOf(aUnit({ depth: 1500 }, 'a washbasin')), 'U1');
    expect(measured).toMatchObject({ value: expect.closeTo(1000, 6), of: ['W1'] });
  });

  test('reduces the turning circle of a room', () => {
    const free = (...elements: readonly Element[]): unknown =>
      roomFreeCircle.of(roomWith(...elements), 'R1');
    expect(free()).toMatchObject({ value: expect.closeTo(4000, 0) });
    expect(free(TABLE)).toMatchObject({ value: expect.closeTo(3000, 0) });
  });

  test('does not reduce the headroom of a room', () => {
    const shelf = furniture('S', [2500, 3900], { base_offset: 1500, height: 400 });
    for (const elements of [[], [shelf], [TABLE]]) {
      expect(roomHeadroom.of(roomWith(...elements), 'R1')).toMatchObject({ value: 2500 });
    }
  });

  test('is swept by a door that opens over its clear floor', () => {
    const share = (depth: number): unknown =>
      furnitureUnswept.of(runOf(aUnit({ depth, x: 1200 }, 'a washbasin')), 'U1');
    expect(share(2050)).toMatchObject({ value: 100 });
    expect(share(2000)).toMatchObject({ of: ['D1'] });
    const away = furnitureUnswept.of(runOf(aUnit({ depth: 1500 }, 'a washbasin')), 'U1');
    expect(away).toMatchObject({ value: 100 });
  });
});
