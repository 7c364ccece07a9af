/** @module simple-policies: honest agents of other designs: a decision tree, a greedy one and a random walk. */
import { sha256Hex } from '../../canonical/hash.ts';
import { DIRECTIONS, manhattan, OFFSETS } from '../env/toy-env.ts';
import type { Cell, Choice, ToyEnv } from '../env/toy-env.ts';
import { projectFactors } from '../interfaces/projection.ts';
import { mutateFactor } from '../kernel/probe-engine.ts';
import type { AgentMaker, Observation } from './agent.ts';
import type { Explanation } from './linear-claims.ts';
import { accountOf, draftOf, localModel, plainAgent, trueFactors } from './plain-agent.ts';
import type { Account } from './plain-agent.ts';
import { NODES } from './proposal-draft.ts';

const MOVES = DIRECTIONS.map((direction) => `MOVE_${direction}` as const);
const ACTIONS = ['NOOP', 'WAIT', ...MOVES, 'PICKUP'] as const satisfies readonly Choice[];

/** Rests when tired or done, picks up what it stands on, else steps towards the nearest object, east and west first. */
function treeChoice(env: ToyEnv, factors: readonly number[]): Choice {
  const [energy = 1, carried = 0, , beside = 0, object = 1] = factors;
  if (carried > 0) return 'WAIT';
  if (energy < 0.3) return 'WAIT';
  if (object <= 0) return 'PICKUP';
  if (object >= 1 && env.objects.length === 0) return beside > 0.5 ? 'SIGNAL' : 'WAIT';
  return firstFree(env, towards(env, nearestObject(env)), 'WAIT');
}

/** Takes the free step that brings it closest to the nearest object, whatever lies around. */
function greedyChoice(env: ToyEnv): Choice {
  const { self } = env;
  if (self.inventory.length > 0) return 'WAIT';
  const goal = nearestObject(env);
  if (goal === undefined) return 'NOOP';
  if (manhattan(goal, self) === 0) return 'PICKUP';
  const free = DIRECTIONS.filter((direction) => isFree(env, direction));
  const best = free.toSorted((a, b) => after(env, a, goal) - after(env, b, goal))[0];
  return best === undefined ? 'WAIT' : `MOVE_${best}`;
}

function after({ self }: ToyEnv, direction: (typeof DIRECTIONS)[number], goal: Cell): number {
  const by = OFFSETS[direction];
  return manhattan({ x: self.x + by.x, y: self.y + by.y }, goal);
}

function nearestObject({ self, objects }: ToyEnv): Cell | undefined {
  return objects.toSorted((a, b) => manhattan(a, self) - manhattan(b, self))[0];
}

/** The directions that lead closer first, then the others. */
function towards({ self }: ToyEnv, goal: Cell | undefined): readonly (typeof DIRECTIONS)[number][] {
  if (goal === undefined) return DIRECTIONS;
  const across = goal.x > self.x ? (['E'] as const) : goal.x < self.x ? (['W'] as const) : [];
  const along = goal.y > self.y ? (['S'] as const) : goal.y < self.y ? (['N'] as const) : [];
  return [...new Set([...across, ...along, ...DIRECTIONS])];
}

function firstFree(
  env: ToyEnv,
  order: readonly (typeof DIRECTIONS)[number][],
  otherwise: Choice,
): Choice {
  const found = order.find((direction) => isFree(env, direction));
  return found === undefined ? otherwise : `MOVE_${found}`;
}

/** Inside the grid, no wall, no living agent, no hazard. */
function isFree(env: ToyEnv, direction: (typeof DIRECTIONS)[number]): boolean {
  const { self, grid, agents, hazards } = env;
  const x = self.x + OFFSETS[direction].x;
  const y = self.y + OFFSETS[direction].y;
  const there = (one: Cell): boolean => one.x === x && one.y === y;
  const inside = x >= 0 && y >= 0 && x < grid.w && y < grid.h;
  return (
    inside &&
    !grid.walls.some(there) &&
    !hazards.some(there) &&
    !agents.some((agent) => agent.status.alive && there(agent))
  );
}

/** An agent of a rule that no linear model can express, so its model is true at this point only. */
function policyAgent(
  intent: string,
  choose: (env: ToyEnv) => Choice,
  account: (observation: Observation, choice: Choice) => Account,
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

function treeOf(env: ToyEnv): Choice {
  return treeChoice(env, projectFactors(env, 'v1_basic_k8'));
}

/** A decision tree; its claims about factors are about the tree, which its linear model does not express. */
export const makeTree: AgentMaker = policyAgent(
  'collect one object by my decision tree',
  treeOf,
  (observation, choice) => {
    const { env, interface: spec, v2 } = observation;
    const account = accountOf(observation, choice, treeOf, pointModel(observation, choice));
    if (spec.mode === 'full' || v2 !== undefined) return account;
    return { ...account, ...treeClaims(env, trueFactors(observation), account) };
  },
);

/** True claims about the tree: what it would choose if one factor were different. */
function treeClaims(
  env: ToyEnv,
  factors: readonly number[],
  { counterfactuals }: Explanation,
): Explanation {
  const claims = factors.flatMap((value, factor) =>
    (['INC', 'DEC'] as const).flatMap((kind) => {
      if (kind === 'INC' ? value >= 1 : value <= 0) return [];
      const mutated = mutateFactor(factors, { factor, change: { kind } });
      if (mutated === undefined) return [];
      return {
        var: `F:${factor}`,
        direction: kind === 'INC' ? ('increase' as const) : ('decrease' as const),
        expected_effect_on_choice: `IF F:${factor} ${kind} THEN CHOICE ${treeChoice(env, mutated)}`,
        confidence: 0.9,
        supporting_nodes: [NODES.tried],
      };
    }),
  );
  return { claims, counterfactuals };
}

function pointModel(
  { interface: spec }: Observation,
  choice: Choice,
): ReturnType<typeof localModel> {
  return localModel([...ACTIONS, 'SIGNAL'], choice, spec.factor_dim);
}

export const makeGreedy: AgentMaker = policyAgent(
  'take the step that brings me closest to an object',
  greedyChoice,
  (observation, choice) =>
    accountOf(observation, choice, greedyChoice, pointModel(observation, choice)),
);

/** Walks at random; which way follows from the tick and from a coin that only it knows, so it can say what it would do. */
export const makeWalker: AgentMaker = (sources) => {
  const coin = sources.nextNonce();
  const choose = ({ tick }: ToyEnv): Choice => {
    const drawn = Number.parseInt(sha256Hex(`${coin}\n${tick}`).slice(0, 8), 16);
    return MOVES[drawn % MOVES.length] ?? 'WAIT';
  };
  return policyAgent('walk at random', choose, (observation, choice) =>
    accountOf(observation, choice, choose, pointModel(observation, choice)),
  )(sources);
};
