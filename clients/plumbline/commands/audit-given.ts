/** @module audit-given: what commands about the log are given: files, numbers and the key that signs it. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { publicKeyOf, readPublicKey } from '../../../governance/keeper/client-kit.ts';
import { type Call, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { printable } from '../printable.ts';

export const LOG_KEY_OPTION = {
  'log-key': {
    type: 'string',
    value: 'KEY',
    help: "public key of the log, kept elsewhere (default: the workspace's own)",
  },
} as const;

/** A file whose absence is the user's to mend. */
export function readGiven(call: Call, file: string, wanted: string): string {
  const path = resolve(call.terminal.cwd, file);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}: ${printable(reason)}`,
      `name ${wanted}`,
    );
  }
}

/** The key that the caller trusts, null when none is named. Throws CliFailure for what is no key. */
export function givenLogKey(call: Call): string | null {
  const key = textOf(call, 'log-key');
  if (key === null || readPublicKey(key) !== undefined) return key;
  throw misuse(
    `got \`${printable(key)}\` for --log-key, want an Ed25519 public key: 32 bytes in base64`,
    '`plumbline audit checkpoint` prints the key of a log',
  );
}

/** The key in a workspace, null where there is none. */
export function ownLogKey(path: string): string | null {
  return existsSync(path) ? publicKeyOf(createPrivateKey(readFileSync(path))) : null;
}

/** A whole number from 1 to `most`. Throws CliFailure with exit code 2. */
export function wholeNumber(text: string, name: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw misuse(
    `got \`${printable(text)}\` for ${name}, want a whole number from 1 to ${most}`,
    'see `plumbline audit --help`',
  );
}
