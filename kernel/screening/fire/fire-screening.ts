/** @module fire screening: stated fire ratings held against each other; what a code asks for is not known here. */
import type { Finding } from '../../findings/finding.ts';
import type { Steps } from '../../findings/steps.ts';
import { brokenLines } from './broken-lines.ts';
import { fillingsInRatedWalls } from './fillings.ts';
import type { FireView, NotEvaluated } from './fire-view.ts';
import { canBeRated, ratingOf, statedRating } from './fire-view.ts';
import type { SeparationCounts } from './gaps.ts';
import { gapsRoundRooms } from './gaps.ts';

/** The least share of its wall's rating that a door has, where nobody says otherwise. */
export const DOOR_SHARE = {
  value: 0.75,
  source: 'rule of thumb (45 min doors in 60 min walls, 90 in 120), not confirmed against a code',
  confidence: 'advisory',
} as const;

/** Elements of a category that can have a rating: how many there are, state one, and are rated above 0. */
export type RatedCount = {
  readonly elements: number;
  readonly stated: number;
  readonly rated: number;
};

export type FireScreening = {
  /** `not_evaluated`: nothing is rated. `incomplete`: nothing found, and something could not be judged. */
  readonly status: 'not_evaluated' | 'findings' | 'incomplete' | 'no_findings';
  readonly findings: readonly Finding[];
  readonly ratings: Readonly<Record<string, RatedCount>>;
  readonly separations: SeparationCounts | null;
  readonly not_evaluated: readonly NotEvaluated[];
};

const STEP = 2000;

/** Holds the ratings of walls and what is in them against each other, by what separates what. */
export function* fireScreening(
  view: FireView,
  { door_share }: { readonly door_share: number },
): Steps<FireScreening> {
  const ratings = yield* countRatings(view);
  const counts = Object.values(ratings);
  if (counts.every(({ rated }) => rated === 0)) {
    const count = counts.reduce((sum, { elements }) => sum + elements, 0);
    const not_evaluated = [
      { what: 'everything', count, reason: 'no element has a fire rating above 0' },
    ];
    return { status: 'not_evaluated', findings: [], ratings, separations: null, not_evaluated };
  }
  const walls = [...view.elementsOf('wall')];
  const fillings = yield* fillingsInRatedWalls(view, walls, door_share);
  const gaps = yield* gapsRoundRooms(view);
  const lines = yield* brokenLines(view, walls);
  const findings = [...fillings.findings, ...gaps.findings, ...lines];
  const not_evaluated = [
    ...fillings.not_evaluated,
    ...gaps.not_evaluated,
    ...unratedWalls(ratings),
    ...storeys(view),
  ];
  return {
    status:
      findings.length > 0 ? 'findings' : not_evaluated.length > 0 ? 'incomplete' : 'no_findings',
    findings,
    ratings,
    separations: gaps.separations,
    not_evaluated,
  };
}

function* countRatings(view: FireView): Steps<Readonly<Record<string, RatedCount>>> {
  const counts = new Map<string, { elements: number; stated: number; rated: number }>();
  let done = 0;
  for (const element of view.elements()) {
    if (done % STEP === 0) yield { done, total: view.count(), doing: 'ratings' };
    done += 1;
    if (!canBeRated(element, view)) continue;
    const { category } = view.kinds.of(element);
    const count = counts.get(category) ?? { elements: 0, stated: 0, rated: 0 };
    counts.set(category, count);
    count.elements += 1;
    if (statedRating(element) !== null) count.stated += 1;
    if (ratingOf(element) > 0) count.rated += 1;
  }
  return Object.fromEntries(counts);
}

function unratedWalls(ratings: Readonly<Record<string, RatedCount>>): readonly NotEvaluated[] {
  return Object.entries(ratings)
    .filter(([, { elements, stated }]) => stated < elements)
    .map(([what, { elements, stated }]) => ({
      what,
      count: elements - stated,
      reason: 'no rating is stated, and none is taken to be needed',
    }));
}

function storeys(view: FireView): readonly NotEvaluated[] {
  const count = view.levels().length;
  return count < 2
    ? []
    : [{ what: 'storeys', count, reason: 'what floors and roofs separate is not looked at' }];
}
