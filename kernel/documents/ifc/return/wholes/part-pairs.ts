/** @module part-pairs: which part of a file is which part of a whole, by their boxes. */
import type { Box3, Point3 } from '../../../../building/geometry/vector.ts';

/** Largest difference of the coordinates of equal boxes, mm: recognition takes equal sizes within it for the same. */
const SAME_MM = 1;
/** Largest number of parts of one class that are compared with each other. */
const MAX_COMPARED = 500;

/**
 * The index in `files` of each part: the only one with the same box, else the nearest of the others. Null if the
 * numbers differ, or if two files would do equally well for a part, or one for two parts. A part without a box is only
 * paired if no other file is left.
 */
export function pairedByBox(
  parts: readonly (Box3 | null)[],
  files: readonly (Box3 | null)[],
): readonly number[] | null {
  if (parts.length !== files.length) return null;
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return [0];
  const found = parts.map(() => -1);
  const taken = new Set<number>();
  const cells = cellsOf(files);
  for (const [i, part] of parts.entries()) {
    const same = part === null ? [] : sameAs(part, files, cells);
    const [first] = same;
    if (first === undefined) continue;
    if (same.length > 1 || taken.has(first)) return null;
    taken.add(first);
    found[i] = first;
  }
  const left = files.flatMap((box, i) => (taken.has(i) ? [] : [{ box, i }]));
  const open = found.flatMap((file, i) => (file < 0 ? [i] : []));
  if (open.length > MAX_COMPARED) return null;
  for (const i of open) {
    const file = nearest(parts[i] ?? null, left);
    if (file === null || taken.has(file)) return null;
    taken.add(file);
    found[i] = file;
  }
  return found;
}

type Cells = ReadonlyMap<string, readonly number[]>;

/** The boxes by the cells of their centres. */
function cellsOf(boxes: readonly (Box3 | null)[]): Cells {
  const cells = new Map<string, number[]>();
  for (const [i, box] of boxes.entries()) {
    if (box === null) continue;
    const key = cellOf(centreOf(box)).join();
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [i]);
    else known.push(i);
  }
  return cells;
}

function cellOf({ x, y, z }: Point3): readonly [number, number, number] {
  return [Math.floor(x / SAME_MM), Math.floor(y / SAME_MM), Math.floor(z / SAME_MM)];
}

function centreOf({ min, max }: Box3): Point3 {
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
}

/** The steps to a cell and to all that touch it. */
const STEPS = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)),
);

/** The boxes that are the same as one; two of them are enough. */
function sameAs(box: Box3, all: readonly (Box3 | null)[], cells: Cells): readonly number[] {
  const [x, y, z] = cellOf(centreOf(box));
  const found: number[] = [];
  for (const [dx, dy, dz] of STEPS) {
    for (const i of cells.get([x + dx, y + dy, z + dz].join()) ?? []) {
      const other = all[i] ?? null;
      if (other !== null && difference(box, other) <= SAME_MM) found.push(i);
      if (found.length > 1) return found;
    }
  }
  return found;
}

/** The nearest of several boxes; null if another one is as near, or if no box can be compared. */
function nearest(
  box: Box3 | null,
  others: readonly { readonly box: Box3 | null; readonly i: number }[],
): number | null {
  const [only, another] = others;
  if (only !== undefined && another === undefined) return only.i;
  if (box === null) return null;
  let [best, least, second] = [-1, Infinity, Infinity];
  for (const { box: other, i } of others) {
    if (other === null) return null;
    const distance = difference(box, other);
    if (distance < least) [best, least, second] = [i, distance, least];
    else if (distance < second) second = distance;
  }
  return second - least > SAME_MM ? best : null;
}

/** The largest difference of a coordinate. */
function difference(a: Box3, b: Box3): number {
  const axes = ['x', 'y', 'z'] as const;
  return axes.reduce(
    (most, axis) =>
      Math.max(most, Math.abs(a.min[axis] - b.min[axis]), Math.abs(a.max[axis] - b.max[axis])),
    0,
  );
}
