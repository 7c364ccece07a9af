/** @module vectors: points, directions and 4 × 4 matrices (column by column, as WebGL takes them). */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';

export type Vector = readonly [number, number, number];
export type Matrix = readonly number[];

/** a + b · factor. */
export function plus(a: Vector, b: Vector, factor = 1): Vector {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

/** a − b. */
export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function lengthOf(a: Vector): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** The direction of a vector; `[0, 0, 1]` for the zero vector. */
export function unit(a: Vector): Vector {
  const length = lengthOf(a);
  return length === 0 ? [0, 0, 1] : [a[0] / length, a[1] / length, a[2] / length];
}

/** a · b: first b, then a. */
export function times(a: Matrix, b: Matrix): Matrix {
  const product: number[] = [];
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      product.push(sum);
    }
  }
  return product;
}

/** The inverse by elimination with pivots; the zero matrix if there is none. */
export function inverseOf(matrix: Matrix): Matrix {
  const rows = [0, 1, 2, 3].map((row) =>
    Array.from({ length: 8 }, (_, k) =>
      k < 4 ? (matrix[k * 4 + row] ?? 0) : Number(k - 4 === row),
    ),
  );
  for (let column = 0; column < 4; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < 4; row += 1) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    }
    const chosen = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    const divisor = chosen[column] ?? 0;
    if (divisor === 0) return Array.from({ length: 16 }, () => 0);
    const scaled = chosen.map((value) => value / divisor);
    rows[column] = scaled;
    for (let row = 0; row < 4; row += 1) {
      const factor = rows[row]?.[column] ?? 0;
      if (row === column || factor === 0) continue;
      rows[row] = (rows[row] ?? []).map((value, k) => value - factor * (scaled[k] ?? 0));
    }
  }
  return Array.from({ length: 16 }, (_, k) => rows[k % 4]?.[4 + Math.floor(k / 4)] ?? 0);
}

/** Maps a point, with division by w. */
export function mapPoint(matrix: Matrix, [x, y, z]: Vector): Vector {
  const at = (row: number): number =>
    (matrix[row] ?? 0) * x +
    (matrix[4 + row] ?? 0) * y +
    (matrix[8 + row] ?? 0) * z +
    (matrix[12 + row] ?? 0);
  const w = at(3);
  return [at(0) / w, at(1) / w, at(2) / w];
}

/** A camera at `eye` with these axes; it looks along −back. */
export function viewMatrix(eye: Vector, right: Vector, up: Vector, back: Vector): Matrix {
  return [
    [right[0], up[0], back[0], 0],
    [right[1], up[1], back[1], 0],
    [right[2], up[2], back[2], 0],
    [-dot(right, eye), -dot(up, eye), -dot(back, eye), 1],
  ].flat();
}

/** `fov`: vertical angle, radians. */
export function perspective(fov: number, aspect: number, near: number, far: number): Matrix {
  const f = 1 / Math.tan(fov / 2);
  const depth = 1 / (near - far);
  return [
    [f / aspect, 0, 0, 0],
    [0, f, 0, 0],
    [0, 0, (far + near) * depth, -1],
    [0, 0, 2 * far * near * depth, 0],
  ].flat();
}

export function parallel(height: number, aspect: number, near: number, far: number): Matrix {
  const depth = 1 / (near - far);
  return [
    [2 / (height * aspect), 0, 0, 0],
    [0, 2 / height, 0, 0],
    [0, 0, 2 * depth, 0],
    [0, 0, (far + near) * depth, 1],
  ].flat();
}

export function cornersOf([x0, y0, z0, x1, y1, z1]: BoxNumbers): readonly Vector[] {
  return [
    [x0, y0, z0],
    [x1, y0, z0],
    [x0, y1, z0],
    [x1, y1, z0],
    [x0, y0, z1],
    [x1, y0, z1],
    [x0, y1, z1],
    [x1, y1, z1],
  ];
}

export function joined(a: BoxNumbers | null, b: BoxNumbers): BoxNumbers {
  if (a === null) return b;
  return [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
    Math.max(a[5], b[5]),
  ];
}

export function centreOf(box: BoxNumbers): Vector {
  return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
}

/** What two boxes have in common; null for nothing. */
export function shared(a: BoxNumbers, b: BoxNumbers): BoxNumbers | null {
  const [x0, y0, z0] = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];
  const [x1, y1, z1] = [Math.min(a[3], b[3]), Math.min(a[4], b[4]), Math.min(a[5], b[5])];
  return x0 < x1 && y0 < y1 && z0 < z1 ? [x0, y0, z0, x1, y1, z1] : null;
}
