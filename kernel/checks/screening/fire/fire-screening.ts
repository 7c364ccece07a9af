/** @module fire screening: compares the fire ratings of elements with each other, not with building codes. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { fireRatingText } from '../../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { brokenLines } from './broken-lines.ts';
import { carriersOfRated } from './carriers.ts';
import { fillingsInRatedWalls } from './fillings.ts';
import type { NotEvaluated } from './fire-rating.ts';
import { canBeRated, statedRating } from './fire-rating.ts';
import type { SeparationCounts } from './gaps.ts';
import { gapsAroundRooms } from './gaps.ts';

/** Default minimum share of the wall's rating that a door needs. */
export const DOOR_SHARE = {
  value: 0.75,
  source:
    'rule of thumb (45 min doors in 60 min walls, 90 min in 120 min), not confirmed against a code',
  confidence: 'advisory',
} as const;

/**
 * Elements of a category that can have a rating: their total number, the number with a stated rating, and the number
 * with a rating above 0.
 */
export type RatedCount = {
  readonly elements: number;
  readonly stated: number;
  readonly rated: number;
};

export type FireScreening = {
  /**
   * `not_evaluated`: no element has a rating above 0. `incomplete`: no findings, but some elements could not be
   * evaluated.
   */
  readonly status: 'not_evaluated' | 'findings' | 'incomplete' | 'no_findings';
  readonly findings: readonly Finding[];
  readonly ratings: Readonly<Record<string, RatedCount>>;
  readonly separations: SeparationCounts | null;
  readonly not_evaluated: readonly NotEvaluated[];
};

const STEP = 2000;

/** Compares the fire ratings of walls with those of their fillings, their supports and other walls of the same rooms. */
export function fireScreening(
  view: ModelView,
  { door_share }: { readonly door_share: number },
): FireScreening {
  const { ratings, unread } = countRatings(view);
  const counts = Object.values(ratings);
  if (counts.every(({ rated }) => rated === 0)) {
    const count = counts.reduce((sum, { elements }) => sum + elements, 0);
    const not_evaluated = [
      { what: 'everything', count, reason: 'no element has a fire rating above 0' },
    ];
    return { status: 'not_evaluated', findings: [], ratings, separations: null, not_evaluated };
  }
  const walls = [...view.elementsOf('wall')];
  const fillings = fillingsInRatedWalls(view, walls, door_share);
  const gaps = gapsAroundRooms(view);
  const lines = brokenLines(view, walls);
  const carriers = carriersOfRated(view);
  const findings = [...fillings.findings, ...gaps.findings, ...lines, ...carriers.findings];
  const not_evaluated = [
    ...fillings.not_evaluated,
    ...gaps.not_evaluated,
    ...carriers.not_evaluated,
    ...unread,
    ...unrated(ratings, unread),
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

type Counted = {
  readonly ratings: Readonly<Record<string, RatedCount>>;
  /** Elements whose rating cannot be read as minutes. */
  readonly unread: readonly NotEvaluated[];
};

function countRatings(view: ModelView): Counted {
  const counts = new Map<
    string,
    { elements: number; stated: number; rated: number; unread: number }
  >();
  let done = 0;
  for (const element of view.elements()) {
    if (done % STEP === 0) checkpoint({ done, total: view.count(), doing: 'ratings' });
    done += 1;
    if (!canBeRated(element)) continue;
    const { category } = view.kinds.of(element);
    const count = counts.get(category) ?? { elements: 0, stated: 0, rated: 0, unread: 0 };
    counts.set(category, count);
    count.elements += 1;
    const stated = statedRating(element, view);
    if (stated !== null) count.stated += 1;
    else if (fireRatingText(element, view) !== null) count.unread += 1;
    if ((stated ?? 0) > 0) count.rated += 1;
  }
  return {
    ratings: Object.fromEntries(
      [...counts].map(([what, { elements, stated, rated }]) => [what, { elements, stated, rated }]),
    ),
    unread: [...counts]
      .filter(([, count]) => count.unread > 0)
      .map(([what, count]) => ({
        what,
        count: count.unread,
        reason:
          'their `FireRating` cannot be read as minutes; readable examples: `60 min`, `REI 60`',
      })),
  };
}

function unrated(
  ratings: Readonly<Record<string, RatedCount>>,
  unread: readonly NotEvaluated[],
): readonly NotEvaluated[] {
  return Object.entries(ratings).flatMap(([what, { elements, stated }]) => {
    const count = elements - stated - (unread.find((one) => one.what === what)?.count ?? 0);
    const reason = 'no rating is stated; they are assumed to need none';
    return count === 0 ? [] : [{ what, count, reason }];
  });
}

function storeys(view: ModelView): readonly NotEvaluated[] {
  const count = view.levels().length;
  return count < 2
    ? []
    : [{ what: 'storeys', count, reason: 'floors and roofs are not checked as separations' }];
}
