/** @module score: the scorecard of one file, as the process that reads it prints it. */
import * as z from 'zod';

const Count = z.number().int().min(0);

/** Numbers of products of one class by outcome. */
const ClassScore = z.strictObject({
  parametric: Count,
  body: Count,
  data_only: Count,
  refused: Count,
});

/** The scorecard of a file, with processor time and additional memory. */
export const Score = z.strictObject({
  bytes: Count,
  records: Count,
  products: Count,
  schema: z.string(),
  cpu_ms: Count,
  memory_mb: z.number(),
  classes: z.record(z.string(), ClassScore),
  reasons: z.array(
    z.strictObject({
      class: z.string(),
      outcome: z.enum(['parametric', 'body', 'data_only', 'refused']),
      reason: z.string(),
      count: Count,
    }),
  ),
});
export type Score = z.output<typeof Score>;
