/** @module witness-setting: the setting `witness` of a policy: its valid values, and its first checkpoint. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { witnessPathFault } from '../../../governance/keeper/workspace/witness-path.ts';
import { readWitness } from '../../../governance/keeper/workspace/witness.ts';
import { isWitnessUrl, witnessAddress } from '../../../governance/witness/witness-address.ts';
import type { TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { misuse } from '../failure.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { queryWitness } from './query-witness.ts';

/** Longest wait for a witness, and interval between checks (ms). */
const [WITNESS_MS, LOOK_MS] = [3000, 20];

/** The stored form of the setting: an address unchanged, a path made absolute; undefined for `none`. */
export function witnessSetting(value: string, { cwd }: Pick<Terminal, 'cwd'>): string | undefined {
  if (value === 'none') return undefined;
  return isWitnessUrl(value) ? value : resolve(cwd, value);
}

/** The keys of an HTTP witness; empty for a file. */
export function witnessKeys(setting: string | null): readonly TrustedKey[] {
  if (setting === null || !isWitnessUrl(setting)) return [];
  const address = witnessAddress(setting);
  return address.ok ? [address.key] : [];
}

/** A description of the effect of a setting. */
export function describeWitness(witness: string | null): string {
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
      'use the address that `plumbline witness` prints at its start, in quotes',
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

/** Has a checkpoint sent to a new witness, and reports if it does not arrive. */
export async function startWitness(
  session: Session,
  { err }: Pick<Terminal, 'err'>,
  witness: string,
): Promise<void> {
  const note = await (await session.keeper()).checkpoint();
  const found = await awaitWitness(session, witness, note);
  if (found !== null) return;
  if (isWitnessUrl(witness)) return await printWitnessFaults(session, { err }, witness);
  err(
    `${printable(witness)} has not been written yet: allow the user who runs the servers to append to it, then run \`plumbline doctor\``,
  );
}

/** Waits for a checkpoint and returns it as the witness has it, with its cosignature; null if it does not arrive in time. */
export async function awaitWitness(
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

/** Prints the reasons why a witness does not cosign. */
export async function printWitnessFaults(
  session: Session,
  { err }: Pick<Terminal, 'err'>,
  witness: string,
): Promise<void> {
  const { faults } = await queryWitness(session, witness);
  for (const { detail } of faults) err(printable(detail));
  err('checkpoints are sent again automatically; `plumbline doctor` reports the state');
}
