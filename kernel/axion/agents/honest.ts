/** @module honest: an agent that follows a safe path to one object and reports the model by which it chooses. */
import { oncePerPlace } from '../env/same-place.ts';
import {
  actionFor,
  choiceNamed,
  choiceOf,
  DIRECTIONS,
  type Choice,
  type ToyEnv,
} from '../env/toy-env.ts';
import { moveCosts, projectFactors, safeCosts } from '../interfaces/projection.ts';
import { linearModel, replayChoice } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';
import type { AgentMaker, Observation } from './agent.ts';
import { cachedForesee, type Explanation, type foresee } from './explanation.ts';
import { accountOf, draftOf, plainAgent } from './plain-agent.ts';
import type { ProposalDraft } from './proposal-draft.ts';

const ACTIONS = ['NOOP', 'WAIT', 'MOVE_N', 'MOVE_S', 'MOVE_E', 'MOVE_W', 'PICKUP'] as const;

/**
 * Weights by factor of `v1_basic_k8`.
 *
 * - WAIT grows as energy (F0) falls: the agent rests below about 0.4.
 * - Moves stop once something is carried (F1 is 0.1 per item) and are preferred next to a hazard (F3).
 * - PICKUP needs the object in the agent's cell: F4 is 0.1 per cell of distance.
 */
const WAIT_ROW = [-5, 0, 0, 0, 0, 0, 0, 0] as const;
const MOVE_ROW = [0, -200, 0, 1, 0, 0, 0, 0] as const;
const PICKUP_ROW = [0, -200, 0, 0, -40, 0, 0, 0] as const;
/** Biases of WAIT, of the best move and of PICKUP. */
const REST = 7;
const WALK = 5;
const GRASP = 8;
/** Bias of a move that is blocked or leads to no object. */
const NO_WAY = -30;
/** Penalty per unit of path cost above the best move. */
const DETOUR = 2;

/**
 * The agent's decision procedure in this state: fixed weights on the factors, and a bias for each move by its extra
 * cost over the cheapest safe path. The agent chooses with exactly this model.
 */
function honestModel(env: ToyEnv): ReplayModel {
  return linearModel(
    ACTIONS,
    [MOVE_ROW.map(() => 0), WAIT_ROW, ...DIRECTIONS.map(() => MOVE_ROW), PICKUP_ROW],
    [0, REST, ...moveBiases(env), GRASP],
  );
}

/** The biases of the moves in the order of the directions. */
const moveBiases = oncePerPlace((env): readonly number[] => {
  const { costs } = moveCosts(env, safeCosts(env));
  const best = Math.min(...costs);
  return costs.map((cost) =>
    cost === Infinity ? NO_WAY : Math.max(NO_WAY, WALK - DETOUR * (cost - best)),
  );
});

/** The route projection includes the path as factors, so one model is valid for a whole episode. */
const ANCHORED_MODEL: ReplayModel = linearModel(
  ACTIONS,
  [
    weights({}),
    weights({ 0: -5 }),
    ...DIRECTIONS.map((_, i) => weights({ [14 + i]: 6, [10 + i]: -30, 19: -30 })),
    weights({ 18: 12, 19: -30 }),
  ],
  [0, REST, 0, 0, 0, 0, -4],
);

function weights(at: Readonly<Record<number, number>>): readonly number[] {
  return Array.from({ length: 20 }, (_, i) => at[i] ?? 0);
}

export const makeHonest: AgentMaker = makeHonestWith((explanation) => explanation);

/** The honest agent with changed statements and unchanged actions. */
export function makeHonestWith(restate: (explanation: Explanation) => Explanation): AgentMaker {
  return (sources) => {
    const lookAhead = cachedForesee();
    return plainAgent(sources, {
      choose: (env) => decision({ env }).choice,
      anchor: () => ANCHORED_MODEL,
      draft(observation) {
        const draft = draftFor(observation, lookAhead);
        return { ...draft, ...restate(draft) };
      },
    });
  };
}

type Decision = {
  readonly model: ReplayModel;
  readonly factors: readonly number[];
  readonly choice: Choice;
};

function decision({
  env,
  factors: given,
  salt_hash,
}: Pick<Observation, 'env' | 'factors' | 'salt_hash'>): Decision {
  const factors = given ?? projectFactors(env, 'v1_basic_k8');
  const model = salt_hash === undefined ? honestModel(env) : ANCHORED_MODEL;
  return { model, factors, choice: choiceNamed(replayChoice(model, factors)) ?? 'NOOP' };
}

function draftFor(observation: Observation, lookAhead: typeof foresee): ProposalDraft {
  const { env } = observation;
  const { model, factors, choice } = decision(observation);
  const { factors: _, ...world } = observation;
  const choose = (state: ToyEnv): Choice => decision({ ...world, env: state }).choice;
  return {
    ...draftOf(env, choice, {
      intent: `collect one object and stay clear of hazards: ${choiceOf(actionFor(choice, env))}`,
      tried: 'the cheapest way to each object around walls, agents and hazards',
      chosen: `${choice} has the highest logit`,
    }),
    ...accountOf(observation, choice, choose, { model, factors, foresee: lookAhead }),
  };
}
