/** @module joins bench: the joins and the rooms of a storey of 4,900 walls, from nothing. */
import { findRooms } from '../../kernel/building/geometry/walls/rooms.ts';
import { solveJoins } from '../../kernel/building/geometry/walls/wall-joins.ts';
import { straightWall } from '../../kernel/building/kinds/wall/straight-wall.ts';
import { buildingElements } from './building.ts';
import type { BenchRow } from './measure.ts';
import { alternating } from './measure.ts';

const NODES = 50;

/** The row of joins and rooms beside the joins alone. */
export async function joinRows(): Promise<readonly BenchRow[]> {
  const walls = [...buildingElements({ storeys: 1, nodes: NODES })].flatMap((element) =>
    element.kind === 'wall' ? [straightWall(element)] : [],
  );
  let rooms = 0;
  const both = (): void => {
    solveJoins(walls);
    rooms = findRooms(walls).length;
  };
  const { a, b, ratio } = await alternating(() => solveJoins(walls), both, { rounds: 5, calls: 3 });
  const complete = rooms === (NODES - 1) ** 2;
  const [joins_ms, both_ms] = [a.p50_us / 1000, b.p50_us / 1000];
  return [
    {
      what: `joins and rooms of ${walls.length} walls: ${rooms} rooms`,
      baseline: `joins alone p50 ${joins_ms.toFixed(0)} ms`,
      measured: `p50 ${both_ms.toFixed(0)} ms`,
      ratio,
      target: `≤ 100 ms, all ${(NODES - 1) ** 2} rooms`,
      holds: complete && both_ms <= 100,
    },
  ];
}
