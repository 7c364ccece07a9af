/** @module open-witness: opens a witness from its files: key, mark and state, which the first start creates. */
import type { SigningKey } from '../../kernel/base/canonical/checkpoint.ts';
import type { KnownLogs } from './known-logs.ts';
import { newWitnessKey, readWitnessKey, verifierKeyOf, writeWitnessKey } from './witness-key.ts';
import { openWitnessState } from './witness-state.ts';
import { Witness } from './witness.ts';

/** Paths of the files of a witness, and its name if a certain one is required. */
export type WitnessFiles = {
  readonly state: string;
  readonly key: string;
  readonly name: string | null;
};

/** An open witness. */
export type OpenWitness = {
  readonly witness: Witness;
  /** Its public key in the form for pinning. */
  readonly vkey: string;
  readonly close: () => void;
};

/**
 * Opens a witness, and creates one if there is no key yet.
 *
 * @throws {StateFault} if the files do not belong to a witness, or the state is older than the mark
 * @throws {RangeError} for an invalid key name, or one that differs from that of the key in the file
 */
export function openWitness(
  files: WitnessFiles,
  { logs, now }: { readonly logs: KnownLogs; readonly now: () => Date },
): OpenWitness {
  const found = readWitnessKey(files.key);
  const key = found ?? newWitnessKey(files.name);
  if (files.name !== null && key.name !== files.name) {
    throw new RangeError(
      `the name \`${files.name}\` was given, but the key is named \`${key.name}\``,
    );
  }
  const vkey = verifierKeyOf(key);
  const state = openWitnessState(files.state, `${files.key}.mark`, found === null);
  // Last, so that a stored key always has a state and a mark, also after a crash.
  if (found === null) writeOrClose(files.key, key, state.close);
  return { witness: new Witness({ key, logs, state, now }), vkey, close: state.close };
}

function writeOrClose(path: string, key: SigningKey, close: () => void): void {
  try {
    writeWitnessKey(path, key);
  } catch (error) {
    close();
    throw error;
  }
}
