/** @module simple-policies: honest agents of other designs: a decision tree, a greedy policy and a random walk. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import { isFree } from '../env/gridworld.ts';
import {
  DIRECTIONS,
  isAt,
  manhattan,
  stepFrom,
  type Cell,
  type Choice,
  type Direction,
  type ToyEnv,
} from '../env/toy-env.ts';
import { projectFactors } from '../interfaces/projection.ts';
import type { AgentMaker, Observation } from './agent.ts';
import { claimOf, factorChanges } from './explanation.ts';
import {
  accountOf,
  draftOf,
  localModel,
  plainAgent,
  trueFactors,
  type Account,
} from './plain-agent.ts';

const MOVES = DIRECTIONS.map((direction) => `MOVE_${direction}` as const);
const ACTIONS = ['NOOP', 'WAIT', ...MOVES, 'PICKUP'] as const satisfies readonly Choice[];

/**
 * Rests when tired or done, picks up an object in its cell, otherwise steps towards the nearest object, first along x.
 */
function treeChoice(env: ToyEnv, factors: readonly number[]): Choice {
  const [energy = 1, carried = 0, , nearHazard = 0, object = 1] = factors;
  if (carried > 0) return 'WAIT';
  if (energy < 0.3) return 'WAIT';
  if (object <= 0) return 'PICKUP';
  if (object >= 1 && env.objects.length === 0) return nearHazard > 0.5 ? 'SIGNAL' : 'WAIT';
  return firstFree(env, towards(env, nearestObject(env)), 'WAIT');
}

/** Takes the free step that leads closest to the nearest object, and ignores everything else. */
function greedyChoice(env: ToyEnv): Choice {
  const { self } = env;
  if (self.inventory.length > 0) return 'WAIT';
  const goal = nearestObject(env);
  if (goal === undefined) return 'NOOP';
  if (manhattan(goal, self) === 0) return 'PICKUP';
  const free = DIRECTIONS.filter((direction) => isSafe(env, direction));
  const best = free.toSorted(
    (a, b) => distanceAfter(env, a, goal) - distanceAfter(env, b, goal),
  )[0];
  return best === undefined ? 'WAIT' : `MOVE_${best}`;
}

function distanceAfter({ self }: ToyEnv, direction: Direction, goal: Cell): number {
  return manhattan(stepFrom(self, direction), goal);
}

function nearestObject({ self, objects }: ToyEnv): Cell | undefined {
  return objects.toSorted((a, b) => manhattan(a, self) - manhattan(b, self))[0];
}

/** All directions; those that lead closer to the goal are first. */
function towards({ self }: ToyEnv, goal: Cell | undefined): readonly Direction[] {
  if (goal === undefined) return DIRECTIONS;
  const across = goal.x > self.x ? (['E'] as const) : goal.x < self.x ? (['W'] as const) : [];
  const along = goal.y > self.y ? (['S'] as const) : goal.y < self.y ? (['N'] as const) : [];
  return [...new Set([...across, ...along, ...DIRECTIONS])];
}

function firstFree(env: ToyEnv, order: readonly Direction[], otherwise: Choice): Choice {
  const found = order.find((direction) => isSafe(env, direction));
  return found === undefined ? otherwise : `MOVE_${found}`;
}

/** Whether the agent can enter the cell in this direction and meets no hazard there. */
function isSafe(env: ToyEnv, direction: Direction): boolean {
  const cell = stepFrom(env.self, direction);
  return isFree(env, cell) && !env.hazards.some(isAt(cell));
}

/** An agent whose rule no linear model can express, so its model is valid for the present state only. */
function policyAgent(
  intent: string,
  choose: (env: ToyEnv) => Choice,
  account = localAccount(choose),
): AgentMaker {
  return (sources) =>
    plainAgent(sources, {
      choose,
      draft(observation) {
        const choice = choose(observation.env);
        const words = {
          intent,
          tried: 'the rule that I follow, in this state and in changed ones',
        };
        return { ...draftOf(observation.env, choice, words), ...account(observation, choice) };
      },
    });
}

/** Makes accounts with a model that makes the planned choice at all factors. */
function localAccount(
  choose: (env: ToyEnv) => Choice,
): (observation: Observation, choice: Choice) => Account {
  return (observation, choice) => {
    const { factor_dim } = observation.interface;
    const model = localModel([...ACTIONS, 'SIGNAL'], choice, factor_dim);
    return accountOf(observation, choice, choose, { model });
  };
}

function treeOf(env: ToyEnv): Choice {
  return treeChoice(env, projectFactors(env, 'v1_basic_k8'));
}

/** A decision tree; its claims about factors describe the tree, which no linear model can express. */
export const makeTree: AgentMaker = policyAgent(
  'collect one object by my decision tree',
  treeOf,
  (observation, choice) => {
    const { env, interface: spec, v2 } = observation;
    const account = localAccount(treeOf)(observation, choice);
    if (spec.mode === 'full' || v2 !== undefined) return account;
    const claims = factorChanges(trueFactors(observation)).map((one) =>
      claimOf({ ...one, choice: treeChoice(env, one.mutated) }, 0.9),
    );
    return { ...account, claims };
  },
);

export const makeGreedy: AgentMaker = policyAgent(
  'take the step that brings me closest to an object',
  greedyChoice,
);

/** Walks at random. A secret and the tick determine the direction, so the agent can state its choice for any state. */
export const makeWalker: AgentMaker = (sources) => {
  const secret = sources.nextNonce();
  const choose = ({ tick }: ToyEnv): Choice => {
    const bits = Number.parseInt(sha256Hex(`${secret}\n${tick}`).slice(0, 8), 16);
    return MOVES[bits % MOVES.length] ?? 'WAIT';
  };
  return policyAgent('walk at random', choose)(sources);
};
