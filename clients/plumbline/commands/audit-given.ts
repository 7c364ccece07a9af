/** @module audit-given: arguments of the audit commands: files, numbers and the key that signs the log. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { readWitness } from '../../../governance/keeper/workspace/witness.ts';
import { publicKeyFault } from '../../../kernel/canonical/public-key.ts';
import { publicKeyOf } from '../../../kernel/canonical/signature.ts';
import { utf8Text } from '../../../kernel/text/utf8.ts';
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

/** Reads a file named by the caller. Throws CliFailure with `wanted` when it is missing. */
export function readGiven(call: Call, file: string, wanted: string): string {
  const path = resolve(call.terminal.cwd, file);
  try {
    return utf8Text(readFileSync(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}: ${printable(reason)}`,
      `name ${wanted}`,
    );
  }
}

/** The key that the caller trusts, null when none is named. Throws CliFailure for an invalid key. */
export function givenLogKey(call: Call): string | null {
  const key = textOf(call, 'log-key');
  const fault = key === null ? null : publicKeyFault(key);
  if (key === null || fault === null) return key;
  throw misuse(
    `got \`${printable(key)}\` for --log-key, want an Ed25519 public key: ${fault}`,
    '`plumbline audit checkpoint` prints the key of a log',
  );
}

/** The key in a workspace, null when there is none. */
export function ownLogKey(path: string): string | null {
  return existsSync(path) ? publicKeyOf(createPrivateKey(readFileSync(path))) : null;
}

/** An integer from 1 to `most`. Throws CliFailure with exit code 2. */
export function wholeNumber(text: string, name: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw misuse(
    `got \`${printable(text)}\` for ${name}, want a whole number from 1 to ${most}`,
    'see `plumbline audit --help`',
  );
}

/** A checkpoint that comes from elsewhere, and where it stands. */
export type GivenNote = { readonly note: string; readonly from: string };

/** The checkpoints in a given file: the one that it is, or those of a witness, one a line. Never none. */
export function givenCheckpoints(text: string): readonly [GivenNote, ...GivenNote[]] {
  const alone = { note: text, from: 'the given checkpoint' };
  if (!text.startsWith('{')) return [alone];
  const { notes, foreign } = readWitness(text.endsWith('}') ? `${text}\n` : text);
  const [first = alone, ...rest] = [
    ...notes.map(({ note, line }) => ({ note, from: lineOf(line) })),
    // Verified like the others, so that each is a fault of its own.
    ...foreign.map((line) => ({ note: '', from: lineOf(line) })),
  ];
  return [first, ...rest];
}

function lineOf(line: number): string {
  return `line ${line} of the given file`;
}
