/** @module loose fillings: doors and windows that the file relates to no opening, by the holes that they fit. */
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Box3, Point2 } from '../../../building/geometry/vector.ts';
import type { ShapeEvaluator } from '../shape/evaluate.ts';
import type { ShapeReader } from '../shape/read-shape.ts';
import type { Hole } from './outlines/holes.ts';
import { placeIn, type Strip } from './outlines/strip.ts';
import type { Product, Products } from './products.ts';

/** Largest difference of a side of a filling from that of its hole, and depth at the faces that is not compared, mm. */
const FIT_MM = 1;
/** Side of a cell in plan, mm. */
const CELL_MM = 4000;
/** Maximum numbers of cells of one filling, and of fillings that are compared with one hole. */
const [MAX_CELLS, MAX_COMPARED] = [64, 16];

type Loose = { readonly product: Product; readonly box: Box3 };

/** The doors and windows of a file that fill no opening. */
export class LooseFillings {
  readonly #products: Products;
  readonly #shapes: ShapeReader;
  readonly #evaluator: ShapeEvaluator;
  /** By cell; null until a hole is compared. */
  #cells: ReadonlyMap<string, readonly Loose[]> | null = null;
  /** Rows of fillings that were found to fit a hole. */
  readonly #taken = new Set<number>();

  constructor(products: Products, shapes: ShapeReader, evaluator: ShapeEvaluator) {
    this.#products = products;
    this.#shapes = shapes;
    this.#evaluator = evaluator;
  }

  /**
   * The door or window that fills a rectangular hole of a strip: its body between the faces of the strip has the four
   * sides of the hole, to 1 mm. Null without one, or with several. A door or window fills at most one hole, the first.
   */
  fitting(strip: Strip, hole: Hole): Product | null {
    if (!hole.is_rectangle) return null;
    const [u, v] = [(hole.min.x + hole.max.x) / 2, strip.thickness / 2];
    const { origin, along, left } = strip;
    const centre = {
      x: origin.x + u * along.x + v * left.x,
      y: origin.y + u * along.y + v * left.y,
      z: (hole.min.y + hole.max.y) / 2,
    };
    this.#cells ??= this.#indexed();
    const near = (this.#cells.get(keyOf(cellOf(centre.x), cellOf(centre.y))) ?? [])
      .filter(({ product, box }) => !this.#taken.has(product.row) && isIn(box, centre))
      .slice(0, MAX_COMPARED)
      .filter(({ product }) => this.#fits(product, strip, hole));
    const [first, another] = near;
    if (first === undefined || another !== undefined) return null;
    this.#taken.add(first.product.row);
    return first.product;
  }

  #fits({ row }: Product, strip: Strip, hole: Hole): boolean {
    const body = this.#evaluator.evaluate(this.#shapes.body(row)?.items ?? [], []);
    const extent = body.ok ? extentBetween(body.mesh(), strip) : null;
    if (extent === null) return false;
    const { min, max } = extent;
    const sides = [min.x - hole.min.x, min.y - hole.min.y, max.x - hole.max.x, max.y - hole.max.y];
    return sides.every((difference) => Math.abs(difference) <= FIT_MM);
  }

  #indexed(): ReadonlyMap<string, readonly Loose[]> {
    const cells = new Map<string, Loose[]>();
    for (const row of this.#products.rows) {
      const product = this.#products.product(row);
      if (product.class !== 'IfcDoor' && product.class !== 'IfcWindow') continue;
      if (this.#products.filledBy(row) !== null) continue;
      const items = this.#shapes.body(row)?.items ?? [];
      const body = items.length === 0 ? null : this.#evaluator.evaluate(items, []);
      if (body === null || !body.ok) continue;
      const { box } = body;
      for (const key of cellsUnder(box)) {
        const known = cells.get(key);
        if (known === undefined) cells.set(key, [{ product, box }]);
        else known.push({ product, box });
      }
    }
    return cells;
  }
}

function cellOf(value: number): number {
  return Math.floor(value / CELL_MM);
}

function keyOf(x: number, y: number): string {
  return `${x} ${y}`;
}

/** The cells that a box covers in plan; none for one that is larger than any door. */
function cellsUnder({ min, max }: Box3): readonly string[] {
  const [west, east, south, north] = [min.x, max.x, min.y, max.y].map(cellOf);
  if (west === undefined || east === undefined || south === undefined || north === undefined) {
    return [];
  }
  const [wide, deep] = [east - west + 1, north - south + 1];
  if (!(wide * deep <= MAX_CELLS)) return [];
  return Array.from({ length: wide * deep }, (_, i) =>
    keyOf(west + (i % wide), south + Math.floor(i / wide)),
  );
}

function isIn({ min, max }: Box3, point: Box3['min']): boolean {
  return (['x', 'y', 'z'] as const).every(
    (axis) => point[axis] >= min[axis] - FIT_MM && point[axis] <= max[axis] + FIT_MM,
  );
}

/**
 * The extent of what of a mesh is between the faces of a strip, x along it and y upwards, mm; null for nothing. What is
 * in front of a face, such as a trim, is not compared.
 */
function extentBetween(
  { positions, triangles }: Mesh,
  strip: Strip,
): { readonly min: Point2; readonly max: Point2 } | null {
  const skin = Math.min(FIT_MM, strip.thickness / 4);
  const [front, back] = [skin, strip.thickness - skin];
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k): Placed => {
      const at = 3 * (triangles[i + k] ?? 0);
      const [x = 0, y = 0, z = 0] = positions.slice(at, at + 3);
      const { u, v } = placeIn(strip, { x, y });
      return { u, v, z };
    });
    for (const { u, z } of cutAt(cutAt(corners, front, 1), back, -1)) {
      [minX, maxX] = [Math.min(minX, u), Math.max(maxX, u)];
      [minY, maxY] = [Math.min(minY, z), Math.max(maxY, z)];
    }
  }
  return minX > maxX ? null : { min: { x: minX, y: minY }, max: { x: maxX, y: maxY } };
}

type Placed = { readonly u: number; readonly v: number; readonly z: number };

/** The part of a convex polygon with v above (`sign` 1) or below a depth. */
function cutAt(ring: readonly Placed[], depth: number, sign: 1 | -1): readonly Placed[] {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from;
    const [a, b] = [sign * (from.v - depth), sign * (to.v - depth)];
    const kept = a >= 0 ? [from] : [];
    if (a >= 0 === b >= 0) return kept;
    const t = a / (a - b);
    const crossing = {
      u: from.u + t * (to.u - from.u),
      v: depth,
      z: from.z + t * (to.z - from.z),
    };
    return [...kept, crossing];
  });
}
