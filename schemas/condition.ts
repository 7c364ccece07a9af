/** @module condition: a condition on one field of an element. */
import * as z from 'zod';

const OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'contains'] as const;

/** Maximum length of a text with which a field is compared. */
const TEXT_MAX = 1000;

/** A condition on a field. Numbers are compared in the unit of the field. */
export const Condition = z.strictObject({
  field: z.string().min(1).max(200).describe('Field or column, e.g. width.'),
  op: z
    .enum(OPERATORS)
    .default('eq')
    .describe('Comparison: equal, not equal, less, …; contains: text.'),
  value: z
    .unknown()
    .describe('Value in the unit of the field, or null.')
    .refine(
      isPlain,
      `expected a text of at most ${TEXT_MAX} characters, a number, a boolean or null`,
    ),
});
export type Condition = z.output<typeof Condition>;

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= TEXT_MAX;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
