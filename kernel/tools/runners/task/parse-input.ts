/** @module parse-input: parses the input of a tool by its schema. */
import type { z } from 'zod';

import { TaskStop } from './task-stop.ts';

/** Parses an input by its schema. Throws `TaskStop` TOOL_SCHEMA_MISS. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw schemaMiss(parsed.error);
}

/** The stop for an input that is invalid by the tool's schema. */
function schemaMiss(error: z.ZodError): TaskStop {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return new TaskStop(
    'TOOL_SCHEMA_MISS',
    `input \`${where}\` does not fit: ${issue?.message ?? 'unknown'}`,
    { issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  );
}
