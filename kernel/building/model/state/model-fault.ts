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

/** The state of a branch after ledger event `seq`, and the event of the branch (`branch_seq`) behind which it must be read. */
export type PastState = { readonly branch: string; readonly seq: number; readonly after: number };

/** The event of the log that a fault is about. */
export type FaultyEvent = {
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
};

/** Thrown while events are applied: a corrupt log or a bug, never the fault of a caller's input. */
export class ModelFault extends Error {
  readonly code: ModelFaultCode;
  /** What a `FORK_POINT_LOST` lacks, else null. */
  readonly lost: PastState | null;
  /** What was wrong, without the code. */
  readonly why: string;
  /** The event that could not be applied; null where events are missing, or before it is known. */
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

  /** The same fault, with the event that it is about. */
  about({ seq, event_id, type }: FaultyEvent): ModelFault {
    if (this.lost !== null || this.code === 'SEQUENCE_GAP') return this;
    return new ModelFault(this.code, this.why, { event: { seq, event_id, type } });
  }
}
