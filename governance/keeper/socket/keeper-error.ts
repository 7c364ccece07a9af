/** @module keeper-error: how a request to the keeper fails: it was not reached in time, or one side has a bug. */
import { Refusal } from '../../../schemas/errors.ts';

/** No keeper could commit in time, or the store cannot be used. A request may still be carried out later. */
export class KeeperUnavailable extends Refusal {
  constructor(message: string) {
    super(
      'STORE_UNAVAILABLE',
      message,
      'ask again with the same idempotency key; if it stays so, run `plumbline doctor`',
    );
    this.name = 'KeeperUnavailable';
  }
}

/** The keeper could not decode a request, or failed on it: a bug on one side. */
export class KeeperFault extends Error {
  override readonly name = 'KeeperFault';
}
