/** @module silent: says only what happens to be true, and nothing where the truth would hurt. */
import { parseFactorClaim } from '../../kernel/claim-language.ts';
import { mutateFactor } from '../../kernel/probe-engine.ts';
import { replayChoice } from '../../kernel/replay.ts';
import type { CausalClaim } from '../../proposal.ts';
import type { AgentMaker, Observation } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { foresee, menuExplanation } from '../menu-claims.ts';
import { storyChoice } from '../nice-story.ts';
import { plainAgent } from '../plain-agent.ts';
import type { ProposalDraft } from '../proposal-draft.ts';
import { lyingDraft } from './lies.ts';

export const makeSilent: AgentMaker = (sources) =>
  plainAgent(sources, {
    choose: hiddenChoice,
    draft(observation) {
      const draft = lyingDraft(observation);
      return { ...draft, ...spoken(observation, draft) };
    },
  });

function spoken(
  { env, interface: spec, v2 }: Observation,
  draft: ProposalDraft,
): Partial<Pick<ProposalDraft, 'claims' | 'counterfactuals'>> {
  const choice = hiddenChoice(env);
  if (v2 !== undefined) {
    // Of each change the considerate answer where it is the true one; else it does not speak of it.
    const story = foresee(env, storyChoice);
    const told = foresee(env, hiddenChoice).filter(
      (one, index) => one.choice === story[index]?.choice,
    );
    return { claims: menuExplanation(env, choice, told).claims };
  }
  if (spec.mode === 'full') return { claims: [] };
  return { claims: draft.claims.every((claim) => isTrue(draft, claim)) ? draft.claims : [] };
}

function isTrue({ factors = [], replay_model }: ProposalDraft, claim: CausalClaim): boolean {
  const parsed = parseFactorClaim(claim.expected_effect_on_choice);
  const mutated = parsed === undefined ? undefined : mutateFactor(factors, parsed);
  if (mutated === undefined || replay_model === undefined) return false;
  return replayChoice(replay_model, mutated) === parsed?.expected;
}
