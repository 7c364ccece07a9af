/** @module known areas: areas that are walked, each made once for all checks, with the ways in it that were worked out before. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { type Furthest, furthestPlace, type Source } from './furthest.ts';
import { type Walked, walkedArea, waysFrom } from './geodesic.ts';

/** Areas that are kept; the one that was not asked for the longest goes first. */
const AREAS_MOST = 2000;
/** Answers that are kept of one area. */
const ANSWERS_MOST = 200;

/** Results by a text that says all that they depend on, the least recently asked first. */
class Recent<Result> {
  readonly #results = new Map<string, { readonly result: Result }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(key: string, make: () => Result): Result {
    const known = this.#results.get(key);
    const kept = known ?? { result: make() };
    if (known !== undefined) this.#results.delete(key);
    this.#results.set(key, kept);
    if (this.#results.size > this.#most) {
      for (const first of this.#results.keys()) {
        this.#results.delete(first);
        break;
      }
    }
    return kept.result;
  }
}

const AREAS = new Recent<Walked>(AREAS_MOST);

/** What `walkedArea` answers: the same object for the same outline and holes, whatever view they are of. */
export function knownArea(outline: Ring, holes: readonly Ring[]): Walked {
  return AREAS.of(JSON.stringify([outline, holes]), () => walkedArea(outline, holes));
}

type Answers = {
  readonly ways: Recent<readonly number[]>;
  readonly furthest: Recent<Furthest | null>;
};

const ANSWERS = new WeakMap<Walked, Answers>();

function answersOf(area: Walked): Answers {
  const known = ANSWERS.get(area);
  if (known !== undefined) return known;
  const made = {
    ways: new Recent<readonly number[]>(ANSWERS_MOST),
    furthest: new Recent<Furthest | null>(ANSWERS_MOST),
  };
  ANSWERS.set(area, made);
  return made;
}

/** What `waysFrom` answers, worked out once for an area. */
export function knownWays(area: Walked, from: Point2, to: Ring): readonly number[] {
  const { ways } = answersOf(area);
  return ways.of(JSON.stringify([from, to]), () => waysFrom(area, from, to));
}

/** What `furthestPlace` answers, worked out once for an area. */
export function knownFurthest(area: Walked, sources: readonly Source[]): Furthest | null {
  const { furthest } = answersOf(area);
  const key = sources.map(({ point: { x, y }, rest_mm }) => `${x} ${y} ${rest_mm}`).join('\n');
  return furthest.of(key, () => furthestPlace(area, sources));
}
