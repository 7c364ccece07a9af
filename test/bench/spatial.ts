/** @module spatial bench: all pairs of boxes that meet in buildings of several sizes, beside three other libraries. */
import boxIntersect from 'box-intersect';
import Flatbush from 'flatbush';
import { RBush3D } from 'rbush-3d';

import { boxPairs } from '../../kernel/building/spatial/box-pairs.ts';
import { boxQueryRows } from './box-query.ts';
import { lcg } from './building.ts';
import type { BenchRow } from './measure.ts';

/** Up to this many boxes each way runs three times, and the fastest counts: what slows a run down is not its own. */
const FEW = 10_000;
/** A peer that takes longer than this for one size is not asked for the next one, ms. */
const TOO_LONG_MS = 4000;

/** Boxes as a building has them, six numbers each: slabs, walls, columns and ducts on storeys of 5,000. */
function boxesOf(count: number): Float64Array {
  const random = lcg(7);
  const real = (most: number): number => random(Math.floor(most));
  const boxes = new Float64Array(count * 6);
  const storeys = Math.max(1, Math.ceil(count / 5000));
  const side = Math.sqrt(5000) * 1700;
  for (let i = 0; i < count; i++) {
    const storey = i % Math.min(storeys, 20);
    const block = Math.floor((i % storeys) / 20);
    const share = random(100);
    const long = 200 + real(6000);
    let [width, depth, height] = [long, 200, 3000];
    if (share < 30) [width, depth] = [200, long];
    else if (share < 50) [width, depth] = [400, 400];
    else if (share < 80) [width, depth, height] = [long / 2, 150, 150];
    else if (share < 82) [width, depth, height] = [12_000, 12_000, 200];
    const [x, y] = [real(side) + block * 2 * side, real(side)];
    const z = storey * 3600 + (height < 1000 ? real(3000) : 0);
    boxes.set([x, y, z, x + width, y + depth, z + height], i * 6);
  }
  return boxes;
}

type Way = { readonly name: string; readonly pairs: (boxes: Float64Array) => number };

const OWN: Way = {
  name: 'grid with sweep',
  pairs: (boxes) => boxPairs(boxes).length / 2,
};

const PEERS: readonly Way[] = [
  {
    name: 'box-intersect',
    pairs(boxes) {
      const list = Array.from({ length: boxes.length / 6 }, (_, i) =>
        Array.from(boxes.subarray(i * 6, i * 6 + 6)),
      );
      let count = 0;
      boxIntersect(list, () => {
        count += 1;
      });
      return count;
    },
  },
  {
    name: 'flatbush and z',
    pairs(boxes) {
      const length = boxes.length / 6;
      const index = new Flatbush(length);
      const at = (box: number, place: number): number => boxes[box * 6 + place] ?? 0;
      for (let i = 0; i < length; i++) index.add(at(i, 0), at(i, 1), at(i, 3), at(i, 4));
      index.finish();
      let count = 0;
      for (let i = 0; i < length; i++) {
        index.search(at(i, 0), at(i, 1), at(i, 3), at(i, 4), (other) => {
          if (other > i && at(other, 2) <= at(i, 5) && at(i, 2) <= at(other, 5)) count += 1;
          return false;
        });
      }
      return count;
    },
  },
  {
    name: 'rbush-3d',
    pairs(boxes) {
      const items = Array.from({ length: boxes.length / 6 }, (_, id) => {
        const [minX = 0, minY = 0, minZ = 0, maxX = 0, maxY = 0, maxZ = 0] = boxes.subarray(
          id * 6,
          id * 6 + 6,
        );
        return { minX, minY, minZ, maxX, maxY, maxZ, id };
      });
      const tree = new RBush3D();
      tree.load(items);
      let count = 0;
      for (const item of items) {
        for (const found of tree.search(item)) {
          if (Number(Reflect.get(found, 'id')) > item.id) count += 1;
        }
      }
      return count;
    },
  },
];

function fastest(way: Way, boxes: Float64Array, rounds: number): { ms: number; count: number } {
  let [ms, count] = [Infinity, 0];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    count = way.pairs(boxes);
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, count };
}

/** All rows. The target: at least twice as fast as the fastest of the others. */
export async function spatialRows(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  let peers = PEERS;
  for (const count of [10_000, 100_000, 1_000_000]) {
    const boxes = boxesOf(count);
    const rounds = count <= FEW ? 3 : 1;
    const own = fastest(OWN, boxes, rounds);
    const measured = peers.map((way) => Object.assign(fastest(way, boxes, rounds), { way }));
    for (const peer of measured) {
      if (peer.count === own.count) continue;
      throw new Error(`${peer.way.name} finds ${peer.count} pairs, expected ${own.count}`);
    }
    const [best] = measured.toSorted((a, b) => a.ms - b.ms);
    peers = measured.filter(({ ms }) => ms < TOO_LONG_MS).map(({ way }) => way);
    const ratio = own.ms / (best?.ms ?? Number.NaN);
    rows.push({
      what: `all ${own.count} overlapping pairs among ${count} boxes`,
      baseline: measured.map(({ way, ms }) => `${way.name} ${ms.toFixed(0)} ms`).join(', '),
      measured: `${OWN.name} ${own.ms.toFixed(1)} ms`,
      ratio,
      target: '≤ 0.5 of the fastest of them',
      holds: ratio <= 0.5,
    });
  }
  return [...rows, ...(await boxQueryRows())];
}
