/** @module condition: whether a field of an element meets a condition. */
import type { Condition } from '../../../schemas/condition.ts';

/** Whether the value of a field meets a condition. An absent value (`undefined`) only meets `ne`. */
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
