/** @module preview-data: the part of an answer that shows a planned effect, with the approval that it needs. */
import type { PlanDocument } from '../../../schemas/governance.ts';
import type { PreviewPage } from '../../engine/command/preview-page.ts';

/** The part of a dry run's or pending approval's data that shows the effect, with its warnings. */
export type Preview = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** The page of a preview with the approval that its change needs. */
export function previewData(
  { data, diff, losses, not_created, warnings }: PreviewPage,
  { triggers, approvers_required }: Pick<PlanDocument, 'triggers' | 'approvers_required'>,
): Preview {
  const needed = triggers.length > 0;
  const approval = {
    needed,
    because: triggers,
    approvers_required: needed ? approvers_required : 0,
    ...losses,
  };
  return {
    data: { ...data, diff, approval, ...(not_created.length === 0 ? {} : { not_created }) },
    warnings,
  };
}
