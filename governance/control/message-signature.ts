/** @module message-signature: HTTP message signatures (RFC 9421) with Ed25519, and content digests (RFC 9530). */
import { hash, sign, type KeyObject } from 'node:crypto';

import { decodeBase64, verifyBytes } from '../../kernel/base/canonical/signature.ts';

/** A covered component of a message: its identifier as written in `Signature-Input` (`"@method"`), and its value. */
export type Component = readonly [identifier: string, value: string];

/** Signature parameters in the order of writing: texts without quotes and backslashes, or integers. */
export type SignatureParameters = Readonly<Record<string, string | number>>;

/** The two fields of a signed message. */
export type SignatureFields = {
  readonly 'signature-input': string;
  readonly signature: string;
};

/** A received signature, to be checked with `verifyMessage`. */
export type ReceivedSignature = {
  readonly identifiers: readonly string[];
  readonly parameters: SignatureParameters;
  /** Identifiers and parameters as they were written. */
  readonly input: string;
  readonly signature: Buffer;
};

/** Label of the only signature of a message. */
const LABEL = 'plumbline';

const TEXT = String.raw`"[ !#-[\]-~]*"`;
const ITEM = String.raw`${TEXT}(?:;req)?`;
const PARAMETER = String.raw`;([a-z]+)=(?:(\d{1,15})|(${TEXT}))`;
/** One dictionary member of RFC 8941, limited to the grammar that these signatures need. */
const INPUT = new RegExp(
  String.raw`^([a-z][a-z0-9_-]{0,31})=(\((${ITEM}(?: ${ITEM}){0,15})\)((?:${PARAMETER}){1,8}))$`,
);
const SIGNATURE = /^([a-z][a-z0-9_-]{0,31})=:([A-Za-z0-9+/]{86}==):$/;

/** The value of `Content-Digest` for a body. */
export function contentDigest(body: string | Uint8Array): string {
  return `sha-256=:${hash('sha256', body, 'base64')}:`;
}

/** Signs the components. Throws RangeError for a parameter that cannot be represented. */
export function signMessage(
  key: KeyObject,
  components: readonly Component[],
  parameters: SignatureParameters,
): SignatureFields {
  const written = Object.entries(parameters).map(([name, value]) => {
    const text = typeof value === 'number' ? String(value) : `"${value}"`;
    if (new RegExp(`^${PARAMETER}$`).test(`;${name}=${text}`)) return `;${name}=${text}`;
    throw new RangeError(
      `parameter ${name}=${text} is neither a whole number nor plain ASCII text`,
    );
  });
  const input = `(${components.map(([identifier]) => identifier).join(' ')})${written.join('')}`;
  const signature = sign(null, Buffer.from(baseOf(components, input)), key).toString('base64');
  return { 'signature-input': `${LABEL}=${input}`, signature: `${LABEL}=:${signature}:` };
}

/** The signature in the fields of a message; null for malformed fields, or more than one signature. */
export function readSignature(
  signatureInput: string | undefined,
  signature: string | undefined,
): ReceivedSignature | null {
  const [, label, input, covered = '', written = ''] = INPUT.exec(signatureInput ?? '') ?? [];
  const [, name, base64 = ''] = SIGNATURE.exec(signature ?? '') ?? [];
  const bytes = decodeBase64(base64);
  if (input === undefined || label !== name || bytes === undefined) return null;
  const identifiers = covered.match(new RegExp(ITEM, 'g')) ?? [];
  const parameters = [...written.matchAll(new RegExp(PARAMETER, 'g'))].map(
    ([, key = '', number, text = '']) =>
      [key, number === undefined ? text.slice(1, -1) : Number(number)] as const,
  );
  const named = Object.fromEntries(parameters);
  const isTwice =
    Object.keys(named).length < parameters.length || new Set(identifiers).size < identifiers.length;
  return isTwice ? null : { identifiers, parameters: named, input, signature: bytes };
}

/**
 * Whether the signature is valid for the key over these values.
 *
 * @param publicKey 32 bytes in base64
 * @param values the value of the message for each identifier; false if one is missing
 */
export function verifyMessage(
  publicKey: string,
  { identifiers, input, signature }: ReceivedSignature,
  values: ReadonlyMap<string, string>,
): boolean {
  const components = identifiers.flatMap((identifier): readonly Component[] => {
    const value = values.get(identifier);
    return value === undefined ? [] : [[identifier, value]];
  });
  if (components.length < identifiers.length) return false;
  return verifyBytes(publicKey, Buffer.from(baseOf(components, input)), signature);
}

/** The signature base of RFC 9421, section 2.5. It begins with a quote, unlike texts that are signed for other purposes. */
function baseOf(components: readonly Component[], input: string): string {
  const lines = components.map(([identifier, value]) => `${identifier}: ${value}`);
  return [...lines, `"@signature-params": ${input}`].join('\n');
}
