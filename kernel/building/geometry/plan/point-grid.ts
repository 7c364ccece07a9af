/** @module near points: points on the grid by the cells in which they lie, to find those near another. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { createPointNumbers } from './point-numbers.ts';

/** Points in integer micrometres. */
export type NearPoints = {
  /** Adds a point under a number, which need not be its own. */
  readonly add: (point: Point2, number: number) => void;
  /** The numbers of points not further away along either axis than the reach, nearest first, then rising. */
  readonly near: (point: Point2) => readonly number[];
};

type Member = { readonly point: Point2; readonly number: number };

/** An empty table of points that are looked for within a reach (whole micrometres). */
export function createNearPoints(reach: number): NearPoints {
  // A square of twice the reach touches four cells at most, mostly one.
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
