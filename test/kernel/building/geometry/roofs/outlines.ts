/** @module outlines: named and random outlines for tests of roofs, mm on the 0.001 mm grid. */
import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import {
  type Ring,
  signedArea,
  validateRegion,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import {
  orientation,
  pointInMicrometres,
  pointOnGrid,
} from '../../../../../kernel/building/geometry/vector.ts';

export const P = (x: number, y: number): Point2 => ({ x, y });

/** A rectangle, counter-clockwise. */
export function box(x: number, y: number, width: number, depth: number): Ring {
  return [P(x, y), P(x + width, y), P(x + width, y + depth), P(x, y + depth)];
}

/** Named outlines, each as a counter-clockwise boundary followed by clockwise holes. */
export const SHAPES: Readonly<Record<string, readonly Ring[]>> = {
  rectangle: [box(0, 0, 10_000, 6000)],
  square: [box(0, 0, 6000, 6000)],
  ell: [[P(0, 0), P(9000, 0), P(9000, 3000), P(3000, 3000), P(3000, 9000), P(0, 9000)]],
  tee: [
    [
      P(0, 0),
      P(12_000, 0),
      P(12_000, 4000),
      P(8000, 4000),
      P(8000, 9000),
      P(4500, 9000),
      P(4500, 4000),
      P(0, 4000),
    ],
  ],
  you: [
    [
      P(0, 0),
      P(12_000, 0),
      P(12_000, 9000),
      P(8000, 9000),
      P(8000, 4000),
      P(4000, 4000),
      P(4000, 9000),
      P(0, 9000),
    ],
  ],
  cross: [
    [
      P(4000, 0),
      P(7000, 0),
      P(7000, 4000),
      P(11_000, 4000),
      P(11_000, 7000),
      P(7000, 7000),
      P(7000, 11_000),
      P(4000, 11_000),
      P(4000, 7000),
      P(0, 7000),
      P(0, 4000),
      P(4000, 4000),
    ],
  ],
  court: [box(0, 0, 20_000, 18_000), box(6000, 5000, 8000, 7000).toReversed()],
  'skew court': [
    box(0, 0, 20_000, 18_000),
    [P(6000, 5000), P(5000, 11_000), P(13_000, 13_000), P(15_000, 7000)],
  ],
  'face to face': [
    [P(0, 0), P(10_000, 0), P(9000, 3000), P(10_000, 6000), P(0, 6000), P(1000, 3000)],
  ],
};

/** Corners of a polygon in the order of their angles around a centre. */
export function star(random: () => number, corners: number): readonly Ring[] {
  const turns = Array.from({ length: corners }, () => random() * 2 * Math.PI).toSorted(
    (a, b) => a - b,
  );
  const ring = turns.map((turn) => {
    const reach = 3000 + 9000 * random();
    return pointOnGrid(P(reach * Math.cos(turn), reach * Math.sin(turn)));
  });
  return validateRegion(ring).ok && signedArea(ring) > 0 ? [ring] : star(random, corners);
}

/** A closed path over random points, with crossings resolved until it is simple. */
export function tangle(random: () => number, corners: number): readonly Ring[] {
  const ring = Array.from({ length: corners }, () =>
    pointOnGrid(P(20_000 * random(), 15_000 * random())),
  );
  const length = (i: number, j: number): number =>
    Math.hypot(at(ring, i).x - at(ring, j).x, at(ring, i).y - at(ring, j).y);
  for (let untied = true; untied;) {
    untied = false;
    for (let i = 0; i < corners - 1; i++) {
      for (let j = i + 2; j < corners; j++) {
        const next = (j + 1) % corners;
        if (next === i) continue;
        const gain = length(i, i + 1) + length(j, next) - length(i, j) - length(i + 1, next);
        if (gain < 1e-6) continue;
        ring.splice(i + 1, j - i, ...ring.slice(i + 1, j + 1).toReversed());
        untied = true;
      }
    }
  }
  const turned = signedArea(ring) > 0 ? ring : ring.toReversed();
  return validateRegion(turned).ok ? [turned] : tangle(random, corners);
}

/** Connected cells of a grid, with enclosed empty cells as holes. */
export function cells(random: () => number, count: number): readonly Ring[] {
  const widths = Array.from({ length: 12 }, () => 1000 + 1000 * Math.floor(4 * random()));
  const edge = (i: number): number => widths.slice(0, i).reduce((sum, w) => sum + w, 0);
  const taken = new Set<string>(['6,6']);
  while (taken.size < count) {
    const from = at([...taken], Math.floor(random() * taken.size));
    const [i = 0, j = 0] = from.split(',').map(Number);
    const [di, dj] = at(
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const,
      Math.floor(4 * random()),
    );
    const [x, y] = [i + di, j + dj];
    if (x >= 0 && y >= 0 && x < 12 && y < 12) taken.add(`${x},${y}`);
  }
  const rings = ringsAround(taken).map((ring) => ring.map(([i, j]) => P(edge(i), edge(j))));
  const regions = rings.map((ring) => withoutDegenerate(ring));
  const [outer = [], ...holes] = regions.toSorted((a, b) => signedArea(b) - signedArea(a));
  return validateRegion(outer, holes).ok ? [outer, ...holes] : cells(random, count);
}

type Cell = readonly [number, number];

/**
 * Outlines around cells, with the cells on the left; cells that touch only at a corner are in one ring that touches
 * itself.
 */
function ringsAround(taken: ReadonlySet<string>): readonly (readonly Cell[])[] {
  const next = new Map<string, Cell[]>();
  for (const cell of taken) {
    const [i = 0, j = 0] = cell.split(',').map(Number);
    const corners = [
      [i, j],
      [i + 1, j],
      [i + 1, j + 1],
      [i, j + 1],
    ] as const;
    const beyond = [
      [i, j - 1],
      [i + 1, j],
      [i, j + 1],
      [i - 1, j],
    ] as const;
    for (const [k, other] of beyond.entries()) {
      if (taken.has(other.join(','))) continue;
      const from = at(corners, k).join(',');
      next.set(from, [...(next.get(from) ?? []), cyclic(corners, k + 1)]);
    }
  }
  const rings: Cell[][] = [];
  for (const [start, ways] of next) {
    while (ways.length > 0) {
      const ring: Cell[] = [];
      let key = start;
      do {
        const to = next.get(key)?.shift();
        if (to === undefined) break;
        ring.push(to);
        key = to.join(',');
      } while (key !== start);
      rings.push(ring);
    }
  }
  return rings;
}

function withoutDegenerate(ring: Ring): Ring {
  return ring.filter((corner, i) => {
    const around = [cyclic(ring, i - 1), corner, cyclic(ring, i + 1)].map(pointInMicrometres);
    return orientation(at(around, 0), at(around, 1), at(around, 2)) !== 0;
  });
}

/** Numbers in [0, 1) that are determined by a seed (a linear congruential generator by Knuth). */
export function numbers(seed: number): () => number {
  let state = BigInt(seed) + 1n;
  return () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number(state >> 32n) / 2 ** 32;
  };
}
