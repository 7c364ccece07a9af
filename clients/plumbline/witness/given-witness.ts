/** @module given-witness: the witness that a call names, and which of the given checkpoints it has cosigned. */
import type { VerifyReport } from '../../../governance/audit/verify-report.ts';
import { isWitnessUrl, witnessAddress } from '../../../governance/witness/witness-address.ts';
import { readCheckpoint, type TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../../kernel/base/canonical/cosignature.ts';
import { type Call, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { printable } from '../printable.ts';
import type { GivenNote } from './given-checkpoints.ts';
import { witnessSetting } from './witness-setting.ts';

/** The setting of --witness, null without it. Throws CliFailure with exit code 2 for an address without its key. */
export function givenWitness(call: Call): string | null {
  const given = textOf(call, 'witness');
  const setting = given === null ? null : (witnessSetting(given, call.terminal) ?? null);
  const address = setting !== null && isWitnessUrl(setting) ? witnessAddress(setting) : null;
  if (address?.ok !== false) return setting;
  throw misuse(
    `invalid --witness \`${printable(given ?? '')}\`: ${address.fault}`,
    'use the line that `plumbline witness` prints when it starts, in quotes',
  );
}

/** A given checkpoint that a witness has cosigned; `at`: RFC 3339. */
export type CosignedNote = {
  readonly from: string;
  readonly by: string;
  readonly at: string;
  readonly size: number;
};

/** The given checkpoints that one of the keys has cosigned. */
export function cosignedNotes(
  notes: readonly GivenNote[],
  keys: readonly TrustedKey[],
): readonly CosignedNote[] {
  return notes.flatMap(({ note, from }) => {
    const read = readCheckpoint(note);
    if (read === undefined) return [];
    const found = verifyCosignatures(read.text, read.signatures, keys) ?? [];
    return found.map(({ name, time }) => ({
      from,
      by: name,
      at: new Date(time * 1000).toISOString(),
      size: read.checkpoint.size,
    }));
  });
}

/** A line about the newest cosigned checkpoint; none if no checkpoint was given or no key is pinned. */
export function cosignedLines(
  notes: readonly GivenNote[],
  keys: readonly TrustedKey[],
): readonly string[] {
  if (notes.length === 0 || keys.length === 0) return [];
  const newest = cosignedNotes(notes, keys).at(-1);
  if (newest === undefined) return [`note      ${uncosigned(keys)}`];
  const { from, by, at, size } = newest;
  return [`cosigned  ${from}: by ${printable(by)} at ${at}, over ${size} entries`];
}

/** The report, with a fault if a witness was named that has cosigned none of the given checkpoints. */
export function demandingCosignature(
  report: VerifyReport,
  notes: readonly GivenNote[],
  keys: readonly TrustedKey[],
): VerifyReport {
  if (keys.length === 0 || cosignedNotes(notes, keys).length > 0) return report;
  const fault = { kind: 'witness_missing', seq: 0, detail: uncosigned(keys) } as const;
  return { ...report, ok: false, faults: [...report.faults, fault] };
}

function uncosigned(keys: readonly TrustedKey[]): string {
  const names = keys.map(({ name }) => `\`${printable(name)}\``).join(', ');
  return `no given checkpoint is cosigned by ${names}`;
}
