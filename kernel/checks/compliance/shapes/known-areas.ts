/** @module known areas: a bounded cache of areas and of the shortest paths in them, shared by all checks. */
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { type Furthest, furthestPlace, type Source } from './furthest.ts';
import { type WalkedArea, walkedArea, waysFrom } from './geodesic.ts';

/** Maximum size of the cache, bytes; the least recently used results are evicted first. */
const MAX_BYTES = 32e6;
/** Bytes of a result without its content, of a corner of an area and of a length, measured and rounded up. */
const RESULT_BYTES = 600;
const CORNER_BYTES = 400;
const LENGTH_BYTES = 16;

/** A cached result. */
type Entry = { readonly bytes: number; readonly forget: () => void };

/** All cached results, from the least to the most recently used. */
class Budget {
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  /** Adds a new result. A result that exceeds the whole budget is not kept. */
  add(entry: Entry): void {
    this.#entries.add(entry);
    this.#bytes += entry.bytes;
    if (entry.bytes > MAX_BYTES) this.#drop(entry);
    for (const first of this.#entries) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#drop(first);
    }
  }

  /** Marks a result as the most recently used. */
  renew(entry: Entry): void {
    this.#entries.delete(entry);
    this.#entries.add(entry);
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry);
    this.#bytes -= entry.bytes;
    entry.forget();
  }
}

const BUDGET = new Budget();

/** Cached results, keyed by the text of all their inputs. */
class Results<Result> {
  readonly #results = new Map<string, Entry & { readonly result: Result }>();
  readonly #bytesOf: (result: Result) => number;

  /** `bytesOf`: size of the content of a result. */
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
    const entry = { result, bytes, forget: (): boolean => this.#results.delete(key) };
    this.#results.set(key, entry);
    BUDGET.add(entry);
    return result;
  }
}

const AREAS = new Results<WalkedArea>(({ sides }) => CORNER_BYTES * sides.length);

/** `walkedArea`, cached: the same object for the same outline and holes, in any view. */
export function knownArea(outline: Ring, holes: readonly Ring[]): WalkedArea {
  return AREAS.of(JSON.stringify([outline, holes]), () => walkedArea(outline, holes));
}

type Answers = {
  readonly ways: Results<readonly number[]>;
  readonly furthest: Results<Furthest | null>;
};

const ANSWERS = new WeakMap<WalkedArea, Answers>();

function answersOf(area: WalkedArea): Answers {
  const known = ANSWERS.get(area);
  if (known !== undefined) return known;
  const made = {
    ways: new Results<readonly number[]>((lengths) => LENGTH_BYTES * lengths.length),
    furthest: new Results<Furthest | null>(() => 0),
  };
  ANSWERS.set(area, made);
  return made;
}

/** `waysFrom`, cached by area. */
export function knownWays(area: WalkedArea, from: Point2, to: Ring): readonly number[] {
  const { ways } = answersOf(area);
  return ways.of(JSON.stringify([from, to]), () => waysFrom(area, from, to));
}

/** `furthestPlace`, cached by area. */
export function knownFurthest(area: WalkedArea, sources: readonly Source[]): Furthest | null {
  const { furthest } = answersOf(area);
  const key = sources.map(({ point: { x, y }, rest_mm }) => `${x} ${y} ${rest_mm}`).join('\n');
  return furthest.of(key, () => furthestPlace(area, sources));
}
