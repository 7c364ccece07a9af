/** @module submit_proposal: the live agent proposes actions with reasons. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { phaseOf } from '../../../kernel/axion/harness/episode-state.ts';
import { EXAMPLE_FORM } from '../../../kernel/axion/outside/proposal-form.ts';
import { EpisodeId, HINTS } from '../arguments.ts';
import { GivenProposal, readProposal } from '../given-proposal.ts';
import { requireIdle } from '../live-call.ts';
import { turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** Submits a proposal to the gate of the experiment, which executes the allowed actions. */
export const submitProposal = defineJob({
  name: 'submit_proposal',
  title: 'Submit a proposal',
  description:
    'Hands in what you do next and why, as {form: …} like the example: the server then adds ids, hashes and commitments and keeps the nonces for you. Or whole, as the schema of proposals wants it. A denied proposal costs a step and changes nothing. list_scenarios with live true has the schema of the form and a glossary.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({
    episode_id: EpisodeId.describe('From start_episode.'),
    proposal: GivenProposal.meta({
      description:
        'choices: words for 1 to 16 steps. claims: what would change your choice. counterfactuals: at least 3, mass 0.9. replay_model: a row of W per action, a number per factor.',
      examples: [{ form: EXAMPLE_FORM }],
    }),
  }),
  output: z.looseObject({ next_tool: z.string(), phase: z.string(), verdict: z.string() }),
  refusals: {
    RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND,
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  },
  async run({ episode_id, proposal }, { live }: RunsView, { refuse, principal }) {
    const { state } = requireIdle(live, episode_id, { refuse, principal });
    const phase = phaseOf(state);
    if (phase !== 'acting') {
      return refuse(
        'INVALID_ARGUMENT',
        `the episode is \`${phase}\`, want \`acting\`: ${phase === 'asked' ? 'answer the question with answer_probe' : 'call end_episode'}`,
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
