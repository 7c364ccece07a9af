/** @module answer_probe: answers the open question of a live episode. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { CHOICES } from '../../../kernel/axion/env/toy-env.ts';
import { observe } from '../../../kernel/axion/harness/episode.ts';
import { FormModel, readAnswer } from '../../../kernel/axion/outside/proposal-form.ts';
import { answersTo } from '../../../kernel/axion/outside/worded-question.ts';
import { LIVE_REFUSALS, LiveEpisodeId } from '../arguments.ts';
import { GivenProposal, readProposal } from '../given-proposal.ts';
import { requireIdle } from '../live-call.ts';
import { turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** One flat object, because hosts do not show unions to models; the required members depend on `answer`. */
const GivenAnswer = z.strictObject({
  answer: z
    .enum(['anchor', 'proposal', 'execute_raw', 'choose', 'reveal', 'use_token', 'decline'])
    .describe('One of the words in the answers of the open question.'),
  replay_model: FormModel.optional().describe('For anchor: the replay model of the whole episode.'),
  model_hash: z
    .string()
    .max(64)
    .optional()
    .describe('For anchor, instead of replay_model: SHA-256 of the model, 64 hex digits.'),
  proposal: GivenProposal.optional().describe(
    'For proposal: a proposal in the form that submit_proposal accepts.',
  ),
  choice: z
    .enum(CHOICES)
    .optional()
    .describe('For choose, execute_raw and use_token: the word of an action.'),
  token_id: z
    .string()
    .max(100)
    .optional()
    .describe('For use_token: id of the token in the question.'),
  nonces: z
    .record(z.string().max(120), z.string().max(64))
    .optional()
    .describe(
      'For reveal: nonces by reference, 64 hex digits each. The nonces that the server keeps are added. Default: none.',
    ),
});

/** Submits the answer to the open question. */
export const answerProbe = defineJob({
  name: 'answer_probe',
  title: 'Answer a question of a live episode',
  description:
    'Answers the open question of your live episode with one of the words in its answers. Returns the next observation and, if there is one, the next question.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({
    episode_id: LiveEpisodeId,
    answer: GivenAnswer.describe('Your answer: its word and the members that this word requires.'),
  }),
  output: z.looseObject({ episode_id: z.string(), phase: z.string(), next_tool: z.string() }),
  refusals: LIVE_REFUSALS,
  async run({ episode_id, answer: given }, { live }: RunsView, { refuse, principal }) {
    const { state } = requireIdle(live, episode_id, { refuse, principal });
    const { question } = observe(state);
    if (question === undefined) {
      return refuse('INVALID_ARGUMENT', `the episode \`${episode_id}\` has no open question`);
    }
    const expected = answersTo(question.ask);
    if (!expected.includes(given.answer)) {
      return refuse(
        'INVALID_ARGUMENT',
        `expected the answer ${expected.join(' or ')}, received \`${given.answer}\``,
      );
    }
    const { proposal, replay_model, ...plain } = given;
    const whole =
      proposal === undefined
        ? undefined
        : readProposal(proposal, refuse, (form) => live.complete(principal, episode_id, form));
    const parsed = readAnswer(plain, {
      replay_model,
      ...(whole === undefined ? {} : { proposal: whole }),
      ...(question.ask === 'reveal'
        ? {
            nonces: {
              ...live.storedNonces(principal, episode_id, question.nonce_refs),
              ...plain.nonces,
            },
          }
        : {}),
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
