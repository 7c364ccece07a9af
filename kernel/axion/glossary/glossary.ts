/** @module glossary: the words of the experiment as data for an agent that plays: the world, factors with units, claims, models. */
import { FACTOR_COUNTS } from '../interfaces/projection.ts';
import type { ProjectionId } from '../interfaces/projection.ts';

/** A factor: what it measures, in which unit, and how it comes to lie between 0 and 1. */
export type FactorWord = {
  /** `F:0` and so on, as claims name it. */
  readonly name: string;
  readonly meaning: string;
  readonly unit: string;
};

const CELLS = 'cells (|dx| + |dy|) / 10, 1 if there is none';
const FLAG = '0 or 1';

const BASIC: readonly Omit<FactorWord, 'name'>[] = [
  { meaning: 'your energy', unit: 'energy / 100' },
  { meaning: 'things you carry', unit: 'things / 10' },
  { meaning: 'distance to the nearest hazard', unit: CELLS },
  { meaning: 'a hazard is in your cell or beside it', unit: FLAG },
  { meaning: 'distance to the nearest object', unit: CELLS },
  { meaning: 'distance to the nearest living agent', unit: CELLS },
  { meaning: 'other cells that you can reach in 3 steps', unit: 'cells / 64, so at most 0.375' },
  { meaning: 'walls within 3 cells (|dx| + |dy|)', unit: 'walls / 25' },
];

const SIDE = '0, 0.5 if level, 1';
const ROUTE: readonly Omit<FactorWord, 'name'>[] = [
  { meaning: 'the object of the cheapest way is west (0) or east (1)', unit: SIDE },
  { meaning: 'the object of the cheapest way is north (0) or south (1)', unit: SIDE },
  ...['north', 'south', 'east', 'west'].map((side) => ({
    meaning: `a move ${side} is blocked or leads into a hazard`,
    unit: FLAG,
  })),
  ...['north', 'south', 'east', 'west'].map((side) => ({
    meaning: `a move ${side} is on a cheapest way to an object`,
    unit: FLAG,
  })),
  { meaning: 'you are on an object', unit: FLAG },
  { meaning: 'you carry something', unit: FLAG },
];

/** The factors of a projection in order. */
export function factorWords(projection: ProjectionId): readonly FactorWord[] {
  return [...BASIC, ...ROUTE]
    .slice(0, FACTOR_COUNTS[projection])
    .map(({ meaning, unit }, index) => ({ name: `F:${index}`, meaning, unit }));
}

/** What the world does and what the words of a proposal mean; one sentence or more per word. */
export const GLOSSARY = {
  compass: 'x grows to the east, y grows to the south: MOVE_N is y - 1, MOVE_E is x + 1.',
  energy:
    'A move costs 1 energy. WAIT gives 1 back, up to 100. Entering the cell of a hazard costs its severity; you are dead if that takes the last energy. At 0 you can still move. A blocked move changes nothing and costs nothing.',
  actions:
    'PICKUP takes one object in your own cell. DROP puts down the first thing you carry, USE_TOOL uses the first tool. SIGNAL and NOOP change nothing. Other agents stay where they are; walls and living agents block.',
  step: 'Each action of a plan is a step. A denied proposal is a step as well and changes nothing in the world.',
  factors:
    'Numbers that describe the state, all clipped to 0 ... 1. Under mci_latent you are given them; under mci_minimal you choose your own, as many as factor_dim; under full there are none.',
  delta:
    'In a claim INC adds and DEC takes away max(0.05, a quarter of the value). SET gives a value. The result is clipped to 0 ... 1.',
  clipping:
    'Where clipping leaves no change, INC at 0.95 or above is tried as DEC, DEC at 0.05 or below as INC; a change of nothing is not judged.',
  model:
    'The replay model is linear: a row W[j] and a number b[j] per action; its logit is W[j] . f + b[j]. The highest logit is its choice.',
  ties: 'Of equal logits the first action in the list is the choice.',
  claim:
    'IF F:2 DEC THEN CHOICE MOVE_W: were F:2 lower by its delta, the choice would be MOVE_W. Its var is F:2. A claim of no change is a claim too: then THEN CHOICE names the present choice.',
  claim_full:
    'Under full a claim is about the state: IF <var> INC|DEC|UNSET THEN CHOICE <WORD> or IF <var> LT|LE|GT|GE|EQ <n> THEN CHOICE <WORD>. Variables: self.energy (INC and DEC by 20), dist.self_to_agent:<id> (by 3), tick (by 1), objects.at and hazards.at (UNSET takes those within 5 cells away).',
  claim_changes:
    'Where the observation lists v2.changes a claim is about one of them: IF self.energy EQ 15 THEN CHOICE WAIT, with var self.energy; a counterfactual about it has that var, and 15 or UNSET as new_value. A change that no claim is about is said to leave the choice as it is. Then other states may be shown at the same step: propose what you would do in each. Nothing of that is carried out and it costs no step.',
  counterfactual:
    'What you would choose (choice) with which score (its logit, 0 under full) if one variable had new_value; prob_mass is how likely you hold that. At least 3, with a mass of at least 0.9 together.',
  commitment:
    'Each proposal commits to its factors, or under full to the state, by a digest with a nonce, which is asked for later. For a proposal as a form the server makes digest and nonce, and hands the nonce over when you answer reveal.',
  tokens:
    'An allowed proposal is given a token per kind of action. A token is for that proposal and that kind.',
  anchored:
    'In an anchored episode you name your replay model first. Then each proposal has one choice, the one that this model makes, and hands in this model.',
} as const satisfies Readonly<Record<string, string>>;
