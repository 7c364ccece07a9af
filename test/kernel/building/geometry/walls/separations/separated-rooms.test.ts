import { expect, test } from 'vitest';

import {
  findRooms,
  type RoomFace,
} from '../../../../../../kernel/building/geometry/walls/rooms.ts';
import { findSeparatedRooms } from '../../../../../../kernel/building/geometry/walls/separations/separated-rooms.ts';

type Xy = readonly [number, number];

function wall(id: string, [x1, y1]: Xy, [x2, y2]: Xy) {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 200 };
}

function line([x1, y1]: Xy, [x2, y2]: Xy) {
  return { start: { x: x1, y: y1 }, end: { x: x2, y: y2 } };
}

/** Clear 9.8 m × 5.8 m. */
const HALL = [
  wall('a', [0, 0], [10_000, 0]),
  wall('b', [10_000, 0], [10_000, 6000]),
  wall('c', [10_000, 6000], [0, 6000]),
  wall('d', [0, 6000], [0, 0]),
];
/** A free-standing core of 2 m × 2 m over its outer faces. */
const CORE = [
  wall('e', [4100, 2100], [5900, 2100]),
  wall('f', [5900, 2100], [5900, 3900]),
  wall('g', [5900, 3900], [4100, 3900]),
  wall('h', [4100, 3900], [4100, 2100]),
];

function areas(faces: readonly RoomFace[]): readonly number[] {
  return faces.map(({ area_mm2 }) => Math.round(area_mm2) / 1e6);
}

test('is findRooms without lines', () => {
  expect(findSeparatedRooms(HALL, [])).toEqual(findRooms(HALL));
});

test.each([
  ['axis to axis', line([4000, 0], [4000, 6000])],
  ['face to face', line([4000, 100], [4000, 5900])],
  ['20 mm short of the faces', line([4000, 120], [4000, 5880])],
  ['beyond the walls', line([4000, -500], [4000, 6500])],
])('divides a space by a line from %s', (_title, one) => {
  const faces = findSeparatedRooms(HALL, [one]);
  expect(areas(faces)).toEqual([5.9 * 5.8, 3.9 * 5.8].map((area) => Math.round(area * 1e6) / 1e6));
  expect(faces.map(({ wallIds }) => wallIds)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c', 'd'],
  ]);
});

test('a line from corner to corner gives halves', () => {
  const faces = findSeparatedRooms(HALL, [line([100, 100], [9900, 5900])]);
  expect(areas(faces)).toEqual([28.42, 28.42]);
});

test('a line that ends in the space divides nothing, until another line meets it', () => {
  const first = line([4000, 0], [4000, 3000]);
  expect(areas(findSeparatedRooms(HALL, [first]))).toEqual([56.84]);
  const faces = findSeparatedRooms(HALL, [first, line([0, 3000], [4000, 3000])]);
  expect(areas(faces)).toEqual([45.53, 11.31]);
});

test('crossing lines give four parts that add up', () => {
  const faces = findSeparatedRooms(HALL, [
    line([4000, 0], [4000, 6000]),
    line([0, 2000], [10_000, 2000]),
  ]);
  expect(areas(faces)).toEqual([23.01, 15.21, 11.21, 7.41]);
  expect(areas(faces).reduce((sum, area) => sum + area, 0)).toBeCloseTo(56.84, 9);
});

test('a line to a core divides nothing; two do, and the hole is gone', () => {
  const walls = [...HALL, ...CORE];
  const one = line([0, 3000], [4000, 3000]);
  expect(areas(findSeparatedRooms(walls, [one]))).toEqual(areas(findRooms(walls)));
  const faces = findSeparatedRooms(walls, [one, line([6000, 3000], [10_000, 3000])]);
  expect(areas(faces).toSorted((a, b) => b - a)).toEqual([26.42, 26.42, 2.56]);
  expect(faces.map(({ holes }) => holes.length)).toEqual([0, 0, 0]);
});

test('a part keeps the hole that is in it', () => {
  const faces = findSeparatedRooms([...HALL, ...CORE], [line([2000, 0], [2000, 6000])]);
  expect(areas(faces).toSorted((a, b) => b - a)).toEqual([41.82, 11.02, 2.56]);
  expect(faces.filter(({ holes }) => holes.length === 1)).toHaveLength(1);
});

test('a line closes a gap between walls', () => {
  const [a, b, c] = HALL;
  const open = [a, b, c].filter((one) => one !== undefined);
  expect(findRooms(open)).toEqual([]);
  const [face, ...rest] = findSeparatedRooms(open, [line([0, 0], [0, 6000])]);
  expect(rest).toEqual([]);
  // The walls a and c end at x = 0, and so does the room.
  expect(face?.area_mm2).toBeCloseTo(9900 * 5800, 0);
  expect(face?.wallIds).toEqual(['a', 'b', 'c']);
});

test('lines between separate walls close the space together', () => {
  const [a, , c] = HALL;
  const open = [a, c].filter((one) => one !== undefined);
  const lines = [line([1000, 0], [1000, 6000]), line([9000, 6000], [9000, 0])];
  expect(areas(findSeparatedRooms(open, lines))).toEqual([8 * 5.8]);
});

test('the parts do not depend on the order or direction of lines and walls', () => {
  const lines = [line([4000, 0], [4000, 6000]), line([0, 2000], [10_000, 2000])];
  const turned = lines.map(({ start, end }) => ({ start: end, end: start })).toReversed();
  expect(areas(findSeparatedRooms(HALL.toReversed(), turned))).toEqual(
    areas(findSeparatedRooms(HALL, lines)),
  );
});
