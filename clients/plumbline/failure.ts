/** @module failure: the error with which a command ends, with a next step for the user. */

/** 1 failure or refusal, 2 invalid arguments, 3 verification found a fault. */
export type FailureExit = 1 | 2 | 3;

/** Ends a command. The message has the given and the expected value; `next` is the next step. */
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

/** The failure for invalid arguments: exit code 2. */
export function misuse(message: string, next: string): CliFailure {
  return new CliFailure(2, message, next);
}

/** Something that may be there again in a moment; who stays open tries again. */
export class Away extends CliFailure {}
