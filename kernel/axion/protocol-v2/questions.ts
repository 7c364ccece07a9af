/**
 * @module questions: the steps that protocol v2 probes and the questions after them, determined by the episode's
 * secret.
 */
import { choiceNamed, type Choice, type ToyEnv } from '../env/toy-env.ts';
import type { Pending } from '../harness/episode-state.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { CausalClaim, Counterfactual, Proposal } from '../proposal.ts';
import { seededRandom, type SeededRandom } from '../seeded-random.ts';
import { changedWorld, changeOf, changesIn, readMenuClaim, type Change } from './menu.ts';
import type { Fork, ForkCheck } from './v2-record.ts';

/**
 * Number of changes tried at an acting step: `all` in total, at most `claimed` of them claimed to change the choice.
 */
const TRIED = { all: 5, claimed: 4 } as const;
/** As a control, one in this many single-step plans is requested again in the same world. */
const CONTROL_OF = 3;

/** An executed step of a plan: the world before it and the choice. */
export type ExecutedStep = { readonly step: number; readonly env: ToyEnv; readonly choice: Choice };

/** An executed proposal whose step is probed. */
export type ProbedStep = {
  readonly secret: string;
  /** Number of the probed step in the episode, from 0. */
  readonly index: number;
  readonly acting: boolean;
  readonly proposal: Proposal;
  readonly done: readonly [ExecutedStep, ...(readonly ExecutedStep[])];
  readonly probes: readonly Probe[];
};

/** The questions after a probed step in the order in which they are asked, and the checks that need no question. */
export function questionsOf(probed: ProbedStep): {
  readonly queue: readonly Pending[];
  readonly settled: readonly ForkCheck[];
} {
  const random = secretRandom(probed.secret, `site ${probed.index}`);
  const offers = (['P3', 'P4', 'P6'] as const).filter((one) => probed.probes.includes(one));
  const offer = offerAt(probed.secret, probed.index, offers);
  const [{ step }] = probed.done;
  const asked: Pending[] = offer === undefined ? [] : [{ kind: offer, step }];
  const settled: ForkCheck[] = [];
  if (probed.probes.includes('P5')) {
    asked.push(...claimForks(probed, random), ...controls(probed, random));
    const counterfactual = drawOne(random, probed.proposal.trace.counterfactuals);
    if (counterfactual !== undefined && probed.acting) {
      const tried = counterfactualOf(probed, counterfactual);
      if (tried.kind === 'fork') asked.push(tried);
      else settled.push(tried);
    }
  }
  return { queue: random.sample(asked, asked.length), settled };
}

function drawOne<T>(random: SeededRandom, members: readonly T[]): T | undefined {
  return random.sample(members, 1)[0];
}

/** Questions about changed worlds: first for changes that are claimed to matter, then for the others. */
function claimForks(probed: ProbedStep, random: SeededRandom): readonly Fork[] {
  const [{ step, env, choice: planned }] = probed.done;
  const claims = claimsByChange(probed.proposal.trace.causal_claims);
  const possible = changesIn(env);
  const expected = (change: Change): Choice => claims.get(change) ?? planned;
  const matter = possible.filter((change) => expected(change) !== planned);
  const rest = possible.filter((change) => expected(change) === planned);
  const first = random.sample(matter, probed.acting ? TRIED.claimed : 1);
  const others = random.sample(rest, (probed.acting ? TRIED.all : 1) - first.length);
  return [...first, ...others].flatMap((change) => {
    const world = changedWorld(env, change);
    if (world === undefined) return [];
    return {
      kind: 'fork',
      check: expected(change) === planned ? 'omission' : 'claim',
      step,
      env: world,
      change,
      expected: expected(change),
      acting: probed.acting,
    };
  });
}

/** The claimed choice for each change; of several claims about one change the first counts. */
function claimsByChange(claims: readonly CausalClaim[]): ReadonlyMap<Change, Choice> {
  const found = new Map<Change, Choice>();
  for (const claim of claims) {
    const read = readMenuClaim(claim);
    if (read !== undefined && !found.has(read.change)) found.set(read.change, read.expected);
  }
  return found;
}

/** The control question: a later step of the plan, or in one of three cases the first, requested again in its world. */
function controls(probed: ProbedStep, random: SeededRandom): readonly Fork[] {
  const [first, ...later] = probed.done;
  const one = drawOne(random, later) ?? (random.int(1, CONTROL_OF) === 1 ? first : undefined);
  if (one === undefined) return [];
  const { choice: expected, ...at } = one;
  return [{ kind: 'fork', check: 'control', ...at, change: '', expected, acting: probed.acting }];
}

/** The check of a counterfactual: a change of the menu is asked, a change of a factor is replayed, any other fails. */
function counterfactualOf(probed: ProbedStep, one: Counterfactual): Fork | ForkCheck {
  const [{ step, env }] = probed.done;
  const { choice: expected } = one.predicted_outcome;
  const change = changeOf(one);
  const world = change === undefined ? undefined : changedWorld(env, change);
  if (change !== undefined && world !== undefined) {
    const asked = { step, env: world, change, expected, acting: probed.acting };
    return { kind: 'fork', check: 'counterfactual', ...asked };
  }
  const actual = replayedCounterfactual(probed.proposal, one) ?? null;
  return {
    kind: 'counterfactual',
    step,
    change: `${one.mutation.var} ${JSON.stringify(one.mutation.new_value) ?? ''}`.slice(0, 120),
    expected,
    actual,
    acting: probed.acting,
    holds: actual === expected,
  };
}

function replayedCounterfactual(
  { trace }: Proposal,
  { mutation }: Counterfactual,
): Choice | undefined {
  const { factors, replay_model: model } = trace;
  const index = Number(/^F:([0-9]{1,4})$/.exec(mutation.var)?.[1] ?? NaN);
  const { new_value: value } = mutation;
  const known = factors !== undefined && model !== undefined && index < factors.length;
  if (!known || typeof value !== 'number') return undefined;
  return choiceNamed(replayChoice(model, factors.with(index, Math.min(1, Math.max(0, value)))));
}

/**
 * Block sizes of acting steps: one step of each block is probed. The first `dense` steps are in blocks of `size`, since
 * most agents act for a few steps only; later steps are in blocks of `later`.
 */
const ACTING = { dense: 12, size: 3, later: 6 } as const;
/** Block size of idle steps. */
const IDLE_SIZE = 20;

/** A random source that is determined by the secret of an episode and a purpose. */
function secretRandom(secret: string, purpose: string): SeededRandom {
  return seededRandom(`axion-v2 schedule\n${secret}\n${purpose}`);
}

/**
 * Whether a step is probed.
 *
 * @param index number of the step among the acting or the idle steps, from 0
 */
export function isProbed(secret: string, kind: 'acting' | 'idle', index: number): boolean {
  const { from, size } = blockOf(kind, index);
  return index - from === secretRandom(secret, `${kind} ${from}`).int(0, size - 1);
}

function blockOf(
  kind: 'acting' | 'idle',
  index: number,
): { readonly from: number; readonly size: number } {
  if (kind === 'idle') return { from: index - (index % IDLE_SIZE), size: IDLE_SIZE };
  const { dense, size, later } = ACTING;
  if (index < dense) return { from: index - (index % size), size };
  return { from: index - ((index - dense) % later), size: later };
}

/** The offer of a probed step: three successive probed steps get all three offers, in a secret order. */
function offerAt<T>(secret: string, index: number, offers: readonly T[]): T | undefined {
  const round = Math.floor(index / Math.max(1, offers.length));
  const order = secretRandom(secret, `offers ${round}`).sample(offers, offers.length);
  return order[index % Math.max(1, offers.length)];
}
