/** @module model fault: error for an impossible event log; nothing is repaired silently. */

/**
 * - `UNKNOWN_EVENT`, `MALFORMED_EVENT`: an event that no writer of this version produces.
 * - `INCONSISTENT_EVENT`: the event does not fit the preceding state.
 * - `SEQUENCE_GAP`: events are missing or repeated.
 * - `UNKNOWN_BRANCH`: no event created the branch.
 * - `MANIFEST_MISSING`: the event names a manifest that was not provided.
 * - `FORK_POINT_LOST`: the fork point of a branch is older than the kept states.
 */
export type ModelFaultCode =
  | 'UNKNOWN_EVENT'
  | 'MALFORMED_EVENT'
  | 'INCONSISTENT_EVENT'
  | 'SEQUENCE_GAP'
  | 'UNKNOWN_BRANCH'
  | 'MANIFEST_MISSING'
  | 'FORK_POINT_LOST';

/**
 * The state of a branch after ledger event `seq`. To restore it, read the events of the branch after
 * `branch_seq` = `after`.
 */
export type PastState = { readonly branch: string; readonly seq: number; readonly after: number };

/** The log event that caused a fault. */
export type FaultyEvent = {
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
};

/** Thrown while events are applied. Indicates a corrupt log or a bug, never invalid input of a caller. */
export class ModelFault extends Error {
  readonly code: ModelFaultCode;
  /** The missing state of a `FORK_POINT_LOST`, otherwise null. */
  readonly lost: PastState | null;
  /** The reason without the code. */
  readonly why: string;
  /** The event that could not be applied; null if events are missing or the event is not known yet. */
  readonly event: FaultyEvent | null;
  constructor(
    code: ModelFaultCode,
    why: string,
    { lost = null, event = null }: { lost?: PastState | null; event?: FaultyEvent | null } = {},
  ) {
    super(
      event === null
        ? `${code}: ${why}`
        : `event ${event.seq} (\`${event.event_id}\`, \`${event.type}\`) of the log cannot be applied (${code}): ${why}`,
    );
    this.name = 'ModelFault';
    this.code = code;
    this.why = why;
    this.lost = lost;
    this.event = event;
  }

  /** Returns the same fault with the event that caused it. */
  about({ seq, event_id, type }: FaultyEvent): ModelFault {
    if (this.lost !== null || this.code === 'SEQUENCE_GAP') return this;
    return new ModelFault(this.code, this.why, { event: { seq, event_id, type } });
  }
}
