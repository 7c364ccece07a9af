/** @module approvals: pending and decided approvals, as the terminal shows them, from the keeper's own copy. */
import { countsOf, countWords } from '../../../governance/approval/counts.ts';
import { commentCount, commentsOf } from '../../../governance/audit/remarks/comments.ts';
import { personName } from '../../../governance/control/person-names.ts';
import type { People } from '../../../governance/control/wire.ts';
import { concealmentOn } from '../../../governance/engine/call/caller-view.ts';
import { shownBody } from '../../../kernel/building/kinds/shared/shown-body.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import {
  affectedIds,
  importedCount,
  isExchange,
  revertedCount,
} from '../../../schemas/element-changes.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { approvalDetails } from '../../approvals/approval-details.ts';
import { checkTexts } from '../../approvals/check-text.ts';
import { approvalLines } from '../../approvals/effect-text.ts';
import type { ReadingDesk } from '../../approvals/reading-desk.ts';
import { readPeople } from '../../control/people.ts';
import type { Looking } from '../looking/looking.ts';
import { plannedElements } from '../looking/planned-elements.ts';
import { type SeenApproval, seenApproval, seenApprovals } from '../looking/seen-approvals.ts';
import { seenRemarks } from '../looking/seen-remarks.ts';
import type { ApprovalAnswer, ApprovalRow } from '../protocol/approvals.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';
import { changesOf, type SeenSides } from './changes.ts';

/** The approvals that the person may see, newest first. */
export const approvalsAnswer = jsonAnswer(
  'approvals',
  ASKS.approvals,
  async ({ status }, looking) => {
    const { seen, more } = await seenApprovals(looking, status === 'pending' ? 'pending' : null);
    const people = await readPeople(looking.reader);
    const rows: ApprovalRow[] = [];
    for (const one of seen) {
      if (status === 'decided' && one.record.status === 'pending') continue;
      rows.push(await rowOf(one, people, looking));
    }
    return { rows, more };
  },
);

/** One approval with its whole plan. */
export const approvalAnswer = jsonAnswer(
  'approval',
  ASKS.approval,
  async ({ approval_id }, looking) => {
    const seen = await seenApproval(looking, approval_id);
    const { record, plan } = seen;
    const people = await readPeople(looking.reader);
    const sides = await sidesOf(seen, looking);
    return {
      approval: await rowOf(seen, people, looking),
      digest: record.plan_digest,
      approvers_required: plan.approvers_required,
      reasoning: plan.reasoning ?? '',
      lines: looking.sees_all ? await linesOf(seen, people, looking) : [],
      ...sightedTexts(seen, looking),
      terminal_only: terminalOnly(seen, looking),
      changes: changesOf(sides),
      indirect: looking.sees_all ? countsOf(plan).carried : null,
      misfit: sides.to.misfit,
      must_show: mustShow(seen, sides),
      imported: importedIn(plan.events),
      ...(await seenRemarks(seen, looking)),
      now: looking.now().toISOString(),
    };
  },
);

async function rowOf(
  { record, plan }: SeenApproval,
  people: People,
  looking: Looking,
): Promise<ApprovalRow> {
  const { reader, sees_all } = looking;
  // What changes indirectly is counted by the list of changes
  const counts = { ...countsOf(plan), carried: 0 };
  const agent = people.agents.find(({ agent_id }) => agent_id === plan.agent_id);
  const person = personName(people, plan.user_id);
  return {
    approval_id: record.approval_id,
    status: record.status,
    requested_by: plan.agent_id === null ? person : `${agent?.name ?? plan.agent_id} for ${person}`,
    tool: `${plan.server}.${plan.tool}`,
    branch: plan.branch,
    created_at: record.created_at,
    expires_at: record.expires_at,
    digest: record.plan_digest,
    // A plan has hidden elements, too
    summary: sees_all ? countWords(counts) : '',
    ...(sees_all ? await plannedElements(plan, looking) : { elements: [], alike: 0 }),
    comments: await commentCount(reader, record.approval_id),
  };
}

/** Warnings and checks; without hidden ids for a person with a restricted READ. */
function sightedTexts(
  seen: SeenApproval,
  looking: Looking,
): Pick<ApprovalAnswer, 'warnings' | 'checks'> {
  const { warnings, branch } = seen.plan;
  const checks = checksOf(seen);
  if (looking.sees_all) return { warnings, checks };
  const concealment = concealmentOn(looking, looking.viewer, branch);
  // A check counts what is hidden
  return { warnings: concealment?.warnings(warnings) ?? [], checks: null };
}

/** Why the page cannot show all of a plan; null if it can. */
function terminalOnly({ plan }: SeenApproval, { sees_all }: Looking): string | null {
  if (!sees_all) return 'your READ permission does not cover the whole model';
  return plan.events.some(({ type }) => type === 'branch.discarded')
    ? 'the plan discards a branch, and this page does not draw what is lost with it'
    : null;
}

/** Elements that imports create or that their undo deletes. A revision keeps most elements as they are. */
function importedIn(events: readonly PlannedEvent[]): number {
  const own = events.filter((event) => !isExchange(event));
  return importedCount(own) + revertedCount(own);
}

/** The branch before and after the plan; for an executed plan, around its operation. */
async function sidesOf({ record, plan }: SeenApproval, looking: Looking): Promise<SeenSides> {
  const { branch } = plan;
  if (record.status !== 'executed' || !looking.sees_all) {
    return {
      from: await looking.at({ plan: record.approval_id, before: true }),
      to: await looking.at({ plan: record.approval_id }),
    };
  }
  const events = await looking.reader.eventsOfOperation(plan.operation_id);
  const seqs = events.filter((event) => event.branch === branch).map(({ seq }) => seq);
  const first = Math.min(...seqs);
  return {
    from: await looking.at({ branch, seq: Math.max(1, first - 1) }),
    to: await looking.at({ branch, seq: Math.max(...seqs) }),
  };
}

/** Elements of the plan's own events, and whether they have a shape on either side. */
function mustShow({ plan }: SeenApproval, { from, to }: SeenSides): ApprovalAnswer['must_show'] {
  const ids = [...affectedIds(plan.events)].filter(
    (id) => from.view.element(id) !== undefined || to.view.element(id) !== undefined,
  );
  return ids.map((id) => ({ id, has_shape: hasShape(from.view, id) || hasShape(to.view, id) }));
}

function hasShape(view: BuildingView, id: string): boolean {
  const element = view.element(id);
  if (element === undefined || view.kinds.of(element).body === 'none') return false;
  try {
    return (shownBody(element, view)?.mesh.triangles.length ?? 0) > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The lines of `plumbline approvals show`, without line breaks for a width. */
async function linesOf(
  { record, plan }: SeenApproval,
  people: People,
  { reader, now }: Looking,
): Promise<readonly string[]> {
  const desk: ReadingDesk = {
    branchHead: async (branch) => await reader.branchHead(branch),
    eventsOfBranch: async (branch, after, limit) =>
      await reader.eventsOfBranch(branch, after, limit),
    blobPart: async (sha256, n) => await reader.blobPart(sha256, n),
    people: async () => await Promise.resolve(people),
    approvals: async (status, limit) => await reader.approvals(status, limit),
    planText: async ({ approval_id }) => (await reader.approval(approval_id))?.plan ?? '',
    comments: async (approval_id) => await commentsOf(reader, approval_id),
    eventsOfOperation: async (operation_id) => await reader.eventsOfOperation(operation_id),
  };
  const details = await approvalDetails(desk, { record, plan }, now());
  return approvalLines(details, { width: Infinity, paint: (text) => text, now: now() });
}

function checksOf({ plan: { checks } }: SeenApproval): ApprovalAnswer['checks'] {
  if (checks === undefined) return null;
  const all = Object.entries(checks);
  return {
    added: all.flatMap(([name, found]) =>
      [...found.new, ...(found.worse ?? [])].map(
        ({ severity, message }) => `${name}, ${severity}: ${message}`,
      ),
    ),
    resolved: all.flatMap(([name, { resolved }]) =>
      resolved.map(({ severity, message }) => `${name}, ${severity}: ${message}`),
    ),
    text: checkTexts(checks),
  };
}
