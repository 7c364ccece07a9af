/** @module box-index: bodies by the place of their box, so that equal ones are found without comparing all pairs. */
import { SAME_BODY_MM, SAME_BODY_VOLUME } from '../../../building/geometry/tolerances.ts';
import type { Extent } from './extents.ts';

/**
 * Side of a cell of coordinates, mm: most boxes that are equal up to the tolerance have all coordinates in the same
 * cells, and the others are in the next one.
 */
const CELL_MM = 8 * SAME_BODY_MM;
/** Most boxes that are compared in one cell. More bodies of one size at one place are a fault of the file; the search stays linear. */
const MAX_COMPARED = 64;

/** Bodies of one class by both corners of their box. */
export class BoxIndex<T> {
  readonly #cells = new Map<string, { readonly item: T; readonly extent: Extent }[]>();

  add(item: T, extent: Extent): void {
    const key = keyOf(coordinatesOf(extent).map(cellOf));
    const known = this.#cells.get(key);
    if (known === undefined) this.#cells.set(key, [{ item, extent }]);
    else known.push({ item, extent });
  }

  /** The bodies with this box and volume, up to the tolerances. */
  equalTo(extent: Extent): readonly T[] {
    return cellsNear(extent).flatMap((cell) =>
      (this.#cells.get(cell) ?? [])
        .slice(0, MAX_COMPARED)
        .flatMap((one) => (isSameExtent(one.extent, extent) ? [one.item] : [])),
    );
  }
}

/** The cells in which an equal box can be. */
function cellsNear(extent: Extent): readonly string[] {
  return coordinatesOf(extent)
    .map(nextTo)
    .reduce<readonly (readonly number[])[]>(
      (cells, next) => cells.flatMap((cell) => next.map((one) => [...cell, one])),
      [[]],
    )
    .map(keyOf);
}

function coordinatesOf({ box: { min, max } }: Extent): readonly number[] {
  return [min.x, min.y, min.z, max.x, max.y, max.z];
}

function cellOf(value: number): number {
  return Math.floor(value / CELL_MM);
}

/** The cells that have coordinates within the tolerance: one or two. */
function nextTo(value: number): readonly number[] {
  const [low, high] = [cellOf(value - SAME_BODY_MM), cellOf(value + SAME_BODY_MM)];
  return low === high ? [low] : [low, high];
}

function keyOf(cells: readonly number[]): string {
  return cells.join(' ');
}

/** Whether two bodies are equal: boxes to 2 mm on each side, volumes to 0.2 %, if both are known. */
export function isSameExtent(a: Extent, b: Extent): boolean {
  const isSameBox = (['min', 'max'] as const).every((corner) =>
    (['x', 'y', 'z'] as const).every(
      (axis) => Math.abs(a.box[corner][axis] - b.box[corner][axis]) <= SAME_BODY_MM,
    ),
  );
  if (!isSameBox) return false;
  const [one, other] = [a.volume_mm3, b.volume_mm3];
  if (one === null || other === null) return true;
  return Math.abs(one - other) <= SAME_BODY_VOLUME * Math.max(one, other);
}
