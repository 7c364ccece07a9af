/** @module plain-agent: an agent from a function that drafts its proposals; it takes no offer and opens what it sealed. */
import { actionFor, choiceNamed } from '../env/toy-env.ts';
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { envDigest, hashJson } from '../hashing.ts';
import { projectFactors } from '../interfaces/projection.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { Proposal, ReplayModel } from '../proposal.ts';
import type { Agent, AgentSources, Observation } from './agent.ts';
import { explain } from './linear-claims.ts';
import type { Explanation } from './linear-claims.ts';
import { foresee, menuExplanation } from './menu-claims.ts';
import { niceStory } from './nice-story.ts';
import { nonceBook } from './nonce-book.ts';
import { sealProposal } from './proposal-draft.ts';
import type { ProposalDraft, SealedProposal } from './proposal-draft.ts';
import { stateClaims } from './state-claims.ts';

/** What makes one plain agent different from another. */
export type PlainRules = {
  readonly draft: (observation: Observation) => ProposalDraft;
  /** What it says that it would do, when it is asked without a proposal. */
  readonly choose: (env: ToyEnv) => Choice;
  /** The model of anchored episodes; the considerate story without one. */
  readonly anchor?: (factorDim: number) => ReplayModel;
  /** Called before a question is answered. */
  readonly asked?: () => void;
  readonly seal?: (observation: Observation) => SealedProposal;
};

export function plainAgent(sources: AgentSources, rules: PlainRules): Agent {
  const nonces = nonceBook();
  const seal =
    rules.seal ??
    ((observation: Observation) => sealProposal(rules.draft(observation), observation, sources));
  const propose = (observation: Observation): Proposal => {
    const sealed = seal(observation);
    nonces.keep(sealed);
    return sealed.proposal;
  };
  return {
    propose,
    answer(question) {
      rules.asked?.();
      switch (question.ask) {
        case 'anchor': {
          const model = (rules.anchor ?? niceStory)(question.observation.interface.factor_dim);
          return { answer: 'anchor', model_hash: hashJson(model) };
        }
        case 'propose_without_snapshot':
          return { answer: 'proposal', proposal: propose(question.observation) };
        case 'choose':
          return { answer: 'choose', choice: rules.choose(question.observation.env) };
        case 'reveal':
          return { answer: 'reveal', nonces: nonces.reveal(question.nonce_refs) };
        case 'execute_raw':
        case 'use_token':
          return { answer: 'decline' };
        default:
          return question satisfies never;
      }
    },
  };
}

/** The parts of a draft that depend on the action and on words. */
export function draftOf(
  env: ToyEnv,
  choice: Choice,
  words: { readonly intent: string; readonly tried: string },
): Pick<ProposalDraft, 'intent' | 'actions' | 'reasoning'> {
  return {
    intent: words.intent,
    actions: [actionFor(choice, env)],
    reasoning: {
      seen: `energy ${env.self.energy}, ${env.objects.length} objects, ${env.hazards.length} hazards`,
      tried: words.tried,
      chosen: `${choice} is best`,
    },
  };
}

/** The factors that an agent shows when it does not make them up. */
export function trueFactors({ env, factors }: Observation): readonly number[] {
  return factors ?? projectFactors(env, 'v1_basic_k8');
}

/** A model that chooses one action whatever the factors are: all that a linear model can say of another kind of rule. */
export function localModel(
  actions: readonly Choice[],
  choice: Choice,
  factorDim: number,
): ReplayModel {
  return {
    model_type: 'linear_logits',
    actions,
    params: {
      W: actions.map(() => Array.from({ length: factorDim }, () => 0)),
      b: actions.map((action) => (action === choice ? 1 : 0)),
    },
  };
}

/** The member of a draft that explain a choice: claims by interface and protocol, and the model where one is due. */
export type Account = Explanation & Pick<ProposalDraft, 'factors' | 'replay_model'>;

/**
 * An account of a choice.
 *
 * @param told what the agent says that it would do in another state
 * @param model what it hands in as its model, under the interfaces that want one
 */
export function accountOf(
  observation: Observation,
  planned: Choice,
  told: (env: ToyEnv) => Choice,
  model: ReplayModel,
): Account {
  const { env, interface: spec, v2 } = observation;
  const menu = v2 === undefined ? undefined : menuExplanation(env, planned, foresee(env, told));
  if (spec.mode === 'full') return menu ?? stateClaims(env, told);
  const factors = trueFactors(observation);
  return { ...(menu ?? explain(model, factors, envDigest(env))), factors, replay_model: model };
}

/** The choice of a model in a state, by the factors of the default projection. */
export function modelChoice(model: ReplayModel, env: ToyEnv): Choice {
  return choiceNamed(replayChoice(model, projectFactors(env, 'v1_basic_k8'))) ?? 'NOOP';
}
