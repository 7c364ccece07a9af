/** @module approval-rows: the approvals that were requested, decided or ended in the reported entries. */
import type { LogEntry } from '../../../governance/audit/entries/log-entry.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { type Decision, type Mark, PlanDocument } from '../../../schemas/governance.ts';
import { markText } from '../../../servers/approvals/remark-lines.ts';
import { triggerWords } from '../../../servers/approvals/trigger-words.ts';
import { summaryOf } from '../approvals/approval-row.ts';
import type { Registry } from '../session.ts';
import { plannerOf } from './caller.ts';
import { withMaskedName } from './masked.ts';
import type {
  ApprovalProof,
  ApprovalReport,
  Caller,
  CommentRow,
  DecisionRow,
  Listed,
} from './report-data.ts';
import type { Selected } from './selection.ts';

/** Most approvals that a report lists. */
const APPROVALS_MAX = 1000;

/** Steps that end an approval without a decision. */
const ENDS: ReadonlySet<string> = new Set(['expired', 'cancelled', 'stale']);

/** The parts of a plan that a report states; the events are not kept. */
type Planned = {
  readonly caller: Caller;
  readonly session_id: string;
  readonly branch: string;
  readonly what: string;
  readonly because: string;
  readonly reasoning: string | null;
};

/** A decision with its signature, by which decisions of the store and of entries are matched. */
type SignedDecision = DecisionRow & { readonly signature: string };

type Tracked = {
  readonly planned: Planned;
  readonly plan_digest: string;
  readonly requested_at: string;
  readonly decisions: SignedDecision[];
  readonly comments: CommentRow[];
  status: string;
  executed_entry: number | null;
  detail: string | null;
};

/** Follows approvals through the entries of the log. */
export class ApprovalRows {
  readonly #reader: Pick<SqliteReader, 'approval'>;
  readonly #registry: Registry;
  readonly #tracked = new Map<string, Tracked | null>();
  /** Ids of approvals that entries of the report name; `more` has those beyond the listed ones. */
  readonly #reported = new Set<string>();
  readonly #more = new Set<string>();

  constructor(reader: Pick<SqliteReader, 'approval'>, registry: Registry) {
    this.#reader = reader;
    this.#registry = registry;
  }

  /** The requester of an approval, by which its entries are selected; null for an unknown one. */
  requestOf(approval_id: string): Selected | null {
    const tracked = this.#find(approval_id);
    if (tracked === null) return null;
    const { caller, session_id, branch } = tracked.planned;
    const agent_id = caller.kind === 'agent' ? caller.id : null;
    return { name: caller.name, agent_id, session_id, branch };
  }

  /** Takes a reported entry of the kind `approval`, in the order of the log. */
  take(entry: LogEntry): void {
    const { approval_id, step, decision, comment } = entry;
    if (typeof approval_id !== 'string' || step === undefined) return;
    if (step === 'opened') this.#opened(approval_id, entry);
    const tracked = this.#find(approval_id);
    if (tracked === null || step === 'notifying' || step === 'notified') return;
    if (step === 'decided' && decision !== undefined) {
      const known = tracked.decisions.some(({ signature }) => signature === decision.signature);
      const marks = markTexts(decision.marks);
      if (!known) tracked.decisions.push({ ...decision, marks, via_hub: entry.via === 'hub' });
      tracked.status = entry.outcome ?? decision.verdict;
    } else if (step === 'executed') {
      tracked.status = 'executed';
      tracked.executed_entry = entry.seq;
    } else if (step === 'commented' && comment !== undefined) {
      const { approver, public_key, text, commented_at } = comment;
      const marks = markTexts(comment.marks);
      tracked.comments.push({ approver, public_key, text, commented_at, marks });
    } else if (ENDS.has(step)) {
      tracked.status = step;
      tracked.detail = entry.detail ?? null;
    }
    this.#report(approval_id);
  }

  /** The decisions on an approval so far, for its operation. */
  proofOf(approval_id: string): ApprovalProof | null {
    const tracked = this.#find(approval_id);
    if (tracked === null) return null;
    const { plan_digest, decisions } = tracked;
    return { approval_id, plan_digest, decisions: decisions.map(decisionRow) };
  }

  /** The approvals of the report, in the order of their first reported entries. */
  list(): Listed<ApprovalReport> {
    const rows = [...this.#reported].flatMap((approval_id) => {
      const tracked = this.#tracked.get(approval_id) ?? null;
      if (tracked === null) return [];
      const { planned, decisions, ...rest } = tracked;
      const { branch: _branch, ...shown } = planned;
      return [{ approval_id, ...shown, ...rest, decisions: decisions.map(decisionRow) }];
    });
    return { rows, total: rows.length + this.#more.size };
  }

  #report(approval_id: string): void {
    if (this.#reported.has(approval_id)) return;
    if (this.#reported.size < APPROVALS_MAX) this.#reported.add(approval_id);
    else this.#more.add(approval_id);
  }

  #opened(approval_id: string, { plan, plan_digest = '', at }: LogEntry): void {
    const requested = { plan_digest, requested_at: at, decisions: [] };
    this.#tracked.set(approval_id, this.#trackedOf(plan, requested));
  }

  #trackedOf(
    plan: unknown,
    of: Pick<Tracked, 'plan_digest' | 'requested_at' | 'decisions'>,
  ): Tracked | null {
    const read = PlanDocument.safeParse(plan);
    if (!read.success) return null;
    const planned = plannedOf(read.data, this.#registry);
    const open = { status: 'pending', executed_entry: null, detail: null };
    return { planned, ...of, comments: [], ...open };
  }

  /** An approval that was requested before the entries that were read; its decisions are those of the store. */
  #find(approval_id: string): Tracked | null {
    const known = this.#tracked.get(approval_id);
    if (known !== undefined) return known;
    const record = this.#reader.approval(approval_id);
    const genuine = record !== null && sha256Hex(record.plan) === record.plan_digest;
    const found = genuine
      ? this.#trackedOf(parseJson(record.plan), {
          plan_digest: record.plan_digest,
          requested_at: record.created_at,
          decisions: record.decisions.map(storedDecision),
        })
      : null;
    this.#tracked.set(approval_id, found);
    return found;
  }
}

function plannedOf(plan: PlanDocument, registry: Registry): Planned {
  return {
    caller: plannerOf(plan, registry),
    session_id: plan.session_id,
    branch: plan.branch,
    what: summaryOf({ ...plan, events: plan.events.map(withMaskedName) }),
    because: triggerWords(plan.triggers),
    reasoning: plan.reasoning,
  };
}

function decisionRow(decision: SignedDecision): DecisionRow {
  const { verdict, approver, public_key, reason, decided_at, via_hub, marks } = decision;
  return { verdict, approver, public_key, reason, decided_at, via_hub, marks };
}

/** A decision of the store, which does not state its origin. */
function storedDecision(decision: Decision): SignedDecision {
  const { verdict, approver, public_key, reason, decided_at, signature, marks } = decision;
  const stated = { verdict, approver, public_key, reason, decided_at, signature };
  return { ...stated, via_hub: false, marks: markTexts(marks) };
}

/** Marks in words; elements and levels are named by their ids. */
function markTexts(marks: readonly Mark[] = []): readonly string[] {
  return marks.map((mark) => markText(mark, (id) => id));
}
