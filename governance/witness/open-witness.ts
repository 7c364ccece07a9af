/** @module open-witness: a witness from its files, which are made at the first start: key, mark beside it, state. */
import type { SigningKey } from '../../kernel/canonical/checkpoint.ts';
import type { KnownLogs } from './known-logs.ts';
import { newWitnessKey, readWitnessKey, verifierKeyOf, writeWitnessKey } from './witness-key.ts';
import { openWitnessState } from './witness-state.ts';
import { Witness } from './witness.ts';

/** Where the files of a witness lie, and its name where it is to have a certain one. */
export type WitnessFiles = {
  readonly state: string;
  readonly key: string;
  readonly name: string | null;
};

/** An open witness. */
export type OpenWitness = {
  readonly witness: Witness;
  /** Its public key, as those take it who pin it. */
  readonly vkey: string;
  readonly close: () => void;
};

/**
 * Opens a witness, and makes one where there is no key yet.
 *
 * @throws {StateFault} where the files are not those of a witness, or the state has gone back
 * @throws {RangeError} for a name that keys cannot have, or that the key in the file has not
 */
export function openWitness(
  files: WitnessFiles,
  { logs, now }: { readonly logs: KnownLogs; readonly now: () => Date },
): OpenWitness {
  const found = readWitnessKey(files.key);
  const key = found ?? newWitnessKey(files.name);
  if (files.name !== null && key.name !== files.name) {
    throw new RangeError(`got the name \`${files.name}\`, the key is named \`${key.name}\``);
  }
  const vkey = verifierKeyOf(key);
  const state = openWitnessState(files.state, `${files.key}.mark`, found === null);
  // Last, so that a key in a file has a state and a mark, whatever happened on the way.
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
