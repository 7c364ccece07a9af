/** @module signed-for-term: signs for the keeper's present term and sends; where that term has ended meanwhile, once more. */
import { challengeAt, OTHER_TERM } from '../../governance/approval/term-challenge.ts';
import type { RefusalBody } from '../../schemas/errors.ts';

/** Where a signature is sent: the nonce of the keeper there, and the place as this client knows it. */
export type TermSource = {
  readonly termNonce: () => Promise<string>;
  /** Address of the socket, or `HUB_PLACE`. */
  readonly place: string;
};

type Reply =
  | { readonly status: 'refused'; readonly refusal: RefusalBody }
  | { readonly status: string; readonly refusal?: never };

/** A keeper that ends between nonce and request, and the next one too: then something restarts them all the time. */
const TRIES = 3;

/**
 * The answer to what `send` signs and sends. Nobody is asked again for a second signature: what is signed is the same
 * but for the challenge.
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
