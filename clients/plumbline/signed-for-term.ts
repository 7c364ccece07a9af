/** @module signed-for-term: signs for the current term of the keeper and sends; signs again if the term has ended meanwhile. */
import { challengeAt, OTHER_TERM } from '../../governance/approval/term-challenge.ts';
import type { RefusalBody } from '../../schemas/errors.ts';

/** The receiver of a signature: the nonce of its keeper, and its address as this client knows it. */
export type TermSource = {
  readonly termNonce: () => Promise<string>;
  /** Address of the socket, or `HUB_PLACE`. */
  readonly place: string;
};

type Reply =
  | { readonly status: 'refused'; readonly refusal: RefusalBody }
  | { readonly status: string; readonly refusal?: never };

/** Maximum number of attempts; if keepers repeatedly end between nonce and request, something restarts them. */
const TRIES = 3;

/**
 * The answer to the request that `send` signs and sends. A second signature needs no confirmation: it differs only in the
 * challenge.
 *
 * @param send is called with the challenge to sign
 */
export async function signedForTerm<T extends Reply>(
  { termNonce, place }: TermSource,
  send: (challenge: string) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    const reply = await send(challengeAt(await termNonce(), place));
    if (left === 1 || reply.refusal?.data['because'] !== OTHER_TERM) return reply;
  }
}
