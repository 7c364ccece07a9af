/** @module cosigned-notes: the witness of `--witness`, and the given checkpoints that it has cosigned. */
import type { VerifyReport } from '../../../governance/audit/verify-report.ts';
import { isWitnessUrl, witnessAddress } from '../../../governance/witness/witness-address.ts';
import { readCheckpoint, type TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../../kernel/base/canonical/cosignature.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import type { ExternalNote } from './checkpoint-file.ts';
import { witnessSetting } from './witness-setting.ts';

/** The setting of --witness, null without it. Throws CliFailure with exit code 2 for an address without its key. */
export function witnessOption(call: Call): string | null {
  const text = textOf(call, 'witness');
  const setting = text === null ? null : (witnessSetting(text, call.terminal) ?? null);
  const address = setting !== null && isWitnessUrl(setting) ? witnessAddress(setting) : null;
  if (address?.ok !== false) return setting;
  throw misuse(
    `invalid --witness \`${printable(text ?? '')}\`: ${address.fault}`,
    'use the address that `plumbline witness` prints at its start, in quotes',
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
  notes: readonly ExternalNote[],
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

/** A line about the newest cosigned checkpoint; empty if no checkpoint was given or no key is pinned. */
export function cosignedLines(
  notes: readonly ExternalNote[],
  keys: readonly TrustedKey[],
): readonly string[] {
  if (notes.length === 0 || keys.length === 0) return [];
  const newest = cosignedNotes(notes, keys).at(-1);
  if (newest === undefined) return [`note      ${uncosignedText(keys)}`];
  const { from, by, at, size } = newest;
  return [`cosigned  ${from}: by ${printable(by)} at ${at}, over ${size} entries`];
}

/** The report, with a fault if the named witness has cosigned none of the given checkpoints. */
export function requireCosignature(
  report: VerifyReport,
  notes: readonly ExternalNote[],
  keys: readonly TrustedKey[],
): VerifyReport {
  if (keys.length === 0 || cosignedNotes(notes, keys).length > 0) return report;
  const fault = { kind: 'witness_missing', seq: 0, detail: uncosignedText(keys) } as const;
  return { ...report, ok: false, faults: [...report.faults, fault] };
}

function uncosignedText(keys: readonly TrustedKey[]): string {
  const names = keys.map(({ name }) => `\`${printable(name)}\``).join(', ');
  return `no given checkpoint is cosigned by ${names}`;
}
