/** @module state: what the watching client shows and how keys and news change it; nothing here reads or writes. */
import type { ApprovalStatus } from '../../../schemas/governance.ts';
import type { Key, NamedKey } from './keys.ts';

/** One approval in the list. `summary` and `left` are safe to print. */
export type Row = {
  readonly approval_id: string;
  readonly status: ApprovalStatus;
  readonly summary: string;
  readonly left: string;
};

/** A verdict on its way: shown, explained, unlocked, confirmed, signed. */
export type Intent = {
  readonly approval_id: string;
  readonly verdict: 'approve' | 'reject';
  readonly reason: string | null;
};

/** A line that is being typed. */
export type Prompt =
  | { readonly kind: 'reason' | 'approver' | 'passphrase'; readonly typed: string }
  | { readonly kind: 'confirm' };

export type WatchState = {
  readonly rows: readonly Row[];
  readonly selected: string | null;
  /** The approval that is shown whole, null while the list is. `top`: first line in sight. */
  readonly detail: {
    readonly approval_id: string;
    readonly lines: readonly string[];
    readonly top: number;
  } | null;
  readonly intent: Intent | null;
  readonly prompt: Prompt | null;
  /** Who decides here, and whether the key is open. */
  readonly approver: string | null;
  readonly unlocked: boolean;
  readonly busy: boolean;
  readonly message: { readonly text: string; readonly ok: boolean } | null;
  /** Lines and columns of the terminal. */
  readonly size: { readonly rows: number; readonly columns: number };
};

/** What happens: a key, or news from the store. */
export type News =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'resized'; readonly size: WatchState['size'] }
  | { readonly kind: 'shown'; readonly approval_id: string; readonly lines: readonly string[] }
  | { readonly kind: 'unlocked'; readonly approver: string }
  | { readonly kind: 'decided'; readonly text: string; readonly ok: boolean }
  | { readonly kind: 'failed'; readonly text: string };

/** What is to be done outside. */
export type Order =
  | { readonly kind: 'show'; readonly approval_id: string }
  | { readonly kind: 'unlock'; readonly approver: string; readonly passphrase: string }
  | { readonly kind: 'decide'; readonly intent: Intent; readonly approver: string }
  | { readonly kind: 'quit' };

/** A new state and what it asks for. */
export type Step = { readonly state: WatchState; readonly orders: readonly Order[] };

/** The state before anything is known. `approver`: from `--as`. */
export function firstState(approver: string | null, size: WatchState['size']): WatchState {
  return {
    rows: [],
    selected: null,
    detail: null,
    intent: null,
    prompt: null,
    approver,
    unlocked: false,
    busy: false,
    message: null,
    size,
  };
}

/** Lines of the detail that fit between head and foot. */
export function detailHeight({ size }: Pick<WatchState, 'size'>): number {
  return Math.max(1, size.rows - 5);
}

/** The next state. */
export function step(state: WatchState, news: News): Step {
  switch (news.kind) {
    case 'key':
      return onKey(state, news.key);
    case 'rows':
      return stay(withRows(state, news.rows));
    case 'resized':
      return stay({ ...state, size: news.size });
    case 'shown':
      return onShown(state, news);
    case 'unlocked':
      return proceed({ ...state, approver: news.approver, unlocked: true, busy: false });
    case 'decided': {
      const { text, ok } = news;
      const done = { ...state, intent: null, busy: false, detail: null, message: { text, ok } };
      return stay({ ...done, selected: nextWaiting(state) });
    }
    case 'failed':
      return stay({
        ...state,
        intent: null,
        prompt: null,
        busy: false,
        message: { text: news.text, ok: false },
      });
    default:
      return news satisfies never;
  }
}

function stay(state: WatchState): Step {
  return { state, orders: [] };
}

/** The first that waits beside the one just decided; that one where nothing else waits. */
function nextWaiting({ rows, selected, intent }: WatchState): string | null {
  const next = rows.find(
    ({ approval_id, status }) => status === 'pending' && approval_id !== intent?.approval_id,
  );
  return next?.approval_id ?? selected;
}

function withRows(state: WatchState, rows: readonly Row[]): WatchState {
  const still = rows.some(({ approval_id }) => approval_id === state.selected);
  if (still) return { ...state, rows };
  const at = state.rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const nearest = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  return { ...state, rows, selected: nearest?.approval_id ?? null };
}

function onShown(
  state: WatchState,
  { approval_id, lines }: Extract<News, { readonly kind: 'shown' }>,
): Step {
  const detail = { approval_id, lines, top: 0 };
  const next = { ...state, detail, selected: approval_id, busy: false };
  if (state.intent?.approval_id === approval_id) return proceed(next);
  // A verdict is only ever about the plan in sight.
  return stay({ ...next, intent: null, prompt: null });
}

/** The next thing that a verdict needs; it is signed only after everything else. */
function proceed(state: WatchState): Step {
  const { intent, approver } = state;
  if (intent === null || !isInSight(state, intent)) return stay(state);
  if (intent.verdict === 'reject' && intent.reason === null)
    return stay({ ...state, prompt: { kind: 'reason', typed: '' } });
  if (approver === null) return stay({ ...state, prompt: { kind: 'approver', typed: '' } });
  if (!state.unlocked) return stay({ ...state, prompt: { kind: 'passphrase', typed: '' } });
  return stay({ ...state, prompt: { kind: 'confirm' } });
}

/** Whether the plan that a verdict is about is the one shown whole. */
function isInSight({ detail }: WatchState, { approval_id }: Intent): boolean {
  return detail?.approval_id === approval_id;
}

function onKey(state: WatchState, key: Key): Step {
  if (key.kind === 'named' && key.name === 'interrupt')
    return { state, orders: [{ kind: 'quit' }] };
  // A signature on its way is waited for, so that no key can mean something else meanwhile.
  if (state.busy) return stay(state);
  const quiet = { ...state, message: null };
  if (state.prompt?.kind === 'confirm') return onConfirm(quiet, key);
  if (state.prompt !== null) return onTyping(quiet, state.prompt, key);
  return key.kind === 'named' ? onNamed(quiet, key.name) : onLetter(quiet, key.text);
}

/** Keys that scroll do so here too: who is asked may still look at all of what they would sign. */
function onConfirm(state: WatchState, key: Key): Step {
  if (key.kind === 'named' && state.detail !== null && isMoving(key.name))
    return stay(scroll(state, state.detail, key.name));
  const { intent, approver } = state;
  const closed = { ...state, prompt: null };
  const agreed = key.kind === 'typed' && key.text === 'y' && approver !== null;
  if (agreed && intent !== null && isInSight(state, intent))
    return { state: { ...closed, busy: true }, orders: [{ kind: 'decide', intent, approver }] };
  return stay({ ...closed, intent: null, message: { text: 'nothing was signed', ok: false } });
}

type Typing = Exclude<Prompt, { readonly kind: 'confirm' }>;

function onTyping(state: WatchState, prompt: Typing, key: Key): Step {
  const typed = (text: string): Step => stay({ ...state, prompt: { ...prompt, typed: text } });
  if (key.kind === 'typed') return typed(prompt.typed + key.text);
  if (key.name === 'backspace') return typed(prompt.typed.slice(0, -1));
  if (key.name === 'escape')
    return stay({
      ...state,
      prompt: null,
      intent: null,
      message: { text: 'nothing was signed', ok: false },
    });
  if (key.name !== 'enter' || prompt.typed.trim() === '') return stay(state);
  return entered({ ...state, prompt: null }, prompt);
}

function entered(state: WatchState, { kind, typed }: Typing): Step {
  switch (kind) {
    case 'reason':
      return proceed({
        ...state,
        intent: state.intent === null ? null : { ...state.intent, reason: typed },
      });
    case 'approver':
      return proceed({ ...state, approver: typed.trim() });
    case 'passphrase':
      return {
        state: { ...state, busy: true },
        orders: [{ kind: 'unlock', approver: state.approver ?? '', passphrase: typed }],
      };
    default:
      return kind satisfies never;
  }
}

function onLetter(state: WatchState, letter: string): Step {
  switch (letter) {
    case 'j':
      return onNamed(state, 'down');
    case 'k':
      return onNamed(state, 'up');
    case ' ':
      return onNamed(state, 'page_down');
    case 's':
      return onNamed(state, 'enter');
    case 'a':
      return begin(state, 'approve');
    case 'r':
      return begin(state, 'reject');
    case 'q':
      return onNamed(state, 'escape');
    default:
      return stay(state);
  }
}

function onNamed(state: WatchState, name: NamedKey): Step {
  switch (name) {
    case 'up':
    case 'down':
    case 'page_up':
    case 'page_down':
    case 'home':
    case 'end':
      return stay(state.detail === null ? select(state, name) : scroll(state, state.detail, name));
    case 'enter':
      if (state.detail !== null || state.selected === null) return stay({ ...state, detail: null });
      return {
        state: { ...state, busy: true },
        orders: [{ kind: 'show', approval_id: state.selected }],
      };
    case 'escape':
      if (state.detail !== null) return stay({ ...state, detail: null });
      return { state, orders: [{ kind: 'quit' }] };
    case 'backspace':
    case 'interrupt':
      return stay(state);
    default:
      return name satisfies never;
  }
}

const MOVING = ['up', 'down', 'page_up', 'page_down', 'home', 'end'] as const;
type Moving = (typeof MOVING)[number];

function isMoving(name: NamedKey): name is Moving {
  return MOVING.some((moving) => moving === name);
}

function moved(at: number, name: Moving, page: number): number {
  const by = { up: -1, down: 1, page_up: -page, page_down: page, home: -1e9, end: 1e9 };
  return at + by[name];
}

function select(state: WatchState, name: Moving): WatchState {
  const at = state.rows.findIndex(({ approval_id }) => approval_id === state.selected);
  const to = Math.max(0, Math.min(state.rows.length - 1, moved(at, name, 10)));
  return { ...state, selected: state.rows[to]?.approval_id ?? null };
}

function scroll(
  state: WatchState,
  detail: NonNullable<WatchState['detail']>,
  name: Moving,
): WatchState {
  const height = detailHeight(state);
  const last = Math.max(0, detail.lines.length - height);
  const top = Math.max(0, Math.min(last, moved(detail.top, name, height - 1)));
  return { ...state, detail: { ...detail, top } };
}

/** A verdict begins with the whole plan in sight: nobody signs what they were not shown. */
function begin(state: WatchState, verdict: Intent['verdict']): Step {
  const row = state.rows.find(({ approval_id }) => approval_id === state.selected);
  if (row === undefined) return stay(state);
  if (row.status !== 'pending')
    return stay({
      ...state,
      message: { text: `${row.approval_id} is ${row.status} already`, ok: false },
    });
  const intent = { approval_id: row.approval_id, verdict, reason: null };
  if (state.detail?.approval_id === row.approval_id) return proceed({ ...state, intent });
  return {
    state: { ...state, intent, busy: true },
    orders: [{ kind: 'show', approval_id: row.approval_id }],
  };
}
