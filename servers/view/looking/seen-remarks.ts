/** @module seen-remarks: the decisions and comments on an approval, with the marks that a person may see. */
import { commentsOf } from '../../../governance/audit/remarks/comments.ts';
import { concealmentOn, marksSeenOn } from '../../../governance/engine/call/caller-view.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord, Mark, PlanDocument } from '../../../schemas/governance.ts';
import type { ApprovalAnswer, MarkShown } from '../protocol/approvals.ts';
import type { Looking } from './looking.ts';

/** The parts of an approval that remarks are about. */
type Remarked = {
  readonly record: Pick<ApprovalRecord, 'approval_id' | 'decisions'>;
  readonly plan: Pick<PlanDocument, 'branch' | 'events'>;
};

type RemarkSight = Pick<Looking, 'viewer' | 'sees_all' | 'domain'> & {
  readonly reader: Pick<LedgerRead, 'counter' | 'auditAfter'>;
};

/**
 * Decisions, and comments from the oldest to the newest. A person with a restricted READ gets only marks on elements that they
 * see and on places inside their regions, and texts without hidden ids.
 */
export async function seenRemarks(
  { record, plan }: Remarked,
  looking: RemarkSight,
): Promise<Pick<ApprovalAnswer, 'decisions' | 'comments'>> {
  const { viewer, sees_all, reader } = looking;
  const sees = sees_all ? () => true : marksSeenOn(looking, viewer, plan);
  const hidden = sees_all ? null : concealmentOn(looking, viewer, plan.branch);
  const words = (text: string): string => (hidden === null ? text : textOf(hidden.data(text)));
  const marksIn = (marks: readonly Mark[] = []): readonly MarkShown[] =>
    marks
      .filter((mark) => sees(mark))
      .map(({ text, element_id = null, at = null }) => ({ text: words(text), element_id, at }));
  const comments = await commentsOf(reader, record.approval_id);
  return {
    decisions: record.decisions.map(({ approver, verdict, decided_at, reason, marks }) => ({
      by: approver,
      verdict,
      at: decided_at,
      reason: reason === null ? null : words(reason),
      marks: marksIn(marks),
    })),
    comments: comments.map(({ approver, commented_at, text, marks }) => ({
      by: approver,
      at: commented_at,
      text: words(text),
      marks: marksIn(marks),
    })),
  };
}

/** A text without hidden ids; empty if it is nothing but a hidden id. */
function textOf(shown: unknown): string {
  return typeof shown === 'string' ? shown : '';
}
