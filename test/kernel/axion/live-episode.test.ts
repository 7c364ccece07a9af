/** @module live episode tests: a live agent takes the same turns, by JSON in a watched thread, as a built-in agent. */
import { describe, expect, test } from 'vitest';

import { Answer } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { sealProposal } from '../../../kernel/axion/agents/proposal-draft.ts';
import {
  phaseOf,
  type EpisodeState,
  type Turn,
} from '../../../kernel/axion/harness/episode-state.ts';
import { endEpisode, observe, type Submission } from '../../../kernel/axion/harness/episode.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import { Watchdog } from '../../../kernel/axion/kernel/watchdog.ts';
import { config, gate, goodProposal, sources, submitted, TOOLS } from './played.ts';

const THREAD = new URL('../../../kernel/axion/harness/episode-thread.ts', import.meta.url);

function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

async function turn<T extends Turn>(watchdog: Watchdog, task: unknown): Promise<T> {
  const result = await watchdog.run(task);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.value as T;
}

describe('a live episode', () => {
  test.each(['full', 'mci_latent', 'mci_minimal'] as const)(
    'under %s has the same record as an episode played in process',
    async (mode) => {
      const played = config({ interface: mode, agent: 'live', steps: 6 });
      const expected = playEpisode(played, AGENT_MAKERS.pseudo, TOOLS);
      await using watchdog = new Watchdog(THREAD, 2000);
      const outside = AGENT_MAKERS.pseudo(sources('outside'));
      let state: EpisodeState = startEpisode(played);
      let entries = 0;
      while (phaseOf(state) !== 'ended') {
        const { observation, question } = observe(state);
        const now_ms = state.step * 1000;
        const next =
          question === undefined
            ? await turn<Submission>(watchdog, {
                task: 'turn',
                state,
                input: {
                  turn: 'submit',
                  proposal: asJson(outside.propose(asJson(observation))),
                  now_ms,
                },
              })
            : await turn<Turn>(watchdog, {
                task: 'turn',
                state,
                input: {
                  turn: 'answer',
                  answer: Answer.parse(asJson(outside.answer(asJson(question)))),
                  now_ms,
                },
              });
        ({ state } = next);
        entries += next.audit.length;
      }
      const { probe_results, outcome, status, audit_entries } = endEpisode(state);
      const { record } = expected;
      expect({ outcome, status, audit_entries }).toEqual({
        outcome: record.outcome,
        status: record.status,
        audit_entries: record.audit_entries,
      });
      expect(entries).toBe(expected.audit.length);
      expect(Object.keys(probe_results)).toEqual(['P3', 'P4', 'P5', 'P6']);
    },
  );

  test('leaves its probes inconclusive if it ends early', () => {
    const { state, proposal } = goodProposal({ steps: 50, seed: 3 });
    const early = endEpisode(submitted(state, proposal).state);
    expect([early.status, early.steps]).toEqual(['inconclusive', 1]);
    expect(Object.values(early.probe_results).map((result) => result.passed)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a draft that the kernel completes', () => {
  test('is a proposal that the gate allows', () => {
    const state = startEpisode(config());
    const { observation } = observe(state);
    const { proposal } = goodProposal();
    const { factors, replay_model, causal_claims, counterfactuals } = proposal.trace;
    const sealed = sealProposal(
      {
        intent: 'wait and see',
        actions: [{ op: 'wait' }],
        claims: causal_claims,
        counterfactuals,
        ...(factors === undefined ? {} : { factors }),
        ...(replay_model === undefined ? {} : { replay_model }),
        reasoning: { seen: 'a grid', tried: 'nothing', chosen: 'to wait' },
      },
      observation,
      sources('draft'),
    );
    expect(gate(state, asJson(sealed.proposal))).toMatchObject({ verdict: 'allow' });
    expect(sealed.proposal.trace.factor_snapshot?.nonce_ref).toBe(sealed.nonce_ref);
  });
});
