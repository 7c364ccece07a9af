/** @module point grid: a hash grid of plan points for neighbourhood queries. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { createPointNumbers } from './point-numbers.ts';

/** Numbered points in integer micrometres. */
export type PointGrid = {
  /** Adds a point under a number, which may be shared. */
  readonly add: (point: Point2, number: number) => void;
  /** The numbers of points within the reach along both axes, nearest first, then ascending. */
  readonly near: (point: Point2) => readonly number[];
};

type Member = { readonly point: Point2; readonly number: number };

/** An empty grid for queries within `reach` (integer micrometres). */
export function createPointGrid(reach: number): PointGrid {
  // A square of twice the reach overlaps at most four cells, usually one.
  const size = 4 * reach + 1;
  const cells = createPointNumbers();
  const members: Member[][] = [];
  const cellOf = (x: number, y: number): Point2 => ({
    x: Math.floor(x / size),
    y: Math.floor(y / size),
  });
  const collect = (cell: Point2, { x, y }: Point2, found: Member[]): void => {
    const known = cells.find(cell);
    if (known === null) return;
    for (const member of at(members, known)) {
      const { point } = member;
      if (Math.abs(point.x - x) <= reach && Math.abs(point.y - y) <= reach) found.push(member);
    }
  };
  return {
    add: (point, number) => {
      const cell = cells.numberOf(cellOf(point.x, point.y));
      (members[cell] ??= []).push({ point, number });
    },
    near: (point) => {
      const found: Member[] = [];
      const [low, high] = [
        cellOf(point.x - reach, point.y - reach),
        cellOf(point.x + reach, point.y + reach),
      ];
      for (let x = low.x; x <= high.x; x++) {
        for (let y = low.y; y <= high.y; y++) collect({ x, y }, point, found);
      }
      if (found.length < 2) return found.map(({ number }) => number);
      const far = (member: Member): number =>
        (member.point.x - point.x) ** 2 + (member.point.y - point.y) ** 2;
      return found
        .toSorted((a, b) => far(a) - far(b) || a.number - b.number)
        .map(({ number }) => number);
    },
  };
}
