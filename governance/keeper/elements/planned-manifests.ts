/** @module planned-manifests: the manifests of the events of a plan, judged by the imports that its branch has. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ImportRevised } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { statusGiven } from '../../../schemas/import-changes.ts';
import type { Moment } from './element-states.ts';
import {
  chainOf,
  type ImportChain,
  importStanding,
  isManifestOf,
  isMergedImport,
} from './import-standing.ts';
import { assertCounts, badImport, importedElements, keptElements } from './imported-elements.ts';
import type { ManifestElements, ManifestEvent } from './manifest-changes.ts';

/**
 * The manifests of an event, and since when the branch can have changed their elements: elements that no event but the
 * revisions wrote after `since` are as `superseded` has them. `since` is 0 for elements that are new.
 */
export type PlannedManifests = ManifestElements & ImportChain;

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
    if (event.payload.import_id !== event.aggregate_id) {
      throw badImport(
        `received an undo of the import \`${event.payload.import_id}\` as an event of \`${event.aggregate_id}\`; expected the same id`,
      );
    }
    const chain = await assertThere(read, { plan, index }, event.payload);
    const superseded = await keptElements(read, event.payload.manifest.sha256);
    assertCounts(superseded, event.payload.counts, categories);
    return { own: [], superseded, ...chain };
  }
  await assertNewImport(read, { plan, index }, event);
  const { supersedes, reference } = event.payload;
  const chain =
    supersedes === null
      ? NEW
      : await assertThere(read, { plan, index }, { ...supersedes, reference });
  const own = await importedElements(read, event, categories);
  if (supersedes === null) return { own, superseded: [], ...chain };
  return { own, superseded: await keptElements(read, supersedes.manifest.sha256), ...chain };
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
  if (!inPlan && (await isMergedImport(read, plan, event))) return;
  throw badImport(
    `received an import with the id \`${id}\`, which another event already has; expected a new id`,
  );
}

/** Refuses INVALID_ARGUMENT unless the import is on the branch, neither undone nor replaced, and has this manifest. */
async function assertThere(
  read: LedgerRead,
  { plan, index }: { readonly plan: PlanDocument; readonly index: number },
  named: ImportRevised & { readonly reference?: boolean },
): Promise<ImportChain> {
  const { import_id } = named;
  const earlier = plan.events
    .slice(0, index)
    .filter((event) => statusGiven(event, import_id) !== null);
  const last = earlier.at(-1);
  if (last?.type === 'model.imported' && last.aggregate_id === import_id) {
    if (isManifestOf({ record: last.payload, status: 'active' }, named)) return NEW;
  } else if (last === undefined) {
    const standing = await importStanding(read, baseOf(plan), import_id);
    if (standing !== null && isManifestOf(standing, named)) {
      return await chainOf(read, baseOf(plan), standing);
    }
  }
  throw badImport(
    `the branch \`${plan.branch}\` has no import \`${import_id}\` with the manifest \`${named.manifest.sha256}\`; expected one that was neither undone nor replaced`,
  );
}

/**
 * Those of the ids of manifests that events on the line of a moment wrote after `since`, other than the revisions; of ids
 * that `superseded` lacks, those that events ever wrote.
 */
export async function writtenSince(
  read: Pick<LedgerRead, 'branchHead' | 'writtenIds'>,
  moment: Moment,
  { superseded, since, revisions }: PlannedManifests,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const earlier = new Set(superseded.map(({ id }) => id));
  const known = ids.filter((id) => earlier.has(id));
  const others = ids.filter((id) => !earlier.has(id));
  return new Set([
    ...(await writtenOnLine(read, moment, { since, revisions }, known)),
    ...(await writtenOnLine(read, moment, NEW, others)),
  ]);
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
