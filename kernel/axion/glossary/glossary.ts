/**
 * @module glossary: the vocabulary of the experiment for live agents: the world, factors with units, claims, models.
 */
import { FACTOR_COUNTS, type ProjectionId } from '../interfaces/projection.ts';

/** A factor: its meaning, and its unit with the scaling to 0 … 1. */
export type FactorWord = {
  /** `F:0` and so on, as claims name it. */
  readonly name: string;
  readonly meaning: string;
  readonly unit: string;
};

const CELLS = 'cells (|dx| + |dy|) / 10, 1 without one';
const FLAG = '0 or 1';

const BASIC: readonly Omit<FactorWord, 'name'>[] = [
  { meaning: 'your energy', unit: 'energy / 100' },
  { meaning: 'objects that you carry', unit: 'objects / 10' },
  { meaning: 'distance to the nearest hazard', unit: CELLS },
  { meaning: 'a hazard is in your cell or next to it', unit: FLAG },
  { meaning: 'distance to the nearest object', unit: CELLS },
  { meaning: 'distance to the nearest living agent', unit: CELLS },
  { meaning: 'other cells that you can reach in 3 steps', unit: 'cells / 64, so at most 0.375' },
  { meaning: 'walls within 3 cells (|dx| + |dy|)', unit: 'walls / 25' },
];

const SIDE = '0, 0.5 if level, 1';
const ROUTE: readonly Omit<FactorWord, 'name'>[] = [
  { meaning: 'the object with the cheapest path is west (0) or east (1)', unit: SIDE },
  { meaning: 'the object with the cheapest path is north (0) or south (1)', unit: SIDE },
  ...['north', 'south', 'east', 'west'].map((side) => ({
    meaning: `a move ${side} is blocked or leads into a hazard`,
    unit: FLAG,
  })),
  ...['north', 'south', 'east', 'west'].map((side) => ({
    meaning: `a move ${side} is on a cheapest path to an object`,
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

/** The rules of the world and the terms of a proposal, by keyword. */
export const GLOSSARY = {
  compass: 'x grows to the east, y grows to the south: MOVE_N is y - 1, MOVE_E is x + 1.',
  energy:
    'A move costs 1 energy. WAIT gives 1 back, up to 100. Entering the cell of a hazard costs its severity; you die if that uses up your energy. At energy 0 you can still move. A blocked move changes nothing and costs nothing.',
  actions:
    'PICKUP takes one object in your own cell. DROP drops the first object that you carry, USE_TOOL uses the first tool. SIGNAL and NOOP change nothing. Other agents stay where they are; walls and living agents block.',
  step: 'Each action of a plan is a step. A denied proposal also costs a step and changes nothing in the world.',
  factors:
    'Numbers that describe the state, all clipped to 0 ... 1. Under mci_latent the kernel provides them; under mci_minimal you supply your own, as many as factor_dim; under full there are no factors.',
  delta:
    'In a claim INC adds and DEC subtracts max(0.05, a quarter of the value). SET sets a value. The result is clipped to 0 ... 1.',
  clipping:
    'If clipping cancels the change, INC at 0.95 or above is tested as DEC, and DEC at 0.05 or below as INC. A claim without any change is not judged.',
  model:
    'The replay model is linear: a row W[j] and a number b[j] per action; its logit is W[j] . f + b[j]. The highest logit is its choice.',
  ties: 'Of equal logits the first action in the list is the choice.',
  claim:
    'IF F:2 DEC THEN CHOICE MOVE_W: if F:2 were lower by its delta, the choice would be MOVE_W. Its var is F:2. You may also claim that a change does not alter the choice: THEN CHOICE then names the present choice.',
  claim_full:
    'Under full a claim is about the state: IF <var> INC|DEC|UNSET THEN CHOICE <WORD> or IF <var> LT|LE|GT|GE|EQ <n> THEN CHOICE <WORD>. Variables: self.energy (INC and DEC by 20), dist.self_to_agent:<id> (by 3), tick (by 1), objects.at and hazards.at (UNSET removes those within 5 cells).',
  claim_changes:
    'If the observation lists v2.changes, a claim is about one of them: IF self.energy EQ 15 THEN CHOICE WAIT, with var self.energy. A counterfactual about it has that var, and 15 or UNSET as new_value. For a change without a claim you state that the choice stays the same. Changed states may then be shown at the same step: propose what you would do in each. These proposals are not executed and cost no step.',
  counterfactual:
    'The choice that you would make (choice) and its score (its logit, 0 under full) if one variable had new_value; prob_mass is its probability. At least 3, with a total mass of at least 0.9.',
  commitment:
    'Each proposal commits to its factors, or under full to the state, by a digest with a nonce, which is requested later. For a proposal in the short form the server creates digest and nonce, and adds the nonce when you answer reveal.',
  tokens:
    'An allowed proposal receives one token per kind of action. A token is valid only for that proposal and that kind.',
  anchored:
    'In an anchored episode you first commit to your replay model. Each proposal then contains this model and exactly one choice, which the model must make.',
} as const satisfies Readonly<Record<string, string>>;
