/** @module level-names: keeps level names unique within a branch, also when several processes plan at the same time. */
import { foldName } from '../../../kernel/base/text/fold-name.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { elementAt } from '../elements/element-states.ts';

/** Checks plans against the names of levels in the ledger. */
export interface LevelNames {
  /** Refuses LEVEL_EXISTS if the plan gives a level a name that another level also has after it. */
  assertFree(read: NamesRead, plan: Pick<PlanDocument, 'branch' | 'events'>): Promise<void>;
}

/** The reads of the ledger that the check needs. */
export type NamesRead = Pick<
  LedgerRead,
  | 'headSeq'
  | 'levelsAfter'
  | 'branchHead'
  | 'eventsOfAggregate'
  | 'eventsTouching'
  | 'importedElement'
>;

/** Events of a level in the first page; each further page has twice as many. Its name is usually in a recent event. */
const FIRST_READ = 4;
/** Size of the cache of ids that are not levels. */
const OTHERS_MAX = 100_000;

/** The reads of the log, and the checks by which its events are applied. */
type Log = { readonly read: NamesRead; readonly checks: () => Promise<EventChecks> };

/** Ids of all levels created up to a position of the ledger, possibly including some that were rolled back. */
type Known = { readonly ids: ReadonlySet<string>; readonly seq: number };

/** A part of the history of a branch: its own events, or those of a parent before the fork. */
type Stretch = { readonly branch: string; readonly until: number };

/**
 * A check with an empty cache. A plan that names no level costs nothing.
 *
 * @param checks apply the events of imported levels
 */
export function openLevelNames(checks: Log['checks']): LevelNames {
  let known: Known = { ids: new Set(), seq: 0 };
  const others = new Set<string>();
  /** Whether an element is a level. The kind never changes, so the log is read once per element. */
  const isLevel = async (read: NamesRead, id: string): Promise<boolean> => {
    if (known.ids.has(id)) return true;
    if (others.has(id)) return false;
    for await (const { type } of newestFirst(read, id, null)) {
      if (type === 'level.created') return true;
      if (type !== 'element.created') continue;
      if (others.size >= OTHERS_MAX) others.clear();
      others.add(id);
      return false;
    }
    return (await read.importedElement(id, null))?.kind === 'level';
  };
  return {
    async assertFree(read, plan) {
      const newNames = new Map<string, string>();
      for (const event of plan.events) {
        const name = nameSetBy(event);
        if (name === null) continue;
        const id = event.aggregate_id;
        if (event.type === 'level.created' || newNames.has(id) || (await isLevel(read, id))) {
          newNames.set(id, name);
        }
      }
      if (newNames.size === 0) return;
      known = await levelsIn(read, known);
      const line = await lineOf(read, plan);
      const before = new Map<string, string | null>();
      for (const id of known.ids) before.set(id, await nameIn({ read, checks }, id, line));
      const after = new Map(before);
      for (const event of plan.events) {
        const id = event.aggregate_id;
        const name = newNames.get(id);
        if (event.type === 'element.deleted') after.delete(id);
        else if (name !== undefined) after.set(id, name);
      }
      for (const [id, name] of newNames) {
        if (after.get(id) === name && isNew(name, before.get(id))) assertOwn(id, name, after);
      }
    },
  };
}

function isNew(name: string, before: string | null | undefined): boolean {
  return typeof before !== 'string' || foldName(before) !== foldName(name);
}

/** Refuses a duplicate name. The refusal does not identify the other level, which the requester may not be able to see. */
function assertOwn(id: string, name: string, names: ReadonlyMap<string, string | null>): void {
  for (const [other, taken] of names) {
    if (other === id || taken === null || foldName(taken) !== foldName(name)) continue;
    throw new Refusal(
      'LEVEL_EXISTS',
      `another level of this branch is already called \`${name}\``,
      'look at the levels, then choose another name',
      { name },
    );
  }
}

/** The name that an event sets for an element; null for an event that sets none. */
function nameSetBy(event: PlannedEvent): string | null {
  const name =
    event.type === 'level.created'
      ? event.payload.element.params['name']
      : event.type === 'element.modified'
        ? event.payload.updates['name']
        : null;
  return typeof name === 'string' ? name : null;
}

/** The events of an element on a branch, or on all branches, a few at a time. */
async function* newestFirst(
  read: NamesRead,
  id: string,
  branch: string | null,
): AsyncGenerator<StoredEvent, void> {
  let [limit, before] = [FIRST_READ, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const events = await read.eventsOfAggregate(id, branch, limit, before);
    yield* events;
    const last = events.at(-1);
    if (last === undefined || events.length < limit) return;
    [limit, before] = [limit * 2, last.seq];
  }
}

async function levelsIn(read: NamesRead, { ids, seq }: Known): Promise<Known> {
  // After a rollback the head may be lower than before; every plan that creates a level passes through here.
  const head = await read.headSeq();
  return { ids: new Set([...ids, ...(await read.levelsAfter(seq))]), seq: head };
}

/** The branch of a plan and its parents, from the branch upwards. */
async function lineOf(
  read: NamesRead,
  plan: Pick<PlanDocument, 'branch' | 'events'>,
): Promise<readonly Stretch[]> {
  const made = plan.events.find(({ type }) => type === 'branch.created');
  let [name, until]: [string | null, number] =
    made?.type === 'branch.created'
      ? [made.payload.from, made.payload.from_seq]
      : [plan.branch, Infinity];
  const line: Stretch[] = [];
  while (name !== null) {
    line.push({ branch: name, until });
    const head = await read.branchHead(name);
    until = Math.min(until, head?.from_seq ?? 0);
    name = head?.parent ?? null;
  }
  return line;
}

/** Name of a level at the end of a line of history; null when the level does not exist there. */
async function nameIn(
  { read, checks }: Log,
  id: string,
  line: readonly Stretch[],
): Promise<string | null> {
  const [end] = line;
  if (end !== undefined && (await read.importedElement(id, null)) !== null) {
    const until = Math.min(end.until, Number.MAX_SAFE_INTEGER);
    const moment = { branch: end.branch, until };
    const level = await elementAt({ read, checks: await checks() }, moment, id);
    const name = level?.params['name'];
    return typeof name === 'string' ? name : null;
  }
  for (const { branch, until } of line) {
    for await (const event of newestFirst(read, id, branch)) {
      if (event.seq > until) continue;
      if (event.type === 'element.deleted') return null;
      const name = nameSetBy(event);
      if (name !== null) return name;
    }
  }
  return null;
}
