/** @module batch: a JSON-RPC batch (section 6), which only protocol version 2025-03-26 has; it is answered as one list. */
import * as z from 'zod';

/** The version whose implementations must accept batches; 2025-06-18 removed them. */
export const BATCH_VERSION = '2025-03-26';
/** Maximum number of messages in a batch: that of the SDK over HTTP. */
export const BATCH_MESSAGES = 100;
/** Why a batch is refused in other versions. */
export const NO_BATCH = `only clients of protocol version ${BATCH_VERSION} may send batches`;

const Initialized = z.looseObject({
  result: z.looseObject({ protocolVersion: z.string() }),
});

/** The protocol version in the answer of `initialize`; undefined for any other message. */
export function versionIn(message: object): string | undefined {
  return Initialized.safeParse(message).data?.result.protocolVersion;
}

/** The answers of a batch, until there is one for each of its requests. */
export class Batch {
  readonly #answers: object[] = [];
  #expected: number;

  /** `expected`: the number of messages to answer. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  /** Adds an answer, null for a cancelled request. Returns all answers after the last one; else, and if there are none, null. */
  add(answer: object | null): readonly object[] | null {
    if (answer !== null) this.#answers.push(answer);
    this.#expected -= 1;
    return this.#expected === 0 && this.#answers.length > 0 ? this.#answers : null;
  }
}
