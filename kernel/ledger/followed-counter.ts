/** @module followed-counter: the counter that records, a second time, which commit of a shared log was applied last. */
const PREFIX = 'followed/';

/** Bounds of the names of these counters in byte order; the second one is exclusive. */
export const FOLLOWED_RANGE = [PREFIX, 'followed0'] as const;

/** Name of the counter whose value is the number of the commit. A store has at most one; it is local to its machine. */
export function followedCounter({
  log,
  hash,
}: {
  readonly log: string;
  readonly hash: string;
}): string {
  return `${PREFIX}${log}/${hash}`;
}

/** Whether a counter is a record of the last applied commit. */
export function isFollowedCounter(name: string): boolean {
  return name.startsWith(PREFIX);
}
