/** @module witness: a C2SP tlog-witness: its answers to checkpoints, and its newest cosigned checkpoints. */
import {
  readCheckpoint,
  verifyCheckpoint,
  type SigningKey,
} from '../../kernel/base/canonical/checkpoint.ts';
import { cosign } from '../../kernel/base/canonical/cosignature.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { emptyRoot, verifyConsistency } from '../../kernel/base/canonical/merkle.ts';
import { parseAddCheckpoint, SIZE_TYPE } from './add-checkpoint.ts';
import type { KnownLogs } from './known-logs.ts';
import type { Seen, WitnessState } from './witness-state.ts';

/** An answer over HTTP. */
export type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** The dependencies of a witness. */
export type WitnessParts = {
  readonly key: SigningKey;
  readonly logs: KnownLogs;
  readonly state: WitnessState;
  readonly now: () => Date;
};

/** Content type of all answers except those with a size. */
export const TEXT = 'text/plain; charset=utf-8';

/** A tree that a log has signed. */
type Submitted = { readonly size: number; readonly root: string; readonly note: string };

/** Cosigns a checkpoint only if it continues everything that it has cosigned before. */
export class Witness {
  readonly #parts: WitnessParts;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  /**
   * Answers a request to cosign a checkpoint; the new tree is on the disk before this returns.
   *
   * @throws {StateFault} and errors of the disk; no cosignature has left the witness then
   */
  addCheckpoint(body: string): Answer {
    const request = parseAddCheckpoint(body);
    const read = request && readCheckpoint(request.note);
    if (request === undefined || read === undefined) {
      return refused(400, 'expected `old N`, proof lines, an empty line and a signed checkpoint');
    }
    const { origin, size, rootHash: root } = read.checkpoint;
    const keys = this.#parts.logs(origin);
    if (keys.length === 0) return refused(404, 'this witness does not know the log');
    // Lines by unknown keys, including that of this witness, are ignored.
    if (!verifyCheckpoint(request.note, keys).ok) {
      return refused(403, 'no signature is by a key of the log, or one of them is invalid');
    }
    if (request.old > size) return refused(400, 'the old size exceeds the size of the checkpoint');
    const submitted = { size, root, note: request.note };
    let answer = refused(500, 'not decided');
    this.#parts.state.advance(sha256Hex(origin), (seen) => {
      const fault = faultOf(seen, request, submitted);
      const line = fault === null ? this.#cosigned(read.text) : '';
      answer = fault ?? { status: 200, type: TEXT, body: line };
      // The same tree again needs no new state.
      if (fault !== null || seen?.size === size) return null;
      return { size, root, note: request.note + line };
    });
    return answer;
  }

  /** The newest checkpoint of the log with this SHA-256 of its origin in hex, cosigned; null without one. */
  newest(digest: string): string | null {
    return this.#parts.state.seen(digest)?.note ?? null;
  }

  #cosigned(text: string): string {
    return cosign(text, Math.floor(this.#parts.now().getTime() / 1000), this.#parts.key);
  }
}

/** Why a tree is not cosigned; null if it continues the stored one. */
function faultOf(
  seen: Seen | null,
  { old, proof }: { readonly old: number; readonly proof: readonly string[] },
  { size, root }: Submitted,
): Answer | null {
  const known = seen?.size ?? 0;
  if (old !== known) return { status: 409, type: SIZE_TYPE, body: `${known}\n` };
  const root1 = seen?.root ?? emptyRoot;
  const isConsistent =
    old === 0
      ? proof.length === 0 && (size > 0 || root === emptyRoot)
      : verifyConsistency({ size1: old, size2: size, root1, root2: root, proof });
  return isConsistent
    ? null
    : refused(422, 'the proof does not lead from the last tree that was seen to this one');
}

/** An answer with the reason of a failure as text. */
export function refused(status: number, why: string): Answer {
  return { status, type: TEXT, body: `${why}\n` };
}
