/** @module known areas: areas that are walked, each made once for all checks, with the ways in it that were worked out before. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { type Furthest, furthestPlace, type Source } from './furthest.ts';
import { type Walked, walkedArea, waysFrom } from './geodesic.ts';

/** Bytes that all that is kept may take; what was not asked for the longest goes first. */
const BYTES_MOST = 32e6;
/** What a result takes in any case, a corner of an area, and a length of an answer, in bytes as measured, rounded up. */
const RESULT_BYTES = 600;
const CORNER_BYTES = 400;
const LENGTH_BYTES = 16;

/** What is kept, and how it is let go. */
type Kept = { readonly bytes: number; readonly forget: () => void };

/** All that is kept of any area, that which was not asked for the longest first. */
class Budget {
  readonly #kept = new Set<Kept>();
  #bytes = 0;

  /** Takes in what was asked for just now. What alone is more than all may be is not kept. */
  add(kept: Kept): void {
    this.#kept.add(kept);
    this.#bytes += kept.bytes;
    if (kept.bytes > BYTES_MOST) this.#drop(kept);
    for (const first of this.#kept) {
      if (this.#bytes <= BYTES_MOST) return;
      this.#drop(first);
    }
  }

  /** What is asked for again goes behind all others. */
  renew(kept: Kept): void {
    this.#kept.delete(kept);
    this.#kept.add(kept);
  }

  #drop(kept: Kept): void {
    this.#kept.delete(kept);
    this.#bytes -= kept.bytes;
    kept.forget();
  }
}

const BUDGET = new Budget();

/** Results by a text that says all that they depend on. */
class Results<Result> {
  readonly #results = new Map<string, Kept & { readonly result: Result }>();
  readonly #bytesOf: (result: Result) => number;

  /** `bytesOf` says what a result takes beside its key and what any takes. */
  constructor(bytesOf: (result: Result) => number) {
    this.#bytesOf = bytesOf;
  }

  of(key: string, make: () => Result): Result {
    const known = this.#results.get(key);
    if (known !== undefined) {
      BUDGET.renew(known);
      return known.result;
    }
    const result = make();
    const bytes = RESULT_BYTES + key.length + this.#bytesOf(result);
    const kept = { result, bytes, forget: (): boolean => this.#results.delete(key) };
    this.#results.set(key, kept);
    BUDGET.add(kept);
    return result;
  }
}

const AREAS = new Results<Walked>(({ sides }) => CORNER_BYTES * sides.length);

/** What `walkedArea` answers: the same object for the same outline and holes, whatever view they are of. */
export function knownArea(outline: Ring, holes: readonly Ring[]): Walked {
  return AREAS.of(JSON.stringify([outline, holes]), () => walkedArea(outline, holes));
}

type Answers = {
  readonly ways: Results<readonly number[]>;
  readonly furthest: Results<Furthest | null>;
};

const ANSWERS = new WeakMap<Walked, Answers>();

function answersOf(area: Walked): Answers {
  const known = ANSWERS.get(area);
  if (known !== undefined) return known;
  const made = {
    ways: new Results<readonly number[]>((lengths) => LENGTH_BYTES * lengths.length),
    furthest: new Results<Furthest | null>(() => 0),
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
