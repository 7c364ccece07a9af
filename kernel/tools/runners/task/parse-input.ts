/** @module parse-input: validates the input of a tool against its schema. */
import type { z } from 'zod';

import { TaskStop } from './task-stop.ts';

/** Parses an input by its schema. Throws `TaskStop` TOOL_SCHEMA_MISS if it is invalid. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw schemaMiss(parsed.error);
}

/** The error for an invalid input; names its first fault and lists all. */
function schemaMiss(error: z.ZodError): TaskStop {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return new TaskStop(
    'TOOL_SCHEMA_MISS',
    `input \`${where}\` does not fit: ${issue?.message ?? 'unknown'}`,
    { issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  );
}
