/** @module present-term: signed statements are valid during the keeper's present term only. */
import { Refusal } from '../../schemas/errors.ts';
import { challengeAt, OTHER_TERM } from './term-challenge.ts';

/** The present term of a keeper: its nonce, and the address of the keeper's socket. */
export type PresentTerm = { readonly termNonce: string; readonly place: string };

/**
 * Refuses SIGNATURE_INVALID for a missing challenge, and for a challenge of another keeper, term or place.
 *
 * @param place the place that the challenge must name: the address of the keeper's socket, unless it came through a hub
 */
export function assertPresentTerm(
  { termNonce, place: own }: PresentTerm,
  challenge: string | undefined,
  place: string = own,
): asserts challenge is string {
  if (challenge === challengeAt(termNonce, place)) return;
  throw new Refusal(
    'SIGNATURE_INVALID',
    'the signature was not made for the present term of this keeper',
    'sign it again here; a signature from before a restart or from a copy of the workspace does not count',
    { because: OTHER_TERM },
  );
}
