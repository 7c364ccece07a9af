/** @module curve-piece: a curve in space as a chain of straight pieces and arcs. */
import type { Point3 } from '../../../building/geometry/vector.ts';

/** A piece of a curve in space, mm. */
export type CurvePiece = {
  readonly from: Point3;
  readonly to: Point3;
  /** The arc between the two points; null for a straight piece. `sweep` is positive, counter-clockwise about `normal`. */
  readonly arc: {
    readonly centre: Point3;
    readonly normal: Point3;
    readonly radius: number;
    readonly sweep: number;
  } | null;
};

export type Curve = readonly CurvePiece[];
