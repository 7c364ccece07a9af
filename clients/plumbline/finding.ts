/** @module finding: the result of one check of `doctor`. */

/** `next` is empty when nothing is to be done. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly next: string;
};

/** What is as it should be. */
export function fine(check: string, found: string): Finding {
  return { check, state: 'ok', found, next: '' };
}
