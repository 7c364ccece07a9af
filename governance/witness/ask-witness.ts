/** @module ask-witness: requests of a log to a witness over HTTP, and the meaning of the answers. */
import { readCheckpoint } from '../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures, type Cosignature } from '../../kernel/base/canonical/cosignature.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { signatureLines } from '../../kernel/base/canonical/note.ts';
import { formatAddCheckpoint, parseSize, SIZE_TYPE, type AddCheckpoint } from './add-checkpoint.ts';
import type { WitnessAddress } from './witness-address.ts';

/**
 * The answer of a witness to a checkpoint.
 * - `cosigned`: it has signed; the line verifies with the pinned key.
 * - `elsewhere`: it knows the log at a size other than the one in the request.
 * - `inconsistent`: the checkpoint does not continue the tree that it knows.
 * - `refused`: it does not know the log or its key; `failed`: no valid answer.
 */
export type Cosigning =
  | { readonly kind: 'cosigned'; readonly by: Cosignature }
  | { readonly kind: 'elsewhere'; readonly size: number }
  | { readonly kind: 'inconsistent' }
  | { readonly kind: 'refused' | 'failed'; readonly why: string };

/** The newest checkpoint of a log at a witness; null without one. Its signatures are not verified yet. */
export type NewestCheckpoint =
  | { readonly kind: 'shown'; readonly note: string | null }
  | { readonly kind: 'failed'; readonly why: string };

/** Maximum number of bytes of an answer. */
const ANSWER_BYTES = 64 * 1024;

/** Time limit of a request to a witness (ms), and the signal that cancels it. */
export type Patience = { readonly ms: number; readonly signal?: AbortSignal };

/** Asks a witness to cosign a checkpoint. Never rejects. */
export async function askCosignature(
  witness: WitnessAddress,
  request: AddCheckpoint,
  patience: Patience,
): Promise<Cosigning> {
  const answer = await fetchText(`${witness.url}/add-checkpoint`, patience, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint(request),
  });
  if ('why' in answer) return { kind: 'failed', why: answer.why };
  const { status, type, body } = answer;
  const size = parseSize(body.trimEnd());
  switch (status) {
    case 200:
      return cosigningIn(body, witness, request.note);
    case 404:
      return { kind: 'refused', why: 'it does not know this log' };
    case 403:
      return { kind: 'refused', why: 'it does not trust the key of this log' };
    case 409:
      // Earlier versions of the protocol use this status for another tree of the known size.
      if (type === SIZE_TYPE && size !== undefined && size !== request.old) {
        return { kind: 'elsewhere', size };
      }
      return { kind: 'inconsistent' };
    case 422:
      return { kind: 'inconsistent' };
    default:
      return { kind: 'failed', why: `it answers with status ${status}` };
  }
}

/** Asks a witness for the newest checkpoint of a log. Never rejects. */
export async function askNewest(
  { url }: WitnessAddress,
  origin: string,
  patience: Patience,
): Promise<NewestCheckpoint> {
  const answer = await fetchText(`${url}/${sha256Hex(origin)}/checkpoint`, patience, {});
  if ('why' in answer) return { kind: 'failed', why: answer.why };
  if (answer.status === 404) return { kind: 'shown', note: null };
  if (answer.status === 200) return { kind: 'shown', note: answer.body };
  return { kind: 'failed', why: `it answers with status ${answer.status}` };
}

function cosigningIn(body: string, { key }: WitnessAddress, note: string): Cosigning {
  const lines = signatureLines(body);
  const text = readCheckpoint(note)?.text ?? '';
  const [by] = (lines && verifyCosignatures(text, lines, [key])) ?? [];
  return by === undefined
    ? { kind: 'failed', why: `its answer has no cosignature by \`${key.name}\`` }
    : { kind: 'cosigned', by };
}

type Fetched = { readonly status: number; readonly type: string; readonly body: string };

/** An answer of at most 64 KiB; redirects are not followed. */
async function fetchText(
  url: string,
  { ms, signal }: Patience,
  init: RequestInit,
): Promise<Fetched | { readonly why: string }> {
  const late = AbortSignal.timeout(ms);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
    const body = await bodyOf(response);
    if (body === null) return { why: 'its answer is too long, or not UTF-8' };
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type: type.split(';')[0]?.trim() ?? '', body };
  } catch (error) {
    if (late.aborted) return { why: `it did not answer within ${ms} ms` };
    return { why: reasonOf(error) };
  }
}

async function bodyOf({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  if (body === null) return text;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > ANSWER_BYTES) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** The cause of an error of `fetch`, whose own message is general. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message !== '') return cause.message;
  if (cause instanceof AggregateError && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.message : String(error);
}
