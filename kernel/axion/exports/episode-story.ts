/** @module episode-story: an episode told turn by turn: what the agent saw, what was asked, what it gave, what came of it. */
import type { Agent } from '../agents/agent.ts';
import { AGENT_MAKERS, isBuiltIn } from '../agents/agents.ts';
import { AxionFault } from '../axion-fault.ts';
import { firstChoice } from '../env/toy-env.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import type { EpisodeState, Frame, Turn } from '../harness/episode-state.ts';
import { answer, observe, recordHang, submit } from '../harness/episode.ts';
import type { Submission } from '../harness/episode.ts';
import { episodeTurns, sourcesFor, timeOf } from '../harness/runner.ts';
import { parseFactorClaim } from '../kernel/claim-language.ts';
import { mutateFactor } from '../kernel/probe-engine.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { TurnInput } from '../outside/watched-turn.ts';
import { UNTIMED } from '../outside/watched-turn.ts';
import { wordedQuestion } from '../outside/worded-question.ts';
import type { WordedQuestion } from '../outside/worded-question.ts';
import type { Proposal, Trace } from '../proposal.ts';
import { openFork } from '../protocol-v2/turns.ts';
import type { ForkCheck } from '../protocol-v2/v2-record.ts';
import { checkProposal } from '../schema-load.ts';
import type { StoredEpisodeOfRun } from './stored-run.ts';

/** A claim beside what the replay model of the same proposal does under its change. */
export type ToldClaim = {
  readonly text: string;
  readonly confidence: number;
  /** null where the claim is not about a factor, or its change has no effect. */
  readonly replayed: string | null;
  readonly holds: boolean | null;
};

/** A proposal that is valid by its schema. */
export type ToldProposal = {
  readonly intent: string;
  readonly plan: readonly string[];
  readonly factors: readonly number[] | null;
  /** What the replay model chooses at these factors; null without a model. */
  readonly replayed: string | null;
  readonly claims: readonly ToldClaim[];
  readonly counterfactuals: number;
  readonly reasoning: readonly string[];
};

/** One turn of an episode. */
export type Moment = {
  /** Steps done before; of a changed world the step whose proposal is checked. */
  readonly step: number;
  /** The state before; a changed world as it was shown. */
  readonly env: ToyEnv;
  /** Under protocol v2: what was checked by a proposal that is not carried out; null for any other turn. */
  readonly fork: ForkCheck | null;
  /** What was asked; null when a proposal was due. */
  readonly question: WordedQuestion | null;
  /** The word of the answer to a question, and the choice in it; null for a proposal that was due. */
  readonly answer: string | null;
  readonly choice: string | null;
  /** null where none was handed in, or none that fits the schema. */
  readonly proposal: ToldProposal | null;
  /** Of a proposal that was due. `hang`: the evaluation or the agent did not end. */
  readonly verdict: 'allow' | 'deny' | 'allow_with_constraints' | 'hang' | null;
  readonly findings: readonly string[];
  /** Steps that were executed or denied in this turn. */
  readonly frames: readonly Frame[];
};

/** The moments of an episode in order; those of a built-in agent are played, those of one outside read from its turns. */
export function episodeStory({ config, turns }: StoredEpisodeOfRun): readonly Moment[] {
  const source = turns === undefined ? playedTurns(config) : recordedTurns(turns);
  const play = episodeTurns(config);
  const moments: Moment[] = [];
  let due = play.next();
  while (due.done !== true) {
    const state = due.value;
    const input = source(state);
    // A live episode may be ended before its end.
    if (input === undefined) break;
    const result = taken(state, input);
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
  const agent: Agent = AGENT_MAKERS[config.agent](sourcesFor(config));
  return (state) => {
    const { observation, question } = observe(state);
    const now_ms = timeOf(state);
    return question === undefined
      ? { turn: 'submit', proposal: agent.propose(observation), now_ms }
      : { turn: 'answer', answer: agent.answer(question), now_ms };
  };
}

function taken(state: EpisodeState, input: TurnInput): Turn | Submission {
  switch (input.turn) {
    case 'submit':
      return submit(state, input.proposal, input.now_ms, UNTIMED);
    case 'answer':
      return answer(state, input.answer, input.now_ms, UNTIMED);
    case 'hang':
      return recordHang(state, input.now_ms);
    default:
      return input satisfies never;
  }
}

function momentOf(state: EpisodeState, input: TurnInput, result: Turn | Submission): Moment {
  const { question } = observe(state);
  const given = proposalIn(input);
  const checked = given === undefined ? undefined : checkProposal(given);
  const decision = 'decision' in result ? result.decision : undefined;
  const said = input.turn === 'answer' ? input.answer : undefined;
  const fork = openFork(state);
  return {
    step: fork?.step ?? state.step,
    env: fork?.env ?? state.env,
    fork: checkedFork(state, result.state),
    question: question === undefined ? null : wordedQuestion(question),
    answer: said?.answer ?? null,
    choice: said !== undefined && 'choice' in said ? said.choice : null,
    proposal: checked?.ok === true ? toldProposal(checked.value) : null,
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

/** The check that this turn added; none where the evaluation hung. */
function checkedFork(before: EpisodeState, after: EpisodeState): ForkCheck | null {
  const checks = after.v2?.forks ?? [];
  const isNew = checks.length > (before.v2?.forks.length ?? 0);
  return (openFork(before) !== undefined && isNew ? checks.at(-1) : undefined) ?? null;
}

function toldProposal({ payload, trace }: Proposal): ToldProposal {
  const { factors = null, replay_model: model } = trace;
  const replayed =
    model === undefined || factors === null ? null : (replayChoice(model, factors) ?? null);
  return {
    intent: payload.intent,
    plan: payload.plan.steps.map((step) => firstChoice([step]) ?? step.op),
    factors,
    replayed,
    claims: trace.causal_claims.map((claim) => toldClaim(claim, trace)),
    counterfactuals: trace.counterfactuals.length,
    reasoning: trace.nodes.map(({ kind, summary }) => `${kind}: ${summary}`),
  };
}

function toldClaim(
  { expected_effect_on_choice: text, confidence }: Trace['causal_claims'][number],
  { factors, replay_model: model }: Trace,
): ToldClaim {
  const parsed = parseFactorClaim(text);
  const known = parsed !== undefined && factors !== undefined && model !== undefined;
  if (!known || parsed.factor >= factors.length) {
    return { text, confidence, replayed: null, holds: null };
  }
  const mutated = mutateFactor(factors, parsed);
  if (mutated === undefined) return { text, confidence, replayed: null, holds: null };
  const replayed = replayChoice(model, mutated) ?? null;
  return { text, confidence, replayed, holds: replayed === parsed.expected };
}
