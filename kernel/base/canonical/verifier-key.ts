/** @module verifier-key: public keys in the text form of C2SP signed-note: `name+id+key`. */
import { isKeyName, keyIdOf, NOTE_COSIGNATURE, NOTE_ED25519, type SignatureType } from './note.ts';
import { publicKeyFault } from './public-key.ts';
import { decodeBase64 } from './signature.ts';

const TYPES: readonly SignatureType[] = [NOTE_ED25519, NOTE_COSIGNATURE];

/** A named public key and the type of its signatures; `publicKey`: 32 bytes in base64. */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  readonly publicKey: string;
}

/**
 * The key as one word: its name, its id in hexadecimal, and in base64 its type and bytes.
 *
 * @throws {RangeError} for an invalid name
 */
export function formatVerifierKey({ name, type, publicKey }: VerifierKey): string {
  if (!isKeyName(name)) {
    throw new RangeError(`got the key name \`${name}\`, want one without spaces and \`+\``);
  }
  const id = keyIdOf(name, type, publicKey).toString('hex');
  const typed = Buffer.concat([Buffer.of(type), Buffer.from(publicKey, 'base64')]);
  return `${name}+${id}+${typed.toString('base64')}`;
}

/** Parses a verifier key; undefined if `verifierKeyFault` reports a fault. Never throws. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const key = wellFormed(text);
  return key !== undefined && publicKeyFault(key.publicKey) === null ? key : undefined;
}

/** The reason why a word is not a verifier key, as a clause after "the key is unusable:"; null if it is one. */
export function verifierKeyFault(text: string): string | null {
  const key = wellFormed(text);
  return key === undefined
    ? 'it is malformed or was mistyped, expected NAME+ID+KEY'
    : publicKeyFault(key.publicKey);
}

/** The parts of a well-formed word with a known type and the correct id. */
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
