/** @module state: the state of the watching client and its transitions; pure functions without input or output. */
import { foldName } from '../../../kernel/base/text/fold-name.ts';
import { type ApprovalRow, commentWords } from '../approvals/approval-row.ts';
import type { Key, NamedKey } from './keys.ts';

/** A verdict in progress. Its steps: show the plan, give a reason, unlock the key, confirm, sign. */
export type Intent = {
  readonly approval_id: string;
  readonly verdict: 'approve' | 'reject';
  readonly reason: string | null;
};

/** A prompt with the text typed so far, or for a confirmation. */
export type Prompt =
  | { readonly kind: 'reason' | 'approver' | 'passphrase' | 'filter'; readonly typed: string }
  | { readonly kind: 'confirm' };

export type WatchState = {
  readonly rows: readonly ApprovalRow[];
  /** Only rows that contain this text are listed. */
  readonly filter: string;
  readonly selected: string | null;
  /** The approval shown in detail, null when the list is shown. `top`: first visible line. */
  readonly detail: {
    readonly approval_id: string;
    readonly lines: readonly string[];
    readonly top: number;
  } | null;
  readonly intent: Intent | null;
  readonly prompt: Prompt | null;
  /** The approver of this client, and whether the key is unlocked. */
  readonly approver: string | null;
  readonly unlocked: boolean;
  readonly busy: boolean;
  readonly message: { readonly text: string; readonly ok: boolean } | null;
  /** Lines and columns of the terminal. */
  readonly size: { readonly rows: number; readonly columns: number };
};

/** An input of the state machine: a key, or a change in the store. */
export type WatchInput =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'rows'; readonly rows: readonly ApprovalRow[] }
  | { readonly kind: 'resized'; readonly size: WatchState['size'] }
  | { readonly kind: 'shown'; readonly approval_id: string; readonly lines: readonly string[] }
  /** The lines of the current view for another width. */
  | { readonly kind: 'reflowed'; readonly lines: readonly string[] }
  | { readonly kind: 'named'; readonly approver: string }
  | { readonly kind: 'unlocked'; readonly approver: string }
  | { readonly kind: 'decided'; readonly text: string; readonly ok: boolean }
  | { readonly kind: 'pictured'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };

/** A side effect that the caller executes. */
export type Effect =
  | { readonly kind: 'show' | 'picture'; readonly approval_id: string }
  | { readonly kind: 'name'; readonly approver: string }
  | { readonly kind: 'unlock'; readonly approver: string; readonly passphrase: string }
  | { readonly kind: 'decide'; readonly intent: Intent; readonly approver: string }
  | { readonly kind: 'quit' };

/** A new state and its effects. */
export type Step = { readonly state: WatchState; readonly effects: readonly Effect[] };

/** The initial state. `approver`: from `--as`; `unlocked`: whether the key of that approver is unlocked. */
export function initialState(
  approver: string | null,
  size: WatchState['size'],
  unlocked = false,
): WatchState {
  return {
    rows: [],
    filter: '',
    selected: null,
    detail: null,
    intent: null,
    prompt: null,
    approver,
    unlocked,
    busy: false,
    message: null,
    size,
  };
}

/** The rows that contain the text of the filter; case is ignored. */
export function listedRows({
  rows,
  filter,
}: Pick<WatchState, 'rows' | 'filter'>): readonly ApprovalRow[] {
  const text = foldName(filter.trim());
  if (text === '') return rows;
  return rows.filter(({ approval_id, status, what, who, why }) =>
    foldName([approval_id, status, what, who, why].join(' ')).includes(text),
  );
}

/** Lines of the detail between head and foot. */
export function detailHeight({ size }: Pick<WatchState, 'size'>): number {
  return Math.max(1, size.rows - 5);
}

/** Applies an input: returns the next state and its effects. */
export function step(state: WatchState, input: WatchInput): Step {
  switch (input.kind) {
    case 'key':
      return onKey(state, input.key);
    case 'rows':
      return stay(withRows(state, input.rows));
    case 'resized':
      return stay({ ...state, size: input.size });
    case 'shown':
      return onShown(state, input);
    case 'reflowed':
      return stay(reflow(state, input.lines));
    case 'named':
      return proceed({ ...state, approver: input.approver, busy: false });
    case 'pictured':
      return stay({ ...state, busy: false, message: { text: input.text, ok: true } });
    case 'unlocked':
      return proceed({ ...state, approver: input.approver, unlocked: true, busy: false });
    case 'decided': {
      const { text, ok } = input;
      const done = { ...state, intent: null, busy: false, detail: null, message: { text, ok } };
      return stay({ ...done, selected: nextPending(state) });
    }
    case 'failed':
      return stay({
        ...state,
        intent: null,
        prompt: null,
        busy: false,
        message: { text: input.text, ok: false },
      });
    default:
      return input satisfies never;
  }
}

function stay(state: WatchState): Step {
  return { state, effects: [] };
}

/** The state while an effect runs. */
function busy(state: WatchState, effect: Effect): Step {
  return { state: { ...state, busy: true }, effects: [effect] };
}

/** The pending approval below the one just decided, else the one above it; if there is no other, the decided one. */
function nextPending(state: WatchState): string | null {
  const rows = listedRows(state);
  const at = rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const isOtherPending = ({ status, approval_id }: ApprovalRow): boolean =>
    status === 'pending' && approval_id !== state.intent?.approval_id;
  const next =
    rows.slice(at + 1).find(isOtherPending) ??
    rows.slice(0, Math.max(0, at)).findLast(isOtherPending);
  return next?.approval_id ?? state.selected;
}

/** Applies new rows; the cursor stays on its approval, or on its position if that approval no longer exists. */
function withRows(state: WatchState, rows: readonly ApprovalRow[]): WatchState {
  const message = commentMessage(state.rows, rows) ?? state.message;
  return withCursor({ ...state, rows, message }, listedRows(state));
}

/** The message about a comment that has arrived on a listed approval; null if there is none. */
function commentMessage(
  before: readonly ApprovalRow[],
  now: readonly ApprovalRow[],
): WatchState['message'] {
  const known = new Map(before.map((row) => [row.approval_id, row.comment_count]));
  const commented = now.find(
    ({ approval_id, comment_count }) => comment_count > (known.get(approval_id) ?? comment_count),
  );
  if (commented === undefined) return null;
  const { approval_id, comment_count } = commented;
  return { text: `new comment on ${approval_id} (${commentWords(comment_count)})`, ok: true };
}

function withCursor(state: WatchState, before: readonly ApprovalRow[]): WatchState {
  const listed = listedRows(state);
  const place = (among: readonly ApprovalRow[]): number =>
    among.findIndex(({ approval_id }) => approval_id === state.selected);
  if (place(listed) >= 0) return state;
  const nearest = listed[Math.min(Math.max(place(before), 0), listed.length - 1)];
  return { ...state, selected: nearest?.approval_id ?? null };
}

/** The detail with lines for another width, at about the same position. */
function reflow(state: WatchState, lines: readonly string[]): WatchState {
  const { detail } = state;
  if (detail === null) return state;
  const top = Math.round((detail.top * lines.length) / Math.max(1, detail.lines.length));
  const last = Math.max(0, lines.length - detailHeight(state));
  return { ...state, detail: { ...detail, lines, top: Math.min(top, last) } };
}

function onShown(
  state: WatchState,
  { approval_id, lines }: Extract<WatchInput, { readonly kind: 'shown' }>,
): Step {
  const detail = { approval_id, lines, top: 0 };
  const next = { ...state, detail, selected: approval_id, busy: false };
  if (state.intent?.approval_id === approval_id) return proceed(next);
  // A verdict always concerns the plan that is shown.
  return stay({ ...next, intent: null, prompt: null });
}

/** Prompts for the next missing input of a verdict; the confirmation is last. */
function proceed(state: WatchState): Step {
  const { intent, approver } = state;
  if (intent === null || !isDisplayed(state, intent)) return stay(state);
  if (intent.verdict === 'reject' && intent.reason === null) {
    return stay({ ...state, prompt: { kind: 'reason', typed: '' } });
  }
  if (approver === null) return stay({ ...state, prompt: { kind: 'approver', typed: '' } });
  if (!state.unlocked) return stay({ ...state, prompt: { kind: 'passphrase', typed: '' } });
  return stay({ ...state, prompt: { kind: 'confirm' } });
}

/** Whether the plan of a verdict is the one shown in detail. */
function isDisplayed({ detail }: WatchState, { approval_id }: Intent): boolean {
  return detail?.approval_id === approval_id;
}

/** The outcome of the approval on display, null while it is pending. */
export function endedOnDisplay({ detail, rows, selected }: WatchState): ApprovalRow | null {
  const id = detail?.approval_id ?? selected;
  const row = rows.find(({ approval_id }) => approval_id === id);
  return row === undefined || row.status === 'pending' ? null : row;
}

function onKey(state: WatchState, key: Key): Step {
  if (key.kind === 'named' && key.name === 'interrupt') {
    return { state, effects: [{ kind: 'quit' }] };
  }
  // Keys are ignored while a signature is in progress, because they would act on another state.
  if (state.busy) return stay(state);
  const quiet = { ...state, message: null };
  if (state.prompt?.kind === 'confirm') return onConfirm(quiet, key);
  if (state.prompt !== null) return onTyping(quiet, state.prompt, key);
  return key.kind === 'named' ? onNamed(quiet, key.name) : onLetter(quiet, key.text);
}

/** Scroll keys work here too, so that the signer can read the whole plan before confirming. */
function onConfirm(state: WatchState, key: Key): Step {
  if (key.kind === 'named' && state.detail !== null && isMoving(key.name)) {
    return stay(scroll(state, state.detail, key.name));
  }
  const { intent, approver } = state;
  const closed = { ...state, prompt: null };
  const ended = endedOnDisplay(state);
  if (ended !== null) return stay({ ...closed, intent: null, message: endedMessage(ended) });
  const isAgreed = key.kind === 'typed' && key.text === 'y' && approver !== null;
  if (isAgreed && intent !== null && isDisplayed(state, intent)) {
    return busy(closed, { kind: 'decide', intent, approver });
  }
  return stay({ ...closed, intent: null, message: { text: 'nothing was signed', ok: false } });
}

function endedMessage({ approval_id, status }: ApprovalRow): WatchState['message'] {
  return { text: `${approval_id} is already ${status}; nothing was signed`, ok: false };
}

type Typing = Exclude<Prompt, { readonly kind: 'confirm' }>;

function onTyping(state: WatchState, prompt: Typing, key: Key): Step {
  const typed = (text: string): Step => {
    const next = { ...state, prompt: { ...prompt, typed: text } };
    return stay(prompt.kind === 'filter' ? withFilter(next, text) : next);
  };
  if (key.kind === 'typed') return typed(prompt.typed + key.text);
  if (key.name === 'backspace') return typed(prompt.typed.slice(0, -1));
  if (key.name === 'escape') {
    const closed = { ...state, prompt: null, intent: null };
    return stay(
      prompt.kind === 'filter'
        ? withFilter(closed, '')
        : { ...closed, message: { text: 'nothing was signed', ok: false } },
    );
  }
  if (key.name !== 'enter') return stay(state);
  if (prompt.kind === 'filter') return stay({ ...state, prompt: null });
  if (prompt.typed.trim() === '') return stay(state);
  return submitInput({ ...state, prompt: null }, prompt);
}

function withFilter(state: WatchState, filter: string): WatchState {
  return withCursor({ ...state, filter }, listedRows(state));
}

function submitInput(state: WatchState, { kind, typed }: Typing): Step {
  switch (kind) {
    case 'reason':
      return proceed({
        ...state,
        intent: state.intent === null ? null : { ...state.intent, reason: typed },
      });
    case 'approver':
      return busy(state, { kind: 'name', approver: typed.trim() });
    case 'passphrase':
      return busy(state, { kind: 'unlock', approver: state.approver ?? '', passphrase: typed });
    case 'filter':
      return stay(state);
    default:
      return kind satisfies never;
  }
}

/** Letters that act like a named key. */
const SAME_AS: ReadonlyMap<string, NamedKey> = new Map<string, NamedKey>([
  ['j', 'down'],
  ['k', 'up'],
  [' ', 'page_down'],
  ['s', 'enter'],
  ['q', 'escape'],
]);

function onLetter(state: WatchState, letter: string): Step {
  const name = SAME_AS.get(letter);
  if (name !== undefined) return onNamed(state, name);
  switch (letter) {
    case 'a':
      return begin(state, 'approve');
    case 'r':
      return begin(state, 'reject');
    case 'p':
      return picture(state);
    case '/':
      return state.detail === null
        ? stay({ ...state, prompt: { kind: 'filter', typed: state.filter } })
        : stay(state);
    default:
      return stay(state);
  }
}

function onNamed(state: WatchState, name: NamedKey): Step {
  if (isMoving(name)) {
    return stay(state.detail === null ? select(state, name) : scroll(state, state.detail, name));
  }
  switch (name) {
    case 'enter':
      if (state.detail !== null || state.selected === null) return stay({ ...state, detail: null });
      return busy(state, { kind: 'show', approval_id: state.selected });
    case 'escape':
      if (state.detail !== null) return stay({ ...state, detail: null });
      if (state.filter !== '') return stay(withFilter(state, ''));
      return { state, effects: [{ kind: 'quit' }] };
    case 'backspace':
    case 'interrupt':
      return stay(state);
    default:
      return name satisfies never;
  }
}

type Moving = Exclude<NamedKey, 'enter' | 'escape' | 'backspace' | 'interrupt'>;

function isMoving(name: NamedKey): name is Moving {
  return !['enter', 'escape', 'backspace', 'interrupt'].includes(name);
}

function movedPosition(at: number, name: Moving, page: number): number {
  const by = { up: -1, down: 1, page_up: -page, page_down: page, home: -1e9, end: 1e9 };
  return at + by[name];
}

function select(state: WatchState, name: Moving): WatchState {
  const rows = listedRows(state);
  const at = rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const to = Math.max(0, Math.min(rows.length - 1, movedPosition(at, name, 10)));
  return { ...state, selected: rows[to]?.approval_id ?? null };
}

function scroll(
  state: WatchState,
  detail: NonNullable<WatchState['detail']>,
  name: Moving,
): WatchState {
  const height = detailHeight(state);
  const last = Math.max(0, detail.lines.length - height);
  const top = Math.max(0, Math.min(last, movedPosition(detail.top, name, height - 1)));
  return { ...state, detail: { ...detail, top } };
}

/** A picture of the approval on display, else of the selected one. */
function picture(state: WatchState): Step {
  const approval_id = state.detail?.approval_id ?? state.selected;
  if (approval_id === null) return stay(state);
  return busy(state, { kind: 'picture', approval_id });
}

/** Begins a verdict by showing the whole plan, because nothing may be signed that was not shown. */
function begin(state: WatchState, verdict: Intent['verdict']): Step {
  const approval_id = state.detail?.approval_id ?? state.selected;
  if (approval_id === null) return stay(state);
  const ended = endedOnDisplay(state);
  if (ended !== null) return stay({ ...state, message: endedMessage(ended) });
  const intent = { approval_id, verdict, reason: null };
  if (state.detail !== null) return proceed({ ...state, intent });
  return busy({ ...state, intent }, { kind: 'show', approval_id });
}
