/** @module witness-setting: the setting `witness` of a policy: its valid values, and its first checkpoint. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { witnessPathFault } from '../../../governance/keeper/workspace/witness-path.ts';
import { readWitness } from '../../../governance/keeper/workspace/witness.ts';
import { isWitnessUrl, witnessAddress } from '../../../governance/witness/witness-address.ts';
import type { TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { misuse } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { askedWitness } from './asked-witness.ts';

/** Longest wait for a witness, and interval of checks (ms). */
const [WITNESS_MS, LOOK_MS] = [3000, 20];

/** The setting as stored: an address unchanged, a path made absolute; undefined for `none`. */
export function witnessSetting(value: string, { cwd }: Pick<Terminal, 'cwd'>): string | undefined {
  if (value === 'none') return undefined;
  return isWitnessUrl(value) ? value : resolve(cwd, value);
}

/** The keys of an HTTP witness; none for a file. */
export function witnessKeys(setting: string | null): readonly TrustedKey[] {
  if (setting === null || !isWitnessUrl(setting)) return [];
  const address = witnessAddress(setting);
  return address.ok ? [address.key] : [];
}

/** What a setting does, in words. */
export function witnessWords(witness: string | null): string {
  if (witness === null) return 'none: checkpoints are kept only in the workspace';
  const read = isWitnessUrl(witness) ? witnessAddress(witness) : null;
  if (read === null) return `every checkpoint is appended to ${printable(witness)}`;
  if (!read.ok) return `${printable(witness)} is not a witness: ${read.fault}`;
  return `\`${printable(read.key.name)}\` at ${printable(read.url)} cosigns every checkpoint`;
}

/** Throws CliFailure for an address without a key, and for a file inside the workspace or in a missing folder. */
export function assertWitness({ paths }: Pick<Session, 'paths'>, witness: string): void {
  if (isWitnessUrl(witness)) {
    const read = witnessAddress(witness);
    if (read.ok) return;
    throw misuse(
      `${printable(witness)} is not a witness: ${read.fault}`,
      'use the line that `plumbline witness` prints when it starts, in quotes',
    );
  }
  const fault =
    witnessPathFault(paths.dir, witness) ??
    (existsSync(dirname(witness)) ? null : 'is in a folder that does not exist');
  if (fault === null) return;
  throw misuse(
    `${printable(witness)} ${fault}`,
    'name a file on another disk, a share or a checkout of another repository',
  );
}

/** Has a checkpoint written to a new witness, and reports if it does not arrive. */
export async function startWitness(
  session: Session,
  { err }: Pick<Terminal, 'err'>,
  witness: string,
): Promise<void> {
  const note = await (await session.keeper()).checkpoint();
  const found = await witnessed(session, witness, note);
  if (found !== null) return;
  if (isWitnessUrl(witness)) return await printWitnessFaults(session, { err }, witness);
  err(
    `${printable(witness)} could not be written yet: let the user who runs the servers append to it, then run \`plumbline doctor\``,
  );
}

/** The checkpoint in the witness, with the cosignature of a witness that signs; null if it does not arrive in time. */
export async function witnessed(
  { paths }: Pick<Session, 'paths'>,
  witness: string,
  note: string,
): Promise<string | null> {
  const file = isWitnessUrl(witness) ? paths.cosigned : witness;
  for (const deadline = Date.now() + WITNESS_MS; Date.now() < deadline; await setTimeout(LOOK_MS)) {
    const { notes } = readWitness(await readFile(file, 'utf8').catch(() => ''));
    const found = notes.findLast((one) => one.note.startsWith(note));
    if (found !== undefined) return found.note;
  }
  return null;
}

/** Prints why a witness does not cosign. */
export async function printWitnessFaults(
  session: Session,
  { err }: Pick<Terminal, 'err'>,
  witness: string,
): Promise<void> {
  const asked = await askedWitness(session, witness);
  for (const { detail } of asked.faults) err(printable(detail));
  err('checkpoints are sent again automatically; `plumbline doctor` reports the state');
}
