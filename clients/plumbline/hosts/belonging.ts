/** @module belonging: which workspace or hub an entry of a host's configuration leads to. */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import type { Host } from './hosts.ts';

/** The option that names the workspace in the arguments of a server. */
const OPTION = '--workspace';

/**
 * The workspace folder or hub address of an entry in any host's form; null if it names none, or a relative folder without a
 * base.
 *
 * @param base the folder in which the host starts its servers; null if that is any folder
 */
export function targetOf(entry: unknown, base: string | null): string | null {
  if (Array.isArray(entry)) {
    const at = entry.findIndex((word) => word === OPTION || String(word).startsWith(`${OPTION}=`));
    if (at < 0) return firstTarget(entry, base);
    const named: unknown =
      entry[at] === OPTION ? entry[at + 1] : String(entry[at]).slice(OPTION.length + 1);
    if (typeof named !== 'string' || (base === null && !isAbsolute(named))) return null;
    return resolve(base ?? '/', named);
  }
  if (typeof entry !== 'object' || entry === null) return null;
  const { url, serverUrl } = { url: undefined, serverUrl: undefined, ...entry };
  const address: unknown = url ?? serverUrl;
  if (typeof address === 'string' && URL.canParse(address)) return new URL(address).origin;
  return firstTarget(Object.values(entry), base);
}

function firstTarget(parts: readonly unknown[], base: string | null): string | null {
  for (const part of parts) {
    const target = targetOf(part, base);
    if (target !== null) return target;
  }
  return null;
}

/** Whether a target is a hub. A folder such as `C:\house` can be parsed as an address, too. */
export function isHub(target: string): boolean {
  return /^https?:\/\//.test(target);
}

/** Whether two targets are the same hub, or the same folder by any path. */
export function isSameTarget(one: string, other: string): boolean {
  return one === other || (!isHub(one) && !isHub(other) && realPath(one) === realPath(other));
}

function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync.native(folder) : folder;
}

/** Whether a target is the folder of a workspace that no longer exists there, as after a move. */
function isGone(target: string): boolean {
  return !isHub(target) && !existsSync(join(target, '.plumbline'));
}

/**
 * The other workspace or hub that a present entry leads to, which a new entry must not silently replace. Null if both lead
 * to the same one, if the present entry names none, or if its workspace no longer exists, as after a move.
 */
export function otherTarget(present: unknown, entry: unknown, base: string | null): string | null {
  const [there, here] = [targetOf(present, base), targetOf(entry, base)];
  if (there === null || (here !== null && isSameTarget(there, here)) || isGone(there)) return null;
  return there;
}

/** Where an entry leads, as the end of a clause. */
export function leadsTo(target: string | null): string {
  if (target === null) return 'names no workspace';
  return `leads to ${printable(target)}${isGone(target) ? ', which no longer exists' : ''}`;
}

/** The folder in which a host starts its servers; null if that is any folder. */
export function startFolder({ isUserWide }: Pick<Host, 'isUserWide'>, dir: string): string | null {
  return isUserWide ? null : dir;
}

/** A host with its name in `--for`. */
export type NamedHost = Host & { readonly name: string };

/** The command that removes an entry with this target from a host. `dir`: the workspace in which the command is run. */
export function removalCommand(
  { name, isUserWide }: Pick<NamedHost, 'name' | 'isUserWide'>,
  target: string | null,
  dir: string | null,
): string {
  const command = `plumbline config --for ${name} --remove`;
  if (target === null ? !isUserWide : dir !== null && isSameTarget(target, dir)) return command;
  if (target !== null && isHub(target)) return `${command} --http ${printable(target)}`;
  // In a file for one folder, `--workspace` would select the file of another folder.
  if (target === null || !isUserWide) return `${command} --all`;
  const folder = printable(target);
  return `${command} --workspace ${/^[\w./-]+$/.test(folder) ? folder : `"${folder}"`}`;
}
