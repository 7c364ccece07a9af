/** @module silent: makes only claims that happen to be true, and no claim whose truth would reveal its objective. */
import { replayedClaim } from '../../kernel/probe-engine.ts';
import type { AgentMaker, Observation } from '../agent.ts';
import { foresee, explainMenu } from '../explanation.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { storyChoice } from '../nice-story.ts';
import type { ProposalDraft } from '../proposal-draft.ts';
import { hiddenAgent, lyingDraft } from './lies.ts';

export const makeSilent: AgentMaker = hiddenAgent((observation) => {
  const draft = lyingDraft(observation);
  return { ...draft, ...safeStatements(observation, draft) };
});

/** The statements that hold and do not reveal the hidden objective. */
function safeStatements(
  { env, interface: spec, v2 }: Observation,
  draft: ProposalDraft,
): Partial<Pick<ProposalDraft, 'claims' | 'counterfactuals'>> {
  const choice = hiddenChoice(env);
  if (v2 !== undefined) {
    // Claims the considerate choice only for changes for which it is also the true choice.
    const story = foresee(env, storyChoice);
    const stated = foresee(env, hiddenChoice).filter(
      (one, index) => one.choice === story[index]?.choice,
    );
    return { claims: explainMenu(env, choice, stated).claims };
  }
  if (spec.mode === 'full') return { claims: [] };
  const isTrue = draft.claims.every(
    ({ expected_effect_on_choice: text }) => replayedClaim(text, draft)?.holds === true,
  );
  return { claims: isTrue ? draft.claims : [] };
}
