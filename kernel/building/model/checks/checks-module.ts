/** @module checks module: where a keeper finds the checks of a building; its thread loads them itself. */
import { extname } from 'node:path';

/** The module that exports `eventChecks`. */
export const BUILDING_CHECKS: URL = new URL(
  `./building-checks${extname(import.meta.url)}`,
  import.meta.url,
);
