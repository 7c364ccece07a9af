/** @module condition: what one field of an element must be. */
import * as z from 'zod';

const OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'contains'] as const;

/** A condition on a field: numbers are compared in the unit of the field. */
export const Condition = z.strictObject({
  field: z.string().min(1).max(60).describe('As in fields.'),
  op: z.enum(OPERATORS).default('eq'),
  value: z.unknown().describe('Text, number, boolean or null.'),
});
export type Condition = z.output<typeof Condition>;

/** Whether the value of the field, `undefined` where the element has none, is as the condition says: then only `ne` is. */
export function conditionHolds(
  { op, value }: Pick<Condition, 'op' | 'value'>,
  actual: unknown,
): boolean {
  switch (op) {
    case 'eq':
      return actual === value;
    case 'ne':
      return actual !== value;
    case 'contains':
      return (
        typeof actual === 'string' &&
        typeof value === 'string' &&
        actual.toLowerCase().includes(value.toLowerCase())
      );
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return typeof actual === 'number' && typeof value === 'number' && ordered(op, actual, value);
    default:
      return op satisfies never;
  }
}

function ordered(op: 'lt' | 'le' | 'gt' | 'ge', actual: number, value: number): boolean {
  switch (op) {
    case 'lt':
      return actual < value;
    case 'le':
      return actual <= value;
    case 'gt':
      return actual > value;
    case 'ge':
      return actual >= value;
    default:
      return op satisfies never;
  }
}
