/** @module witness-key: the key file of a witness: the name in its cosignatures, and the private key. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { platform } from 'node:process';

import type { SigningKey } from '../../kernel/base/canonical/checkpoint.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { NOTE_COSIGNATURE } from '../../kernel/base/canonical/note.ts';
import { generateKeyPair, publicKeyOf } from '../../kernel/base/canonical/signature.ts';
import { formatVerifierKey } from '../../kernel/base/canonical/verifier-key.ts';
import { StateFault, syncFolder } from './witness-state.ts';

/** First line of a key file, before the name. */
const NAME = 'Name: ';
const NAME_DIGITS = 16;

/** The key in a file; null without a file. Throws StateFault for another file, and for one that other users may read. */
export function readWitnessKey(path: string): SigningKey | null {
  if (!existsSync(path)) return null;
  if (platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new StateFault(`other users have access to \`${path}\`: run chmod go-rwx on it`);
  }
  const text = readFileSync(path, 'utf8');
  const [first = '', ...pem] = text.split('\n');
  const key = first.startsWith(NAME) ? privateKeyIn(pem.join('\n')) : null;
  if (key === null) throw new StateFault(`\`${path}\` is not the key of a witness`);
  return { name: first.slice(NAME.length), privateKey: key };
}

/** A new key that is not stored yet; without a name it is named after its digest. */
export function newWitnessKey(name: string | null): SigningKey {
  const { privateKey, publicKey } = generateKeyPair();
  const own = `plumbline-witness/${sha256Hex(publicKey).slice(0, NAME_DIGITS)}`;
  return { name: name ?? own, privateKey };
}

/** Writes a key to a new file with mode 0600, and waits until it is on the disk. */
export function writeWitnessKey(path: string, { name, privateKey }: SigningKey): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeSync(file, `${NAME}${name}\n${pem}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** The public key in the form for pinning. Throws RangeError for an invalid key name. */
export function verifierKeyOf({ name, privateKey }: SigningKey): string {
  return formatVerifierKey({ name, type: NOTE_COSIGNATURE, publicKey: publicKeyOf(privateKey) });
}

function privateKeyIn(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    // Any other content is not a key of a witness.
    return null;
  }
}
