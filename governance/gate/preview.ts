/** @module preview: the diff of a planned effect, short enough for a model to read. */
import type { Change, Effect } from '../tool/domain.ts';

/** Changes shown in full per kind of change; the rest is counted. */
const SHOWN_MAX = 50;

/** The part of a dry run's or pending approval's data that shows the effect. */
export function previewData<View>(
  effect: Effect<View>,
  approval: { readonly triggers: readonly string[]; readonly approvers_required: number },
): Readonly<Record<string, unknown>> {
  const by = (change: Change['change']): readonly Change[] =>
    effect.changes.filter((one) => one.change === change);
  const [created, modified, deleted] = [by('created'), by('modified'), by('deleted')];
  const shown = {
    created: created.slice(0, SHOWN_MAX).map(withoutMark),
    modified: modified.slice(0, SHOWN_MAX).map(withoutMark),
    deleted: deleted.slice(0, SHOWN_MAX).map(withoutMark),
  };
  return {
    diff: {
      counts: { created: created.length, modified: modified.length, deleted: deleted.length },
      ...shown,
      regenerated: effect.regenerated.length,
    },
    approval: {
      needed: approval.triggers.length > 0,
      because: approval.triggers,
      approvers_required: approval.triggers.length > 0 ? approval.approvers_required : 0,
    },
  };
}

function withoutMark({ change: _change, ...rest }: Change): Readonly<Record<string, unknown>> {
  return rest;
}
