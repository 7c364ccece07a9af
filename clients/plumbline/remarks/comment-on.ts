/** @module comment-on: comments on an approval named on the command line. */
import type { CommentReply } from '../../../governance/keeper/protocol/protocol.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { MarkOption } from '../../../schemas/command-line/mark-option.ts';
import { COMMENT_TEXT_MAX } from '../../../schemas/governance.ts';
import { assertDigest, closedResult, keyOf } from '../approvals/decide-all.ts';
import { openDesk } from '../approvals/open-desk.ts';
import { readApproval } from '../approvals/read-approval.ts';
import { refusedWords } from '../approvals/store.ts';
import { type Call, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { activeApprover } from '../registry-change.ts';
import { marksOn } from './given-marks.ts';
import { sendComment } from './send-comment.ts';

/** A comment as it was given on the command line. */
type GivenComment = {
  readonly name: string;
  readonly text: string;
  /** The required beginning of the digest; null if any plan is meant. */
  readonly digests: readonly string[] | null;
  readonly marks: readonly MarkOption[];
};

/** The result as shown to the person. `number`: that of the comment; null if it was not recorded. */
type Commented = {
  readonly approval_id: string;
  readonly ok: boolean;
  readonly status: string;
  readonly number: number | null;
  readonly message: string;
};

/** The text of `--text`. @throws CliFailure with exit code 2 without it, and for an empty or too long one */
export function commentOption(call: Call): string {
  const text = textOf(call, 'text');
  if (text !== null && text.trim() !== '' && text.length <= COMMENT_TEXT_MAX) return text;
  throw misuse(
    text === null
      ? '--text TEXT is missing'
      : `the comment has ${text.length} characters, expected 1 to ${COMMENT_TEXT_MAX}`,
    'add --text TEXT; the requester reads it',
  );
}

/** Signs and sends a comment. @throws CliFailure for an unknown approver, id, element or level, and for another digest */
export async function commentOn(call: Call, id: string, given: GivenComment): Promise<Commented> {
  await using desk = await openDesk(call);
  const approver = activeApprover(await desk.people(), given.name);
  const approval = await readApproval(desk, id);
  assertDigest(approval, given.digests?.[0] ?? '');
  const closed = closedResult(approval);
  if (closed !== null) return { ...closed, number: null };
  const marks = await marksOn(desk, approval.plan, given.marks);
  const key = await keyOf(desk, call, approver);
  const remark = { approver: approver.name, key, text: given.text, marks };
  const reply = await sendComment(desk, approval, remark);
  return commentedWords(approval.record.approval_id, reply);
}

function commentedWords(approval_id: string, reply: CommentReply): Commented {
  if (reply.status === 'refused') {
    const message = refusedWords(approval_id, reply.refusal);
    return { approval_id, ok: false, status: 'refused', number: null, message };
  }
  const { status, number } = reply;
  const message = `${printable(approval_id)}: comment ${number} recorded; the approval stays pending`;
  return { approval_id, ok: true, status, number, message };
}
