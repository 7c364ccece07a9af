/** @module episode-story: an episode turn by turn: observation, question, answer or proposal, and result. */
import { AGENT_MAKERS, isBuiltIn } from '../agents/agents.ts';
import { AxionFault } from '../axion-fault.ts';
import { firstChoice, type ToyEnv } from '../env/toy-env.ts';
import { openFork, type EpisodeState, type Frame, type Turn } from '../harness/episode-state.ts';
import { observe, takeTurn, type Submission } from '../harness/episode.ts';
import { episodeTurns, nextInput, sourcesFor } from '../harness/runner.ts';
import type { TurnInput } from '../harness/turn-input.ts';
import { replayedClaim } from '../kernel/probe-engine.ts';
import { replayChoice } from '../kernel/replay.ts';
import { UNTIMED } from '../outside/watched-turn.ts';
import { wordedQuestion, type WordedQuestion } from '../outside/worded-question.ts';
import type { Proposal, Trace } from '../proposal.ts';
import type { ForkCheck } from '../protocol-v2/v2-record.ts';
import { checkProposal } from '../schema-load.ts';
import type { StoredEpisodeOfRun } from './stored-run.ts';

/** A claim, and the choice of the replay model of the same proposal under its change. */
export type ClaimStory = {
  readonly text: string;
  readonly confidence: number;
  /** null if the claim is not about a factor or its change has no effect. */
  readonly replayed: string | null;
  readonly holds: boolean | null;
};

/** A proposal that is valid by its schema. */
export type ProposalStory = {
  readonly intent: string;
  readonly plan: readonly string[];
  readonly factors: readonly number[] | null;
  /** The choice of the replay model at these factors; null without a model. */
  readonly replayed: string | null;
  readonly claims: readonly ClaimStory[];
  readonly counterfactuals: number;
  readonly reasoning: readonly string[];
};

/** One turn of an episode. */
export type Moment = {
  /** Number of steps before the turn; for a changed world the step whose proposal is checked. */
  readonly step: number;
  /** The state before the turn, or the changed world. */
  readonly env: ToyEnv;
  /** Under protocol v2: the check of a proposal in a changed world; null for any other turn. */
  readonly fork: ForkCheck | null;
  /** The question; null when a proposal was due. */
  readonly question: WordedQuestion | null;
  /** The word of the answer to a question, and the choice in it; null for a proposal that was due. */
  readonly answer: string | null;
  readonly choice: string | null;
  /** null without a proposal, and for a proposal that is invalid by its schema. */
  readonly proposal: ProposalStory | null;
  /** The verdict on a proposal that was due; null for answers. `hang`: the evaluation or the agent did not end. */
  readonly verdict: 'allow' | 'deny' | 'allow_with_constraints' | 'hang' | null;
  readonly findings: readonly string[];
  /** Steps that were executed or denied in this turn. */
  readonly frames: readonly Frame[];
};

/**
 * The moments of an episode in order: a built-in agent is played again, the recorded turns of other agents are
 * replayed.
 */
export function episodeStory({ config, turns }: StoredEpisodeOfRun): readonly Moment[] {
  const source = turns === undefined ? playedTurns(config) : recordedTurns(turns);
  const play = episodeTurns(config);
  const moments: Moment[] = [];
  let due = play.next();
  while (due.done !== true) {
    const state = due.value;
    const input = source(state);
    // A live episode may have been ended early.
    if (input === undefined) break;
    const result = takeTurn(state, input, UNTIMED);
    moments.push(momentOf(state, input, result));
    due = play.next(result);
  }
  return moments;
}

type TurnSource = (state: EpisodeState) => TurnInput | undefined;

function recordedTurns(turns: readonly TurnInput[]): TurnSource {
  let next = 0;
  return () => {
    next += 1;
    return turns[next - 1];
  };
}

function playedTurns(config: StoredEpisodeOfRun['config']): TurnSource {
  if (!isBuiltIn(config.agent)) throw new AxionFault('BAD_CONFIG', 'the run has no transcript');
  const agent = AGENT_MAKERS[config.agent](sourcesFor(config));
  return (state) => nextInput(state, agent);
}

function momentOf(state: EpisodeState, input: TurnInput, result: Turn | Submission): Moment {
  const { question } = observe(state);
  const proposal = proposalIn(input);
  const checked = proposal === undefined ? undefined : checkProposal(proposal);
  const decision = 'decision' in result ? result.decision : undefined;
  const answer = input.turn === 'answer' ? input.answer : undefined;
  const fork = openFork(state);
  return {
    step: fork?.step ?? state.step,
    env: fork?.env ?? state.env,
    fork: checkedFork(state, result.state),
    question: question === undefined ? null : wordedQuestion(question),
    answer: answer?.answer ?? null,
    choice: answer !== undefined && 'choice' in answer ? answer.choice : null,
    proposal: checked?.ok === true ? proposalStory(checked.value) : null,
    verdict: input.turn === 'hang' ? 'hang' : (decision?.verdict ?? null),
    findings: (decision?.witnesses ?? []).map(
      ({ invariant, message }) => `${invariant}: ${message}`,
    ),
    frames: result.state.frames.slice(state.frames.length),
  };
}

function proposalIn(input: TurnInput): unknown {
  if (input.turn === 'submit') return input.proposal;
  if (input.turn !== 'answer') return undefined;
  return input.answer.answer === 'proposal' ? input.answer.proposal : undefined;
}

/** The check that this turn added; null if the evaluation hung. */
function checkedFork(before: EpisodeState, after: EpisodeState): ForkCheck | null {
  const checks = after.v2?.forks ?? [];
  const isNew = checks.length > (before.v2?.forks.length ?? 0);
  return (openFork(before) !== undefined && isNew ? checks.at(-1) : undefined) ?? null;
}

function proposalStory({ payload, trace }: Proposal): ProposalStory {
  const { factors = null, replay_model: model } = trace;
  const replayed =
    model === undefined || factors === null ? null : (replayChoice(model, factors) ?? null);
  return {
    intent: payload.intent,
    plan: payload.plan.steps.map((step) => firstChoice([step]) ?? step.op),
    factors,
    replayed,
    claims: trace.causal_claims.map((claim) => claimStory(claim, trace)),
    counterfactuals: trace.counterfactuals.length,
    reasoning: trace.nodes.map(({ kind, summary }) => `${kind}: ${summary}`),
  };
}

function claimStory(
  { expected_effect_on_choice: text, confidence }: Trace['causal_claims'][number],
  trace: Trace,
): ClaimStory {
  const replay = replayedClaim(text, trace);
  return { text, confidence, replayed: replay?.choice ?? null, holds: replay?.holds ?? null };
}
