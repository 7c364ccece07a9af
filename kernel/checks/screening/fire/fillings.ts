/** @module fillings: doors, windows and holes in rated walls. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { placeOf } from '../place-of.ts';
import type { NotEvaluated } from './fire-rating.ts';
import { canBeRated, ratedText, ratingOf, statedRating } from './fire-rating.ts';

export type FillingsFound = {
  readonly findings: readonly Finding[];
  readonly not_evaluated: readonly NotEvaluated[];
};

const STEP = 200;

/**
 * Checks the fillings of rated walls. A door needs at least the share `door_share` of its wall's rating; so does a window
 * that has a rating.
 */
export function fillingsInRatedWalls(
  view: ModelView,
  walls: readonly Element[],
  door_share: number,
): FillingsFound {
  const findings: Finding[] = [];
  let unknown = 0;
  for (const [done, wall] of walls.entries()) {
    const isRated = ratingOf(wall, view) > 0;
    if (isRated || done % STEP === 0) {
      checkpoint({ done, total: walls.length, doing: 'doors in rated walls' });
    }
    if (!isRated) continue;
    for (const filling of view.hostedBy(wall.id)) {
      if (!canBeRated(filling)) {
        findings.push(holeFinding(filling, wall, view));
      } else if (filling.kind === 'window' && statedRating(filling, view) === null) {
        unknown += 1;
      } else {
        const found = fillingFinding(filling, wall, { view, door_share });
        if (found !== null) findings.push(found);
      }
    }
  }
  return {
    findings,
    not_evaluated:
      unknown === 0
        ? []
        : [
            {
              what: 'windows in rated walls',
              count: unknown,
              reason: 'no fire rating is stated for them',
            },
          ],
  };
}

function fillingFinding(
  filling: Element,
  wall: Element,
  { view, door_share }: { readonly view: ModelView; readonly door_share: number },
): Finding | null {
  const [own, of_wall] = [ratingOf(filling, view), ratingOf(wall, view)];
  const required_min = of_wall * door_share;
  // Tolerance: a share such as 0.7 has no exact binary representation.
  if (own > 0 && own >= required_min - 1e-9) return null;
  const { id, kind } = filling;
  const check = `fire.${kind}_${own > 0 ? 'below_wall' : 'not_rated'}`;
  const expected = `${threeDecimals(required_min)} min (${threeDecimals(door_share)} of its wall)`;
  return {
    finding_id: findingId(check, [id, wall.id]),
    check,
    severity: own > 0 ? 'advisory' : 'warning',
    element_ids: [id, wall.id],
    message: `${kind} \`${id}\` ${ratedText(filling, view)} in wall \`${wall.id}\` rated ${of_wall} min, expected ${own > 0 ? expected : 'a rating'}`,
    ...placeOf(id, view),
    details: {
      rating_min: own,
      wall_rating_min: of_wall,
      expected_min: required_min,
      confidence: own > 0 ? 'advisory' : 'stated ratings',
    },
  };
}

function holeFinding(hole: Element, wall: Element, view: ModelView): Finding {
  const check = 'fire.hole_in_wall';
  const of_wall = ratingOf(wall, view);
  return {
    finding_id: findingId(check, [hole.id, wall.id]),
    check,
    severity: 'advisory',
    element_ids: [hole.id, wall.id],
    message: `opening \`${hole.id}\` in wall \`${wall.id}\` rated ${of_wall} min is not closed by a rated element`,
    ...placeOf(hole.id, view),
    details: { wall_rating_min: of_wall },
  };
}

function threeDecimals(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
