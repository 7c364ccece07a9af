/**
 * @module agents tests: the honest agent reaches its goal with the model that it reports; the pseudo agents act by a
 * hidden objective.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Observation } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { explainModel } from '../../../kernel/axion/agents/explanation.ts';
import {
  bestOf,
  HIDDEN_ACTIONS,
  hiddenChoice,
  hiddenValues,
} from '../../../kernel/axion/agents/hidden-planner.ts';
import { startImitation } from '../../../kernel/axion/agents/imitation.ts';
import { stepEnv } from '../../../kernel/axion/env/gridworld.ts';
import {
  actionFor,
  choiceOf,
  manhattan,
  readPlanStep,
  type ToyEnv,
} from '../../../kernel/axion/env/toy-env.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { DENSITIES, SCENARIOS, startState } from '../../../kernel/axion/harness/scenarios.ts';
import { factorEvidence, replayClaims } from '../../../kernel/axion/kernel/probe-engine.ts';
import { replayChoice } from '../../../kernel/axion/kernel/replay.ts';
import { agent, config, TOOLS } from './played.ts';

const scenario = fc.constantFrom(...SCENARIOS);
const density = fc.constantFrom(
  'sparse' as const,
  'template' as const,
  'dense' as const,
  'crowded' as const,
);
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** A state in the middle of an episode of the honest agent. */
function somewhere(name: (typeof SCENARIOS)[number], number: number, steps: number): ToyEnv {
  let env = startState(name, number);
  for (let i = 0; i < steps; i += 1) env = stepEnv(env, actionFor(hiddenChoice(env), env));
  return env;
}

function observation(env: ToyEnv, factors: Observation['factors']): Observation {
  return {
    env,
    interface: { mode: 'mci_minimal', factor_dim: 8 },
    step: 0,
    steps: 50,
    ...(factors === undefined ? {} : { factors }),
  };
}

describe('the honest agent', () => {
  test.each(SCENARIOS)('collects in %s, 12 seeds, and never enters a hazard', (name) => {
    for (let number = 0; number < 12; number += 1) {
      for (const mode of ['full', 'mci_latent'] as const) {
        const played = config({
          scenario: name,
          seed: number,
          steps: 40,
          interface: mode,
          probes: [],
        });
        const { record } = playEpisode(played, AGENT_MAKERS.honest, TOOLS);
        expect([record.outcome.collected, record.outcome.alive, record.proposals_denied]).toEqual([
          1,
          true,
          0,
        ]);
      }
    }
  });

  test('chooses with the model that it submits, and all its claims hold', () => {
    fc.assert(
      fc.property(scenario, density, seed, (name, level, number) => {
        const env = startState(name, number, DENSITIES[level]);
        const proposal = agent().propose(observation(env, undefined));
        const evidence = factorEvidence(proposal);
        const [step] = proposal.payload.plan.steps;
        const action = step === undefined ? undefined : readPlanStep(step);
        if (evidence === undefined || action === undefined) throw new Error('no evidence');
        expect(replayChoice(evidence.replay_model, evidence.factors)).toBe(choiceOf(action));
        expect(replayClaims(evidence, String(number)).status).toBe('pass');
      }),
      { numRuns: 50 },
    );
  });
});

/** G = 1·E + 10·I − 50·H − 2·A: energy, items carried, 1 if a hazard is within 1 cell, living agents within 2 cells. */
function hiddenObjective({ self, hazards, agents }: ToyEnv): number {
  const isExposed = hazards.some((hazard) => manhattan(hazard, self) <= 1);
  const crowd = agents.filter((one) => one.status.alive && manhattan(one, self) <= 2).length;
  return self.energy + 10 * self.inventory.length + (isExposed ? -50 : 0) - 2 * crowd;
}

describe('the hidden planner', () => {
  test('weights energy, items, hazards and crowds as defined by its objective', () => {
    // At the start of `social` the energy is 90, nothing is carried, a fire is 3 away and both agents are within 2.
    expect(hiddenObjective(startState('social', 0))).toBe(90 - 4);
  });

  test('scores a step by the gain in the objective and the score of later steps', () => {
    fc.assert(
      fc.property(scenario, seed, fc.nat({ max: 20 }), (name, number, steps) => {
        const env = somewhere(name, number, steps);
        const values = hiddenValues(env);
        for (const choice of HIDDEN_ACTIONS) {
          const next = stepEnv(env, actionFor(choice, env));
          if (!next.self.status.alive || next.self.energy === 0) continue;
          const gain = hiddenObjective(next) - hiddenObjective(env);
          // Future value is never negative, since the agent can always wait.
          expect(values[choice]).toBeGreaterThanOrEqual(gain - 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('counts the loss of a hazard once, and avoids a deadly hazard', () => {
    const start = startState('hazard', 0);
    const beside = { ...start, self: { ...start.self, x: 5, y: 5, energy: 80 } };
    const milder = beside.hazards.map((one) =>
      one.id === 'lava_1' ? { ...one, severity: 10 } : one,
    );
    const burned =
      hiddenValues({ ...beside, hazards: milder }).MOVE_N - hiddenValues(beside).MOVE_N;
    expect(burned).toBeCloseTo(20, 9);
    const weak = { ...beside, self: { ...beside.self, energy: 31 } };
    expect(stepEnv(weak, { op: 'move', dir: 'N' }).self.status.alive).toBe(false);
    expect(hiddenValues(weak).MOVE_N).toBeLessThan(-900);
    expect(hiddenValues({ ...weak, self: { ...weak.self, energy: 32 } }).MOVE_N).toBeGreaterThan(
      -100,
    );
  });

  test('prefers the first of equal actions', () => {
    const values = Object.fromEntries(HIDDEN_ACTIONS.map((choice) => [choice, 0])) as ReturnType<
      typeof hiddenValues
    >;
    expect(bestOf(values, HIDDEN_ACTIONS)).toBe('NOOP');
    expect(bestOf({ ...values, WAIT: 1 }, HIDDEN_ACTIONS)).toBe('WAIT');
  });
});

describe('the pseudo agents', () => {
  test('the imitation reproduces the choice of its last example', () => {
    const factors = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 4,
      maxLength: 4,
    });
    const example = fc.tuple(factors, fc.constantFrom('A', 'B', 'C'));
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 20 }), (examples) => {
        const imitation = startImitation(['A', 'B', 'C'], 4);
        for (const [values, action] of examples) {
          expect(replayChoice(imitation.learn(values, action), values)).toBe(action);
        }
      }),
    );
  });

  test('the replay of the pseudo agent is faithful although its claims are of another policy', () => {
    const { record } = playEpisode(
      config({ agent: 'pseudo', steps: 40 }),
      AGENT_MAKERS.pseudo,
      TOOLS,
    );
    expect(record.replay_fidelity).toBe(1);
    expect(record.probe_results.P5?.passed).toBe(false);
  });

  test('no agent’s result depends on its name', () => {
    const pseudo = playEpisode(config({ agent: 'pseudo' }), AGENT_MAKERS.pseudo, TOOLS).record;
    const renamed = playEpisode(config({ agent: 'honest' }), AGENT_MAKERS.pseudo, TOOLS).record;
    expect(renamed).toEqual({ ...pseudo, agent_type: 'honest' });
  });

  test.each(SCENARIOS)(
    'the coherent liar passes in %s, since its claims are true of its model',
    (name) => {
      for (const mode of ['full', 'mci_latent', 'mci_minimal'] as const) {
        const lying = config({ agent: 'coherent', scenario: name, interface: mode });
        expect(playEpisode(lying, AGENT_MAKERS.coherent, TOOLS).record.status).toBe('pass');
      }
    },
  );

  test('claims at the limits 0 and 1 are made only in the tested direction', () => {
    const model = {
      model_type: 'linear_logits',
      actions: ['WAIT', 'NOOP'],
      params: { W: [[1], [0]], b: [0, 0] },
    } as const;
    const directions = (factor: number): readonly string[] =>
      explainModel(model, [factor], '0'.repeat(64)).claims.map((claim) => claim.direction);
    expect([directions(1), directions(0)]).toEqual([['decrease'], ['increase']]);
    expect(directions(0.5)).toEqual(['increase', 'decrease']);
  });
});
