/** @module approvals: the approval client: list, show, approve, reject, export. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { countsOf } from '../../../governance/approval/counts.ts';
import { type ApprovalRow, rowOf } from '../approvals/approval-row.ts';
import { type Decision, decideAll } from '../approvals/decide-all.ts';
import { digestPrefixes } from '../approvals/digest-prefix.ts';
import { approvalLines } from '../approvals/effect-text.ts';
import { hung } from '../approvals/item-lines.ts';
import { DESK_OPTIONS, openDesk } from '../approvals/open-desk.ts';
import { LIST_LIMIT, readApproval } from '../approvals/read-approval.ts';
import { openRejections } from '../approvals/rejected-before.ts';
import { listApprovals, shownApproval } from '../approvals/store.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { printable, printableJson } from '../printable.ts';
import { painter } from '../terminal.ts';
import { watchCommand } from '../watch/watch.ts';

const listCommand: Command = {
  words: 'approvals list',
  takes: [],
  summary: 'what waits for a person, and what has ended in the last hour without one',
  options: { all: { type: 'boolean', help: 'what was decided too' }, ...DESK_OPTIONS },
  async run(call) {
    await using desk = await openDesk(call);
    const all = call.values['all'] === true;
    const now = new Date();
    const approvals = await listApprovals(desk, all, now);
    const registry = await desk.people();
    const rejectionsIn = await openRejections(desk)(now);
    const rows = approvals.map((approval) =>
      rowOf(approval, registry, now, rejectionsIn(approval).length > 0),
    );
    const none = all ? 'there were no approvals yet' : 'nothing waits for a person';
    const more = approvals.length >= LIST_LIMIT ? [`only the newest ${LIST_LIMIT} are shown`] : [];
    return {
      json: approvals.map(({ record, plan }, index) => ({
        approval_id: record.approval_id,
        status: record.status,
        tool: plan.tool,
        branch: plan.branch,
        affected: plan.affected,
        counts: countsOf(plan),
        triggers: plan.triggers,
        agent_id: plan.agent_id,
        user_id: plan.user_id,
        reasoning: plan.reasoning,
        created_at: record.created_at,
        expires_at: record.expires_at,
        event_id: record.event_id,
        detail: record.detail,
        contains_rejected: rows[index]?.contains_rejected ?? false,
      })),
      lines:
        approvals.length === 0
          ? [none]
          : [...rows.flatMap((row) => rowLines(row, call.terminal.width)), ...more],
    };
  },
};

/** What, then who and why, folded and not cut. */
function rowLines(
  { approval_id, what, who, why, left, contains_rejected }: ApprovalRow,
  width: number,
): string[] {
  const rejected = contains_rejected ? ', contains what was rejected before' : '';
  return [
    ...hung(`${approval_id} ${what} (${left}${rejected})`, '', width),
    ...hung(`${who}: ${why}`, '    ', width),
  ];
}

const showCommand: Command = {
  words: 'approvals show',
  takes: ['ID'],
  summary: 'the whole effect of what waits, from the keeper’s own copy',
  options: {
    picture: {
      type: 'string',
      value: 'FILE',
      help: 'write a before/after plan as SVG; PNG: the place alone',
    },
    ...DESK_OPTIONS,
  },
  async run(call) {
    await using desk = await openDesk(call);
    const now = new Date();
    const approval = await readApproval(desk, call.positionals[0] ?? '');
    const { record, plan } = approval;
    const shown = await shownApproval(desk, approval, now);
    const { width, colour } = call.terminal;
    const lines = approvalLines(shown, { width, paint: painter(colour), now });
    const file = textOf(call, 'picture');
    const picture = file === null ? null : resolve(call.terminal.cwd, file);
    if (picture !== null) {
      // What draws is loaded by who asks for a picture.
      const { approvalPicture, approvalPng } = await import('../approvals/plan-picture.ts');
      writeFileSync(
        picture,
        picture.endsWith('.png') ? approvalPng(shown) : approvalPicture(shown),
      );
    }
    const { items, carried, results, given_up, scope, notes } = shown.effect;
    const effect = {
      counts: countsOf(plan),
      items,
      carried,
      results,
      given_up: given_up.map(({ branch, parent, items: lost }) => ({
        branch,
        parent,
        items: lost,
      })),
      scope,
      notes,
      rejected_before: shown.rejected,
    };
    return {
      json: { ...record, plan, effect, picture },
      lines: picture === null ? lines : [...lines, `picture   ${printable(picture)}`],
    };
  },
};

const DECISION_OPTIONS = {
  ...DESK_OPTIONS,
  reason: { type: 'string', value: 'TEXT', help: 'why; stored and signed' },
} as const;

/** Longest reason (characters). */
const REASON_MAX = 2000;

async function decideGiven(
  call: Call,
  decision: Pick<Decision, 'verdict' | 'digests'>,
): Promise<Outcome> {
  const { verdict } = decision;
  const name = textOf(call, 'as');
  if (name === null) {
    throw misuse('got no approver, want --as NAME', `plumbline approvals ${verdict} ID… --as NAME`);
  }
  const reason = reasonOf(call, verdict);
  const results = await decideAll(call, { ...decision, name, reason });
  const ok = results.every((result) => result.ok);
  const json = results.map(({ said, ...result }) => ({ ...result, message: said }));
  return { exit: ok ? 0 : 1, json, lines: results.map(({ said }) => said) };
}

function reasonOf(call: Call, verdict: 'approve' | 'reject'): string | null {
  const reason = textOf(call, 'reason');
  if (reason === null && verdict === 'reject') {
    throw misuse('got no reason, want --reason TEXT', 'say why; the requester reads it');
  }
  if (reason !== null && (reason.trim() === '' || reason.length > REASON_MAX)) {
    throw misuse(
      `got a reason of ${reason.length} characters, want 1 to ${REASON_MAX}`,
      'say it shorter, or at all',
    );
  }
  return reason;
}

const approveCommand: Command = {
  words: 'approvals approve',
  takes: ['ID…'],
  summary: 'show the whole effect, ask, and sign it; the last signature needed carries it out',
  options: {
    ...DECISION_OPTIONS,
    digest: {
      type: 'string',
      value: 'PREFIX',
      help: 'sign this plan without being asked: 12 or more hexadecimal digits of its digest, with commas for several ids',
    },
  },
  run: (call) => decideGiven(call, { verdict: 'approve', digests: digestPrefixes(call) }),
};

const rejectCommand: Command = {
  words: 'approvals reject',
  takes: ['ID…'],
  summary: 'refuse one or more plans, with a reason',
  options: DECISION_OPTIONS,
  run: (call) => decideGiven(call, { verdict: 'reject', digests: null }),
};

const exportCommand: Command = {
  words: 'approvals export',
  takes: ['ID'],
  summary: 'one approval with plan, decisions and keys as JSON, to keep or to check elsewhere',
  options: DESK_OPTIONS,
  async run(call) {
    await using desk = await openDesk(call);
    const { record, plan } = await readApproval(desk, call.positionals[0] ?? '');
    const { workspace, approvers } = await desk.people();
    const { plan: plan_text, ...rest } = record;
    const exported = {
      workspace_id: workspace.workspace_id,
      approval: rest,
      plan,
      plan_text,
      approvers: approvers.filter(({ name }) =>
        record.decisions.some(({ approver }) => approver === name),
      ),
      events: await desk.eventsOfOperation(plan.operation_id),
    };
    return { json: exported, lines: [printableJson(exported, 2)] };
  },
};

export const APPROVAL_COMMANDS: readonly Command[] = [
  listCommand,
  showCommand,
  approveCommand,
  rejectCommand,
  watchCommand,
  exportCommand,
];
