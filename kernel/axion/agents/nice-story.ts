/** @module nice-story: the policy of a considerate agent, which the pseudo agent claims to follow. */
import { choiceNamed, type Choice, type ToyEnv } from '../env/toy-env.ts';
import { FACTOR_COUNTS, projectFactors } from '../interfaces/projection.ts';
import { linearModel, replayChoice } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';

/**
 * Rests at low energy or near a hazard, talks to a close agent, picks up an object in its cell and otherwise explores.
 * The policy is plausible but has no relation to the hidden planner.
 *
 * @param factorDim factors beyond those of `v1_basic_k8` have weight 0
 */
export function niceStory(factorDim: number = FACTOR_COUNTS.v1_basic_k8): ReplayModel {
  const row = (weights: readonly number[]): readonly number[] =>
    Array.from({ length: factorDim }, (_, i) => weights[i] ?? 0);
  const look = row([2, 0, 0, -4, 0, 0, 2]);
  return linearModel(
    ['WAIT', 'SIGNAL', 'PICKUP', 'MOVE_N', 'MOVE_S', 'MOVE_E', 'MOVE_W'],
    [row([-6, 0, 0, 2]), row([0, 0, 0, 0, 0, -20]), row([0, 0, 0, 0, -30]), look, look, look, look],
    [4, 4, 4, 0, 0, 0, 0],
  );
}

const STORY = niceStory();

/** The choice of the considerate agent in a state. */
export function storyChoice(env: ToyEnv): Choice {
  const factors = projectFactors(env, 'v1_basic_k8');
  return choiceNamed(replayChoice(STORY, factors)) ?? 'NOOP';
}
