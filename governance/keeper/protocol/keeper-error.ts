/** @module keeper-error: how a request to the keeper fails: it was not reached in time, or one side has a bug. */
import * as z from 'zod';

import type { EnvelopeError } from '../../../schemas/envelope.ts';
import { Refusal } from '../../../schemas/errors.ts';

/**
 * What became of a request that was not answered. `none`: nothing was done and nothing will be; `unknown`: it may have
 * been carried out, or may still be.
 */
export type LostOutcome = 'none' | 'unknown';

/** Of an error of the keeper: whether store and log were reached, and what became of the request. */
export const Lost = z.object({ reached: z.boolean(), outcome: z.enum(['none', 'unknown']) });
export type Lost = z.output<typeof Lost>;

const REFUSED = 'ask again with the same idempotency key; if it stays so, run `plumbline doctor`';
const LOST = {
  none: 'nothing was changed: call again; if it stays so, run `plumbline doctor`',
  unknown:
    'it may have been carried out: call again with the same idempotency key, which answers with what happened; without a key look first whether it was done',
} as const satisfies Record<LostOutcome, string>;

/** Nothing was reached, and nothing was sent. */
export const NOTHING: Lost = { reached: false, outcome: 'none' };

/** No keeper could commit in time, or the store cannot be used. */
export class KeeperUnavailable extends Refusal {
  /** Whether the store was reached, and refused. */
  readonly reached: boolean;

  constructor(message: string, { reached, outcome }: Lost) {
    super(
      'STORE_UNAVAILABLE',
      message,
      reached ? REFUSED : LOST[outcome],
      reached ? {} : { outcome },
    );
    this.name = 'KeeperUnavailable';
    this.reached = reached;
  }
}

/** Several keepers ended, one after the other, while each may have had the request: it may be what ends them. */
export class KeepersLost extends KeeperUnavailable {
  override readonly name = 'KeepersLost';
}

/** Whether a call was refused because the store could not be reached: its entry cannot be written now either. */
export function isUnreached({ name, data }: Pick<EnvelopeError, 'name' | 'data'>): boolean {
  return name === 'STORE_UNAVAILABLE' && 'outcome' in data;
}

/** The keeper could not decode a request, or failed on it: a bug on one side. */
export class KeeperFault extends Error {
  override readonly name: string = 'KeeperFault';
}

/** A request that no keeper takes, however often it is sent: it is too large, or of another form. */
export class RequestRefused extends KeeperFault {
  override readonly name = 'RequestRefused';
}
