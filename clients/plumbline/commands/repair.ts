/** @module repair: shows an event that the model cannot apply; an approver can exclude it. */
import { signRepair } from '../../../governance/approval/repair-text.ts';
import { printable, printableJson, verbatim } from '../../../kernel/base/text/printable.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { keyPath, unlockKey } from '../keys/approver-key.ts';
import { activeApprover } from '../registry-change.ts';
import { openSession, refusalFailure, type Session } from '../session.ts';
import { signForTerm } from '../sign-for-term.ts';
import { digestPrefixes, reasonOption, isConfirmed } from '../signing-options.ts';
import { type Unapplied, unappliedEvent } from '../unapplied-event.ts';

/**
 * Shows the first event that the model cannot apply, with exit code 1; with `--as` an approver can exclude it.
 *
 * @throws CliFailure for an unknown approver
 */
export async function repairLog(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const name = textOf(call, 'as');
  const approver = name === null ? null : activeApprover(session.registry(), name).name;
  const found = await unappliedEvent(session.reader);
  if (found === null) {
    return { json: { event: null }, lines: ['every event of the log can be applied'] };
  }
  const lines = eventLines(session, found, call.terminal.width);
  if (approver === null) {
    return {
      exit: 1,
      json: jsonOf(found),
      lines: [
        ...lines,
        `next: run \`plumbline repair --as NAME --digest ${found.digest.slice(0, 12)}\`, or without --digest for a prompt`,
      ],
    };
  }
  await assertConfirmed(call, found, lines);
  return await excludeEvent(session, call, { found, approver });
}

function jsonOf({ record, digest, why }: Unapplied): Readonly<Record<string, unknown>> {
  return { event: record, digest, why };
}

/** The event, its author, the reason why it cannot be applied, and the effect of excluding it. */
function eventLines(session: Session, { record, digest, why }: Unapplied, width: number): string[] {
  const { agents, workspace } = session.registry();
  const agent = agents.find(({ agent_id }) => agent_id === record.agent_id);
  const person = record.user_id === workspace.owner.user_id ? workspace.owner.name : record.user_id;
  const by = agent === undefined ? person : `agent ${agent.name} of ${person}`;
  const later = session.reader.eventTextsAfter(record.seq, 1_000_000).length;
  const approval = record.approval_id === null ? '' : `, approved as ${record.approval_id}`;
  return [
    `event     ${record.seq} of the log cannot be applied`,
    `id        ${printable(record.event_id)}`,
    `type      ${printable(record.type)} on ${printable(record.aggregate_id)}, branch ${printable(record.branch)}`,
    `why       ${printable(why)}`,
    `by        ${printable(by)}, ${printable(record.at)}${printable(approval)}`,
    `reason    ${record.reasoning === null ? 'none given' : `"${printable(record.reasoning)}" (unverified)`}`,
    `operation ${printable(record.operation_id)}`,
    'payload',
    ...verbatim(printableJson(record.payload, 2), width),
    `followed by ${later} events, which cannot be read until it is excluded`,
    'effect    an excluded event stays in the log; the other effects of its operation remain',
    `digest    ${digest}`,
  ];
}

/** Throws CliFailure unless the given digest is that of the event, or a person confirms. */
async function assertConfirmed(
  call: Call,
  { digest }: Unapplied,
  lines: readonly string[],
): Promise<void> {
  const { terminal } = call;
  const given = digestPrefixes(call, 'plumbline repair', 1)?.[0];
  if (given !== undefined) {
    if (digest.startsWith(given)) return;
    throw new CliFailure(
      `the event does not have the digest \`${given}\`; nothing was signed`,
      'run `plumbline repair` again and check the digest',
    );
  }
  for (const line of lines) terminal.err(line);
  if (await isConfirmed(terminal, 'sign and exclude this event?')) return;
  throw new CliFailure('nothing was signed', 'run `plumbline repair` again to decide later');
}

async function excludeEvent(
  session: Session,
  call: Call,
  { found, approver }: { readonly found: Unapplied; readonly approver: string },
): Promise<Outcome> {
  const { record, digest } = found;
  const reason = reasonOption(call);
  const path = keyPath(session.paths, approver, call);
  const key = await unlockKey(path, activeApprover(session.registry(), approver), call.terminal);
  const { workspace_id } = session.registry().workspace;
  const decision = {
    seq: record.seq,
    event_digest: digest,
    approver,
    reason,
    decided_at: new Date().toISOString(),
  };
  const statement = { ...decision, workspace_id, event_id: record.event_id };
  const keeper = await session.keeper();
  const reply = await signForTerm(session.term, (challenge) => {
    const signature = signRepair(key, { ...statement, challenge });
    return keeper.repair({ ...decision, challenge, signature });
  });
  if (reply.status === 'refused') throw refusalFailure(reply.refusal);
  const next = await unappliedEvent(session.reader);
  return {
    exit: next === null ? 0 : 1,
    json: {
      ...jsonOf(found),
      voided_by: reply.event_id,
      next: next === null ? null : jsonOf(next),
    },
    lines: [
      `event ${record.seq} is excluded by event ${printable(reply.event_id)}, signed by ${printable(approver)}`,
      next === null
        ? 'every event of the log can be applied'
        : `event ${next.record.seq} cannot be applied either: run \`plumbline repair\` again`,
    ],
  };
}
