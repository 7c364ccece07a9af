/** @module plan-limits: checks the size and depth of requests to a keeper before anything is hashed. */

/**
 * Limits of one request to a keeper. Names, ids and times are always short; kinds and tools limit their own texts more
 * strictly than `text_chars`.
 */
export const REQUEST_LIMITS = {
  /** Events of one plan. */
  events: 100_000,
  /** Nesting depth of objects and arrays, including the request itself. */
  depth: 64,
  /** Characters of a single text. */
  text_chars: 4_194_304,
  /** Characters of ids, names of branches and tools, nonces and times. */
  name_chars: 1000,
} as const;

/** A sentence about the first exceeded limit of a request, with the actual and the permitted size; null if none is exceeded. */
export function overLimit(request: unknown): string | null {
  return over(request, REQUEST_LIMITS.depth);
}

/** The same for the events and names of a plan. */
export function planOverLimit({ events, ...plan }: PlanNames & PlanEvents): string | null {
  if (events.length > REQUEST_LIMITS.events) {
    return `the plan has ${events.length} events, expected at most ${REQUEST_LIMITS.events}`;
  }
  const names = Object.entries<string>({
    branch: plan.branch,
    operation_id: plan.operation_id,
    session_id: plan.session_id,
    server: plan.server,
    tool: plan.tool,
    nonce: plan.nonce,
    expires_at: plan.expires_at,
  });
  for (const [name, text] of names) {
    if (text.length > REQUEST_LIMITS.name_chars) return tooLong(name, text);
  }
  for (const { event_id, aggregate_id } of events) {
    if (event_id.length > REQUEST_LIMITS.name_chars) return tooLong('event_id', event_id);
    if (aggregate_id.length > REQUEST_LIMITS.name_chars) {
      return tooLong('aggregate_id', aggregate_id);
    }
  }
  return null;
}

type PlanNames = {
  readonly [
    name in 'branch' | 'operation_id' | 'session_id' | 'server' | 'tool' | 'nonce' | 'expires_at'
  ]: string;
};
type PlanEvents = {
  readonly events: readonly { readonly event_id: string; readonly aggregate_id: string }[];
};

function tooLong(name: string, text: string): string {
  return `\`${name}\` has ${text.length} characters, expected at most ${REQUEST_LIMITS.name_chars}`;
}

function over(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return value.length <= REQUEST_LIMITS.text_chars
      ? null
      : `a text has ${value.length} characters, expected at most ${REQUEST_LIMITS.text_chars}`;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return `the request nests deeper than ${REQUEST_LIMITS.depth} levels`;
  if (Array.isArray(value)) return overItem(value, depth);
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const found = over(Reflect.get(value, name), depth - 1);
    if (found !== null) return found;
    if (name.length > REQUEST_LIMITS.name_chars) {
      return `a name has ${name.length} characters, expected at most ${REQUEST_LIMITS.name_chars}`;
    }
  }
  return null;
}

function overItem(items: readonly unknown[], depth: number): string | null {
  for (const item of items) {
    const found = over(item, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
