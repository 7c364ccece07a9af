/** @module event-rules: checks every event of a plan against the log before any of them is stored. */
import { isSameContent } from '../../../kernel/base/manifest/same-content.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import {
  affectedIds,
  elementChange,
  isExchange,
  manifestSwap,
} from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  type AppliedEvent,
  type CurrentElement,
  type EventChecks,
  isAboutElements,
} from '../../../schemas/event-checks.ts';
import {
  artefactsAt,
  type ElementRecord,
  type EventType,
  type StoredEvent,
  type StoredEventOf,
} from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { elementAt, type Moment } from '../elements/element-states.ts';
import { GivenMeshes } from '../elements/given-meshes.ts';
import type { ManifestChange } from '../elements/imported-elements.ts';
import {
  isManifestEvent,
  manifestChanges,
  type ManifestEvent,
  readRow,
} from '../elements/manifest-changes.ts';
import {
  assertMatches,
  baseOf,
  leftBefore,
  plannedManifests,
  type PlannedManifests,
  writtenSince,
} from '../elements/planned-manifests.ts';
import { ReferenceElements } from '../elements/reference-elements.ts';
import type { HandlersContext } from './context.ts';
import { badPlan } from './plan-checks.ts';

/** Elements after the events of a plan; `missing`: elements that others have deleted since it was planned. */
export type PlannedElements = {
  readonly changed: ReadonlyMap<string, ElementRecord | null>;
  /** All elements that events write: those that change, and those that get only another place of the same mesh. */
  readonly written: ReadonlyMap<string, ElementRecord | null>;
  readonly missing: readonly string[];
  /** Elements that its imports, revisions and undone imports create, change or delete, before and after that event. */
  readonly byManifests: readonly ManifestChange[];
  /** Loaded elements as they are before the plan. */
  readonly before: CurrentElement;
  /** Loads further elements as they are before the plan. */
  readonly load: (ids: readonly string[]) => Promise<void>;
};

/** What a plan without events about elements writes. */
const NOTHING_PLANNED: Omit<PlannedElements, 'before' | 'load'> = {
  changed: new Map(),
  written: new Map(),
  missing: [],
  byManifests: [],
};

/** The checks of events, and the elements to which they are applied. */
export type ElementRules = Pick<HandlersContext, 'checks' | 'elements'>;

/** A plan with current versions, and the ids that its own branch has never written. */
export type CurrentPlan = {
  readonly plan: PlanDocument;
  readonly unwritten: ReadonlySet<string>;
};

/**
 * Applies the events of a plan with current versions to the current elements. Refuses INVALID_ARGUMENT for an event that no
 * model can apply, and for an element that is invalid by itself afterwards.
 */
export async function plannedElements(
  context: ElementRules,
  read: LedgerRead,
  { plan, unwritten }: CurrentPlan,
): Promise<PlannedElements> {
  for (const event of plan.events) {
    if (event.type === 'event.reverted') {
      await assertReverts(read, event.payload, event.aggregate_id);
    }
    assertOwnAggregate(event);
    await assertLeavesDrawings(read, event);
    assertSameNames(event);
    await assertReplacesLast(read, event);
  }
  const { known, before, current, load, given } = loadedElements(context, read, {
    plan,
    unwritten,
  });
  if (!plan.events.some(isAboutElements)) {
    return { ...NOTHING_PLANNED, before, load };
  }
  const checks = await context.checks();
  const changed = new Map<string, ElementRecord | null>();
  const references = new ReferenceElements(read, baseOf(plan));
  const byManifests: ManifestChange[] = [];
  const shown = new GivenMeshes();
  const revised = new Map<string, ReadonlySet<string>>();
  const take = (result: AppliedEvent, index: number): void => {
    if (!result.ok) {
      throw badPlan(`event ${index + 1} of the plan cannot be applied: ${result.why}`);
    }
    for (const { id, after } of result.changes) {
      known.set(id, after);
      changed.set(id, after);
    }
  };
  const loadRows = async (manifests: PlannedManifests): Promise<ReadonlySet<string>> => {
    const ids = idsIn(manifests);
    const written = await writtenSince(read, baseOf(plan), manifests, ids);
    await load([...written]);
    if (manifests.since > 0) {
      for (const row of manifests.superseded) given(row.id, readRow(checks, row));
    }
    for (const id of ids) given(id, null);
    return written;
  };
  for (const [index, event] of plan.events.entries()) {
    if (!isManifestEvent(event)) {
      assertMatches(plan, index, revised);
      await load(checks.about(event));
      const applied = checks.apply(event, current);
      shown.note(applied, current);
      take(applied, index);
      await references.assertUnchanged(checks.about(event));
      continue;
    }
    const manifests = await plannedManifests(read, { plan, index }, event, checks.categories);
    shown.manifests(manifests);
    const written = await loadRows(manifests);
    const there = [...idsEnded(event, manifests)].filter((id) => current(id) !== null);
    const ended = manifestSwap(event).ended?.import_id ?? event.aggregate_id;
    await references.assertOwn(ended, there, written);
    const left = await leftBefore({ read, checks }, baseOf(plan), manifests, written);
    const result = manifestChanges(checks, event, { ...manifests, left }, current);
    if (result.ok) {
      for (const { id, after } of result.changes) {
        byManifests.push({ index, before: current(id), after });
      }
    }
    take(result, index);
    if (manifests.brings !== null) references.imported(manifests.brings, manifests.own);
    if (event.type === 'import.reverted' || event.payload.supersedes === null) continue;
    revised.set(event.aggregate_id, new Set(manifests.own.map(({ id }) => id)));
  }
  await shown.assert(read, plan);
  const missing = await missingFor(changed, read, { plan, checks, current, load, references });
  const content = changedContent(plan, changed, before);
  return { changed: content, written: changed, missing, byManifests, before, load };
}

/** Changed elements without those to which events with manifests give only another place of the same mesh. */
function changedContent(
  { events }: Pick<PlanDocument, 'events'>,
  changed: PlannedElements['changed'],
  before: CurrentElement,
): PlannedElements['changed'] {
  if (!events.some(isExchange)) return changed;
  const named = affectedIds(events);
  return new Map(
    [...changed].filter(([id, after]) => named.has(id) || !isSameContent(before(id), after)),
  );
}

/** Whether elements that exist before a plan do not exist after it, or are created again by it. */
export function deletesElements(
  { events }: Pick<PlanDocument, 'events'>,
  { changed, before }: Pick<PlannedElements, 'changed' | 'before'>,
): boolean {
  const again = events.filter(({ type }) => elementChange(type) === 'created');
  return (
    [...changed].some(([id, after]) => after === null && before(id) !== null) ||
    again.some(({ aggregate_id }) => before(aggregate_id) !== null)
  );
}

/** Distinct ids of the elements of both manifests. */
function idsIn({ own, superseded }: PlannedManifests): readonly string[] {
  return [...new Set([...own, ...superseded].map(({ id }) => id))];
}

/** The elements that changed elements need and that others have deleted. Refuses what is invalid for another reason. */
async function missingFor(
  changed: ReadonlyMap<string, ElementRecord | null>,
  read: LedgerRead,
  {
    plan,
    checks,
    current,
    load,
    references,
  }: Pick<LoadedElements, 'current' | 'load'> & {
    readonly plan: PlanDocument;
    readonly checks: EventChecks;
    readonly references: ReferenceElements;
  },
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const element of changed.values()) {
    if (element === null) continue;
    const named = checks.named(element);
    await load(named);
    const fault = checks.fault(element, current);
    await references.assertApart(element, named);
    if (fault === null) continue;
    const deleted = await deletedSince(
      read,
      plan,
      named.filter((id) => current(id) === null),
    );
    if (deleted.length === 0) throw badPlan(fault);
    missing.push(...deleted);
  }
  return missing;
}

/** The elements that a plan needs, as they are before it and as its events leave them. */
type LoadedElements = {
  /** By id, as the events so far leave them. */
  readonly known: Map<string, ElementRecord | null>;
  readonly before: CurrentElement;
  readonly current: CurrentElement;
  readonly load: (ids: readonly string[]) => Promise<void>;
  /** Notes an element without reading it, unless it is known; null if it does not exist. */
  readonly given: (id: string, element: ElementRecord | null) => void;
};

function loadedElements(
  context: ElementRules,
  read: LedgerRead,
  { plan, unwritten }: CurrentPlan,
): LoadedElements {
  const known = new Map<string, ElementRecord | null>();
  const first = new Map<string, ElementRecord | null>();
  let start: Promise<Moment | null> | undefined;
  const currentOf = async (id: string): Promise<ElementRecord | null> => {
    const log = { read, checks: await context.checks() };
    // A plan that creates its branch starts with the elements of the parent.
    const isOwn = !unwritten.has(id) && plan.events[0]?.type !== 'branch.created';
    if (isOwn) return context.elements.current(log, plan.branch, id);
    // Elements that the branch has never written are as they were before the fork.
    start ??= startOf(read, plan);
    const from = await start;
    return from === null ? null : elementAt(log, from, id);
  };
  const load = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      if (known.has(id)) continue;
      const element = await currentOf(id);
      known.set(id, element);
      first.set(id, element);
    }
  };
  const before = (id: string): ElementRecord | null => first.get(id) ?? null;
  const current = (id: string): ElementRecord | null => known.get(id) ?? null;
  const given = (id: string, element: ElementRecord | null): void => {
    if (known.has(id)) return;
    known.set(id, element);
    first.set(id, element);
  };
  return { known, before, current, load, given };
}

/** Ids of elements that existed when the plan was made and have been deleted since. */
async function deletedSince(
  read: LedgerRead,
  { branch, events }: PlanDocument,
  ids: readonly string[],
): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (const id of ids) {
    if (events.some(({ aggregate_id }) => aggregate_id === id)) continue;
    const [last] = await read.eventsTouching(id, branch, Number.MAX_SAFE_INTEGER, 1);
    if (last?.type === 'element.deleted') deleted.push(id);
  }
  return deleted;
}

/** The fork point of the branch of a plan, which may be a branch that the plan creates; null without a parent. */
async function startOf(
  read: LedgerRead,
  { branch, events: [first] }: PlanDocument,
): Promise<Moment | null> {
  if (first?.type === 'branch.created') {
    return { branch: first.payload.from, until: first.payload.from_seq };
  }
  const head = await read.branchHead(branch);
  if (head === null || head.parent === null) return null;
  return { branch: head.parent, until: head.from_seq };
}

/** Refuses INVALID_ARGUMENT for a change that states the previous value of a parameter that it does not change. */
function assertSameNames({ type, payload }: PlanDocument['events'][number]): void {
  if (type === 'topic.updated') {
    const { changes, previous = {} } = payload;
    const untold = Object.keys(changes).find((name) => !Object.hasOwn(previous, name));
    if (untold === undefined) return;
    throw badPlan(`a change of a topic does not state the previous value of \`${untold}\``);
  }
  if (type !== 'element.modified') return;
  const other = Object.keys(payload.previous).find((name) => !Object.hasOwn(payload.updates, name));
  if (other !== undefined) {
    throw badPlan(`a change states the previous value of \`${other}\`, which it does not change`);
  }
}

/** Ids in the manifest of an import that an event ends, for a revision also those that its manifest has. */
function idsEnded(
  event: ManifestEvent,
  { own, superseded }: Pick<PlannedManifests, 'own' | 'superseded'>,
): ReadonlySet<string> {
  const isRevision = event.type === 'model.imported' && event.payload.supersedes !== null;
  return new Set((isRevision ? [...superseded, ...own] : superseded).map(({ id }) => id));
}

/** Aggregates whose newest events are counted or compared, and the event types that they accept. */
const RESERVED: readonly { readonly ids: RegExp; readonly types: readonly EventType[] }[] = [
  { ids: /^artefacts at /, types: ['export.created', 'schedule.generated'] },
  { ids: /^exec_[0-9a-f]{32}$/, types: ['run.begun'] },
];

/** Refuses INVALID_ARGUMENT for a foreign event type in the aggregate of files at a path or of runs of one `exec_id`. */
function assertOwnAggregate({ type, aggregate_id }: PlanDocument['events'][number]): void {
  const reserved = RESERVED.find(({ ids }) => ids.test(aggregate_id));
  if (reserved === undefined || reserved.types.includes(type)) return;
  throw badPlan(`\`${aggregate_id}\` accepts no event of the type \`${type}\``);
}

/** Newest events of a path that are searched: older logs may have other events among its files. */
const FILES_READ = 64;

/**
 * Refuses EXPORT_FAILED for a file at a path where another file was recorded after its writer had checked. Equal bytes do
 * not count as another file.
 */
async function assertReplacesLast(
  read: LedgerRead,
  { type, aggregate_id, payload }: PlanDocument['events'][number],
): Promise<void> {
  if (type !== 'export.created' && type !== 'schedule.generated') return;
  const { file, replaces = null } = payload;
  if (aggregate_id !== artefactsAt(file.path)) {
    throw badPlan(`\`${aggregate_id}\` is not the aggregate of files at \`${file.path}\``);
  }
  const events = await read.eventsOfAggregate(aggregate_id, null, FILES_READ);
  const last = events.find(isFile);
  if (last === undefined) return;
  if (last.event_id === replaces || last.payload.file.sha256 === file.sha256) return;
  throw new Refusal(
    'EXPORT_FAILED',
    `another file was written to \`${file.path}\` in the meantime`,
    'use another `path`, or call again',
  );
}

function isFile(
  event: StoredEvent,
): event is StoredEventOf<'export.created' | 'schedule.generated'> {
  return event.type === 'export.created' || event.type === 'schedule.generated';
}

/** Refuses INVALID_ARGUMENT for an event under the id of a view or sheet: the newest event of a drawing defines it. */
async function assertLeavesDrawings(
  read: LedgerRead,
  { type, aggregate_id }: PlanDocument['events'][number],
): Promise<void> {
  const change = elementChange(type);
  // An event that requires an existing element cannot name a drawing.
  if (change !== null && change !== 'created') return;
  const [known] = await read.eventsOfAggregate(aggregate_id, null, 1);
  if (known?.type !== 'view.created' && known?.type !== 'sheet.created') return;
  throw badPlan(`a drawing \`${aggregate_id}\` already exists`);
}

/** Refuses INVALID_ARGUMENT for `event.reverted` of an operation that the log does not have, or of another event of it. */
async function assertReverts(
  read: LedgerRead,
  { event_id, operation_id }: { readonly event_id: string; readonly operation_id: string },
  aggregate_id: string,
): Promise<void> {
  const events: readonly StoredEvent[] = await read.eventsOfOperation(operation_id);
  if (aggregate_id === operation_id && events.some((event) => event.event_id === event_id)) return;
  throw badPlan(
    `it reverts event \`${event_id}\` of operation \`${operation_id}\`, which is not in the log`,
  );
}
