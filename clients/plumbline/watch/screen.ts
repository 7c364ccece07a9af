/** @module screen: renders the state of the watching client as lines. */
import { truncate } from '../../../kernel/base/text/printable.ts';
import { type ApprovalRow, commentWords } from '../approvals/approval-row.ts';
import { shortId } from '../approvals/read-approval.ts';
import type { Paint } from '../terminal.ts';
import { detailHeight, endedOnDisplay, listedRows, type Prompt, type WatchState } from './state.ts';

/** The lines of the screen: as many as the terminal has rows, none wider than its columns. */
export function screenLines(state: WatchState, paint: Paint): readonly string[] {
  const { rows, columns } = state.size;
  const head = [titleLine(state, columns, paint), ''];
  const foot = ['', messageLine(state, paint), promptLine(state, columns, paint)];
  const room = Math.max(1, rows - head.length - foot.length);
  const body = state.detail === null ? listBody(state, room, paint) : detailBody(state);
  const filled = Array.from({ length: room }, (_, index) => body[index] ?? '');
  return [...head, ...filled, ...foot].slice(0, rows);
}

function titleLine(state: WatchState, columns: number, paint: Paint): string {
  const pending = state.rows.filter(({ status }) => status === 'pending').length;
  const count = pending === 1 ? '1 pending approval' : `${pending} pending approvals`;
  const who =
    state.approver === null
      ? ''
      : `, you are ${state.approver}${state.unlocked ? '' : ' (key locked)'}`;
  const text = `plumbline: ${pending === 0 ? 'no pending approvals' : count}${who}`;
  const place = placeOf(state);
  // The position is at the right edge and is truncated last.
  const left = truncate(text, Math.max(1, columns - place.length - 1));
  return paint(truncate(`${left.padEnd(columns - place.length)}${place}`, columns), 'strong');
}

/** Position of the cursor in the list, such as `2 of 7`, and the number of approvals before filtering. */
function placeOf(state: WatchState): string {
  const rows = listedRows(state);
  const at = rows.findIndex(({ approval_id }) => approval_id === state.selected);
  if (state.rows.length === 0) return '';
  const place = `${at + 1} of ${rows.length}`;
  return state.filter === '' ? place : `${place} with "${state.filter}" (of ${state.rows.length})`;
}

/** Number of lines of one approval in the list. */
const ROW_LINES = 2;

function listBody(state: WatchState, room: number, paint: Paint): readonly string[] {
  const faint = (text: string): readonly string[] => [
    paint(truncate(text, state.size.columns), 'faint'),
  ];
  if (state.rows.length === 0) return faint('new approvals appear here automatically');
  const rows = listedRows(state);
  if (rows.length === 0) return faint('no entry contains this text; press escape to list all');
  const at = rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const fit = Math.max(1, Math.floor(room / ROW_LINES));
  const top = Math.max(0, Math.min(at - Math.floor(fit / 2), rows.length - fit));
  return rows.slice(top, top + fit).flatMap((row) => rowLines(row, state, paint));
}

const LEFT_WIDTH = 10;

/** Remaining time and effect; below them id, requester and reasoning. */
function rowLines(
  row: ApprovalRow,
  { selected, size: { columns } }: WatchState,
  paint: Paint,
): readonly string[] {
  const isSelected = row.approval_id === selected;
  // Printed first, so that it is never truncated.
  const rejected = row.contains_rejected ? 'rejected before: ' : '';
  const said = row.comment_count === 0 ? '' : `${commentWords(row.comment_count)}; `;
  const line = (mark: string, left: string, text: string): string =>
    truncate(`${mark} ${left.padEnd(LEFT_WIDTH)}${text}`, columns);
  const lines = [
    line(isSelected ? '>' : ' ', row.left, `${rejected}${row.what}`),
    line(' ', shortId(row.approval_id), `${said}${row.who}: ${row.why}`),
  ];
  if (isSelected) return lines.map((text) => paint(text.padEnd(columns), 'selected'));
  return lines.map((text, index) => {
    if (index > 0 || row.status !== 'pending') return paint(text, 'faint');
    return row.contains_rejected ? paint(text, 'deleted') : text;
  });
}

function detailBody(state: WatchState): readonly string[] {
  const { detail } = state;
  if (detail === null) return [];
  return detail.lines.slice(detail.top, detail.top + detailHeight(state));
}

function messageLine(state: WatchState, paint: Paint): string {
  const { message, busy, size, detail, prompt } = state;
  if (busy) return paint('working …', 'faint');
  if (message !== null) {
    return paint(truncate(message.text, size.columns), message.ok ? 'created' : 'deleted');
  }
  if (detail === null || (prompt !== null && prompt.kind !== 'confirm')) return '';
  const ended = endedOnDisplay(state);
  if (ended !== null) {
    return paint(truncate(`it is ${ended.status}: nothing can be signed`, size.columns), 'deleted');
  }
  const last = Math.min(detail.lines.length, detail.top + detailHeight({ size }));
  const more = detail.lines.length - last;
  const place = `lines ${detail.top + 1} to ${last} of ${detail.lines.length}`;
  if (more <= 0 || prompt === null) return paint(truncate(place, size.columns), 'faint');
  // The signer must notice that only a part of the plan is visible.
  return paint(truncate(`↓ ${more} more lines below (${place})`, size.columns), 'deleted');
}

function promptLine(state: WatchState, columns: number, paint: Paint): string {
  const { prompt, intent } = state;
  if (prompt !== null && (intent !== null || prompt.kind === 'filter')) {
    const question = questionOf(prompt, state);
    const typed = prompt.kind === 'confirm' ? '' : visibleInput(prompt);
    const width = Math.max(1, columns - question.length - 1);
    // The end of the typed text stays visible.
    return `${paint(truncate(question, columns), 'strong')}${typed.slice(-width)}`;
  }
  const keys =
    state.detail === null
      ? '↑↓ choose  enter show  a approve  r reject  / filter  p picture  q quit'
      : '↑↓ scroll  a approve  r reject  p picture  q back';
  return paint(truncate(keys, columns), 'faint');
}

function visibleInput(prompt: Exclude<Prompt, { readonly kind: 'confirm' }>): string {
  return prompt.kind === 'passphrase' ? '' : truncate(prompt.typed, Number.MAX_SAFE_INTEGER);
}

function questionOf(prompt: Prompt, { intent, approver }: WatchState): string {
  switch (prompt.kind) {
    case 'reason':
      return 'why reject? ';
    case 'approver':
      return 'your name as approver: ';
    case 'passphrase':
      return `passphrase of ${approver ?? ''} (not shown): `;
    case 'filter':
      return 'only entries with: ';
    case 'confirm':
      return `sign and ${intent?.verdict ?? ''} ${intent?.approval_id ?? ''}? y/n `;
    default:
      return prompt satisfies never;
  }
}
