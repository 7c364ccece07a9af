/** @module screen: the lines of the watching client, from its state alone. */
import { fitted } from '../printable.ts';
import type { Paint } from '../terminal.ts';
import { detailHeight, type Prompt, type Row, type WatchState } from './state.ts';

/** Exactly as many lines as the terminal has; no line is wider than it. */
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
  const waiting = state.rows.filter(({ status }) => status === 'pending').length;
  const what = waiting === 1 ? '1 approval waits' : `${waiting} approvals wait`;
  const who =
    state.approver === null
      ? ''
      : `, you are ${state.approver}${state.unlocked ? '' : ' (key locked)'}`;
  return paint(
    fitted(`plumbline: ${waiting === 0 ? 'nothing waits' : what}${who}`, columns),
    'strong',
  );
}

function listBody(state: WatchState, room: number, paint: Paint): readonly string[] {
  if (state.rows.length === 0) return [paint('new approvals appear here by themselves', 'faint')];
  const at = state.rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), state.rows.length - room));
  return state.rows.slice(top, top + room).map((row) => rowLine(row, state, paint));
}

function rowLine(row: Row, { selected, size }: WatchState, paint: Paint): string {
  const mark = row.approval_id === selected ? '>' : ' ';
  const line = fitted(`${mark} ${row.left.padEnd(18)} ${row.summary}`, size.columns);
  if (row.approval_id === selected) return paint(line.padEnd(size.columns), 'selected');
  return row.status === 'pending' ? line : paint(line, 'faint');
}

function detailBody(state: WatchState): readonly string[] {
  const { detail } = state;
  if (detail === null) return [];
  return detail.lines.slice(detail.top, detail.top + detailHeight(state));
}

function messageLine({ message, busy, size, detail, prompt }: WatchState, paint: Paint): string {
  if (busy) return paint('one moment …', 'faint');
  if (message !== null)
    return paint(fitted(message.text, size.columns), message.ok ? 'created' : 'deleted');
  if (detail === null || (prompt !== null && prompt.kind !== 'confirm')) return '';
  const more = detail.lines.length - detail.top - detailHeight({ size });
  if (more <= 0) return '';
  // Who is about to sign must not take the part in sight for the whole.
  return prompt === null
    ? paint('more below', 'faint')
    : paint(fitted(`↓ ${more} more lines below`, size.columns), 'deleted');
}

function promptLine(state: WatchState, columns: number, paint: Paint): string {
  const { prompt, intent } = state;
  if (prompt !== null && intent !== null) {
    const question = questionOf(prompt, state);
    const typed = prompt.kind === 'confirm' ? '' : shownTyped(prompt);
    const width = Math.max(1, columns - question.length - 1);
    // The end of what is typed stays in sight.
    return `${paint(fitted(question, columns), 'strong')}${typed.slice(-width)}`;
  }
  const keys =
    state.detail === null
      ? '↑↓ choose  enter show  a approve  r reject  q quit'
      : '↑↓ scroll  a approve  r reject  q back';
  return paint(fitted(keys, columns), 'faint');
}

function shownTyped(prompt: Exclude<Prompt, { readonly kind: 'confirm' }>): string {
  return prompt.kind === 'passphrase' ? '' : fitted(prompt.typed, Number.MAX_SAFE_INTEGER);
}

function questionOf(prompt: Prompt, { intent, approver }: WatchState): string {
  switch (prompt.kind) {
    case 'reason':
      return 'why reject? ';
    case 'approver':
      return 'your name as approver: ';
    case 'passphrase':
      return `passphrase of ${approver ?? ''} (not shown): `;
    case 'confirm':
      return `sign and ${intent?.verdict ?? ''} ${intent?.approval_id ?? ''}? y/n `;
    default:
      return prompt satisfies never;
  }
}
