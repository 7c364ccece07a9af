/** @module unlisted: arguments that a tool takes and its listing has no room for; the documentation names them. */
import * as z from 'zod';

/** The schemas of such arguments, as they stand in the shape of an input. */
export const UNLISTED: z.core.$ZodRegistry = z.registry();

/** An argument that is seldom needed: taken and checked like any other, and not listed. */
export function unlisted<S extends z.core.$ZodType>(schema: S): S {
  UNLISTED.add(schema);
  return schema;
}
