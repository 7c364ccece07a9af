/**
 * @module plain-data: copies an agent's data, reading each member once, so that getters cannot return different values
 * later.
 */
import { CanonicalJsonError } from '../../base/canonical/json.ts';

/**
 * Depth up to which values are copied; deeper than any member that a schema defines. Deeper members are free members,
 * which are hashed but never read.
 */
const NAMED_DEPTH = 16;

/**
 * A copy of a value as plain data; each member is read exactly once.
 *
 * @param known an immutable object that is not copied, such as the kernel's own state
 * @throws {CanonicalJsonError} `UNSUPPORTED_TYPE` for an instance of a class
 */
export function plainData(value: unknown, known: object, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value === known) return value;
  if (depth > NAMED_DEPTH) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return Array.from(items, (item) => plainData(item, known, depth + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const reason = 'got an object of a class, want a plain object';
    throw new CanonicalJsonError('UNSUPPORTED_TYPE', '', reason);
  }
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const copied = plainData(member, known, depth + 1);
    // Assigning this key would set the prototype of the copy.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copied, enumerable: true });
    else copy[key] = copied;
  }
  return copy;
}
