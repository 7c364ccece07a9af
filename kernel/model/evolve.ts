/** @module evolve: state and event to the next state; pure, and loud when the event does not fit. */
import * as z from 'zod';

import type { Element, ElementKind } from '../../schemas/elements.ts';
import { OTHER_EVENTS, touchedIds } from '../../schemas/events.ts';
import type { EventType, ParamValues, PlannedEvent } from '../../schemas/events.ts';
import { deepEqual } from './deep-equal.ts';
import { ModelFault } from './model-fault.ts';
import { indexChanged, kindNumber } from './persistent-index.ts';
import type { Batch } from './persistent-vector.ts';
import { vectorGet, vectorSet } from './persistent-vector.ts';
import { elementChanged, readElement } from './read-element.ts';
import type { BranchState } from './state.ts';
import { elementAt } from './state.ts';
import { StoredShape } from './stored-shape.ts';

const Values = z.record(z.string(), z.unknown());
const Modified = new StoredShape(z.strictObject({ updates: Values, previous: Values }));
const Deleted = new StoredShape(
  z.strictObject({ element: z.unknown(), cascade_of: z.string().nullable() }),
);
const Hosted = new StoredShape(z.strictObject({ host_id: z.string(), hosted_id: z.string() }));
const Joined = new StoredShape(
  z.strictObject({
    element_ids: z.array(z.string()).min(1),
    join_type: z.string(),
    previous: z.record(z.string(), z.string()),
  }),
);

function payloadOf<T>(shape: StoredShape<T>, event: PlannedEvent): T {
  const result = shape.read(event.payload);
  if ('data' in result) return result.data;
  const [issue] = result.error.issues;
  throw new ModelFault(
    'MALFORMED_EVENT',
    `payload of \`${event.type}\` on \`${event.aggregate_id}\`: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

function inconsistent(event: PlannedEvent, what: string): never {
  throw new ModelFault(
    'INCONSISTENT_EVENT',
    `\`${event.type}\` on \`${event.aggregate_id}\`: ${what}`,
  );
}

/** One element appears (`fresh`), changes or goes. */
type ElementChange = {
  readonly slot: number;
  readonly after: Element | null;
  readonly fresh?: PlannedEvent;
};

function counted(counts: readonly number[], kind: ElementKind, by: number): readonly number[] {
  const next = counts.slice();
  const number = kindNumber(kind);
  while (next.length <= number) next.push(0);
  next[number] = (next[number] ?? 0) + by;
  return next;
}

/** What an event makes of the counters, and the right to change in place. */
type Move = { readonly version: number; readonly branch_seq: number; readonly batch: Batch | null };

function changed(
  state: BranchState,
  { slot, after, fresh }: ElementChange,
  { version, branch_seq, batch }: Move,
): BranchState {
  const before = vectorGet(state.entries, slot)?.element ?? null;
  if (before !== null && fresh !== undefined) inconsistent(fresh, 'the element exists already');
  const entries = vectorSet(state.entries, slot, { element: after, version }, batch);
  const index = indexChanged(state.index, state.keys, { slot, before, after }, batch);
  let { counts } = state;
  if (before === null && after !== null) counts = counted(counts, after.kind, 1);
  if (before !== null && after === null) counts = counted(counts, before.kind, -1);
  return { keys: state.keys, entries, index, counts, branch_seq, last_seq: version };
}

const ELSEWHERE: ReadonlySet<EventType> = new Set(OTHER_EVENTS);

function isElsewhere(type: EventType): type is (typeof OTHER_EVENTS)[number] {
  return ELSEWHERE.has(type);
}

/** Elements as the event leaves them; throws when it does not fit the state. */
function changesOf(state: BranchState, event: PlannedEvent): readonly ElementChange[] {
  if (isElsewhere(event.type)) return [];
  switch (event.type) {
    case 'level.created':
    case 'element.created':
      return [created(state, event)];
    case 'element.modified':
      return [modified(state, event)];
    case 'element.deleted':
      return [deleted(state, event)];
    case 'elements.joined':
      return joined(state, event);
    case 'element.hosted':
      hosted(state, event);
      return [];
    default:
      throw new ModelFault(
        'UNKNOWN_EVENT',
        `no event type \`${String(event.type satisfies never)}\``,
      );
  }
}

function created(state: BranchState, event: PlannedEvent): ElementChange {
  const element = readElement(event.payload['element']);
  if (element.id !== event.aggregate_id) inconsistent(event, `its element is \`${element.id}\``);
  if ((element.kind === 'level') !== (event.type === 'level.created'))
    inconsistent(event, `its element is a ${element.kind}`);
  return { slot: state.keys.elements.intern(element.id), after: element, fresh: event };
}

type Existing = { readonly slot: number; readonly element: Element };

/** Looked up once for each event: in a replay every id is a text of its own, and looking it up costs most. */
function existing(state: BranchState, event: PlannedEvent, id: string): Existing {
  const slot = state.keys.elements.find(id);
  const element = slot === undefined ? undefined : elementAt(state, slot);
  if (slot === undefined || element === undefined)
    return inconsistent(event, `there is no element \`${id}\``);
  return { slot, element };
}

function modified(state: BranchState, event: PlannedEvent): ElementChange {
  const { updates, previous } = payloadOf(Modified, event);
  const { slot, element } = existing(state, event, event.aggregate_id);
  const params: ParamValues = element.params;
  for (const name of Object.keys(updates)) {
    if (!Object.hasOwn(params, name))
      inconsistent(event, `a ${element.kind} has no parameter \`${name}\``);
    if (!Object.hasOwn(previous, name) || !deepEqual(previous[name], params[name]))
      inconsistent(event, `\`${name}\` was not what the event says it was`);
  }
  return { slot, after: elementChanged(element, updates) };
}

function deleted(state: BranchState, event: PlannedEvent): ElementChange {
  const payload = payloadOf(Deleted, event);
  const { slot, element } = existing(state, event, event.aggregate_id);
  if (!deepEqual(payload.element, element))
    inconsistent(event, 'the element is not what the event says it was');
  return { slot, after: null };
}

function joined(state: BranchState, event: PlannedEvent): readonly ElementChange[] {
  const { element_ids, join_type, previous } = payloadOf(Joined, event);
  return element_ids.map((id) => {
    const { slot, element: wall } = existing(state, event, id);
    if (wall.kind !== 'wall') return inconsistent(event, `\`${id}\` is a ${wall.kind}, not a wall`);
    if (previous[id] !== wall.params.join_type)
      return inconsistent(event, `join of \`${id}\` was not what the event says it was`);
    return { slot, after: elementChanged(wall, { join_type }) };
  });
}

function hosted(state: BranchState, event: PlannedEvent): void {
  const { host_id, hosted_id } = payloadOf(Hosted, event);
  existing(state, event, host_id);
  const { element } = existing(state, event, hosted_id);
  if (!('host_id' in element.params) || element.params.host_id !== host_id)
    inconsistent(event, `\`${hosted_id}\` is not hosted by \`${host_id}\``);
}

/**
 * The state after an event. `version` is the event's ledger seq (in a dry run the one it would get if
 * nothing came between). Events that do not change elements move versions and counters only.
 *
 * References are not checked here, since one operation may delete a host before what it hosts;
 * `integrityOf` does that for whole operations. Throws `ModelFault` for an event that is unknown,
 * malformed or inconsistent with the state.
 */
export function evolve(
  state: BranchState,
  event: PlannedEvent,
  version: number,
  batch: Batch | null = null,
): BranchState {
  const move: Move = { version, branch_seq: state.branch_seq + 1, batch };
  const changes = changesOf(state, event);
  let next = state;
  for (const change of changes) next = changed(next, change, move);
  if (event.type !== 'elements.joined' && changes.length > 0) return next;
  for (const id of touchedIds(event)) {
    const slot = next.keys.elements.intern(id);
    if (changes.some((change) => change.slot === slot)) continue;
    const element = vectorGet(next.entries, slot)?.element ?? null;
    next = { ...next, entries: vectorSet(next.entries, slot, { element, version }, batch) };
  }
  return { ...next, branch_seq: move.branch_seq, last_seq: version };
}
