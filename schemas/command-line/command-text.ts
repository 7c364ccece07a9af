/** @module command-text: commands of the plumbline program as a person can paste them into a shell; also for browsers. */
import type { Mark } from '../governance.ts';
import { markOption } from './mark-option.ts';

/** A command as it can be typed into a shell, without the workspace of the current folder. */
export function commandText(words: readonly string[]): string {
  return ['plumbline', ...words.map(shellWord)].join(' ');
}

/** A word in single quotes, unless no shell gives a meaning to any of its characters. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Minimum number of digits of a digest in a command: 48 bits. */
const DIGEST_DIGITS = 12;

/** The approval of a command. */
type Deciding = {
  readonly approval_id: string;
  /** Digest of the plan that was displayed, 64 hex digits; the command refuses any other plan. */
  readonly digest: string;
  /** Registered name of the approver; null for the placeholder `NAME`. */
  readonly as?: string | null;
};

/** The command that approves the displayed plan. */
export function approveCommand(deciding: Deciding): string {
  return decisionText('approve', deciding, []);
}

/** The command that rejects an approval, with a reason that the requester reads and with marks. */
export function rejectCommand({
  reason,
  marks,
  ...deciding
}: Deciding & { readonly reason: string; readonly marks: readonly Mark[] }): string {
  return decisionText('reject', deciding, [...option('reason', reason), ...markOptions(marks)]);
}

/** The command that comments on a pending approval, which stays pending. */
export function commentCommand({
  text,
  marks,
  ...deciding
}: Deciding & { readonly text: string; readonly marks: readonly Mark[] }): string {
  return decisionText('comment', deciding, [...option('text', text), ...markOptions(marks)]);
}

function decisionText(
  verb: 'approve' | 'reject' | 'comment',
  { approval_id, digest, as }: Deciding,
  options: readonly string[],
): string {
  const own = [...option('as', as ?? 'NAME'), ...option('digest', digest.slice(0, DIGEST_DIGITS))];
  return commandText(['approvals', verb, shown(approval_id), ...own, ...options]);
}

function markOptions(marks: readonly Mark[]): readonly string[] {
  return marks.flatMap((mark) => option('mark', markOption(mark)));
}

/** An option and its value; as one word if the value looks like an option itself. */
function option(name: string, value: string): readonly string[] {
  const text = shown(value);
  return text.startsWith('-') ? [`--${name}=${text}`] : [`--${name}`, text];
}

/**
 * The text without characters that a terminal interprets or does not show: control characters except line breaks and tabs,
 * and format characters such as those that reverse the reading direction.
 */
function shown(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}
