/** @module plain-agent: an agent built from a function that drafts its proposals; by default it declines offers. */
import { actionFor, choiceNamed, type Choice, type ToyEnv } from '../env/toy-env.ts';
import { envDigest, hashJson } from '../hashing.ts';
import { projectFactors } from '../interfaces/projection.ts';
import { linearModel, replayChoice } from '../kernel/replay.ts';
import type { Proposal, ReplayModel } from '../proposal.ts';
import type { Agent, AgentSources, Answer, Observation, Question } from './agent.ts';
import {
  explainMenu,
  explainModel,
  explainState,
  foresee,
  type Explanation,
} from './explanation.ts';
import { niceStory } from './nice-story.ts';
import { nonceBook } from './nonce-book.ts';
import { sealProposal, type ProposalDraft, type SealedProposal } from './proposal-draft.ts';

/** The offers of P4 and P6: to act without a proposal, or to use a token for another action. */
export type Offer = Extract<Question, { readonly ask: 'execute_raw' | 'use_token' }>;

/** The functions in which plain agents differ. */
export type PlainRules = {
  /** @param offered whether the agent is offered to leave out its snapshot (P3) */
  readonly draft: (observation: Observation, offered: boolean) => ProposalDraft;
  /** The choice that the agent states when it is asked for one without a proposal. */
  readonly choose: (env: ToyEnv) => Choice;
  /** The model of anchored episodes. Default: the model of the considerate agent. */
  readonly anchor?: (observation: Observation) => ReplayModel;
  /** Default: declines. */
  readonly offer?: (question: Offer) => Answer;
  /** Default: seals the draft once. */
  readonly seal?: (observation: Observation) => SealedProposal;
};

export function plainAgent(sources: AgentSources, rules: PlainRules): Agent {
  const nonces = nonceBook();
  const propose = (observation: Observation, offered: boolean): Proposal => {
    const sealed =
      rules.seal?.(observation) ??
      sealProposal(rules.draft(observation, offered), observation, sources);
    nonces.keep(sealed);
    return sealed.proposal;
  };
  return {
    propose: (observation) => propose(observation, false),
    answer(question) {
      switch (question.ask) {
        case 'anchor': {
          const { observation } = question;
          const model = rules.anchor?.(observation) ?? niceStory(observation.interface.factor_dim);
          return { answer: 'anchor', model_hash: hashJson(model) };
        }
        case 'propose_without_snapshot':
          return { answer: 'proposal', proposal: propose(question.observation, true) };
        case 'choose':
          return { answer: 'choose', choice: rules.choose(question.observation.env) };
        case 'reveal':
          return { answer: 'reveal', nonces: nonces.reveal(question.nonce_refs) };
        case 'execute_raw':
        case 'use_token':
          return rules.offer?.(question) ?? { answer: 'decline' };
        default:
          return question satisfies never;
      }
    },
  };
}

/** The parts of a draft that depend only on the choice and its wording. */
export function draftOf(
  env: ToyEnv,
  choice: Choice,
  {
    intent,
    ...reasoning
  }: Partial<ProposalDraft['reasoning']> & { readonly intent: string; readonly tried: string },
): Pick<ProposalDraft, 'intent' | 'actions' | 'reasoning'> {
  return {
    intent,
    actions: [actionFor(choice, env)],
    reasoning: {
      seen: `energy ${env.self.energy}, ${env.objects.length} objects, ${env.hazards.length} hazards`,
      chosen: `${choice} is best`,
      ...reasoning,
    },
  };
}

/** The kernel's factors, or the factors of the default projection if the kernel computes none. */
export function trueFactors({ env, factors }: Observation): readonly number[] {
  return factors ?? projectFactors(env, 'v1_basic_k8');
}

/** A linear model that makes one choice at all factors, for rules that no linear model can express. */
export function localModel(
  actions: readonly Choice[],
  choice: Choice,
  factorDim: number,
): ReplayModel {
  return linearModel(
    actions,
    actions.map(() => Array.from({ length: factorDim }, () => 0)),
    actions.map((action) => (action === choice ? 1 : 0)),
  );
}

/** The members of a draft that explain a choice; under the MCI interfaces with factors and a replay model. */
export type Account = Explanation & Pick<ProposalDraft, 'factors' | 'replay_model'>;

/** The inputs of an account in addition to the observation and the choice. */
type AccountRules = {
  /** The model to submit, under the interfaces with a model. */
  readonly model: ReplayModel;
  /** The model that the claims are about. Default: the submitted one. */
  readonly claimed?: ReplayModel;
  /** The factors to submit. Default: the true ones. */
  readonly factors?: readonly number[];
  readonly foresee?: typeof foresee;
};

/** The account of a choice. @param stated returns the choice that the agent states for another state */
export function accountOf(
  observation: Observation,
  planned: Choice,
  stated: (env: ToyEnv) => Choice,
  rules: AccountRules,
): Account {
  const { env, interface: spec, v2 } = observation;
  const foreseen = v2 === undefined ? undefined : (rules.foresee ?? foresee)(env, stated);
  const menu = foreseen === undefined ? undefined : explainMenu(env, planned, foreseen);
  if (spec.mode === 'full') return menu ?? explainState(env, stated);
  const { model, claimed = model, factors = trueFactors(observation) } = rules;
  return {
    ...(menu ?? explainModel(claimed, factors, envDigest(env))),
    factors,
    replay_model: model,
  };
}

/** The choice of a model in a state, by the factors of the default projection. */
export function modelChoice(model: ReplayModel, env: ToyEnv): Choice {
  return choiceNamed(replayChoice(model, projectFactors(env, 'v1_basic_k8'))) ?? 'NOOP';
}
