/** @module sign-for-term: signs and sends a request for the current term of the keeper; signs it again if the term has ended meanwhile. */
import { challengeAt, OTHER_TERM } from '../../governance/approval/term-challenge.ts';
import type { RefusalBody } from '../../schemas/errors.ts';

/** The receiver of a signature: the nonce of its keeper, and the address under which this client reaches it. */
export type TermSource = {
  readonly termNonce: () => Promise<string>;
  /** Address of the socket, or `HUB_PLACE`. */
  readonly place: string;
};

type Reply =
  | { readonly status: 'refused'; readonly refusal: RefusalBody }
  | { readonly status: string; readonly refusal?: never };

/** Maximum number of attempts: keepers that repeatedly end between nonce and request are being restarted. */
const TRIES = 3;

/**
 * The answer to the request that `send` signs and sends. A second signature needs no confirmation, because it differs
 * only in the challenge.
 *
 * @param send is called with the challenge to sign
 */
export async function signForTerm<T extends Reply>(
  { termNonce, place }: TermSource,
  send: (challenge: string) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    const reply = await send(challengeAt(await termNonce(), place));
    if (left === 1 || reply.refusal?.data['because'] !== OTHER_TERM) return reply;
  }
}
