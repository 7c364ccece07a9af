/** @module options-of: arguments as an event keeps them. */
import type { JsonObject } from '../../schemas/events.ts';

/** The arguments as JSON; what is not given is left out. */
export function jsonOf(options: object): JsonObject {
  return JSON.parse(JSON.stringify(options));
}
