/** @module belonging: which workspace or hub an entry of a host's configuration leads to. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The option that names the workspace in the arguments of a server. */
const OPTION = '--workspace';

/** The workspace folder or hub address of an entry in any host's form; null if it names none. */
export function targetOf(entry: unknown): string | null {
  if (Array.isArray(entry)) {
    const at = entry.indexOf(OPTION);
    const named: unknown = at < 0 ? undefined : entry[at + 1];
    return typeof named === 'string' ? resolve(named) : firstTarget(entry);
  }
  if (typeof entry !== 'object' || entry === null) return null;
  const { url, serverUrl } = { url: undefined, serverUrl: undefined, ...entry };
  const address: unknown = url ?? serverUrl;
  if (typeof address === 'string' && URL.canParse(address)) return new URL(address).origin;
  return firstTarget(Object.values(entry));
}

function firstTarget(parts: readonly unknown[]): string | null {
  for (const part of parts) {
    const target = targetOf(part);
    if (target !== null) return target;
  }
  return null;
}

/**
 * The other workspace or hub that a present entry leads to, which a new entry must not silently replace. Null if both lead
 * to the same one, if the present entry names none, or if its workspace no longer exists, as after a move.
 */
export function otherTarget(present: unknown, entry: unknown): string | null {
  const [there, here] = [targetOf(present), targetOf(entry)];
  if (there === null || there === here) return null;
  const isGone = !URL.canParse(there) && !existsSync(join(there, '.plumbline'));
  return isGone ? null : there;
}
