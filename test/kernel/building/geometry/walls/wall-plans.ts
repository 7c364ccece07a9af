/** @module wall plans: floor plans for tests, jittered grids of walls with unequal thicknesses and T-junctions. */

import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';

/** Seeded uniform numbers in [0, 1) (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const thicknesses = [100, 120, 150, 200, 250, 300];

export type PlanOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly seed: number;
  /** Maximum displacement of an inner node, mm. */
  readonly jitter?: number;
  /** Share of inner walls that are omitted. */
  readonly drop?: number;
  /** Share of cells with a partition that ends on the sides of two of its walls. */
  readonly tees?: number;
};

/** A grid of 5 m cells: outer walls 300 mm, inner ones 100 to 300 mm, nodes on whole millimetres. */
export function gridPlan(options: PlanOptions): StraightWall[] {
  const { columns, rows, seed, jitter = 800, drop = 0.15, tees = 0 } = options;
  const random = seededNumbers(seed);
  const thickness = (): number => thicknesses[Math.floor(random() * thicknesses.length)] ?? 100;
  const nodes = Array.from({ length: (columns + 1) * (rows + 1) }, (_, index) => {
    const i = index % (columns + 1);
    const j = Math.floor(index / (columns + 1));
    const edge = i === 0 || j === 0 || i === columns || j === rows;
    const shift = (): number => (edge ? 0 : (random() - 0.5) * 2 * jitter);
    return { x: Math.round(i * 5000 + shift()), y: Math.round(j * 5000 + shift()) };
  });
  const node = (i: number, j: number) => nodes[j * (columns + 1) + i] ?? { x: 0, y: 0 };
  const walls: StraightWall[] = [];
  const present = new Set<string>();
  const wall = (id: string, from: [number, number], to: [number, number], outer: boolean): void => {
    if (outer || random() >= drop) {
      present.add(id);
      const swap = random() < 0.5;
      const [start, end] = swap ? [node(...to), node(...from)] : [node(...from), node(...to)];
      walls.push({ id, start, end, thickness: outer ? 300 : thickness() });
    }
  };
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i < columns; i++) {
      wall(`h${i}.${j}`, [i, j], [i + 1, j], j === 0 || j === rows);
    }
  }
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j < rows; j++) {
      wall(`v${i}.${j}`, [i, j], [i, j + 1], i === 0 || i === columns);
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      if (random() < tees && present.has(`h${i}.${j}`) && present.has(`h${i}.${j + 1}`)) {
        const at = 0.35 + 0.3 * random();
        const on = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
          x: Math.round((a.x + (b.x - a.x) * at) * 1000) / 1000,
          y: Math.round((a.y + (b.y - a.y) * at) * 1000) / 1000 + Math.round((random() - 0.5) * 40),
        });
        walls.push({
          id: `t${i}.${j}`,
          start: on(node(i, j), node(i + 1, j)),
          end: on(node(i, j + 1), node(i + 1, j + 1)),
          thickness: thickness(),
        });
      }
    }
  }
  return walls;
}

/** The line on which the outer walls of a plan are drawn: the outer face, the axis or the inner face. */
export type Outside = 1 | 0 | -1;

/**
 * A grid of walls, each drawn by its left face, right face or axis, at random; outer walls are drawn by the given line.
 * Partitions end on the drawn lines of their hosts, and not near the end of another partition.
 */
export function linedPlan(options: PlanOptions, outside: Outside): StraightWall[] {
  const { columns, rows, seed } = options;
  const random = seededNumbers(seed ^ 0x5eed);
  const grid = gridPlan(options);
  const middle = { x: columns * 2500, y: rows * 2500 };
  const isOuter = ({ start, end }: StraightWall): boolean =>
    (start.x === end.x && (start.x === 0 || start.x === columns * 5000)) ||
    (start.y === end.y && (start.y === 0 || start.y === rows * 5000));
  const ends: { x: number; y: number }[] = [];
  return grid.flatMap((wall) => {
    const put = wall.id.startsWith('t') ? onHosts(wall, grid) : wall;
    const { start, end, thickness } = put;
    const turn =
      (end.x - start.x) * (middle.y - start.y) - (end.y - start.y) * (middle.x - start.x);
    const any = ([0, 1, -1][Math.floor(random() * 3)] ?? 0) * (thickness / 2);
    const line = isOuter(wall) ? outside * (turn < 0 ? 1 : -1) * 150 : any;
    if (put !== wall) {
      const near = (p: { x: number; y: number }): boolean =>
        ends.some((other) => Math.hypot(other.x - p.x, other.y - p.y) < 600);
      if (near(start) || near(end)) return [];
      ends.push(start, end);
    }
    return [{ ...put, line, ...axisUnder(put, line) }];
  });
}

/** A partition with its ends on the lines between the nodes of the walls above and below it. */
function onHosts(wall: StraightWall, grid: readonly StraightWall[]): StraightWall {
  const [i = '', j = ''] = wall.id.slice(1).split('.');
  const on = ({ x }: { x: number }, id: string): { x: number; y: number } => {
    const host = grid.find((one) => one.id === id) ?? wall;
    const share = (x - host.start.x) / (host.end.x - host.start.x);
    const y = host.start.y + (host.end.y - host.start.y) * share;
    return { x, y: Math.round(y * 1000) / 1000 };
  };
  return {
    ...wall,
    start: on(wall.start, `h${i}.${j}`),
    end: on(wall.end, `h${i}.${Number(j) + 1}`),
  };
}
