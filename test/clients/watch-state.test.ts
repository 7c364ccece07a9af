/** @module watch-state.test: the watching client: from inputs to states, and from states to lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ApprovalRow } from '../../clients/plumbline/approvals/approval-row.ts';
import { painter } from '../../clients/plumbline/terminal.ts';
import { keysIn } from '../../clients/plumbline/watch/keys.ts';
import { screenLines } from '../../clients/plumbline/watch/screen.ts';
import {
  initialState,
  type WatchInput,
  type Effect,
  step,
  type WatchState,
} from '../../clients/plumbline/watch/state.ts';

const size = { rows: 20, columns: 60 };
const row = (approval_id: string, status: ApprovalRow['status'] = 'pending'): ApprovalRow => ({
  approval_id,
  status,
  what: `delete_elements on main: 2 deleted (wall "${approval_id}", door D1)`,
  who: 'agent mason for root',
  why: 'the stair needs the place that it stands in, and nobody uses it any more',
  left: status === 'pending' ? '59 min' : status,
  contains_rejected: false,
  comment_count: 0,
});
const rows: WatchInput = { kind: 'rows', rows: [row('a'), row('b'), row('c', 'executed')] };
const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);

/** Applies inputs; a string contains keys as sent by a terminal. */
function play(
  start: WatchState,
  ...inputs: readonly (string | WatchInput)[]
): { state: WatchState; effects: Effect[] } {
  let state = start;
  const effects: Effect[] = [];
  for (const one of inputs) {
    const input =
      typeof one === 'string'
        ? keysIn(one).map((key): WatchInput => ({ kind: 'key', key }))
        : [one];
    for (const each of input) {
      const next = step(state, each);
      state = next.state;
      effects.push(...next.effects);
    }
  }
  return { state, effects };
}

const open = play(initialState('alice', size), rows).state;
const shown = (approval_id: string): WatchInput => ({ kind: 'shown', approval_id, lines });
const screen = (state: WatchState) => screenLines(state, painter(false)).join('\n');

test('escape sequences are parsed into keys', () => {
  expect(keysIn('\u001b[A\u001bOBq\u001b[5~\r\u007f\u0003\u001b[1;5Cé\u001b')).toEqual([
    { kind: 'named', name: 'up' },
    { kind: 'named', name: 'down' },
    { kind: 'typed', text: 'q' },
    { kind: 'named', name: 'page_up' },
    { kind: 'named', name: 'enter' },
    { kind: 'named', name: 'backspace' },
    { kind: 'named', name: 'interrupt' },
    { kind: 'typed', text: 'é' },
    { kind: 'named', name: 'escape' },
  ]);
});

describe('the list', () => {
  test('arrows and j k move the cursor and stop at the ends', () => {
    expect(open.selected).toBe('a');
    expect(play(open, 'j').state.selected).toBe('b');
    expect(play(open, 'jjjj').state.selected).toBe('c');
    expect(play(open, '\u001b[B\u001b[B\u001b[A').state.selected).toBe('b');
    expect(play(open, 'k').state.selected).toBe('a');
  });

  test('the selection is kept when the list changes, or moves to the neighbour', () => {
    const second = play(open, 'j').state;
    const longer: WatchInput = { kind: 'rows', rows: [row('new'), row('a'), row('b')] };
    expect(play(second, longer).state.selected).toBe('b');
    expect(play(second, { kind: 'rows', rows: [row('a'), row('c')] }).state.selected).toBe('c');
    expect(play(second, { kind: 'rows', rows: [] }).state.selected).toBeNull();
  });

  test('q and Ctrl-C quit', () => {
    expect(play(open, 'q').effects).toEqual([{ kind: 'quit' }]);
    expect(play(open, '\u0003').effects).toEqual([{ kind: 'quit' }]);
  });

  test('the screen shows the number of pending approvals, the approver and the keys', () => {
    const wide = play(open, { kind: 'resized', size: { rows: 20, columns: 80 } }).state;
    expect(screen(wide)).toContain('plumbline: 2 pending approvals, you are alice (key locked)');
    expect(screen(wide)).toContain('a approve  r reject  / filter  p picture  q quit');
    expect(screen(initialState(null, size))).toContain('no pending approvals');
  });

  test('a row shows effect, requester and reasoning at 80 columns', () => {
    const wide = play(initialState(null, { rows: 20, columns: 80 }), rows).state;
    expect(screenLines(wide, painter(false)).slice(2, 6)).toEqual([
      '> 59 min    delete_elements on main: 2 deleted (wall "a", door D1)'.padEnd(80),
      '  a         agent mason for root: the stair needs the place that it stands in, …'.padEnd(80),
      '  59 min    delete_elements on main: 2 deleted (wall "b", door D1)',
      '  b         agent mason for root: the stair needs the place that it stands in, …',
    ]);
  });

  test('a row that contains rejected changes begins with that', () => {
    const again = { ...row('b'), contains_rejected: true };
    const { state } = play(open, { kind: 'rows', rows: [row('a'), again] });
    expect(screen(state)).toContain('\n  59 min    rejected before: delete_elements on main: 2');
    expect(screen(play(state, 'j').state)).toContain('> 59 min    rejected before: delete_');
    expect(screenLines(state, painter(true)).join()).toContain('\u001b[31m  59 min    rejected');
  });

  test('the title shows the position of the cursor and the number of rows', () => {
    const first = (state: WatchState) => screenLines(state, painter(false))[0];
    expect(first(play(open, 'j').state)).toMatch(/ 2 of 3$/);
    expect(first(play(open, 'js', shown('b')).state)).toMatch(/ 2 of 3$/);
    expect(first(initialState(null, size))).not.toContain(' of ');
  });

  test('/ lists only rows that contain a text; escape lists all again', () => {
    const typing = play(open, 'j', '/WALL "C').state;
    expect(typing).toMatchObject({ selected: 'c', prompt: { kind: 'filter' } });
    expect(screen(typing)).toContain('only entries with: WALL "C');
    expect(screen(typing)).toContain('1 of 1 with "WALL "C" (of 3)');
    expect(screen(typing)).not.toContain('wall "a"');
    const kept = play(typing, '\r').state;
    expect(kept.prompt).toBeNull();
    expect(play(kept, 'j').state.selected).toBe('c');
    expect(play(kept, '/\u007f\u007f\u007f').state.filter).toBe('WALL');
    const all = play(kept, '\u001b');
    expect(all).toMatchObject({ state: { filter: '', selected: 'c' }, effects: [] });
    expect(screen(play(open, '/nowhere').state)).toContain('no entry contains this text');
  });

  test('p draws the selected approval, or the one on display', () => {
    expect(play(open, 'jp').effects).toEqual([{ kind: 'picture', approval_id: 'b' }]);
    const drawn = play(open, 's', shown('a'), 'p', { kind: 'pictured', text: 'drawn in x.svg' });
    expect(drawn.effects.at(-1)).toEqual({ kind: 'picture', approval_id: 'a' });
    expect(drawn.state).toMatchObject({ busy: false, detail: { approval_id: 'a' } });
    expect(screen(drawn.state)).toContain('drawn in x.svg');
  });
});

describe('the detail', () => {
  test('enter and s open it, arrows scroll it, q goes back', () => {
    expect(play(open, '\r').effects).toEqual([{ kind: 'show', approval_id: 'a' }]);
    expect(play(open, 's').effects).toEqual([{ kind: 'show', approval_id: 'a' }]);
    const detail = play(open, 's', shown('a'));
    expect(screen(detail.state)).toContain('line 0\n');
    expect(screen(detail.state)).toContain('lines 1 to 15 of 40');
    expect(screen(play(detail.state, 'jj').state)).not.toContain('line 1\n');
    const end = play(detail.state, '\u001b[F').state;
    expect(screen(end)).toContain('line 39');
    expect(screen(end)).toContain('lines 26 to 40 of 40');
    expect(play(detail.state, 'q')).toMatchObject({ state: { detail: null }, effects: [] });
  });

  test('a resize reflows it at the same position, never past its end', () => {
    const middle = play(open, 's', shown('a'), 'jjjjjjjjjj').state;
    const folded = lines.flatMap((line) => [line, `${line} goes on`]);
    const narrow = play(middle, { kind: 'reflowed', lines: folded }).state;
    expect(screen(narrow)).toContain('\nline 10\nline 10 goes on\n');
    const short = play(middle, { kind: 'reflowed', lines: lines.slice(0, 16) }).state;
    expect(screen(short)).toContain('lines 2 to 16 of 16');
    expect(play(open, { kind: 'reflowed', lines }).state).toEqual(open);
  });
});

describe('a verdict', () => {
  test('nothing is signed that was not shown: first the plan, then the key, then y [CLI-5]', () => {
    const asked = play(open, 'a');
    expect(asked.effects).toEqual([{ kind: 'show', approval_id: 'a' }]);
    const locked = play(asked.state, shown('a'));
    expect(locked.state.prompt).toEqual({ kind: 'passphrase', typed: '' });
    const typed = play(locked.state, 'secrex\u007ft');
    expect(screen(typed.state)).not.toContain('secret');
    const unlocking = play(typed.state, '\r');
    expect(unlocking.effects).toEqual([
      { kind: 'unlock', approver: 'alice', passphrase: 'secret' },
    ]);
    const confirm = play(unlocking.state, { kind: 'unlocked', approver: 'alice' });
    expect(screen(confirm.state)).toContain('sign and approve a? y/n');
    const intent = { approval_id: 'a', verdict: 'approve', reason: null };
    expect(play(confirm.state, 'y').effects).toEqual([
      { kind: 'decide', intent, approver: 'alice' },
    ]);
    const decided: WatchInput = { kind: 'decided', text: 'a: executed, event e', ok: true };
    const done = play(confirm.state, 'y', decided).state;
    expect(done).toMatchObject({ detail: null, intent: null, busy: false, unlocked: true });
    expect(screen(done)).toContain('a: executed, event e');
  });

  test('the rest of the plan can be scrolled before y, and the screen says that it exists', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    expect(screen(confirm)).toContain('more lines below');
    const end = play(confirm, '\u001b[6~\u001b[F').state;
    expect(end.prompt).toEqual({ kind: 'confirm' });
    expect(screen(end)).toContain('line 39');
    expect(screen(end)).not.toContain('more lines below');
    expect(play(end, 'y').effects).toMatchObject([{ kind: 'decide' }]);
  });

  test('the next pending approval below is selected after it, else the one above', () => {
    const decided: WatchInput = { kind: 'decided', text: 'done', ok: true };
    const many: WatchInput = { kind: 'rows', rows: ['x', 'a', 'b', 'y'].map((id) => row(id)) };
    const after = (keys: string, id: string) =>
      play({ ...open, unlocked: true }, many, keys, shown(id), 'y', decided).state.selected;
    expect(after('a', 'a')).toBe('b');
    expect(after('jja', 'y')).toBe('b');
  });

  test('an approval that ends while it is shown is not signed, and the screen says so', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    const ended = play(confirm, { kind: 'rows', rows: [row('b'), row('a', 'stale')] });
    expect(screen(ended.state)).toContain('it is stale: nothing can be signed');
    const after = play(ended.state, 'y');
    expect(after.effects).toEqual([]);
    expect(after.state).toMatchObject({ selected: 'a', prompt: null });
    expect(screen(after.state)).toContain('a is already stale; nothing was signed');
  });

  test.each(['n', '\r', ' ', 'Y', 'a', '\u001b'])('any key but y signs nothing: %j', (key) => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    const after = play(confirm, key);
    expect(after.effects).toEqual([]);
    expect(after.state).toMatchObject({
      intent: null,
      prompt: null,
      message: { text: 'nothing was signed' },
    });
  });

  test('a rejection first prompts for a reason, in which letters are text', () => {
    const reasons = play({ ...open, unlocked: true }, 'r', shown('a'), 'quay wall\r', 'y');
    expect(reasons.effects.at(-1)).toEqual({
      kind: 'decide',
      intent: { approval_id: 'a', verdict: 'reject', reason: 'quay wall' },
      approver: 'alice',
    });
    const empty = play({ ...open, unlocked: true }, 'r', shown('a'), '  \r').state;
    expect(empty.prompt).toEqual({ kind: 'reason', typed: '  ' });
  });

  test('a missing approver name is prompted for', () => {
    const unnamed = play(initialState(null, size), rows, 'a', shown('a')).state;
    expect(screen(unnamed)).toContain('your name as approver: ');
    const named = play(unnamed, 'bob\r');
    expect(named.effects.at(-1)).toEqual({ kind: 'name', approver: 'bob' });
    expect(named.state).toMatchObject({ approver: null, busy: true });
    expect(play(named.state, { kind: 'named', approver: 'bob' }).state).toMatchObject({
      approver: 'bob',
      prompt: { kind: 'passphrase' },
    });
    const unknown = play(named.state, { kind: 'failed', text: 'got `bob`, want alice' }).state;
    expect(unknown).toMatchObject({ approver: null, prompt: null });
    expect(screen(unknown)).toContain('got `bob`, want alice');
  });

  test('an ended approval cannot be decided', () => {
    const ended = play(open, 'jja');
    expect(ended.effects).toEqual([]);
    expect(screen(ended.state)).toContain('c is already executed');
  });

  test('showing another plan cancels a verdict', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    expect(play(confirm, shown('b'), 'y').effects).toEqual([]);
  });

  test('unlocking the key before the plan is shown prompts for nothing', () => {
    const early = play(open, 'a', { kind: 'unlocked', approver: 'alice' });
    expect(early.state.prompt).toBeNull();
    expect(play(early.state, 'y').effects).toEqual([]);
    expect(play(early.state, shown('a'), 'y').effects).toMatchObject([{ kind: 'decide' }]);
  });

  test('keys during a signature change nothing; a failure is shown once', () => {
    const busy = play({ ...open, unlocked: true }, 'a', shown('a'), 'y').state;
    expect(play(busy, 'jrqya')).toEqual({ state: busy, effects: [] });
    const failed = play(busy, {
      kind: 'failed',
      text: 'the passphrase does not open the key',
    }).state;
    expect(failed).toMatchObject({ intent: null, prompt: null, busy: false });
    expect(screen(play(failed, 'j').state)).not.toContain('passphrase does not');
  });
});

test('for any keys, the screen fits, and nothing is signed without a shown plan, an unlocked key and y', () => {
  const key = fc.constantFrom(
    'j',
    'k',
    'a',
    'r',
    's',
    'q',
    'y',
    'n',
    'p',
    '/',
    '\r',
    '\u001b',
    '\u001b[A',
    '\u007f',
    'x',
  );
  const input = fc.constantFrom<WatchInput>(
    rows,
    shown('a'),
    shown('b'),
    { kind: 'unlocked', approver: 'alice' },
    { kind: 'failed', text: 'no' },
    { kind: 'resized', size: { rows: 12, columns: 44 } },
    { kind: 'resized', size },
    { kind: 'reflowed', lines: lines.slice(0, 25) },
    { kind: 'named', approver: 'bob' },
    { kind: 'decided', text: 'done', ok: true },
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: input }), {
        maxLength: 60,
      }),
      (inputs) => {
        let state = initialState('alice', size);
        for (const one of inputs) {
          const before = state;
          const next = play(state, one);
          state = next.state;
          const drawn = screenLines(state, painter(false));
          expect(drawn).toHaveLength(state.size.rows);
          for (const line of drawn) {
            expect(Array.from(line).length).toBeLessThanOrEqual(state.size.columns);
          }
          const decision = next.effects.find((effect) => effect.kind === 'decide');
          if (decision === undefined) continue;
          expect(one).toBe('y');
          expect(before.unlocked).toBe(true);
          expect(before.detail?.approval_id).toBe(
            decision.kind === 'decide' ? decision.intent.approval_id : '',
          );
        }
      },
    ),
    { numRuns: 1000 },
  );
});

describe('a comment', () => {
  const commented: WatchInput = {
    kind: 'rows',
    rows: [row('a'), { ...row('b'), comment_count: 2 }],
  };
  test('that arrives is reported, with the number of comments in the list', () => {
    const { state } = play(initialState(null, size), rows, commented);
    expect(state.message).toEqual({ text: 'new comment on b (2 comments)', ok: true });
    const [, , , , , id] = screenLines(state, painter(false));
    expect(id).toMatch(/^ {2}b +2 comments; agent mason for root: /);
    expect(play(state, commented).state.message).toEqual(state.message);
    expect(play(state, 'j', commented).state.message).toBeNull();
  });
  test('that was made before the start is not reported', () => {
    expect(play(initialState(null, size), commented).state.message).toBeNull();
  });
});
