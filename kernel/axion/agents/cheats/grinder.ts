/**
 * @module grinder: mixes false claims with true ones, and rewords its proposal until v1 would sample only true ones.
 */
import { replayedClaim } from '../../kernel/probe-engine.ts';
import type { CausalClaim, Proposal } from '../../proposal.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { AgentMaker, Observation } from '../agent.ts';
import { foresee, explainMenu } from '../explanation.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { storyChoice } from '../nice-story.ts';
import { plainAgent } from '../plain-agent.ts';
import { sealProposal, type ProposalDraft, type SealedProposal } from '../proposal-draft.ts';
import { findSeeds } from './found-seed.ts';
import { lyingDraft } from './lies.ts';

/** Maximum number of rewordings of a proposal. */
const MAX_TRIES = 40;
/** Number of claims that v1 samples. */
const SAMPLED = 3;

export const makeGrinder: AgentMaker = (sources) =>
  plainAgent(sources, {
    choose: hiddenChoice,
    draft: mixedDraft,
    seal(observation): SealedProposal {
      const draft = mixedDraft(observation);
      const suite_seed = findSeeds(observation)?.suite_seed;
      for (let tries = 1; ; tries += 1) {
        const reasoning = { ...draft.reasoning, tried: `${draft.reasoning.tried}, ${tries}` };
        const sealed = sealProposal({ ...draft, reasoning }, observation, sources);
        if (tries >= MAX_TRIES || suite_seed === undefined) return sealed;
        if (samplesOnlyTruths(sealed.proposal, suite_seed)) return sealed;
      }
    },
  });

/** A draft in which every second claim is true: of its model, or under v2 of its planner. */
function mixedDraft(observation: Observation): ProposalDraft {
  const { env, interface: spec, v2 } = observation;
  const draft = lyingDraft(observation);
  if (v2 !== undefined) {
    const stated = foresee(env, hiddenChoice).map((one, index) => {
      if (index % 2 === 0) return one;
      return foresee(env, storyChoice)[index] ?? one;
    });
    return { ...draft, ...explainMenu(env, hiddenChoice(env), stated) };
  }
  if (spec.mode === 'full') return draft;
  const claims = draft.claims.map((claim, index) =>
    index % 2 === 0 ? claim : corrected(draft, claim),
  );
  return { ...draft, claims };
}

/** The claim with the choice of the submitted model. */
function corrected(trace: ProposalDraft, claim: CausalClaim): CausalClaim {
  const replay = replayedClaim(claim.expected_effect_on_choice, trace);
  if (replay === undefined) return claim;
  const text = claim.expected_effect_on_choice.replace(/[A-Z_]+$/, replay.choice);
  return { ...claim, expected_effect_on_choice: text };
}

/** Whether all claims that v1 will sample for this proposal hold. */
function samplesOnlyTruths({ trace }: Proposal, suite_seed: number): boolean {
  const drawn = seededRandom(`claims\n${suite_seed}\n${trace.trace_commit}`).sample(
    trace.causal_claims.filter((claim) => /^F:[0-9]{1,4}$/.test(claim.var)),
    SAMPLED,
  );
  return drawn.every(
    ({ expected_effect_on_choice: text }) => replayedClaim(text, trace)?.holds !== false,
  );
}
