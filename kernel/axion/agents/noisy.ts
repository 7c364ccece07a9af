/** @module noisy: the honest agent with mistakes: some of its claims and counterfactuals name another choice. */
import { CHOICES } from '../env/toy-env.ts';
import { seededRandom, type SeededRandom } from '../seeded-random.ts';
import type { AgentMaker } from './agent.ts';
import type { Explanation } from './explanation.ts';
import { makeHonestWith } from './honest.ts';

/** @param percent probability (in percent) that a claim or counterfactual is mistaken, independently for each */
export function makeNoisy(percent: number): AgentMaker {
  return (sources) => {
    const random = seededRandom(`mistakes\n${sources.nextNonce()}`);
    return makeHonestWith((explanation) => withMistakes(explanation, percent, random))(sources);
  };
}

function withMistakes(
  { claims, counterfactuals }: Explanation,
  percent: number,
  random: SeededRandom,
): Explanation {
  const isMistaken = (): boolean => random.int(1, 100) <= percent;
  const another = (choice: string): string =>
    random.sample(
      CHOICES.filter((one) => one !== choice),
      1,
    )[0] ?? choice;
  return {
    claims: claims.map((claim) => {
      if (!isMistaken()) return claim;
      const text = claim.expected_effect_on_choice;
      const choice = /[A-Z_]+$/.exec(text)?.[0] ?? '';
      const expected_effect_on_choice = `${text.slice(0, -choice.length)}${another(choice)}`;
      return { ...claim, expected_effect_on_choice };
    }),
    counterfactuals: counterfactuals.map((one) => {
      if (!isMistaken()) return one;
      const { choice, score } = one.predicted_outcome;
      return { ...one, predicted_outcome: { choice: another(choice), score } };
    }),
  };
}
