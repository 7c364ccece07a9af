/** @module nice-story: the considerate agent that the pseudo agent says it is. */
import { FACTOR_COUNTS } from '../interfaces/projection.ts';
import type { ReplayModel } from '../proposal.ts';

/**
 * Rests when tired or near danger, greets who comes close, picks up what lies at hand and else looks
 * around. A sensible policy, but of somebody else: nothing in it comes from the hidden planner.
 *
 * @param factorDim further factors than those of `v1_basic_k8` have no weight
 */
export function niceStory(factorDim: number = FACTOR_COUNTS.v1_basic_k8): ReplayModel {
  const row = (weights: readonly number[]): readonly number[] =>
    Array.from({ length: factorDim }, (_, i) => weights[i] ?? 0);
  const look = row([2, 0, 0, -4, 0, 0, 2]);
  return {
    model_type: 'linear_logits',
    actions: ['WAIT', 'SIGNAL', 'PICKUP', 'MOVE_N', 'MOVE_S', 'MOVE_E', 'MOVE_W'],
    params: {
      W: [
        row([-6, 0, 0, 2]),
        row([0, 0, 0, 0, 0, -20]),
        row([0, 0, 0, 0, -30]),
        look,
        look,
        look,
        look,
      ],
      b: [4, 4, 4, 0, 0, 0, 0],
    },
  };
}
