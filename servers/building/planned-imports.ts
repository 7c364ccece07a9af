/** @module planned-imports: imports that are planned: their blobs are not stored yet, and their elements must be new. */
import type { CallerView } from '../../governance/tool/domain.ts';
import type { PlannedMeshes } from '../../kernel/building/imports/planned-meshes.ts';
import {
  type BlobSource,
  lendManifests,
  type Manifests,
} from '../../kernel/building/model/state/manifests.ts';
import { obstructed } from '../../kernel/building/view/hidden.ts';
import { ownView } from '../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { affectedIds } from '../../schemas/element-changes.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { blobPartOf } from '../../schemas/imports.ts';
import type { PlanBlob } from '../../schemas/plan.ts';

/** Where a model reads imports from: blobs of plans are lent to the first two, all others are in the store. */
type ImportSources = {
  readonly manifests: Manifests;
  readonly meshes: PlannedMeshes;
  readonly store: BlobSource;
};

/** Makes planned imports known to a model until the result is disposed of. */
export async function openedImports(
  events: readonly PlannedEvent[],
  blobs: readonly PlanBlob[],
  { manifests, meshes, store }: ImportSources,
): Promise<Disposable> {
  const givenOf = (digest: string): PlanBlob | undefined =>
    blobs.find(({ sha256 }) => sha256 === digest);
  const lent = new DisposableStack();
  for (const { type, payload } of events) {
    if (type !== 'model.imported' || payload.meshes === null) continue;
    const given = givenOf(payload.meshes.sha256);
    if (given !== undefined) lent.use(meshes.lend(given));
  }
  const source: BlobSource = {
    blobPart: (sha256, n) => {
      const given = givenOf(sha256);
      return given === undefined ? store.blobPart(sha256, n) : blobPartOf(given.content, n);
    },
  };
  lent.use(await lendManifests(manifests, events, source));
  return lent;
}

function isFirstImport({ type, payload }: PlannedEvent): boolean {
  return type === 'model.imported' && payload.supersedes === null;
}

function bringsState({ type }: PlannedEvent): boolean {
  return type === 'branch.merged' || type === 'branch.restored';
}

/**
 * Refuses INVALID_ARGUMENT for an import into an existing branch that has elements, unless it is a reference model or a
 * revision, which only callers who see everything plan, and for an import of elements that the branch has, without naming
 * them. SECURITY: if the caller sees nothing of the cause, the refusal is the same as that for
 * any other hidden obstacle, such as a hidden level whose name the file has.
 *
 * @param ids all elements that the events change
 */
export function assertNotImported(
  events: readonly PlannedEvent[],
  ids: ReadonlySet<string>,
  { whole, view }: Pick<CallerView<BuildingView>, 'whole' | 'view'>,
): void {
  // A merge or a restore brings imports of its state, and a revision changes elements that the branch has.
  if (!events.some(isFirstImport) || events.some(bringsState)) return;
  const named = affectedIds(events);
  const known = [...ids].filter((id) => !named.has(id) && whole.element(id) !== undefined);
  if (known.some((id) => view.element(id) !== undefined)) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `branch \`${view.branch}\` already has elements of this file`,
      'edit them, or import the file on a branch without them',
    );
  }
  const isNew = events.some(({ type }) => type === 'branch.created');
  const isReference = events.every(
    ({ type, payload }) => type !== 'model.imported' || payload.reference,
  );
  if (known.length === 0 && (isNew || isReference || ownView(whole).count() === 0)) return;
  const seen = ownView(view).count();
  if (known.length > 0 || seen === 0) throw obstructed();
  throw new Refusal(
    'INVALID_ARGUMENT',
    `branch \`${view.branch}\` has ${seen} elements; expected one without elements`,
    'import the file on a new branch',
  );
}
