/** @module approvals: the approval client: list, show, approve, reject, comment, export. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { countsOf } from '../../../governance/approval/counts.ts';
import { hangingLines, printable, printableJson } from '../../../kernel/base/text/printable.ts';
import { approvalDetails } from '../../../servers/approvals/approval-details.ts';
import { LIST_LIMIT } from '../../../servers/approvals/checked-plan.ts';
import { approvalLines } from '../../../servers/approvals/effect-text.ts';
import { labelled } from '../../../servers/approvals/labelled.ts';
import { openRejections } from '../../../servers/approvals/rejected-before.ts';
import { type ApprovalRow, commentWords, rowOf } from '../approvals/approval-row.ts';
import { type Decision, decideAll } from '../approvals/decide-all.ts';
import { openDesk } from '../approvals/open-desk.ts';
import { readApproval } from '../approvals/read-approval.ts';
import { listApprovals } from '../approvals/store.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { commentOn, commentOption } from '../remarks/comment-on.ts';
import { markOptions } from '../remarks/given-marks.ts';
import { digestPrefixes, givenPrefixes, reasonOption } from '../signing-options.ts';
import { painter } from '../terminal.ts';

/** Lists approvals, newest first: pending ones and those that have just ended, or with `--all` all of them. */
export async function listPending(call: Call): Promise<Outcome> {
  await using desk = await openDesk(call);
  const all = call.values['all'] === true;
  const now = new Date();
  const approvals = await listApprovals(desk, all, now);
  const registry = await desk.people();
  const rejectionsIn = await openRejections(desk)(now);
  const rows = approvals.map((approval) =>
    rowOf(approval, registry, now, rejectionsIn(approval).length > 0),
  );
  const none = all ? 'no approvals' : 'no pending approvals';
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
      comment_count: rows[index]?.comment_count ?? 0,
    })),
    lines:
      approvals.length === 0
        ? [none]
        : [...rows.flatMap((row) => rowLines(row, call.terminal.width)), ...more],
  };
}

/** The effect, then requester and reasoning, folded but never truncated. */
function rowLines(
  { approval_id, what, who, why, left, contains_rejected, comment_count }: ApprovalRow,
  width: number,
): string[] {
  const rejected = contains_rejected ? ', contains changes that were rejected before' : '';
  const said = comment_count === 0 ? '' : `, ${commentWords(comment_count)}`;
  return [
    ...hangingLines(`${approval_id} ${what} (${left}${rejected}${said})`, '', width),
    ...hangingLines(`${who}: ${why}`, '    ', width),
  ];
}

/** Shows one approval in full; `--picture` also draws it as PNG or SVG. @throws CliFailure for an unknown id */
export async function showApproval(call: Call): Promise<Outcome> {
  await using desk = await openDesk(call);
  const now = new Date();
  const approval = await readApproval(desk, call.positionals[0] ?? '');
  const { record, plan } = approval;
  const details = await approvalDetails(desk, approval, now);
  const { width, colour } = call.terminal;
  const decide = `\`plumbline approvals approve ${record.approval_id} --as NAME\``;
  const lines = [
    ...approvalLines(details, { width, paint: painter(colour), now }),
    ...(record.status === 'pending' ? labelled('next', `${decide} signs it`, width) : []),
  ];
  const file = textOf(call, 'picture');
  const picture = file === null ? null : resolve(call.terminal.cwd, file);
  if (picture !== null) {
    // Imported here because only pictures need the renderer.
    const { approvalPicture, approvalPng } = await import('../approvals/plan-picture.ts');
    writeFileSync(
      picture,
      picture.endsWith('.png') ? approvalPng(details) : approvalPicture(details),
    );
  }
  const { items, carried, results, given_up, scope, notes } = details.effect;
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
    rejected_before: details.rejected,
  };
  return {
    json: { ...record, comments: details.comments, plan, effect, picture },
    lines: picture === null ? lines : [...lines, `picture   ${printable(picture)}`],
  };
}

async function decideListed(
  call: Call,
  decision: Pick<Decision, 'verdict' | 'digests' | 'marks'>,
): Promise<Outcome> {
  const { verdict } = decision;
  const name = signerOf(call, verdict);
  const reason = reasonOption(call);
  if (reason === null && verdict === 'reject') {
    throw misuse('--reason TEXT is missing', 'add --reason TEXT; the requester reads it');
  }
  const results = await decideAll(call, { ...decision, name, reason });
  const ok = results.every((result) => result.ok);
  return { exit: ok ? 0 : 1, json: results, lines: results.map(({ message }) => message) };
}

/** The approver who signs. @throws CliFailure with exit code 2 without `--as` */
function signerOf(call: Call, verb: Decision['verdict'] | 'comment'): string {
  const name = textOf(call, 'as');
  if (name !== null) return name;
  throw misuse(
    '--as NAME is missing, the approver who signs',
    `run \`plumbline approvals ${verb} ${call.positionals.join(' ')} --as NAME\`; \`plumbline approver list\` lists the names`,
  );
}

/** Approves the named approvals; each is signed separately. @throws CliFailure for invalid digests or ids */
export async function approveListed(call: Call): Promise<Outcome> {
  const { positionals: ids } = call;
  signerOf(call, 'approve');
  const digests = digestPrefixes(call, `plumbline approvals show ${ids[0] ?? 'ID'}`, ids.length);
  return decideListed(call, { verdict: 'approve', digests, marks: [] });
}

/**
 * Rejects the named approvals, one of them also with marks; each is signed separately.
 *
 * @throws CliFailure for an unknown approver or id, invalid digests and marks
 */
export function rejectListed(call: Call): Promise<Outcome> {
  const { positionals: ids } = call;
  const digests = givenPrefixes(call, `plumbline approvals show ${ids[0] ?? 'ID'}`, ids.length);
  return decideListed(call, { verdict: 'reject', digests, marks: markOptions(call) });
}

/**
 * Comments on a pending approval, which stays pending.
 *
 * @throws CliFailure for an unknown approver or id, an invalid text, digest or mark
 */
export async function commentApproval(call: Call): Promise<Outcome> {
  const name = signerOf(call, 'comment');
  const text = commentOption(call);
  const id = call.positionals[0] ?? '';
  const digests = givenPrefixes(call, `plumbline approvals show ${id}`, 1);
  const result = await commentOn(call, id, { name, text, digests, marks: markOptions(call) });
  return { exit: result.ok ? 0 : 1, json: result, lines: [result.message] };
}

/**
 * Exports one approval with its plan, its comments, the approvers that signed any of it and the events of its operation.
 *
 * @throws CliFailure for an unknown id
 */
export async function exportApproval(call: Call): Promise<Outcome> {
  await using desk = await openDesk(call);
  const { record, plan } = await readApproval(desk, call.positionals[0] ?? '');
  const { workspace, approvers } = await desk.people();
  const { plan: plan_text, ...rest } = record;
  const comments = await desk.comments(record.approval_id);
  const exported = {
    workspace_id: workspace.workspace_id,
    approval: rest,
    comments,
    plan,
    plan_text,
    approvers: approvers.filter(({ name }) =>
      [...record.decisions, ...comments].some(({ approver }) => approver === name),
    ),
    events: await desk.eventsOfOperation(plan.operation_id),
  };
  return { json: exported, lines: [printableJson(exported, 2)] };
}
