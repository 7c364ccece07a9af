/** @module clear width: the argument for the minimum clear width of a route. */
import * as z from 'zod';

import { WAY_MM } from '../../kernel/building/spatial/routes.ts';

export const ClearWidth = z
  .number()
  .min(1, 'expected at least 1 mm')
  .max(20_000, 'expected at most 20000 mm')
  .default(WAY_MM)
  .describe('Minimum clear width of the route, mm.');
