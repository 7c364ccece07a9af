/** @module signed-exchange: signatures of approver requests and hub answers. */
import type { KeyObject } from 'node:crypto';

import {
  contentDigest,
  readSignature,
  type SignatureFields,
  signMessage,
  verifyMessage,
} from './message-signature.ts';

/** The signed parts of a request. */
export type RequestParts = {
  readonly method: string;
  /** The value of the field `Host`, in lower case. */
  readonly authority: string;
  /** Path and query as written in the request. */
  readonly target: string;
  /** Value of the field `Content-Digest`. */
  readonly digest: string;
};

/** The signer of a request, the time, and a unique nonce. */
export type Signer = {
  readonly name: string;
  readonly key: KeyObject;
  /** Seconds since 1970. */
  readonly created: number;
  readonly nonce: string;
};

/** The claims of a request's signature, which are unverified until `isSigned` returns true. */
export type ClaimedRequest = {
  readonly name: string;
  readonly created: number;
  readonly nonce: string;
  /** Whether it was made with this public key (32 bytes in base64). */
  readonly isSigned: (publicKey: string) => boolean;
};

/** Largest difference between the time of a request and the clock of the hub: 5 min. */
export const WINDOW_S = 300;

/** Header field with the run id of a hub, which is the prefix of nonces. */
export const RUN_FIELD = 'plumbline-run';

const MAX_NONCE = 100;
const REQUEST_TAG = 'plumbline-approver';
const ANSWER_TAG = 'plumbline-hub';
const [STATUS, DIGEST, OF_REQUEST] = ['"@status"', '"content-digest"', '"signature";req'] as const;

/** The fields with which an approver signs a request. */
export function signRequest(
  parts: RequestParts,
  { name, key, created, nonce }: Signer,
): SignatureFields {
  const parameters = { created, nonce, keyid: name, alg: 'ed25519', tag: REQUEST_TAG };
  return signMessage(key, [...valuesOf(parts)], parameters);
}

/** The claims of a request; null if it is unsigned, or its signature does not cover all required parts. */
export function claimIn(
  parts: RequestParts,
  fields: { readonly input: string | undefined; readonly signature: string | undefined },
): ClaimedRequest | null {
  const received = readSignature(fields.input, fields.signature);
  if (received === null) return null;
  const { created, nonce, keyid, alg, tag, ...others } = received.parameters;
  const values = valuesOf(parts);
  const isWhole =
    typeof created === 'number' &&
    typeof nonce === 'string' &&
    nonce.length <= MAX_NONCE &&
    typeof keyid === 'string' &&
    alg === 'ed25519' &&
    tag === REQUEST_TAG &&
    Object.keys(others).length === 0 &&
    [...values.keys()].every((identifier) => received.identifiers.includes(identifier));
  if (!isWhole) return null;
  const isSigned = (publicKey: string): boolean => verifyMessage(publicKey, received, values);
  return { name: keyid, created, nonce, isSigned };
}

function valuesOf({ method, authority, target, digest }: RequestParts): Map<string, string> {
  const at = target.indexOf('?');
  return new Map([
    ['"@method"', method],
    ['"@authority"', authority],
    ['"@path"', at < 0 ? target : target.slice(0, at)],
    ['"@query"', at < 0 ? '?' : target.slice(at)],
    [DIGEST, digest],
  ]);
}

/** The signed parts of an answer: its status, its body, and the field `Signature` of its request. */
export type AnswerParts = {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly requestSignature: string;
};

/** Signature fields of an answer by the key of the log, which distinguish it from answers of other hubs. */
export function signAnswer(
  key: KeyObject,
  answer: AnswerParts,
  created: number,
): SignatureFields & { readonly 'content-digest': string } {
  const digest = contentDigest(answer.body);
  const values = answerValues(answer);
  const fields = signMessage(key, [...values], { created, alg: 'ed25519', tag: ANSWER_TAG });
  return { ...fields, 'content-digest': digest };
}

/** Whether an answer to this request is signed with the key of the log (32 bytes in base64). */
export function isAnswerOf(
  logKey: string,
  answer: AnswerParts,
  fields: { readonly input: string | undefined; readonly signature: string | undefined },
): boolean {
  const received = readSignature(fields.input, fields.signature);
  if (received?.parameters['tag'] !== ANSWER_TAG) return false;
  const values = answerValues(answer);
  const covers = [...values.keys()].every((name) => received.identifiers.includes(name));
  return covers && verifyMessage(logKey, received, values);
}

function answerValues({ status, body, requestSignature }: AnswerParts): Map<string, string> {
  return new Map([
    [STATUS, String(status)],
    [DIGEST, contentDigest(body)],
    [OF_REQUEST, requestSignature],
  ]);
}
