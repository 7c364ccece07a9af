/** @module rate: limits calls per minute and principal, which the keeper grants several at a time. */
import { Refusal } from '../../../schemas/errors.ts';
import type { Keeper } from '../../keeper/protocol/protocol.ts';

/** Counts one call of the principal of this name; refuses RATE_LIMITED with the time to wait. */
export type RateLimit = (name: string, now_ms: number, per_minute: number | null) => Promise<void>;

/** Granted calls that are not used yet. */
type Grant = { left: number; size: number; readonly until_ms: number };

/** A grant is used within this time (ms) or lapses. */
const GRANT_MS = 1000;
/** The largest grant is this part of a minute's calls, so that processes cannot hoard them. */
const LARGEST = 100;

/**
 * Requests one call from the keeper at first, and twice as many each time that a grant is used up immediately. A busy process
 * thus sends few requests, and an idle one withholds nothing from others.
 */
export function rateLimit(keeper: Pick<Keeper, 'calls'>): RateLimit {
  const grants = new Map<string, Grant>();
  const asking = new Map<string, Promise<void>>();

  const ask = async (name: string, now_ms: number, per_minute: number): Promise<void> => {
    const last = grants.get(name);
    const isBusy = last !== undefined && now_ms < last.until_ms;
    const largest = Math.max(1, Math.floor(per_minute / LARGEST));
    const size = isBusy ? Math.min(largest, last.size * 2) : 1;
    const { granted, retry_after_ms } = await keeper.calls({ name, calls: size });
    grants.set(name, { left: granted, size, until_ms: now_ms + GRANT_MS });
    if (granted > 0) return;
    throw new Refusal(
      'RATE_LIMITED',
      `more than ${per_minute} calls in a minute`,
      `wait ${retry_after_ms} ms, or ask the operator for a higher limit: \`plumbline policy set rate_limit_per_minute N\``,
      { retry_after_ms, per_minute },
    );
  };

  return async (name, now_ms, per_minute) => {
    if (per_minute === null) return;
    for (;;) {
      const grant = grants.get(name);
      if (grant !== undefined && grant.left > 0 && now_ms < grant.until_ms) {
        grant.left -= 1;
        return;
      }
      // Calls that arrive meanwhile await the same grant.
      const asked = asking.get(name) ?? ask(name, now_ms, per_minute);
      asking.set(name, asked);
      try {
        await asked;
      } finally {
        if (asking.get(name) === asked) asking.delete(name);
      }
    }
  };
}
