/** @module runs: the runs of triangles of an element. */

/** 0 opaque, 1 glass, 2 space. */
export type Run = 0 | 1 | 2;
export const RUNS: readonly Run[] = [0, 1, 2];
