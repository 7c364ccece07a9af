/** @module approval-remarks: decisions and comments of approvers, with the marks that a requester may see. */
import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { isBeyondBranch, type StoredEvent } from '../../schemas/events.ts';
import {
  type ApprovalRecord,
  type Mark,
  PlanDocument,
  type Principal,
} from '../../schemas/governance.ts';
import type { Concealment } from '../../schemas/sight.ts';
import { commentCount, commentsOf } from '../audit/remarks/comments.ts';
import type { PlanPlace } from '../engine/call/caller-view.ts';

/** Whether a principal may see a mark. */
export type SeesMark = (mark: Mark) => boolean;

/** What the principal of a call may see of an approval. */
export type RemarkParts = {
  readonly reader: Pick<LedgerReader, 'approval' | 'counter' | 'auditAfter'>;
  /** Whether the READ of this principal has no scope. */
  readonly readsAll: (principal: Principal) => boolean;
  /** Whether this principal may see events of others on a branch. */
  readonly maySee: (principal: Principal, event: Pick<StoredEvent, 'branch'>) => boolean;
  readonly readsBranch: (principal: Principal, branch: string) => boolean;
  readonly concealment: (principal: Principal, branch: string) => Promise<Concealment | null>;
  readonly seesMark: (principal: Principal, plan: PlanPlace) => Promise<SeesMark>;
};

/** Decisions and comments as a requester sees them; each list is absent if it is empty, and so are marks. */
export type Remarks = {
  readonly decisions?: readonly Remark[];
  readonly comments?: readonly Remark[];
};

type Remark = Readonly<Record<string, unknown>> & { readonly marks?: readonly Mark[] };

/**
 * The decisions and comments on an approval, without hidden ids and without marks on elements and places that the principal
 * may not see; nothing for a branch outside READ.
 */
export async function remarksOn(
  { approval_id, decisions }: ApprovalRecord,
  plan: PlanDocument,
  principal: Principal,
  { reader, readsBranch, concealment, seesMark }: RemarkParts,
): Promise<Remarks> {
  const comments = await commentsOf(reader, approval_id);
  const isNone = decisions.length === 0 && comments.length === 0;
  if (isNone || !readsBranch(principal, plan.branch)) return {};
  const sees = await seesMark(principal, plan);
  const hidden = await concealment(principal, plan.branch);
  const shown = ({ text, marks }: Remarked): Remark => {
    const seen = (marks ?? []).filter((mark) => sees(mark));
    const words = hidden === null ? text : hidden.data(text);
    const visible = hidden === null ? seen : seen.map((mark) => withWords(mark, hidden));
    return { ...Object(words), ...(visible.length === 0 ? {} : { marks: visible }) };
  };
  const decided = decisions.map(({ approver, verdict, reason, decided_at, marks }) =>
    shown({ text: { approver, verdict, reason, decided_at }, marks }),
  );
  const said = comments.map(({ number, approver, text, commented_at, marks }) =>
    shown({ text: { number, approver, text, commented_at }, marks }),
  );
  return {
    ...(decided.length === 0 ? {} : { decisions: decided }),
    ...(said.length === 0 ? {} : { comments: said }),
  };
}

/** A decision or comment in words, and its marks. */
type Remarked = { readonly text: object; readonly marks: readonly Mark[] | undefined };

/** A visible mark without hidden ids in its text. */
function withWords(mark: Mark, hidden: Concealment): Mark {
  const text = hidden.data(mark.text);
  // A text that is nothing but a hidden id.
  return { ...mark, text: typeof text === 'string' ? text : '' };
}

/** The number of comments on an approval. */
export function commentsSoFar(
  { reader }: Pick<RemarkParts, 'reader'>,
  approval_id: string,
): Promise<number> {
  return commentCount(reader, approval_id);
}

function marksOf({ decisions = [], comments = [] }: Remarks): readonly Mark[] {
  return [...decisions, ...comments].flatMap(({ marks = [] }) => marks);
}

/** The number of marks in words, for a message; empty if there are none. */
export function markWords(remarks: Remarks): string {
  const count = marksOf(remarks).length;
  if (count === 0) return '';
  return count === 1 ? '1 mark of an approver' : `${count} marks of approvers`;
}

/** An approval is visible to its requester, and to principals of the same person that may see events of others. */
export function maySeeApproval(
  record: ApprovalRecord,
  principal: Principal,
  { readsAll, maySee }: Pick<RemarkParts, 'readsAll' | 'maySee'>,
): boolean {
  const plan = planOf(record);
  if (plan.user_id !== principal.user_id) return false;
  if (plan.agent_id === principal.agent_id || readsAll(principal)) return true;
  return !plan.events.some(isBeyondBranch) && maySee(principal, plan);
}

/** The plan of an approval. */
export function planOf({ plan }: ApprovalRecord): PlanDocument {
  return PlanDocument.parse(JSON.parse(plan));
}

/**
 * Runs a call. Its refusal because of a rejection also says how many marks of that rejection the principal may see, and which
 * call reads them.
 */
export async function withMarks<T>(
  parts: RemarkParts,
  { principal, tool }: { readonly principal: Principal; readonly tool: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // That tool states the marks itself.
    throw tool === 'get_operation' ? error : await markedRefusal(parts, principal, error);
  }
}

async function markedRefusal(
  parts: RemarkParts,
  principal: Principal,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal) || error.body.name !== 'APPROVAL_REJECTED') return error;
  const { name, message, hint, data } = error.body;
  const { approval_id } = data;
  const record = typeof approval_id === 'string' ? await parts.reader.approval(approval_id) : null;
  if (record === null || !maySeeApproval(record, principal, parts)) return error;
  const remarks = await remarksOn(record, planOf(record), principal, parts);
  const marks = markWords(remarks);
  if (marks === '') return error;
  return new Refusal(
    name,
    `${message}; with ${marks}`,
    `call get_operation with approval_id \`${record.approval_id}\` to read the marks and comments; ${hint}`,
    { ...data, marks: marksOf(remarks).length },
  );
}
