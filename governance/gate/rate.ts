/** @module rate: calls per minute and principal, as a token bucket on the injected clock. */
import { Refusal } from '../../schemas/errors.ts';

/** Takes one call off the bucket of `who`; refuses RATE_LIMITED with the time to wait. */
export type RateLimit = (who: string, now_ms: number, per_minute: number | null) => void;

/** A bucket per principal that holds one minute's calls and refills evenly. */
export function rateLimit(): RateLimit {
  const buckets = new Map<string, { tokens: number; at_ms: number }>();
  return (who, now_ms, per_minute) => {
    if (per_minute === null) return;
    const bucket = buckets.get(who) ?? { tokens: per_minute, at_ms: now_ms };
    const refill = (Math.max(0, now_ms - bucket.at_ms) * per_minute) / 60_000;
    const tokens = Math.min(per_minute, bucket.tokens + refill);
    if (tokens < 1) {
      buckets.set(who, { tokens, at_ms: now_ms });
      const retry_after_ms = Math.ceil(((1 - tokens) * 60_000) / per_minute);
      throw new Refusal(
        'RATE_LIMITED',
        `more than ${per_minute} calls in a minute`,
        `wait ${retry_after_ms} ms, or ask the operator for a higher limit`,
        { retry_after_ms, per_minute },
      );
    }
    buckets.set(who, { tokens: tokens - 1, at_ms: now_ms });
  };
}
