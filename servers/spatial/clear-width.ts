/** @module clear width: how wide a way must be. */
import * as z from 'zod';

/** About the least clear width of a door that codes ask for. */
const USUAL_MM = 800;

export const ClearWidth = z
  .number()
  .min(1, 'expected at least 1 mm')
  .max(20_000, 'expected at most 20000 mm')
  .default(USUAL_MM)
  .describe('Clear width, mm.');
