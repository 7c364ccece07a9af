/** @module known-logs: the logs that a witness cosigns, by origin, with their keys. */
import { readFileSync, statSync } from 'node:fs';

import type { TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import { isNoteLine, NOTE_ED25519 } from '../../kernel/base/canonical/note.ts';
import { parseVerifierKey } from '../../kernel/base/canonical/verifier-key.ts';

/** A log and one of its keys. */
export type KnownLog = { readonly origin: string; readonly key: TrustedKey };

/** A configured log: the key, preceded by the origin if the key has another name. Undefined for any other text. */
export function parseLog(text: string): KnownLog | undefined {
  const space = text.lastIndexOf(' ');
  const read = parseVerifierKey(text.slice(space + 1));
  if (read?.type !== NOTE_ED25519) return undefined;
  const { name, publicKey } = read;
  const origin = space === -1 ? name : text.slice(0, space).trim();
  return isNoteLine(origin) ? { origin, key: { name, publicKey } } : undefined;
}

/** Logs in a text, one per line; empty lines and lines with `#` are ignored. `faults` are numbers of invalid lines. */
function parseLogs(text: string): {
  readonly logs: readonly KnownLog[];
  readonly faults: readonly number[];
} {
  const logs: KnownLog[] = [];
  const faults: number[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const log = parseLog(line);
    if (log === undefined) faults.push(index + 1);
    else logs.push(log);
  }
  return { logs, faults };
}

/** The keys of an origin; empty for an unknown one. */
export type KnownLogs = (origin: string) => readonly TrustedKey[];

/**
 * The given logs and those of a file, which is read again after each change, so that logs can be added while the witness
 * runs. Invalid lines are reported to `log` and ignored.
 */
export function knownLogs(
  given: readonly KnownLog[],
  file: string | null,
  log: (line: string) => void,
): KnownLogs {
  let [read, stamp]: [readonly KnownLog[], string] = [[], ''];
  const look = (path: string): void => {
    const stats = statSync(path, { throwIfNoEntry: false });
    const now = stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    if (now === stamp) return;
    stamp = now;
    const { logs, faults } = parseLogs(stats === undefined ? '' : readFileSync(path, 'utf8'));
    read = logs;
    if (stats === undefined) log(`${path} does not exist, so none of its logs is known`);
    for (const line of faults) log(`line ${line} of ${path} is not a valid log and is ignored`);
  };
  return (origin) => {
    if (file !== null) look(file);
    return [...given, ...read].filter((one) => one.origin === origin).map(({ key }) => key);
  };
}
