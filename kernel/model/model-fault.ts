/** @module model fault: the log says something that cannot be; nothing is repaired silently. */

/**
 * `UNKNOWN_EVENT`, `MALFORMED_EVENT`: an event that no writer of this version makes. `INCONSISTENT_EVENT`:
 * it does not fit the state before it. `SEQUENCE_GAP`: events are missing or repeated. `UNKNOWN_BRANCH`:
 * no event made the branch. `FORK_POINT_LOST`: a branch forks further back than states are kept.
 */
export type ModelFaultCode =
  | 'UNKNOWN_EVENT'
  | 'MALFORMED_EVENT'
  | 'INCONSISTENT_EVENT'
  | 'SEQUENCE_GAP'
  | 'UNKNOWN_BRANCH'
  | 'FORK_POINT_LOST';

/** Thrown while events are applied: a corrupt log or a bug, never the fault of a caller's input. */
export class ModelFault extends Error {
  readonly code: ModelFaultCode;
  constructor(code: ModelFaultCode, message: string) {
    super(`${code}: ${message}`);
    this.name = 'ModelFault';
    this.code = code;
  }
}
