/**
 * @module joined rings: the union of many outlines, computed in small groups. Outlines that do not touch are not
 * compared. A union is cached by the identity of its outlines.
 */

import { checkpoint, type Progress } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { signedArea } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import { united, without } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { Derivation } from '../../../building/model/derived/derived-cache.ts';
import { boxPairs } from '../../../building/spatial/box-pairs.ts';

/** Maximum number of outlines that are united at once. */
const AT_ONCE = 24;
/** Number of united sides between two checkpoints. */
const SIDES = 1500;
/** Side of the tiles by which larger sets of outlines are united, mm. */
const TILE_MM = 8000;
/** Boxes closer than this count as touching, mm; coordinates are rounded to a thousandth. */
const TOUCH_MM = 0.002;

type Box = { readonly min: Point2; readonly max: Point2 };

/** A group of touching outlines: their indexes and their union. */
export type JoinedGroup = { readonly numbers: readonly number[]; readonly area: Area };

/** Cached unions: of groups, of merged areas, and of areas with filled holes. */
const GROUPS = new Derivation<Area>();
const MERGED = new Derivation<Area>();
const OUTLINES = new Derivation<Area>();

/** Counts the united sides and triggers checkpoints. */
class Work {
  #sides = 0;

  /** Triggers a checkpoint once enough sides have been united since the last one. */
  add(rings: Area): void {
    this.#sides += sidesOf(rings);
    if (this.#sides < SIDES) return;
    this.#sides = 0;
    checkpoint(JOINING);
  }
}

const JOINING: Progress = { done: 0, total: 1, doing: 'outlines' };

function sidesOf(rings: Area): number {
  return rings.reduce((sum, { length }) => sum + length, 0);
}

/** Groups outlines whose bounding boxes touch, and unites each group. Groups are ordered by their first outlines. */
export function joinedRings(rings: readonly Ring[]): readonly JoinedGroup[] {
  const groups = groupsOf(rings);
  const joined: JoinedGroup[] = [];
  const work = new Work();
  for (const numbers of groups) {
    const own = numbers.map((number) => at(rings, number));
    const [first] = own;
    if (first === undefined) continue;
    let area = GROUPS.find(first, own);
    if (area === undefined) {
      work.add(own);
      area = GROUPS.put(first, own, unionOf(own));
    }
    if (area.length > 0) joined.push({ numbers, area });
  }
  return joined;
}

/** The union of the outlines. */
export function unionOf(rings: readonly Ring[]): Area {
  const [first] = rings;
  if (rings.length === 1 && first !== undefined && isConvex(first)) return [first];
  if (rings.length <= AT_ONCE) return united([rings]);
  return inTiles(rings, { atOnce: (some) => united([some]), cache: MERGED });
}

/** The union of the outlines, with its holes filled. */
export function filledUnionOf(rings: readonly Ring[]): Area {
  const outer = inTiles(rings, { atOnce: withoutHoles, cache: OUTLINES });
  // Two courtyard outlines can enclose an area together that neither of them encloses alone.
  return outer.length > 1 ? OUTLINES.of(outer, [], () => withoutHoles(outer)) : outer;
}

function withoutHoles(rings: Area): Area {
  const outer = united([rings]).filter((ring) => signedArea(ring) > 0);
  return outer.length > 1 ? united([outer]) : outer;
}

/** The union of two areas. */
export function unionWith(area: Area, other: Area): Area {
  return mergeAreas(area, other, (rings) => united([rings]));
}

/** The part of `area` outside `taken`. Only those rings of `taken` that are near `area` are considered. */
export function partOutside(area: Area, taken: Area): Area {
  const box = boxOver(area);
  return box === null ? area : without(area, nearBox(taken, box));
}

function nearBox(area: Area, box: Box): Area {
  return area.filter((ring) => boxesTouch(boxOfRing(ring), box));
}

/** How a group of outlines is united, and the cache of the results. */
type Joining = {
  readonly atOnce: (rings: Area) => Area;
  readonly cache: Derivation<Area>;
};

/** Unites the outlines of each tile, then groups of four tiles, level by level. */
function inTiles(rings: readonly Ring[], joining: Joining): Area {
  const work = new Work();
  let level = new Map<string, { readonly x: number; readonly y: number; areas: Area[] }>();
  const put = (to: typeof level, x: number, y: number, area: Area): void => {
    const known = to.get(`${x} ${y}`);
    if (known === undefined) to.set(`${x} ${y}`, { x, y, areas: [area] });
    else known.areas.push(area);
  };
  const tiles = new Map<string, { readonly x: number; readonly y: number; rings: Ring[] }>();
  for (const ring of rings) {
    const { min } = boxOfRing(ring);
    const [x, y] = [Math.floor(min.x / TILE_MM), Math.floor(min.y / TILE_MM)];
    const known = tiles.get(`${x} ${y}`);
    if (known === undefined) tiles.set(`${x} ${y}`, { x, y, rings: [ring] });
    else known.rings.push(ring);
  }
  for (const { x, y, rings: own } of tiles.values()) {
    for (let from = 0; from < own.length; from += AT_ONCE) {
      const some = own.slice(from, from + AT_ONCE);
      const [first, ...others] = some;
      if (first === undefined) continue;
      let area = joining.cache.find(first, others);
      if (area === undefined) {
        work.add(some);
        area = joining.cache.put(first, others, joining.atOnce(some));
      }
      put(level, x, y, area);
    }
  }
  for (;;) {
    const next: typeof level = new Map();
    const last = [...level.values()].every(({ x, y }) => isLast(x) && isLast(y));
    for (const { x, y, areas } of level.values()) {
      put(next, half(x, last), half(y, last), mergeAll(areas, joining, work));
    }
    level = next;
    if (last) break;
  }
  return mergeAll(
    [...level.values()].flatMap(({ areas }) => areas),
    joining,
    work,
  );
}

/** Whether a tile index stays the same when halved and rounded down: 0 or −1. */
function isLast(tile: number): boolean {
  return tile === 0 || tile === -1;
}

function half(tile: number, last: boolean): number {
  return last ? 0 : Math.floor(tile / 2);
}

function mergeAll(areas: readonly Area[], joining: Joining, work: Work): Area {
  let all: Area = [];
  for (const area of areas) {
    if (area.length === 0) continue;
    if (all.length === 0) {
      all = area;
      continue;
    }
    let both = joining.cache.find(all, [area]);
    if (both === undefined) {
      work.add([...all, ...area]);
      both = joining.cache.put(all, [area], mergeAreas(all, area, joining.atOnce));
    }
    all = both;
  }
  return all;
}

/** The union of two areas. Rings that do not touch the bounding box of the other area are kept unchanged. */
function mergeAreas(one: Area, other: Area, atOnce: (rings: Area) => Area): Area {
  const [a, b] = [boxOver(one), boxOver(other)];
  if (a === null) return other;
  if (b === null) return one;
  const near = [...nearBox(one, b), ...nearBox(other, a)];
  if (near.length === 0) return [...one, ...other];
  const moved = new Set(near);
  const apart = [...one, ...other].filter((ring) => !moved.has(ring));
  return [...atOnce(near), ...apart];
}

/** Indexes of the rings, grouped by connected bounding boxes. */
function groupsOf(rings: readonly Ring[]): readonly (readonly number[])[] {
  const boxes = new Float64Array(rings.length * 6);
  for (const [i, ring] of rings.entries()) {
    const { min, max } = boxOfRing(ring);
    boxes[i * 6] = min.x;
    boxes[i * 6 + 1] = min.y;
    boxes[i * 6 + 3] = max.x;
    boxes[i * 6 + 4] = max.y;
    boxes[i * 6 + 5] = 1;
  }
  const parent = Int32Array.from(rings, (_, i) => i);
  const rootOf = (number: number): number => {
    let root = number;
    while (at(parent, root) !== root) root = at(parent, root);
    for (let i = number; i !== root;) {
      const next = at(parent, i);
      parent[i] = root;
      i = next;
    }
    return root;
  };
  const pairs = boxPairs(boxes, TOUCH_MM);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [a, b] = [rootOf(at(pairs, i)), rootOf(at(pairs, i + 1))];
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  const groups = new Map<number, number[]>();
  for (let i = 0; i < rings.length; i += 1) {
    const root = rootOf(i);
    const known = groups.get(root);
    if (known === undefined) groups.set(root, [i]);
    else known.push(i);
  }
  return [...groups.values()];
}

/**
 * Whether a ring has three or four corners that all turn left: such a ring is its own union. With more corners a
 * self-intersecting star would pass the test.
 */
function isConvex(ring: Ring): boolean {
  let [a, b] = [ring.at(-2), ring.at(-1)];
  for (const c of ring) {
    if (a === undefined || b === undefined) return false;
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    if (turn <= 0) return false;
    [a, b] = [b, c];
  }
  return ring.length > 2 && ring.length < 5;
}

function boxOfRing(ring: Ring): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of ring) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return { min: { x: left, y: bottom }, max: { x: right, y: top } };
}

function boxOver(area: Area): Box | null {
  const [only] = area;
  if (only === undefined) return null;
  return boxOfRing(area.length === 1 ? only : area.flat());
}

function boxesTouch(a: Box, b: Box): boolean {
  return (
    a.min.x <= b.max.x + TOUCH_MM &&
    b.min.x <= a.max.x + TOUCH_MM &&
    a.min.y <= b.max.y + TOUCH_MM &&
    b.min.y <= a.max.y + TOUCH_MM
  );
}
