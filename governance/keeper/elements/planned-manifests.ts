/** @module planned-manifests: the manifests of the events of a plan, judged by the imports that its branch has. */
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { statusGiven } from '../../../schemas/element-changes.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ImportRecord, ImportRevised, PlannedEventOf } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { type CheckedLog, elementAt, type Moment } from './element-states.ts';
import {
  chainOf,
  type ImportChain,
  type ImportStanding,
  importStanding,
  isManifestOf,
  isKnownImport,
} from './import-standing.ts';
import { assertCounts, badImport, importedElements, keptElements } from './imported-elements.ts';
import {
  isLeftBy,
  type ManifestElements,
  type ManifestEvent,
  NONE_LEFT,
} from './manifest-changes.ts';

/**
 * The manifests of an event, and since when the branch can have changed their elements: elements that no event but the
 * revisions wrote after `since` are as `superseded` has them. `since` is 0 for elements that are new.
 */
export type PlannedManifests = Pick<ManifestElements, 'own' | 'superseded'> &
  ImportChain & {
    /** The import whose elements the event brings; null for the undo of an import that is no revision. */
    readonly brings: Pick<ImportRecord, 'import_id' | 'reference'> | null;
    /** For the undo of a revision the ledger seq of the revision; null for other events. */
    readonly undoes: number | null;
  };

const NEW: ImportChain = { since: 0, revisions: [] };

/** The state on which a plan is based: its branch now, or the fork point of the branch that it creates. */
export function baseOf({ branch, events: [first] }: PlanDocument): Moment {
  return first?.type === 'branch.created'
    ? { branch: first.payload.from, until: first.payload.from_seq }
    : { branch, until: Number.MAX_SAFE_INTEGER };
}

/**
 * Reads the manifests of an event of a plan. Refuses INVALID_ARGUMENT for an import whose id is not new, except for a
 * merge of a branch that has this import, and for a revision or an undo of an import that the branch does not have.
 *
 * @param index place of the event in the plan
 */
export async function plannedManifests(
  read: LedgerRead,
  { plan, index }: { readonly plan: PlanDocument; readonly index: number },
  event: ManifestEvent,
  categories: EventChecks['categories'],
): Promise<PlannedManifests> {
  if (event.type === 'import.reverted') {
    return await revertedManifests(read, { plan, index }, event, categories);
  }
  await assertNewImport(read, { plan, index }, event);
  const { supersedes, reference } = event.payload;
  const revised =
    supersedes === null
      ? null
      : await assertThere(read, { plan, index }, { ...supersedes, reference });
  const chain = revised === null ? NEW : await chainIn(read, plan, revised);
  const own = await importedElements(read, event, categories);
  const superseded =
    supersedes === null ? [] : await keptElements(read, supersedes.manifest.sha256);
  return { own, superseded, ...chain, brings: event.payload, undoes: null };
}

/** The manifests of an undo. Refuses INVALID_ARGUMENT unless it restores exactly the import that the revision replaced. */
async function revertedManifests(
  read: LedgerRead,
  at: { readonly plan: PlanDocument; readonly index: number },
  { aggregate_id, payload }: PlannedEventOf<'import.reverted'>,
  categories: EventChecks['categories'],
): Promise<PlannedManifests> {
  const { import_id, manifest, counts, restores } = payload;
  if (import_id !== aggregate_id) {
    throw badImport(
      `received an undo of the import \`${import_id}\` as an event of \`${aggregate_id}\`; expected the same id`,
    );
  }
  const undone = await assertThere(read, at, payload);
  const { supersedes } = undone.record;
  const restored = restores === undefined ? null : await standingIn(read, at, restores.import_id);
  const isOwn =
    supersedes === null
      ? restores === undefined
      : deepEqual(restores ?? null, supersedes) && restored?.status === 'superseded';
  if (!isOwn) {
    throw badImport(
      `received an undo of the import \`${import_id}\` that restores ${restores === undefined ? 'none' : `\`${restores.import_id}\``}; expected ${supersedes === null ? 'none, because it is no revision' : `\`${supersedes.import_id}\`, which it replaced`}`,
    );
  }
  if (restores !== undefined && undone.isPlanned) {
    throw badImport(
      `received an undo of the revision \`${import_id}\` in the plan that imports it; expected neither`,
    );
  }
  const superseded = await keptElements(read, manifest.sha256);
  assertCounts(superseded, counts, categories);
  const own = restores === undefined ? [] : await keptElements(read, restores.manifest.sha256);
  return {
    own,
    superseded,
    ...(await chainIn(read, at.plan, undone)),
    brings: restored?.record ?? null,
    undoes: restores === undefined ? null : undone.seq,
  };
}

/** Refuses INVALID_ARGUMENT for an import under an id that an event on any branch, or an earlier one of the plan, has. */
async function assertNewImport(
  read: LedgerRead,
  { plan, index }: { readonly plan: PlanDocument; readonly index: number },
  event: Extract<ManifestEvent, { readonly type: 'model.imported' }>,
): Promise<void> {
  const id = event.aggregate_id;
  const inPlan = plan.events.slice(0, index).some(({ aggregate_id }) => aggregate_id === id);
  if (!inPlan && (await read.eventsOfAggregate(id, null, 1)).length === 0) return;
  if (!inPlan && (await isKnownImport(read, plan, event))) return;
  throw badImport(
    `received an import with the id \`${id}\`, which another event already has; expected a new id`,
  );
}

/** An import of the branch of a plan. `isPlanned`: whether the plan itself imports it. */
type PlannedStanding = ImportStanding & { readonly isPlanned: boolean };

/** The standing of an import before an event of a plan; null if the branch does not have it. */
async function standingIn(
  read: LedgerRead,
  { plan, index }: { readonly plan: PlanDocument; readonly index: number },
  import_id: string,
): Promise<PlannedStanding | null> {
  const known = await importStanding(read, baseOf(plan), import_id);
  let standing: PlannedStanding | null = known === null ? null : { ...known, isPlanned: false };
  for (const event of plan.events.slice(0, index)) {
    const status = statusGiven(event, import_id);
    if (status === null) continue;
    if (event.type === 'model.imported' && event.aggregate_id === import_id) {
      standing = { record: event.payload, seq: 0, status, isPlanned: true };
    } else if (standing !== null) {
      standing = { ...standing, status };
    }
  }
  return standing;
}

/** The import on the branch. Refuses INVALID_ARGUMENT unless it is neither undone nor replaced, and has this manifest. */
async function assertThere(
  read: LedgerRead,
  at: { readonly plan: PlanDocument; readonly index: number },
  named: ImportRevised & { readonly reference?: boolean },
): Promise<PlannedStanding> {
  const standing = await standingIn(read, at, named.import_id);
  if (standing !== null && isManifestOf(standing, named)) return standing;
  throw badImport(
    `the branch \`${at.plan.branch}\` has no import \`${named.import_id}\` with the manifest \`${named.manifest.sha256}\`; expected one that was neither undone nor replaced`,
  );
}

/**
 * The chain of an import before the plan. Of one that the plan itself imports, every event counts as a change of its
 * elements. Earlier events of the plan about another one have loaded what they change.
 */
async function chainIn(
  read: LedgerRead,
  plan: PlanDocument,
  standing: PlannedStanding,
): Promise<ImportChain> {
  return standing.isPlanned ? NEW : await chainOf(read, baseOf(plan), standing);
}

/**
 * Those of the ids of manifests that events on the line of a moment wrote after `since`, other than the revisions; of ids
 * that only the newer manifest has, which may be those of elements of the branch, those that other events ever wrote.
 */
export async function writtenSince(
  read: Pick<LedgerRead, 'branchHead' | 'writtenIds'>,
  moment: Moment,
  { own, superseded, since, revisions, undoes }: PlannedManifests,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const earlier = new Set((undoes === null ? superseded : own).map(({ id }) => id));
  const known = ids.filter((id) => earlier.has(id));
  const others = ids.filter((id) => !earlier.has(id));
  return new Set([
    ...(await writtenOnLine(read, moment, { since, revisions }, known)),
    ...(await writtenOnLine(read, moment, { since: NEW.since, revisions }, others)),
  ]);
}

/**
 * Ids of the elements that an undone revision had left as they were although its manifests differ; none for other events.
 *
 * @param written the elements that other events wrote since the first import of the chain: no others can differ
 */
export async function leftBefore(
  log: CheckedLog,
  { branch }: Moment,
  { own, superseded, undoes }: Pick<PlannedManifests, 'own' | 'superseded' | 'undoes'>,
  written: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (undoes === null) return NONE_LEFT;
  const [restored, revision] = [own, superseded].map(
    (rows) => new Map(rows.map((row) => [row.id, row])),
  );
  const left = new Set<string>();
  for (const id of written) {
    const rows = { own: revision?.get(id) ?? null, superseded: restored?.get(id) ?? null };
    const before = await elementAt(log, { branch, until: undoes - 1 }, id);
    if (isLeftBy(log.checks, rows, before)) left.add(id);
  }
  return left;
}

async function writtenOnLine(
  read: Pick<LedgerRead, 'branchHead' | 'writtenIds'>,
  moment: Moment,
  { since: after, revisions: except }: ImportChain,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  if (ids.length === 0) return written;
  let [branch, until]: [string | null, number] = [moment.branch, moment.until];
  while (branch !== null && until > after) {
    const stretch = { branch, after, until, except };
    for (const id of await read.writtenIds(ids, stretch)) written.add(id);
    const head = await read.branchHead(branch);
    until = Math.min(until, head?.from_seq ?? 0);
    branch = head?.parent ?? null;
  }
  return written;
}

/**
 * Refuses INVALID_ARGUMENT for matches of an import that the plan does not revise, and for matches of elements that its
 * manifest does not have.
 */
export function assertMatches(
  plan: PlanDocument,
  index: number,
  revised: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const event = plan.events[index];
  if (event?.type !== 'import.matched') return;
  const { import_id, matches } = event.payload;
  const elements = revised.get(import_id);
  if (event.aggregate_id !== import_id || elements === undefined) {
    throw badImport(
      `received matches of the import \`${import_id}\`; expected those of a revision earlier in the plan`,
    );
  }
  const ids = matches.map(({ element_id }) => element_id);
  const unseen = new Set(elements);
  const stray = ids.find((id) => !unseen.delete(id));
  if (stray === undefined) return;
  throw badImport(
    `received a match of \`${stray}\`; expected each element of the manifest at most once`,
  );
}
