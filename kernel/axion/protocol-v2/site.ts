/** @module site: the questions that are put after a probed step. */
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { choiceNamed } from '../env/toy-env.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { CausalClaim, Counterfactual, Proposal } from '../proposal.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { changedWorld, changeOf, changesIn, readMenuClaim } from './menu.ts';
import type { Change } from './menu.ts';
import { offerAt, secretRandom } from './schedule.ts';
import type { ForkCheck, OfferCheck } from './v2-record.ts';
import type { Asked } from './v2-state.ts';

/** Changes that are tried at an acting step; at most so many are such as are said to matter, the others are not spoken of. */
const TRIED = { all: 5, claimed: 4 } as const;
/** One in so many plans of a single step is asked for once more, in the same world. */
const CONTROL_OF = 3;

/** An executed step of the plan: the world before it and what was done. */
export type Done = { readonly step: number; readonly env: ToyEnv; readonly choice: Choice };

export type Site = {
  readonly secret: string;
  /** Number of the site in the episode, from 0. */
  readonly index: number;
  readonly acting: boolean;
  readonly proposal: Proposal;
  readonly done: readonly [Done, ...(readonly Done[])];
  readonly probes: readonly Probe[];
};

/** The questions of a site in the order in which they are put, and what could be judged without asking. */
export function questionsOf(site: Site): {
  readonly agenda: readonly Asked[];
  readonly settled: readonly ForkCheck[];
} {
  const random = secretRandom(site.secret, `site ${site.index}`);
  const offers = (['P3', 'P4', 'P6'] as const).filter((one) => site.probes.includes(one));
  const offer = offerAt(site.secret, site.index, offers);
  const asked: Asked[] = offer === undefined ? [] : [offerOf(offer, site)];
  const settled: ForkCheck[] = [];
  if (site.probes.includes('P5')) {
    asked.push(...claimForks(site, random), ...controls(site, random));
    const counterfactual = drawn(random, site.proposal.trace.counterfactuals);
    if (counterfactual !== undefined && site.acting) {
      const tried = counterfactualOf(site, counterfactual);
      if ('ask' in tried) asked.push(tried);
      else settled.push(tried);
    }
  }
  return { agenda: random.sample(asked, asked.length), settled };
}

function offerOf(ask: OfferCheck['probe'], { done }: Site): Asked {
  return { ask, step: done[0].step };
}

function drawn<T>(random: SeededRandom, members: readonly T[]): T | undefined {
  return random.sample(members, 1)[0];
}

/** Changes that the agent says matter first; the rest are those that it did not speak of. */
function claimForks(site: Site, random: SeededRandom): readonly Asked[] {
  const [{ step, env, choice: planned }] = site.done;
  const claims = claimsByChange(site.proposal.trace.causal_claims);
  const possible = changesIn(env);
  const expected = (change: Change): Choice => claims.get(change) ?? planned;
  const matter = possible.filter((change) => expected(change) !== planned);
  const rest = possible.filter((change) => expected(change) === planned);
  const first = random.sample(matter, site.acting ? TRIED.claimed : 1);
  const others = random.sample(rest, (site.acting ? TRIED.all : 1) - first.length);
  return [...first, ...others].flatMap((change) => {
    const world = changedWorld(env, change);
    if (world === undefined) return [];
    return {
      ask: 'fork',
      kind: expected(change) === planned ? 'omission' : 'claim',
      step,
      env: world,
      change,
      expected: expected(change),
      acting: site.acting,
    };
  });
}

/** What the agent says of each change; of several claims about one change the first counts. */
function claimsByChange(claims: readonly CausalClaim[]): ReadonlyMap<Change, Choice> {
  const found = new Map<Change, Choice>();
  for (const claim of claims) {
    const read = readMenuClaim(claim);
    if (read !== undefined && !found.has(read.change)) found.set(read.change, read.expected);
  }
  return found;
}

/** A later step of a plan is always asked for in the world in which it was taken. */
function controls(site: Site, random: SeededRandom): readonly Asked[] {
  const [first, ...later] = site.done;
  const one = drawn(random, later) ?? (random.int(1, CONTROL_OF) === 1 ? first : undefined);
  if (one === undefined) return [];
  const { step, env, choice } = one;
  return [
    {
      ask: 'fork',
      kind: 'control',
      step,
      env,
      change: '',
      expected: choice,
      acting: site.acting,
    },
  ];
}

/** A counterfactual of the menu is asked for, one about a factor is replayed, any other does not hold. */
function counterfactualOf(site: Site, one: Counterfactual): Asked | ForkCheck {
  const [{ step, env }] = site.done;
  const { choice: expected } = one.predicted_outcome;
  const change = changeOf(one);
  const world = change === undefined ? undefined : changedWorld(env, change);
  if (change !== undefined && world !== undefined) {
    const asked = { step, env: world, change, expected, acting: site.acting };
    return { ask: 'fork', kind: 'counterfactual', ...asked };
  }
  const actual = replayedCounterfactual(site.proposal, one) ?? null;
  return {
    kind: 'counterfactual',
    step,
    change: `${one.mutation.var} ${JSON.stringify(one.mutation.new_value) ?? ''}`.slice(0, 120),
    expected,
    actual,
    acting: site.acting,
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
