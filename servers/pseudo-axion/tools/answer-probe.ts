/** @module answer_probe: the live agent answers the open question. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { Answer } from '../../../kernel/axion/agents/agent.ts';
import { CHOICES } from '../../../kernel/axion/env/toy-env.ts';
import { observe } from '../../../kernel/axion/harness/episode.ts';
import { FormModel, modelHash } from '../../../kernel/axion/outside/proposal-form.ts';
import { answersTo } from '../../../kernel/axion/outside/worded-question.ts';
import { EpisodeId, HINTS } from '../arguments.ts';
import { GivenProposal, readProposal } from '../given-proposal.ts';
import { requireIdle } from '../live-call.ts';
import { turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** One flat object, because hosts do not show models a union; the required members depend on `answer`. */
const GivenAnswer = z.strictObject({
  answer: z.enum(['anchor', 'proposal', 'execute_raw', 'choose', 'reveal', 'use_token', 'decline']),
  replay_model: FormModel.optional().describe('For anchor.'),
  model_hash: z.string().max(64).optional().describe('In place of it.'),
  proposal: GivenProposal.optional().describe('For proposal: as in submit_proposal.'),
  choice: z.enum(CHOICES).optional().describe('For choose, execute_raw, use_token.'),
  token_id: z.string().max(100).optional().describe('For use_token.'),
  nonces: z
    .record(z.string().max(120), z.string().max(64))
    .optional()
    .describe('For reveal; those the server keeps are added.'),
});

/** Submits the answer to the open question. */
export const answerProbe = defineJob({
  name: 'answer_probe',
  title: 'Answer a question of a live episode',
  description:
    'Answers the question that is open in your live episode, with one of the words in its answers. The next question, if any, comes back.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({
    episode_id: EpisodeId.describe('From start_episode.'),
    answer: GivenAnswer.describe('The word of the answer and what belongs to it.'),
  }),
  output: z.looseObject({ episode_id: z.string(), phase: z.string(), next_tool: z.string() }),
  refusals: {
    RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND,
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  },
  async run({ episode_id, answer: given }, { live }: RunsView, { refuse, principal }) {
    const { state } = requireIdle(live, episode_id, { refuse, principal });
    const { question } = observe(state);
    if (question === undefined) {
      return refuse('INVALID_ARGUMENT', `no question is open in \`${episode_id}\``);
    }
    const wanted = answersTo(question.ask);
    if (!wanted.includes(given.answer)) {
      return refuse(
        'INVALID_ARGUMENT',
        `got the answer \`${given.answer}\`, want ${wanted.join(' or ')}`,
      );
    }
    const { proposal, replay_model, ...plain } = given;
    const whole =
      proposal === undefined
        ? undefined
        : readProposal(proposal, refuse, (form) => live.complete(principal, episode_id, form));
    const nonces =
      question.ask === 'reveal'
        ? { ...live.kept(principal, episode_id, question.nonce_refs), ...plain.nonces }
        : undefined;
    const parsed = Answer.safeParse({
      ...plain,
      ...(replay_model === undefined ? {} : { model_hash: modelHash(replay_model) }),
      ...(whole === undefined ? {} : { proposal: whole }),
      ...(nonces === undefined ? {} : { nonces }),
    });
    if (!parsed.success || (given.answer === 'proposal' && proposal === undefined)) {
      const issue = parsed.error?.issues[0];
      return refuse(
        'INVALID_ARGUMENT',
        `the answer \`${given.answer}\` is not complete: \`${issue?.path.join('.') ?? 'proposal'}\` ${issue?.message ?? 'is missing'}`,
      );
    }
    const { episode } = await live.take(principal, episode_id, {
      turn: 'answer',
      answer: parsed.data,
    });
    return { data: turnOf(episode), events: [] };
  },
});
