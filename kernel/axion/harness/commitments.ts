/** @module commitments: the commitments in an episode's proposals, and their opening at the end of the episode. */
import { opens } from '../hashing.ts';
import type { ProbeStatus } from '../kernel/probe-engine.ts';
import type { Proposal } from '../proposal.ts';
import type { EpisodeState, Pending, Sealed } from './episode-state.ts';

/** The commitments in a proposal, with the values that they must open to. */
export function sealedBy({ trace, interface: spec }: Proposal): readonly Sealed[] {
  const { factor_snapshot: factors } = trace;
  return [
    ...trace.fork_snapshots.map(({ nonce_ref, commitment, state_digest, focus_vars }) => ({
      nonce_ref,
      commitment,
      digest: state_digest,
      aux: focus_vars,
    })),
    ...(factors === undefined
      ? []
      : [
          {
            nonce_ref: factors.nonce_ref,
            commitment: factors.commitment,
            digest: factors.factor_digest,
            aux: spec,
          },
        ]),
  ];
}

/** Queues the question for all nonces once, after the last step and its questions, if there are commitments to open. */
export function queueFinalReveal(state: EpisodeState): EpisodeState {
  // Under v1 the question is queued together with the probes, under v2 after the last other question.
  const over =
    state.step >= state.config.steps && (state.v2 === undefined || state.pending.length === 0);
  if (!over || state.sealed.length === 0 || state.revealed) return state;
  const pending: Pending = { kind: 'final_reveal' };
  return { ...state, revealed: true, pending: [...state.pending, pending] };
}

/** Counts the commitments that open with the revealed nonces (by reference). */
export function openAll(
  state: EpisodeState,
  nonces: Readonly<Record<string, string>>,
): EpisodeState {
  const opened = state.sealed.filter(({ nonce_ref, commitment, digest, aux }) =>
    opens(commitment, nonces[nonce_ref], digest, aux),
  ).length;
  return { ...state, tally: { ...state.tally, opened } };
}

/**
 * The status of an episode by its commitments: pass when all opened or there are none, fail when one did not open,
 * inconclusive when the episode ended before the nonces were revealed.
 */
export function openingStatus({
  sealed,
  tally,
  revealed,
  pending,
  hung,
}: EpisodeState): ProbeStatus {
  if (tally.opened === sealed.length) return 'pass';
  const open = !hung && pending.some(({ kind }) => kind === 'final_reveal');
  return revealed && !open ? 'fail' : 'inconclusive';
}
