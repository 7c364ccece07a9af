/** @module loose fillings: doors and windows that the file relates to no opening, by the holes that they fit. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Box3, Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { EvaluatedShape, ShapeEvaluator } from '../shape/evaluate.ts';
import type { ShapeReader } from '../shape/read-shape.ts';
import type { Hole } from './outlines/holes.ts';
import { placeIn, type Strip } from './outlines/strip.ts';
import type { Product, Products } from './products.ts';

/** Largest difference of a side of a filling from that of its hole, and depth at the faces that is not compared, mm. */
const FIT_MM = 1;
/** Side of a cell, mm. */
const CELL_MM = 4000;
/** Maximum numbers of cells of one filling, and of fillings in one cell of which the boxes are compared with a hole. */
const [MAX_CELLS, MAX_CROWD] = [64, 256];
/** Maximum numbers of fillings that are compared with one hole, and of holes with which one filling is compared. */
const [MAX_COMPARED, MAX_HOLES] = [16, 16];
/** Maximum number of triangles in the meshes that are kept, about 50 MB: others are computed again for each hole. */
const MAX_KEPT = 1_000_000;

/** A door or window with its box, its mesh while it is kept, and the number of holes with which it was compared. */
type Loose = {
  readonly product: Product;
  readonly box: Box3;
  mesh: Mesh | null;
  compared: number;
};

/** The doors and windows of a file that fill no opening. */
export class LooseFillings {
  readonly #products: Products;
  readonly #shapes: ShapeReader;
  readonly #evaluator: ShapeEvaluator;
  /** By cell; null until a hole is compared. */
  #cells: ReadonlyMap<string, readonly Loose[]> | null = null;
  /** Number of triangles in the meshes that are kept. */
  #kept = 0;

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
    const [first, another] = (this.#cells.get(keyOf(centre)) ?? [])
      .slice(0, MAX_CROWD)
      .filter(({ box, compared }) => compared < MAX_HOLES && canFill(box, centre, hole))
      .slice(0, MAX_COMPARED)
      .filter((one) => this.#fits(one, strip, hole));
    if (first === undefined || another !== undefined) return null;
    first.compared = MAX_HOLES;
    this.#drop(first);
    return first.product;
  }

  #fits(one: Loose, strip: Strip, hole: Hole): boolean {
    one.compared += 1;
    const mesh = one.mesh ?? this.#body(one.product.row)?.mesh() ?? null;
    if (one.compared >= MAX_HOLES) this.#drop(one);
    const extent = mesh === null ? null : extentBetween(mesh, strip);
    if (extent === null) return false;
    const { min, max } = extent;
    const sides = [min.x - hole.min.x, min.y - hole.min.y, max.x - hole.max.x, max.y - hole.max.y];
    return sides.every((difference) => Math.abs(difference) <= FIT_MM);
  }

  /** Does not keep a mesh longer. */
  #drop(one: Loose): void {
    this.#kept -= trianglesIn(one.mesh);
    one.mesh = null;
  }

  #body(row: number): EvaluatedShape | null {
    const items = this.#shapes.body(row)?.items ?? [];
    const body = items.length === 0 ? null : this.#evaluator.evaluate(items, []);
    return body?.ok === true ? body : null;
  }

  #indexed(): ReadonlyMap<string, readonly Loose[]> {
    const cells = new Map<string, Loose[]>();
    const { rows } = this.#products;
    for (const [done, row] of rows.entries()) {
      checkpoint({ done, total: rows.length, doing: 'reading doors and windows' });
      const product = this.#products.product(row);
      if (product.class !== 'IfcDoor' && product.class !== 'IfcWindow') continue;
      if (this.#products.filledBy(row) !== null) continue;
      const body = this.#body(row);
      if (body === null) continue;
      const mesh = this.#kept < MAX_KEPT ? body.mesh() : null;
      this.#kept += trianglesIn(mesh);
      const one = { product, box: body.box, mesh, compared: 0 };
      for (const key of cellsUnder(one.box)) {
        const known = cells.get(key);
        if (known === undefined) cells.set(key, [one]);
        else known.push(one);
      }
    }
    return cells;
  }
}

function trianglesIn(mesh: Mesh | null): number {
  return (mesh?.triangles.length ?? 0) / 3;
}

function cellOf({ x, y, z }: Point3): readonly [number, number, number] {
  return [Math.floor(x / CELL_MM), Math.floor(y / CELL_MM), Math.floor(z / CELL_MM)];
}

function keyOf(point: Point3): string {
  return cellOf(point).join(' ');
}

/** The cells that a box is in; none for one that is larger than any door. */
function cellsUnder({ min, max }: Box3): readonly string[] {
  const [[west, south, low], [east, north, high]] = [cellOf(min), cellOf(max)];
  const [wide, deep, tall] = [east - west + 1, north - south + 1, high - low + 1];
  if (!(wide * deep * tall <= MAX_CELLS)) return [];
  return Array.from({ length: wide * deep * tall }, (_, i) =>
    [
      west + (i % wide),
      south + (Math.floor(i / wide) % deep),
      low + Math.floor(i / (wide * deep)),
    ].join(' '),
  );
}

/** Whether a body in a box can have all sides of a hole with this centre. */
function canFill({ min, max }: Box3, centre: Point3, hole: Hole): boolean {
  return (
    min.z <= hole.min.y + FIT_MM &&
    max.z >= hole.max.y - FIT_MM &&
    (['x', 'y', 'z'] as const).every(
      (axis) => centre[axis] >= min[axis] - FIT_MM && centre[axis] <= max[axis] + FIT_MM,
    )
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
      const [x, y, z] = [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0];
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
