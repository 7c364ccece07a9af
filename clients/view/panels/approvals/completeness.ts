/** @module completeness: whether the page shows everything that a plan contains. A person must not sign what they did not see. */
import type { ApprovalAnswer } from '../../../../servers/view/protocol/approvals.ts';

/** What the page shows. */
export type ShownParts = {
  /** Ids with a shape in the picture: at the later moment, and at the earlier one. */
  readonly after: { readonly has: (id: string) => boolean };
  readonly before: { readonly has: (id: string) => boolean };
  /** Whether there is a picture at all; without one the list must be complete. */
  readonly has_picture: boolean;
  /** Whether an element is hidden by what the person, or a link, has chosen. */
  readonly isHidden: (id: string) => boolean;
};

/** The elements of a plan that the page does not show. */
export type Missing = {
  /** Ids that are in no row of the list. */
  readonly unlisted: readonly string[];
  /** Ids that have a shape and are not in the picture. */
  readonly undrawn: readonly string[];
  /** Elements of imports for which the list has no row. */
  readonly imported: number;
};

/** Compares the signed events of a plan with what the page shows. */
export function missingOf(approval: ApprovalAnswer, shown: ShownParts): Missing {
  const { must_show, changes, imported } = approval;
  const listed = new Set(changes.rows.map(({ id }) => id));
  const named = new Set(must_show.map(({ id }) => id));
  const others = [...listed].filter((id) => !named.has(id)).length;
  return {
    unlisted: must_show.filter(({ id }) => !listed.has(id)).map(({ id }) => id),
    undrawn: shown.has_picture
      ? must_show
          .filter(({ id, has_shape }) => has_shape && !isDrawn(id, shown))
          .map(({ id }) => id)
      : [],
    imported: Math.max(0, imported - others),
  };
}

/** Whether nothing is missing. */
export function isComplete({ unlisted, undrawn, imported }: Missing): boolean {
  return unlisted.length + undrawn.length + imported === 0;
}

function isDrawn(id: string, { after, before, isHidden }: ShownParts): boolean {
  return (after.has(id) || before.has(id)) && !isHidden(id);
}
