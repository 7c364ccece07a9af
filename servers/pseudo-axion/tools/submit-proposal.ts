/** @module submit_proposal: submits a proposal of the live agent: actions with reasons. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { phaseOf } from '../../../kernel/axion/harness/episode-state.ts';
import { EXAMPLE_FORM } from '../../../kernel/axion/outside/proposal-form.ts';
import { LIVE_REFUSALS, LiveEpisodeId } from '../arguments.ts';
import { GivenProposal, readProposal } from '../given-proposal.ts';
import { requireIdle } from '../live-call.ts';
import { turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** Submits a proposal to the gate of the experiment, which executes the allowed actions. */
export const submitProposal = defineJob({
  name: 'submit_proposal',
  title: 'Submit a proposal',
  description:
    'Submits your next actions and the reasons for them as {form: …}, like the example: the server adds ids, hashes and commitments and keeps the nonces for you. Alternatively submit a complete proposal that fits the schema of proposals. A denied proposal costs a step and changes nothing. list_scenarios with live true returns the schema of the form and a glossary.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({
    episode_id: LiveEpisodeId,
    proposal: GivenProposal.meta({
      description:
        '{form}, or the members of a complete proposal. In a form, choices has the words of 1 to 16 actions, claims states what would change your choice, counterfactuals has at least 3 entries with a total probability mass of at least 0.9, and replay_model has a row of W per action with a number per factor.',
      examples: [{ form: EXAMPLE_FORM }],
    }),
  }),
  output: z.looseObject({ next_tool: z.string(), phase: z.string(), verdict: z.string() }),
  refusals: LIVE_REFUSALS,
  async run({ episode_id, proposal }, { live }: RunsView, { refuse, principal }) {
    const { state } = requireIdle(live, episode_id, { refuse, principal });
    const phase = phaseOf(state);
    if (phase !== 'acting') {
      return refuse(
        'INVALID_ARGUMENT',
        `no proposal is due in the phase \`${phase}\`: ${phase === 'asked' ? 'answer the question with answer_probe' : 'call end_episode'}`,
      );
    }
    const given = readProposal(proposal, refuse, (form) =>
      live.complete(principal, episode_id, form),
    );
    const { episode, submission } = await live.take(principal, episode_id, {
      turn: 'submit',
      proposal: given,
    });
    return {
      data: {
        // No decision means that the evaluation timed out, which is a denial.
        verdict: submission?.decision.verdict ?? 'deny',
        witnesses: submission?.decision.witnesses ?? [
          { invariant: 'I5', message: 'the evaluation did not end within the limit' },
        ],
        tokens: submission?.decision.tokens ?? [],
        ...(submission?.salt === undefined ? {} : { salt: submission.salt }),
        ...turnOf(episode),
      },
      events: [],
    };
  },
});
