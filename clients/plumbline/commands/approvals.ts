/** @module approvals: the approval client: list, show, approve, reject, export. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { decide } from '../approvals/decide.ts';
import { approvalLines, summaryLine, timeLeft } from '../approvals/effect-text.ts';
import { planPicture } from '../approvals/plan-picture.ts';
import {
  type Decided,
  effectNow,
  listApprovals,
  LIST_LIMIT,
  type ReadApproval,
  readApproval,
} from '../approvals/store.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { keyPath, unlockKey } from '../keys/approver-key.ts';
import { fitted, printable, printableJson } from '../printable.ts';
import { activeApprover } from '../registry-change.ts';
import { openSession } from '../session.ts';
import { painter } from '../terminal.ts';
import { watchCommand } from '../watch/watch.ts';

const listCommand: Command = {
  words: 'approvals list',
  takes: [],
  summary: 'what waits for a person',
  options: { all: { type: 'boolean', help: 'what was decided too' } },
  async run(call) {
    await using session = openSession(call);
    const all = call.values['all'] === true;
    const approvals = await listApprovals(session, all);
    const now = new Date();
    const none = all ? 'there were no approvals yet' : 'nothing waits for a person';
    const more = approvals.length >= LIST_LIMIT ? [`only the newest ${LIST_LIMIT} are shown`] : [];
    return {
      json: approvals.map(({ record, plan }) => ({
        approval_id: record.approval_id,
        status: record.status,
        tool: plan.tool,
        branch: plan.branch,
        affected: plan.affected,
        triggers: plan.triggers,
        created_at: record.created_at,
        expires_at: record.expires_at,
        event_id: record.event_id,
      })),
      lines:
        approvals.length === 0
          ? [none]
          : [...approvals.map((approval) => listLine(approval, now, call.terminal.width)), ...more],
    };
  },
};

function listLine(approval: ReadApproval, now: Date, width: number): string {
  const { status, expires_at } = approval.record;
  const state = status === 'pending' ? timeLeft(expires_at, now).replace(/ \(.*$/, '') : status;
  return fitted(`${summaryLine(approval)} (${state})`, width);
}

const showCommand: Command = {
  words: 'approvals show',
  takes: ['ID'],
  summary: 'the whole effect of what waits, from the keeper’s own copy',
  options: {
    picture: { type: 'string', value: 'FILE', help: 'write a before/after plan as SVG' },
  },
  async run(call) {
    await using session = openSession(call);
    const approval = await readApproval(session, call.positionals[0] ?? '');
    const { record, plan } = approval;
    const effect = effectNow(session, plan);
    const { width, colour } = call.terminal;
    const look = { width, paint: painter(colour), now: new Date() };
    const lines = approvalLines({ record, plan, effect, registry: session.registry() }, look);
    const file = textOf(call, 'picture');
    const picture = file === null ? null : resolve(call.terminal.cwd, file);
    if (picture !== null)
      writeFileSync(
        picture,
        planPicture(effect, {
          title: `${record.approval_id}: ${plan.tool} on ${plan.branch}`,
          subtitle: `${record.status}, plan sha256 ${record.plan_digest}`,
        }),
      );
    const { items, scope } = effect;
    return {
      json: { ...record, plan, effect: { items, scope }, picture },
      lines: picture === null ? lines : [...lines, `picture   ${printable(picture)}`],
    };
  },
};

const DECISION_OPTIONS = {
  as: { type: 'string', value: 'NAME', help: 'the approver who decides' },
  reason: { type: 'string', value: 'TEXT', help: 'why; stored and signed' },
  'key-dir': { type: 'string', value: 'DIR', help: 'where that approver keeps the key' },
} as const;

/** Longest reason (characters). */
const REASON_MAX = 2000;

/** Decides several approvals by one person; each is read, checked and signed on its own. */
async function decideAll(call: Call, verdict: 'approve' | 'reject'): Promise<Outcome> {
  const name = textOf(call, 'as');
  if (name === null)
    throw misuse('got no approver, want --as NAME', `plumbline approvals ${verdict} ID… --as NAME`);
  const reason = reasonOf(call, verdict);
  await using session = openSession(call);
  const approver = activeApprover(session, name);
  const approvals = await eachInTurn(call.positionals, (id) => readApproval(session, id));
  if (!call.json) for (const approval of approvals) call.terminal.out(summaryLine(approval));
  const path = keyPath(session.paths, name, textOf(call, 'key-dir'));
  const key = await unlockKey(path, approver, call.terminal);
  const results = await eachInTurn(approvals, (approval) =>
    decide(session, approval, { approver: name, key, verdict, reason }),
  );
  const ok = results.every((result) => result.ok);
  return { exit: ok ? 0 : 1, json: results.map(jsonOf), lines: results.map(({ said }) => said) };
}

function jsonOf({
  approval_id,
  ok,
  status,
  event_id,
  said,
}: Decided): Readonly<Record<string, unknown>> {
  return { approval_id, ok, status, event_id, message: said };
}

/** One after the other, so that the second sees what the first has done. */
async function eachInTurn<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(await work(item));
  }
  return results;
}

function reasonOf(call: Call, verdict: 'approve' | 'reject'): string | null {
  const reason = textOf(call, 'reason');
  if (reason === null && verdict === 'reject')
    throw misuse('got no reason, want --reason TEXT', 'say why; the requester reads it');
  if (reason !== null && (reason.trim() === '' || reason.length > REASON_MAX))
    throw misuse(
      `got a reason of ${reason.length} characters, want 1 to ${REASON_MAX}`,
      'say it shorter, or at all',
    );
  return reason;
}

const approveCommand: Command = {
  words: 'approvals approve',
  takes: ['ID…'],
  summary: 'sign one or more plans; the last signature needed carries a plan out',
  options: DECISION_OPTIONS,
  run: (call) => decideAll(call, 'approve'),
};

const rejectCommand: Command = {
  words: 'approvals reject',
  takes: ['ID…'],
  summary: 'refuse one or more plans, with a reason',
  options: DECISION_OPTIONS,
  run: (call) => decideAll(call, 'reject'),
};

const exportCommand: Command = {
  words: 'approvals export',
  takes: ['ID'],
  summary: 'one approval with plan, decisions and keys as JSON, to keep or to check elsewhere',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const { record, plan } = await readApproval(session, call.positionals[0] ?? '');
    const { workspace, approvers } = session.registry();
    const { plan: plan_text, ...rest } = record;
    const exported = {
      workspace_id: workspace.workspace_id,
      approval: rest,
      plan,
      plan_text,
      approvers: approvers.filter(({ name }) =>
        record.decisions.some(({ approver }) => approver === name),
      ),
      events: session.reader.eventsOfOperation(plan.operation_id),
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
