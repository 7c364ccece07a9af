/** @module record-id: derives an id in the form of a UUID from a value. */
import { digestOf } from '../../kernel/base/canonical/hash.ts';

/** A UUID (version 8, RFC 9562) from the digest of a JSON value: equal values have equal ids. */
export function derivedId(value: unknown): string {
  const hex = digestOf(value);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
