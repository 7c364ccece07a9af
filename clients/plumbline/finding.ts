/** @module finding: the result of one check of `doctor`. */

/** A result of one check. `next` is empty if there is nothing to do. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly next: string;
};

/** A finding without a fault. */
export function pass(check: string, found: string): Finding {
  return { check, state: 'ok', found, next: '' };
}

/** A setting that works but should be changed. */
export function warn(check: string, found: string, next: string): Finding {
  return { check, state: 'warn', found, next };
}

/** A fault. */
export function fail(check: string, found: string, next: string): Finding {
  return { check, state: 'fail', found, next };
}
