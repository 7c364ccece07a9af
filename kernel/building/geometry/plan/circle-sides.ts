/** @module circle-sides: the number of sides of the polygons that approximate circles. */

/** How finely round parts are approximated: `usual` for bodies, `fine` for operands of boolean operations and files. */
export type Detail = 'usual' | 'fine';

/** Sides of a full circle; the area of the polygon is 0.16 % or 0.01 % less than that of the circle. */
export const CIRCLE_SIDES = { usual: 64, fine: 256 } as const satisfies Record<Detail, number>;
