/** @module add-checkpoint: the text of the C2SP tlog-witness request for a cosignature. */
import { decodeBase64 } from '../../kernel/base/canonical/signature.ts';

/** The request: the size that the witness knows, the proof from there (64 hex digits each), the signed checkpoint. */
export type AddCheckpoint = {
  readonly old: number;
  readonly proof: readonly string[];
  readonly note: string;
};

/** Content type of the answer with the size that the witness knows. */
export const SIZE_TYPE = 'text/x.tlog.size';
/** Maximum number of hashes of a proof: a proof between any two trees is shorter. */
const MAX_PROOF = 63;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/** The body of the request. */
export function formatAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  const lines = proof.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`);
  return `old ${old}\n${lines.join('')}\n${note}`;
}

/** The request in a body; undefined for a malformed body. The note is not parsed. Never throws. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const blank = body.indexOf('\n\n');
  if (blank === -1) return undefined;
  const [first = '', ...lines] = body.slice(0, blank).split('\n');
  const old = first.startsWith('old ') ? parseSize(first.slice('old '.length)) : undefined;
  const proof = lines.map(digestIn).filter((hash) => hash !== undefined);
  if (old === undefined || lines.length > MAX_PROOF || proof.length < lines.length) {
    return undefined;
  }
  return { old, proof, note: body.slice(blank + 2) };
}

/** A tree size in decimal digits, undefined for any other text. */
export function parseSize(text: string): number | undefined {
  const size = Number(text);
  return SIZE.test(text) && Number.isSafeInteger(size) ? size : undefined;
}

function digestIn(line: string): string | undefined {
  const bytes = decodeBase64(line);
  return bytes?.length === 32 ? bytes.toString('hex') : undefined;
}
