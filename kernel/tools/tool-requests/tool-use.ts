/** @module tool-use: counts the questions of each beat and request against their limits. */

/** A beat: a unit of work of the caller within a request. */
export type Beat = { readonly request_id: string; readonly beat_id: string };

/** Limits of questions. `attempts` include rejected questions, so that a loop of invalid questions also ends. */
export type ToolLimits = {
  readonly per_beat: number;
  readonly per_request: number;
  readonly attempts_per_beat: number;
};

export const DEFAULT_TOOL_LIMITS: ToolLimits = {
  per_beat: 3,
  per_request: 6,
  attempts_per_beat: 20,
};

/** Number of requests, and of beats, whose counters are kept; the least recently used are dropped first. */
const REMEMBERED_MAX = 4096;

/** Counters of beats and requests. */
export class ToolUse {
  readonly #limits: ToolLimits;
  readonly #beats = new Map<string, { routed: number; attempts: number }>();
  readonly #requests = new Map<string, Set<string>>();

  constructor(limits = DEFAULT_TOOL_LIMITS) {
    this.#limits = limits;
  }

  /** Whether another question is allowed. */
  verdict({ request_id, beat_id }: Beat): 'OK' | 'BLOCK' {
    const beat = this.#beats.get(beatKey(request_id, beat_id)) ?? { routed: 0, attempts: 0 };
    const inRequest = this.#requests.get(request_id)?.size ?? 0;
    const { per_beat, per_request, attempts_per_beat } = this.#limits;
    const open =
      beat.routed < per_beat && inRequest < per_request && beat.attempts <= attempts_per_beat;
    return open ? 'OK' : 'BLOCK';
  }

  /** Whether the request already has a question with this id. */
  isUsed(request_id: string, tool_request_id: string): boolean {
    return this.#requests.get(request_id)?.has(tool_request_id) ?? false;
  }

  /** Counts a received question. */
  attempt({ request_id, beat_id }: Beat): void {
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    remember(this.#beats, key, { routed: count, attempts: attempts + 1 });
  }

  /** Counts a routed question. */
  count({ request_id, beat_id }: Beat, tool_request_id: string): void {
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    remember(this.#beats, key, { routed: count + 1, attempts });
    const ids = this.#requests.get(request_id) ?? new Set();
    remember(this.#requests, request_id, ids.add(tool_request_id));
  }
}

function beatKey(request_id: string, beat_id: string): string {
  return JSON.stringify([request_id, beat_id]);
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}
