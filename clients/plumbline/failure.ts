/** @module failure: the error with which a command ends, with a next step for the user. */

/** 1 failure or refusal, 2 invalid arguments, 3 verification found a fault. */
type FailureExit = 1 | 2 | 3;

/** Details of a failure for machines: the exit code (default: 1), and further fields for `--json`. */
type Details = { readonly exit?: FailureExit; readonly data?: Readonly<Record<string, unknown>> };

/** Ends a command. The message states the given and the expected value; `next` is the next step. */
export class CliFailure extends Error {
  readonly exit: FailureExit;
  readonly next: string;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(message: string, next: string, { exit = 1, data = {} }: Details = {}) {
    super(message);
    this.name = 'CliFailure';
    this.exit = exit;
    this.next = next;
    this.data = data;
  }
}

/** The failure for invalid arguments: exit code 2. */
export function misuse(message: string, next: string): CliFailure {
  return new CliFailure(message, next, { exit: 2 });
}

/** A failure that may be temporary; a client that stays open retries. */
export class TemporaryFailure extends CliFailure {}
