/** @module in words: arguments whose schema the listing of a tool has no room for. */
import * as z from 'zod';

/**
 * What is taken is listed by its type and in words, as all of its schema would be long, and checked by the schema.
 */
export function inWords<S extends z.ZodType>(
  type: 'array' | 'number' | 'object',
  description: string,
  schema: S,
): z.ZodPipe<z.ZodUnknown, S> {
  const items = type === 'array' ? { items: { type: 'string' } } : {};
  return z
    .unknown()
    .meta({ type, ...items, description })
    .pipe(schema);
}
