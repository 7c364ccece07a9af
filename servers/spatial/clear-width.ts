/** @module clear width: the least width of a route. */
import * as z from 'zod';

/** Default: about the smallest clear width of a door that building codes require, mm. */
const USUAL_MM = 800;

export const ClearWidth = z
  .number()
  .min(1, 'expected at least 1 mm')
  .max(20_000, 'expected at most 20000 mm')
  .default(USUAL_MM)
  .describe('Least clear width of the route, mm.');
