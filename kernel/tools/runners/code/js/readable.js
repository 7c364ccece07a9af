/*
 * Converts a result that JSON cannot represent. It is run after the program, in the same engine: a program that changed
 * built-ins can only affect its own results. Completion value: a function (value) => JSON text, or undefined if the
 * value contains nothing that JSON cannot represent on its own.
 */
(() => {
  'use strict';
  const DEPTH = 60;
  const typed = Object.getPrototypeOf(Uint8Array);
  const isLost = (value) =>
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Error ||
    value instanceof RegExp ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value);
  /** Whether a value contains a Map, Set, BigInt … or a cycle; calls no getter of any object. */
  const holdsLost = (value, seen, above) => {
    if (typeof value === 'bigint') return true;
    if (typeof value !== 'object' || value === null || above.length > DEPTH) return false;
    if (isLost(value) || above.includes(value)) return true;
    if (seen.has(value) || typeof value.toJSON === 'function') return false;
    seen.add(value);
    const inner = [...above, value];
    for (const key of Object.keys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (own && 'value' in own && holdsLost(own.value, seen, inner)) return true;
    }
    return false;
  };
  const plain = (value, above) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return '[circular]';
    if (above.length > DEPTH) return '[deeper]';
    const inner = [...above, value];
    const each = (one) => {
      const made = plain(one, inner);
      return made === undefined ? null : made;
    };
    if (value instanceof Map) return Array.from(value, (pair) => Array.from(pair, each));
    if (value instanceof Set) return Array.from(value, each);
    if (value instanceof RegExp) return String(value);
    if (value instanceof ArrayBuffer) return Array.from(new Uint8Array(value));
    if (value instanceof DataView) {
      return Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    }
    if (value instanceof typed) return Array.from(value, each);
    if (typeof value.toJSON === 'function') return value.toJSON();
    if (Array.isArray(value)) return Array.from(value, each);
    const made = {};
    const put = (key, one) =>
      Object.defineProperty(made, key, {
        value: one,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    if (value instanceof Error) {
      put('name', String(value.name));
      put('message', String(value.message));
      put('stack', String(value.stack ?? ''));
      if (value.cause !== undefined) put('cause', plain(value.cause, inner));
      if (value instanceof AggregateError) put('errors', plain(value.errors, inner));
    }
    for (const key of Object.keys(value)) put(key, plain(value[key], inner));
    return made;
  };
  return (value) => (holdsLost(value, new Set(), []) ? JSON.stringify(plain(value, [])) : undefined);
})();
