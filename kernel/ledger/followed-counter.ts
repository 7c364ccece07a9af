/** @module followed-counter: the second record of the commit of a shared log that a store has followed to. */
const PREFIX = 'followed/';

/** These counters are from the first name to before the second one, in the order of their bytes. */
export const FOLLOWED_RANGE = [PREFIX, 'followed0'] as const;

/** Name of the counter whose value is the number of the commit. Only the newest is kept, and it stays on its machine. */
export function followedCounter({
  log,
  hash,
}: {
  readonly log: string;
  readonly hash: string;
}): string {
  return `${PREFIX}${log}/${hash}`;
}

/** Whether a counter is such a record. */
export function isFollowedCounter(name: string): boolean {
  return name.startsWith(PREFIX);
}
