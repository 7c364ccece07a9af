/** @module matrix: placements in space as matrices of three rows and four columns. */
import type { Point3 } from '../../../building/geometry/vector.ts';

/** Row-major: three rows of a linear part of three columns and a translation. */
export type Matrix = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** The matrix that applies `second`, then `first`. */
export function product(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = first;
  const [A, B, C, D, E, F, G, H, I, J, K, L] = second;
  return [
    a * A + b * E + c * I,
    a * B + b * F + c * J,
    a * C + b * G + c * K,
    a * D + b * H + c * L + d,
    e * A + f * E + g * I,
    e * B + f * F + g * J,
    e * C + f * G + g * K,
    e * D + f * H + g * L + h,
    i * A + j * E + k * I,
    i * B + j * F + k * J,
    i * C + j * G + k * K,
    i * D + j * H + k * L + l,
  ];
}

/** The image of a point. */
export function pointThrough(
  [a, b, c, d, e, f, g, h, i, j, k, l]: Matrix,
  { x, y, z }: Point3,
): Point3 {
  return {
    x: a * x + b * y + c * z + d,
    y: e * x + f * y + g * z + h,
    z: i * x + j * y + k * z + l,
  };
}

/** The image of a direction: without the translation. */
export function directionThrough(
  [a, b, c, , e, f, g, , i, j, k]: Matrix,
  { x, y, z }: Point3,
): Point3 {
  return { x: a * x + b * y + c * z, y: e * x + f * y + g * z, z: i * x + j * y + k * z };
}
