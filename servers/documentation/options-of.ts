/** @module options-of: converts arguments to JSON for the records of exports. */
import type { JsonObject } from '../../schemas/events.ts';

/** The arguments as JSON, without members that are undefined. */
export function jsonOf(options: object): JsonObject {
  return JSON.parse(JSON.stringify(options));
}
