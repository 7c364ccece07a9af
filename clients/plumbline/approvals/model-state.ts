/** @module model-state: elements of a branch as the ledger's events leave them, for showing what a plan would change. */
import * as z from 'zod';

/** An element as an approver sees it; params as stored, lengths in mm. */
export type ShownElement = {
  readonly id: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Elements by id, in order of creation. */
export type ModelState = ReadonlyMap<string, ShownElement>;

/** The part of an event that matters here; both stored and planned events have it. */
export type EventLike = {
  readonly type: string;
  readonly aggregate_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

const Carried = z.object({
  element: z.object({
    id: z.string(),
    kind: z.string(),
    params: z.record(z.string(), z.unknown()),
  }),
});
const Updated = z.object({ updates: z.record(z.string(), z.unknown()) });
const Joined = z.object({ element_ids: z.array(z.string()), join_type: z.string() });

/** The element that a creating or deleting event carries, or null. */
export function carriedElement(event: EventLike): ShownElement | null {
  const read = Carried.safeParse(event.payload);
  return read.success ? read.data.element : null;
}

/** The new values of a modifying event, null for other events. */
export function updatesOf(event: EventLike): Readonly<Record<string, unknown>> | null {
  const read = Updated.safeParse(event.payload);
  return read.success ? read.data.updates : null;
}

/** The state after these events, in their order; the one given stays as it is. */
export function evolved(state: ModelState, events: Iterable<EventLike>): ModelState {
  const next = new Map(state);
  for (const event of events) evolveOne(next, event);
  return next;
}

function evolveOne(state: Map<string, ShownElement>, event: EventLike): void {
  switch (event.type) {
    case 'level.created':
    case 'element.created': {
      const element = carriedElement(event);
      if (element !== null) state.set(element.id, element);
      return;
    }
    case 'element.modified':
      change(state, event.aggregate_id, updatesOf(event) ?? {});
      return;
    case 'element.deleted':
      state.delete(event.aggregate_id);
      return;
    case 'elements.joined': {
      const read = Joined.safeParse(event.payload);
      if (!read.success) return;
      for (const id of read.data.element_ids) change(state, id, { join_type: read.data.join_type });
      return;
    }
    default:
  }
}

function change(
  state: Map<string, ShownElement>,
  id: string,
  updates: Readonly<Record<string, unknown>>,
): void {
  const before = state.get(id);
  if (before !== undefined) state.set(id, { ...before, params: { ...before.params, ...updates } });
}

/** What is asked of a ledger to follow one branch. */
export type EventSource = {
  readonly eventsAfter: (
    seq: number,
    limit: number,
  ) => readonly (EventLike & {
    readonly seq: number;
    readonly branch: string;
  })[];
  readonly branchHead: (
    branch: string,
  ) => { readonly parent: string | null; readonly from_seq: number } | null;
};

const PAGE = 5000;

/** The present state of a branch: that of its parent at the fork, and what has happened on it since. */
export function branchState(source: EventSource, branch: string): ModelState {
  const until = lineage(source, branch);
  let state: ModelState = new Map();
  for (let seq = 0; ;) {
    const page = source.eventsAfter(seq, PAGE);
    const last = page.at(-1);
    if (last === undefined) return state;
    state = evolved(
      state,
      page.filter((event) => event.seq <= (until.get(event.branch) ?? 0)),
    );
    seq = last.seq;
  }
}

/** The branch and its ancestors, each with the last ledger seq that counts. */
function lineage(source: EventSource, branch: string): ReadonlyMap<string, number> {
  const until = new Map<string, number>();
  let limit = Number.POSITIVE_INFINITY;
  for (let name: string | null = branch; name !== null && !until.has(name);) {
    until.set(name, limit);
    const head = source.branchHead(name);
    limit = Math.min(limit, head?.from_seq ?? 0);
    name = head?.parent ?? null;
  }
  return until;
}

/** Text under a parameter, or null. */
export function textParam(element: ShownElement, name: string): string | null {
  const value = element.params[name];
  return typeof value === 'string' ? value : null;
}

/** Number under a parameter, or null. */
export function numberParam(element: ShownElement, name: string): number | null {
  const value = element.params[name];
  return typeof value === 'number' ? value : null;
}

/** Level that an element stands on; what is hosted stands where its host does. */
export function levelOf(state: ModelState, element: ShownElement): string | null {
  if (element.kind === 'level') return element.id;
  const host = textParam(element, 'host_id');
  const stands = host === null ? element : state.get(host);
  return stands === undefined ? null : textParam(stands, 'level_id');
}
