/** @module revision-items: the elements that the revision of an import creates, changes and deletes on the branch. */
import { differingNames } from '../../kernel/base/canonical/deep-equal.ts';
import { isSameContent } from '../../kernel/base/manifest/same-content.ts';
import type { ProjectedView } from '../../kernel/building/model/projection/projected-view.ts';
import { isExchange, manifestsOf } from '../../schemas/element-changes.ts';
import type { ElementRecord, ParamValues, PlannedEvent } from '../../schemas/events.ts';
import type { EffectItem } from './effect-item.ts';

/** Maximum number of listed changes of a revision: more take too long to show, and are only counted. */
const LISTED = 5000;

/** Numbers of elements by change. */
export type RevisionCounts = {
  readonly created: number;
  readonly modified: number;
  readonly deleted: number;
};

/** The changes of the revisions of a plan. */
type RevisionItems = RevisionCounts & {
  /** The changes, deletions first; empty if there are too many. */
  readonly items: readonly EffectItem[];
  /** Ids of all elements of both manifests. */
  readonly ids: ReadonlySet<string>;
};

/**
 * Compares the elements of both manifests before and after the plan; null for a plan without a revision or its undo, or if the views
 * do not have its manifests. The place of a mesh in its blob is no change.
 */
export function revisionItems(
  events: readonly PlannedEvent[],
  before: ProjectedView,
  after: ProjectedView,
): RevisionItems | null {
  const { manifests, kinds } = before.source.state.keys;
  const digests = events.filter(isExchange).flatMap(manifestsOf);
  if (digests.length === 0 || !digests.every((sha256) => manifests.has(sha256))) return null;
  const ids = new Set(
    digests.flatMap((sha256) => manifests.elements(sha256, kinds).map(({ id }) => id)),
  );
  const items: EffectItem[] = [];
  for (const id of ids) {
    const [was, is] = [before.model.element(id), after.model.element(id)];
    if (was === undefined && is !== undefined) items.push({ change: 'created', element: is });
    if (was === undefined) continue;
    if (is === undefined) {
      items.push({ change: 'deleted', element: was, cascade_of: null });
      continue;
    }
    const params = changedParams(was, is);
    if (params.length > 0) items.push({ change: 'modified', element: was, params });
  }
  const none = { created: 0, modified: 0, deleted: 0 };
  return { ...withItems(none, items), items: items.length > LISTED ? [] : items, ids };
}

/** The numbers with those of further items. */
export function withItems(
  { created, modified, deleted }: RevisionCounts,
  items: readonly EffectItem[],
): RevisionCounts {
  const count = (change: EffectItem['change']): number =>
    items.filter((item) => item.change === change).length;
  return {
    created: created + count('created'),
    modified: modified + count('modified'),
    deleted: deleted + count('deleted'),
  };
}

type Params = Extract<EffectItem, { readonly change: 'modified' }>['params'];

function changedParams(was: ElementRecord, is: ElementRecord): Params {
  const [from, to]: [ParamValues, ParamValues] = [was.params, is.params];
  if (isSameContent(was, is)) return [];
  return differingNames(from, to).map((name) => {
    return { name, from: from[name] ?? null, to: to[name] ?? null };
  });
}
