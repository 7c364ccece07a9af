/** @module tool-use: counts the questions of each beat and request against their limits. */

/** A beat: a unit of work of the caller within a request. */
export type Beat = { readonly request_id: string; readonly beat_id: string };

/**
 * Limits of questions. `attempts` include rejected questions, so that a loop of invalid questions also ends. The limits
 * of a connection end loops that begin a new request for each question.
 */
export type ToolLimits = {
  readonly per_beat: number;
  readonly per_request: number;
  readonly per_connection: number;
  readonly attempts_per_beat: number;
  readonly attempts_per_connection: number;
};

export const DEFAULT_TOOL_LIMITS: ToolLimits = {
  per_beat: 3,
  per_request: 6,
  per_connection: 24,
  attempts_per_beat: 20,
  attempts_per_connection: 100,
};

/** Number of requests, and of beats, whose counters are kept; the least recently used are dropped first. */
const REMEMBERED_MAX = 4096;

/** Counters of the beats and requests of one connection. */
export class ToolUse {
  readonly #limits: ToolLimits;
  readonly #beats = new Map<string, { routed: number; attempts: number }>();
  readonly #requests = new Map<string, Set<string>>();
  #routed = 0;
  #attempts = 0;

  constructor(limits = DEFAULT_TOOL_LIMITS) {
    this.#limits = limits;
  }

  /** Whether another question is allowed. */
  verdict(beat: Beat): 'OK' | 'BLOCK' {
    return this.reached(beat) === null ? 'OK' : 'BLOCK';
  }

  /** The limit that the questions of a beat have reached, in words; null if another question is allowed. */
  reached({ request_id, beat_id }: Beat): string | null {
    const beat = this.#beats.get(beatKey(request_id, beat_id)) ?? { routed: 0, attempts: 0 };
    const inRequest = this.#requests.get(request_id)?.size ?? 0;
    const { per_beat, per_request, attempts_per_beat } = this.#limits;
    if (beat.routed >= per_beat) return `${per_beat} questions of the beat \`${beat_id}\``;
    if (inRequest >= per_request) {
      return `${per_request} questions of the request \`${request_id}\``;
    }
    if (beat.attempts > attempts_per_beat) {
      return `${attempts_per_beat} attempts of the beat \`${beat_id}\``;
    }
    return this.reachedByConnection();
  }

  /** The limit that the connection has reached, in words; null if another question is allowed. */
  reachedByConnection(): string | null {
    const { per_connection, attempts_per_connection } = this.#limits;
    if (this.#routed >= per_connection) return `${per_connection} questions of the connection`;
    return this.#attempts > attempts_per_connection
      ? `${attempts_per_connection} attempts of the connection`
      : null;
  }

  /** Whether the request already has a question with this id. */
  isUsed(request_id: string, tool_request_id: string): boolean {
    return this.#requests.get(request_id)?.has(tool_request_id) ?? false;
  }

  /** Counts a received question; `beat` is null if there is no active beat. */
  attempt(beat: Beat | null): void {
    this.#attempts += 1;
    if (beat === null) return;
    const { request_id, beat_id } = beat;
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    remember(this.#beats, key, { routed: count, attempts: attempts + 1 });
  }

  /** Counts a routed question. */
  count({ request_id, beat_id }: Beat, tool_request_id: string): void {
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    this.#routed += 1;
    remember(this.#beats, key, { routed: count + 1, attempts });
    const ids = this.#requests.get(request_id) ?? new Set();
    remember(this.#requests, request_id, ids.add(tool_request_id));
  }
}

function beatKey(request_id: string, beat_id: string): string {
  return JSON.stringify([request_id, beat_id]);
}

/** Adds an entry; drops the oldest beyond the limit. */
export function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}
