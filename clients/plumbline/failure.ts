/** @module failure: an end of a command that its user can act on. */

/** 1 failure or refusal, 2 bad use of the command line, 3 verification found a fault. */
export type FailureExit = 1 | 2 | 3;

/** Ends a command. The message says what was got and what was wanted; `next` is the next step. */
export class CliFailure extends Error {
  readonly exit: FailureExit;
  readonly next: string;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    exit: FailureExit,
    message: string,
    next: string,
    data: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CliFailure';
    this.exit = exit;
    this.next = next;
    this.data = data;
  }
}

/** Bad use of the command line: exit code 2. */
export function misuse(message: string, next: string): CliFailure {
  return new CliFailure(2, message, next);
}
