/** @module checks module: the location of the checks of a building, which the keeper's thread loads itself. */
import { extname } from 'node:path';

/** URL of the module that exports `eventChecks`. */
export const BUILDING_CHECKS: URL = new URL(
  `./building-checks${extname(import.meta.url)}`,
  import.meta.url,
);
