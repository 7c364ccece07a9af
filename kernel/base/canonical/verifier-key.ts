/** @module verifier-key: public keys as C2SP signed-note writes them: `name+id+key`. */
import { isKeyName, keyIdOf, NOTE_COSIGNATURE, NOTE_ED25519, type SignatureType } from './note.ts';
import { publicKeyFault } from './public-key.ts';
import { decodeBase64 } from './signature.ts';

const TYPES: readonly SignatureType[] = [NOTE_ED25519, NOTE_COSIGNATURE];

/** A public key and what it signs; `publicKey`: 32 bytes in base64. */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  readonly publicKey: string;
}

/**
 * The key as one word: its name, its id in hexadecimal, and in base64 its type and bytes.
 *
 * @throws {RangeError} for a name that keys cannot have
 */
export function formatVerifierKey({ name, type, publicKey }: VerifierKey): string {
  if (!isKeyName(name)) {
    throw new RangeError(`got the key name \`${name}\`, want one without spaces and \`+\``);
  }
  const id = keyIdOf(name, type, publicKey).toString('hex');
  const typed = Buffer.concat([Buffer.of(type), Buffer.from(publicKey, 'base64')]);
  return `${name}+${id}+${typed.toString('base64')}`;
}

/** The key that a word is; undefined where `verifierKeyFault` finds fault with it. Never throws. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const key = wellFormed(text);
  return key !== undefined && publicKeyFault(key.publicKey) === null ? key : undefined;
}

/** Why a word is no key, to be read after "the key is unusable:"; null where it is one. */
export function verifierKeyFault(text: string): string | null {
  const key = wellFormed(text);
  return key === undefined
    ? 'it has another form or was mistyped, want NAME+ID+KEY'
    : publicKeyFault(key.publicKey);
}

/** The parts of a word of the right form, with a type that is known and the id of its key. */
function wellFormed(text: string): VerifierKey | undefined {
  const [name = '', id = '', ...rest] = text.split('+');
  const typed = decodeBase64(rest.join('+'));
  const type = TYPES.find((known) => known === typed?.[0]);
  if (typed?.length !== 33 || type === undefined || !isKeyName(name)) return undefined;
  const publicKey = typed.subarray(1).toString('base64');
  return keyIdOf(name, type, publicKey).toString('hex') === id
    ? { name, type, publicKey }
    : undefined;
}
