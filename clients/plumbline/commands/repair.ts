/** @module repair: shows an event that the model cannot apply, and lets an approver take it out. */
import { signRepair } from '../../../governance/approval/repair-text.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { keyPath, unlockKey } from '../keys/approver-key.ts';
import { printable, printableJson, verbatim } from '../printable.ts';
import { activeApprover } from '../registry-change.ts';
import { openSession, refusalFailure, type Session } from '../session.ts';
import { signedForTerm } from '../signed-for-term.ts';
import { type Unapplied, unappliedEvent } from '../unapplied-event.ts';

/** Hexadecimal digits that tell an event from every other one. */
const DIGEST_PREFIX = /^[0-9a-f]{12,64}$/;
/** Longest reason (characters). */
const REASON_MAX = 2000;

export const repairCommand: Command = {
  words: 'repair',
  takes: [],
  summary: 'show an event that the model cannot apply, and let an approver take it out',
  options: {
    as: { type: 'string', value: 'NAME', help: 'the approver who takes it out' },
    digest: {
      type: 'string',
      value: 'PREFIX',
      help: 'take it out without being asked: 12 or more hexadecimal digits of its digest',
    },
    reason: { type: 'string', value: 'TEXT', help: 'why; stored and signed' },
    'key-dir': { type: 'string', value: 'DIR', help: 'where that approver keeps the key' },
  },
  async run(call) {
    await using session = openSession(call);
    const name = textOf(call, 'as');
    const approver = name === null ? null : activeApprover(session.registry(), name).name;
    const found = await unappliedEvent(session.reader);
    if (found === null) {
      return { json: { event: null }, lines: ['every event of the log can be applied'] };
    }
    const lines = shownLines(session, found, call.terminal.width);
    if (approver === null) {
      return {
        exit: 1,
        json: jsonOf(found),
        lines: [
          ...lines,
          `next: plumbline repair --as NAME --digest ${found.digest.slice(0, 12)}, or without --digest to be asked`,
        ],
      };
    }
    await assertMeant(call, found, lines);
    return await takenOut(session, call, { found, approver });
  },
};

function jsonOf({ record, digest, why }: Unapplied): Readonly<Record<string, unknown>> {
  return { event: record, digest, why };
}

/** What the event is, whose it was, why it cannot be applied and what taking it out does. */
function shownLines(session: Session, { record, digest, why }: Unapplied, width: number): string[] {
  const { agents, workspace } = session.registry();
  const agent = agents.find(({ agent_id }) => agent_id === record.agent_id);
  const person = record.user_id === workspace.owner.user_id ? workspace.owner.name : record.user_id;
  const by = agent === undefined ? person : `agent ${agent.name} of ${person}`;
  const siblings = session.reader.eventTextsAfter(record.seq, 1_000_000).length;
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
    `behind it ${siblings} events, which nobody can read before it is taken out`,
    'effect    it stays in the log and changes nothing; what else its operation did stays',
    `digest    ${digest}`,
  ];
}

/** Throws CliFailure unless the digest that is given is that of the event, or a person says yes to it. */
async function assertMeant(
  call: Call,
  { digest }: Unapplied,
  lines: readonly string[],
): Promise<void> {
  const { terminal, json } = call;
  const given = textOf(call, 'digest')?.toLowerCase() ?? null;
  if (given !== null) {
    if (!DIGEST_PREFIX.test(given)) {
      throw misuse(
        `got \`${printable(given)}\` for --digest, want 12 to 64 hexadecimal digits`,
        'take them from the last line of `plumbline repair`',
      );
    }
    if (digest.startsWith(given)) return;
    throw new CliFailure(
      1,
      `got the digest \`${given}\`, the event has another one: nothing was signed`,
      'read `plumbline repair` again',
    );
  }
  if (!terminal.interactive || json) {
    throw misuse(
      'got no --digest and no terminal to ask on, want at least 12 hexadecimal digits of the digest that was shown',
      'read `plumbline repair`, its last line has the digest; then add --digest PREFIX',
    );
  }
  for (const line of lines) terminal.err(line);
  const answer = await terminal.ask('sign and take this event out? y/n ');
  if (['y', 'yes'].includes(answer.trim().toLowerCase())) return;
  throw new CliFailure(1, 'nothing was signed', 'run `plumbline repair` again when it is clear');
}

async function takenOut(
  session: Session,
  call: Call,
  { found, approver }: { readonly found: Unapplied; readonly approver: string },
): Promise<Outcome> {
  const { record, digest } = found;
  const reason = textOf(call, 'reason');
  if (reason !== null && (reason.trim() === '' || reason.length > REASON_MAX)) {
    throw misuse(
      `got a reason of ${reason.length} characters, want 1 to ${REASON_MAX}`,
      'shorten it',
    );
  }
  const path = keyPath(session.paths, approver, call);
  const key = await unlockKey(path, activeApprover(session.registry(), approver), call.terminal);
  const { workspace_id } = session.registry().workspace;
  const said = {
    seq: record.seq,
    event_digest: digest,
    approver,
    reason,
    decided_at: new Date().toISOString(),
  };
  const statement = { ...said, workspace_id, event_id: record.event_id };
  const keeper = await session.keeper();
  const reply = await signedForTerm(session.term, (challenge) => {
    const signature = signRepair(key, { ...statement, challenge });
    return keeper.repair({ ...said, challenge, signature });
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
      `event ${record.seq} is taken out by event ${printable(reply.event_id)}, signed by ${printable(approver)}`,
      next === null
        ? 'every event of the log can be applied'
        : `event ${next.record.seq} cannot be applied either: run \`plumbline repair\` again`,
    ],
  };
}
