/** @module played: real episodes and proposals for the tests of the experiment. */
import type { Agent, Observation, Question } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS, type AgentName } from '../../../kernel/axion/agents/agents.ts';
import { CHOICES } from '../../../kernel/axion/env/toy-env.ts';
import type { EpisodeConfig } from '../../../kernel/axion/harness/episode-record.ts';
import type { EpisodeState } from '../../../kernel/axion/harness/episode-state.ts';
import { observe, submit, type Submission } from '../../../kernel/axion/harness/episode.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import { hashJson, kernelSecret } from '../../../kernel/axion/hashing.ts';
import { decide, type GateDecision } from '../../../kernel/axion/kernel/policy-gate.ts';
import type { WordedQuestion } from '../../../kernel/axion/outside/worded-question.ts';
import type { Proposal, Trace } from '../../../kernel/axion/proposal.ts';
import { seededRandom, seededUuid } from '../../../kernel/axion/seeded-random.ts';

export const TOOLS = { stopwatch: (): number => 0, enter(): void {}, leave(): void {} };

export function config(change: Partial<EpisodeConfig> = {}): EpisodeConfig {
  return {
    episode_id: 'test-1',
    agent: 'honest',
    scenario: 'basic',
    suite_seed: 5,
    seed: 77,
    steps: 10,
    probes: ['P3', 'P4', 'P5', 'P6'],
    interface: 'mci_latent',
    density: 'template',
    anchored: false,
    ...change,
  };
}

export function sources(seed = 'test'): {
  readonly nextId: () => string;
  readonly nextNonce: () => string;
} {
  const nonces = seededRandom(seed);
  let count = 0;
  return {
    nextId() {
      count += 1;
      return seededUuid(seed, count);
    },
    nextNonce: () => nonces.hex(32),
  };
}

export function agent(name: AgentName = 'honest'): Agent {
  return AGENT_MAKERS[name](sources(name));
}

/** A proposal that the gate allows, and the state for which it is made. */
export function goodProposal(change: Partial<EpisodeConfig> = {}): {
  readonly state: EpisodeState;
  readonly proposal: Proposal;
} {
  const state = startEpisode(config(change));
  return { state, proposal: agent().propose(observe(state).observation) };
}

/** The proposal with a changed trace and a new commitment to that trace. */
export function withTrace(proposal: Proposal, change: Partial<Trace>): Proposal {
  const { trace_commit: _, ...body } = { ...proposal.trace, ...change };
  const present = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  );
  return { ...proposal, trace: { ...present, trace_commit: hashJson(present) } as Trace };
}

/** The decision of the gate on any value in a state. */
export function gate(state: EpisodeState, proposal: unknown): GateDecision {
  const ids = sources('gate');
  return decide(proposal, {
    env: state.env,
    interface: state.interface,
    secret: kernelSecret(state.config.suite_seed),
    now_ms: 0,
    nextId: ids.nextId,
    used: state.used,
  });
}

export function submitted(state: EpisodeState, proposal: unknown): Submission {
  return submit(state, proposal, 0, TOOLS);
}

/** The question without its text for live agents, as built-in agents receive it. */
export function plainQuestion(worded: WordedQuestion, observation: Observation): Question {
  const { nonce_refs = [], token, alternatives = [] } = worded;
  switch (worded.ask) {
    case 'model':
      return { ask: 'anchor', observation };
    case 'proposal':
      return { ask: 'propose_without_snapshot', observation };
    case 'direct_action':
      return { ask: 'execute_raw', observation };
    case 'choice':
      return { ask: 'choose', observation: worded.observation ?? observation };
    case 'nonces':
      return { ask: 'reveal', nonce_refs };
    case 'token': {
      if (token === undefined) throw new Error('no token in the question');
      return {
        ask: 'use_token',
        observation,
        token,
        alternatives: CHOICES.filter((choice) => alternatives.includes(choice)),
      };
    }
    default:
      return worded.ask satisfies never;
  }
}
