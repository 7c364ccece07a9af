/** @module weld: points of a body that are one within a tolerance. */
import type { Face, Surface } from './surface.ts';

/** Cells of the grid are this many tolerances wide: most points are far from the border of their cell. */
const CELL = 8;

/** The surface with points nearer than `tolerance` mm as one, and without faces that thereby have no area. */
export function welded({ points, faces }: Surface, tolerance: number): Surface {
  const index = representatives(points, tolerance);
  const kept: Face[] = [];
  for (const face of faces) {
    const rings = face.map((ring) => withoutSpikes(ring.map((one) => index[one] ?? one)));
    const [outer] = rings;
    if (outer !== undefined && outer.length > 2) kept.push(rings.filter((ring) => ring.length > 2));
  }
  return { points, faces: kept };
}

/** The ring without repeated neighbours and without edges that run straight back. */
function withoutSpikes(ring: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const one of ring) {
    if (kept.at(-1) === one) continue;
    if (kept.at(-2) === one) kept.pop();
    else kept.push(one);
  }
  while (kept.length > 1 && kept.at(-1) === kept[0]) kept.pop();
  while (kept.length > 2 && kept.at(-1) === kept[1]) {
    kept.pop();
    kept.shift();
  }
  return kept;
}

/** For each point the first point within the tolerance. */
function representatives(points: Float64Array, tolerance: number): Uint32Array {
  const found = new Uint32Array(points.length / 3);
  const cells = new Map<string, number[]>();
  const width = CELL * tolerance;
  for (let i = 0; i < found.length; i += 1) {
    const near = nearby(points, i, width, tolerance);
    let first = -1;
    for (const key of near) {
      for (const one of cells.get(key) ?? []) {
        if (first < 0 && isNear(points, one, i, tolerance)) first = one;
      }
    }
    found[i] = first < 0 ? i : first;
    if (first >= 0) continue;
    const [own = ''] = near;
    const cell = cells.get(own);
    if (cell === undefined) cells.set(own, [i]);
    else cell.push(i);
  }
  return found;
}

/** The cells within the tolerance of a point, its own first. */
function nearby(
  points: Float64Array,
  index: number,
  width: number,
  tolerance: number,
): readonly string[] {
  const options = [0, 1, 2].map((axis): readonly number[] => {
    const place = (points[3 * index + axis] ?? NaN) / width;
    const cell = Math.floor(place);
    if ((place - cell) * width <= tolerance) return [cell, cell - 1];
    return (cell + 1 - place) * width <= tolerance ? [cell, cell + 1] : [cell];
  });
  const [xs = [], ys = [], zs = []] = options;
  return xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => `${x},${y},${z}`)));
}

function isNear(points: Float64Array, a: number, b: number, tolerance: number): boolean {
  let square = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    square += ((points[3 * a + axis] ?? NaN) - (points[3 * b + axis] ?? NaN)) ** 2;
  }
  return square <= tolerance * tolerance;
}
