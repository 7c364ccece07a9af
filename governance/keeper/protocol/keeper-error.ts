/** @module keeper-error: failures of requests to the keeper: it was not reached in time, or one side has a bug. */
import * as z from 'zod';

import type { EnvelopeError } from '../../../schemas/envelope.ts';
import { Refusal } from '../../../schemas/errors.ts';

/**
 * The outcome of an unanswered request. `none`: it was not executed and will not be; `unknown`: it may have been executed,
 * or may still be.
 */
export type LostOutcome = 'none' | 'unknown';

/** Data of a keeper error: whether the store and log were reached, and the outcome of the request. */
export const Lost = z.object({ reached: z.boolean(), outcome: z.enum(['none', 'unknown']) });
export type Lost = z.output<typeof Lost>;

const REFUSED_HINT =
  'call again with the same idempotency key; if the error persists, run `plumbline doctor`';
const LOST_HINTS = {
  none: 'nothing was changed: call again; if the error persists, run `plumbline doctor`',
  unknown:
    'the call may have been executed: call again with the same idempotency key to get its result; without a key, first check whether it was executed',
} as const satisfies Record<LostOutcome, string>;

/** The store was not reached, and no request was sent. */
export const NOTHING: Lost = { reached: false, outcome: 'none' };

/** No keeper could commit in time, or the store cannot be used. */
export class KeeperUnavailable extends Refusal {
  /** Whether the store was reached but refused. */
  readonly reached: boolean;

  constructor(message: string, { reached, outcome }: Lost) {
    super(
      'STORE_UNAVAILABLE',
      message,
      reached ? REFUSED_HINT : LOST_HINTS[outcome],
      reached ? {} : { outcome },
    );
    this.name = 'KeeperUnavailable';
    this.reached = reached;
  }
}

/** Several keepers in succession ended while possibly holding the request, which may be the cause. */
export class KeepersLost extends KeeperUnavailable {
  override readonly name = 'KeepersLost';
}

/** Whether a call was refused because the store could not be reached, so that its log entry cannot be written either. */
export function isUnreached({ name, data }: Pick<EnvelopeError, 'name' | 'data'>): boolean {
  return name === 'STORE_UNAVAILABLE' && 'outcome' in data;
}

/** The keeper could not decode a request, or failed on it: a bug on one side. */
export class KeeperFault extends Error {
  override readonly name: string = 'KeeperFault';
}

/** A request that no keeper accepts, because it is too large or malformed. */
export class RequestRefused extends KeeperFault {
  override readonly name = 'RequestRefused';
}
