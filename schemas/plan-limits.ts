/** @module plan limits: how large and how deep what is handed to a keeper may be; checked before anything is hashed. */

/**
 * The most that one request to a keeper may hold. Names, ids and times are short everywhere; what a kind or a tool allows
 * for its own texts is less than `text_chars`.
 */
export const REQUEST_LIMITS = {
  /** Events of one plan. */
  events: 100_000,
  /** Objects and arrays inside each other, the request itself counted. */
  depth: 64,
  /** Characters of any one text. */
  text_chars: 4_194_304,
  /** Characters of ids, names of branches and tools, nonces and times. */
  name_chars: 1000,
} as const;

/** What of a request is over a limit, with what was got and wanted; null where it is within all of them. */
export function overLimit(request: unknown): string | null {
  return over(request, REQUEST_LIMITS.depth);
}

/** The same for the events of a plan and the names that stand for it. */
export function planOverLimit({ events, ...plan }: PlanNames & PlanEvents): string | null {
  if (events.length > REQUEST_LIMITS.events) {
    return `got ${events.length} events, want at most ${REQUEST_LIMITS.events}`;
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
  return `got \`${name}\` of ${text.length} characters, want at most ${REQUEST_LIMITS.name_chars}`;
}

function over(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return value.length <= REQUEST_LIMITS.text_chars
      ? null
      : `got a text of ${value.length} characters, want at most ${REQUEST_LIMITS.text_chars}`;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return `got more than ${REQUEST_LIMITS.depth} levels inside each other`;
  if (Array.isArray(value)) return overItem(value, depth);
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const found = over(Reflect.get(value, name), depth - 1);
    if (found !== null) return found;
    if (name.length > REQUEST_LIMITS.name_chars) {
      return `got a name of ${name.length} characters, want at most ${REQUEST_LIMITS.name_chars}`;
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
