/** @module the watching client: keys and news to states, states to lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { painter } from '../../clients/plumbline/terminal.ts';
import { keysIn } from '../../clients/plumbline/watch/keys.ts';
import { screenLines } from '../../clients/plumbline/watch/screen.ts';
import {
  firstState,
  type News,
  type Order,
  type Row,
  step,
  type WatchState,
} from '../../clients/plumbline/watch/state.ts';

const size = { rows: 20, columns: 60 };
const row = (approval_id: string, status: Row['status'] = 'pending'): Row => ({
  approval_id,
  status,
  summary: `${approval_id} delete_elements on main: 2 deleted`,
  left: status === 'pending' ? 'expires in 59 min' : status,
});
const rows: News = { kind: 'rows', rows: [row('a'), row('b'), row('c', 'executed')] };
const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);

/** Keys as a terminal sends them, news as it is. */
function play(
  start: WatchState,
  ...happened: readonly (string | News)[]
): { state: WatchState; orders: Order[] } {
  let state = start;
  const orders: Order[] = [];
  for (const one of happened) {
    const news =
      typeof one === 'string' ? keysIn(one).map((key): News => ({ kind: 'key', key })) : [one];
    for (const each of news) {
      const next = step(state, each);
      state = next.state;
      orders.push(...next.orders);
    }
  }
  return { state, orders };
}

const open = play(firstState('alice', size), rows).state;
const shown = (approval_id: string): News => ({ kind: 'shown', approval_id, lines });
const screen = (state: WatchState) => screenLines(state, painter(false)).join('\n');

test('keys of terminals', () => {
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
  test('arrows and j k choose, and stop at the ends', () => {
    expect(open.selected).toBe('a');
    expect(play(open, 'j').state.selected).toBe('b');
    expect(play(open, 'jjjj').state.selected).toBe('c');
    expect(play(open, '\u001b[B\u001b[B\u001b[A').state.selected).toBe('b');
    expect(play(open, 'k').state.selected).toBe('a');
  });

  test('what is chosen stays chosen when the list changes, else its neighbour is', () => {
    const second = play(open, 'j').state;
    const longer: News = { kind: 'rows', rows: [row('new'), row('a'), row('b')] };
    expect(play(second, longer).state.selected).toBe('b');
    expect(play(second, { kind: 'rows', rows: [row('a'), row('c')] }).state.selected).toBe('c');
    expect(play(second, { kind: 'rows', rows: [] }).state.selected).toBeNull();
  });

  test('q and Ctrl-C leave', () => {
    expect(play(open, 'q').orders).toEqual([{ kind: 'quit' }]);
    expect(play(open, '\u0003').orders).toEqual([{ kind: 'quit' }]);
  });

  test('it says how many wait, who one is and what the keys do', () => {
    expect(screen(open)).toContain('plumbline: 2 approvals wait, you are alice (key locked)');
    expect(screen(open)).toContain('> expires in 59 min');
    expect(screen(open)).toContain('a approve  r reject  q quit');
    expect(screen(firstState(null, size))).toContain('nothing waits');
  });
});

describe('the detail', () => {
  test('enter and s ask for it, arrows scroll it, q goes back', () => {
    expect(play(open, '\r').orders).toEqual([{ kind: 'show', approval_id: 'a' }]);
    expect(play(open, 's').orders).toEqual([{ kind: 'show', approval_id: 'a' }]);
    const detail = play(open, 's', shown('a'));
    expect(screen(detail.state)).toContain('line 0\n');
    expect(screen(detail.state)).toContain('more below');
    expect(screen(play(detail.state, 'jj').state)).not.toContain('line 1\n');
    const end = play(detail.state, '\u001b[F').state;
    expect(screen(end)).toContain('line 39');
    expect(screen(end)).not.toContain('more below');
    expect(play(detail.state, 'q')).toMatchObject({ state: { detail: null }, orders: [] });
  });
});

describe('a verdict', () => {
  test('nobody signs what they were not shown: the plan comes first, then the key, then y [CLI-5]', () => {
    const asked = play(open, 'a');
    expect(asked.orders).toEqual([{ kind: 'show', approval_id: 'a' }]);
    const locked = play(asked.state, shown('a'));
    expect(locked.state.prompt).toEqual({ kind: 'passphrase', typed: '' });
    const typed = play(locked.state, 'secrex\u007ft');
    expect(screen(typed.state)).not.toContain('secret');
    const unlocking = play(typed.state, '\r');
    expect(unlocking.orders).toEqual([{ kind: 'unlock', approver: 'alice', passphrase: 'secret' }]);
    const confirm = play(unlocking.state, { kind: 'unlocked', approver: 'alice' });
    expect(screen(confirm.state)).toContain('sign and approve a? y/n');
    const intent = { approval_id: 'a', verdict: 'approve', reason: null };
    expect(play(confirm.state, 'y').orders).toEqual([
      { kind: 'decide', intent, approver: 'alice' },
    ]);
    const decided: News = { kind: 'decided', text: 'a: executed, event e', ok: true };
    const done = play(confirm.state, 'y', decided).state;
    expect(done).toMatchObject({ detail: null, intent: null, busy: false, unlocked: true });
    expect(screen(done)).toContain('a: executed, event e');
  });

  test('what is below can still be looked at before y, and is said to be there', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    expect(screen(confirm)).toContain('more lines below');
    const end = play(confirm, '\u001b[6~\u001b[F').state;
    expect(end.prompt).toEqual({ kind: 'confirm' });
    expect(screen(end)).toContain('line 39');
    expect(screen(end)).not.toContain('more lines below');
    expect(play(end, 'y').orders).toMatchObject([{ kind: 'decide' }]);
  });

  test('the next that waits is chosen after it', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    const decided: News = { kind: 'decided', text: 'done', ok: true };
    expect(play(confirm, 'y', decided).state.selected).toBe('b');
  });

  test.each(['n', '\r', ' ', 'Y', 'a', '\u001b'])('any key but y signs nothing: %j', (key) => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    const after = play(confirm, key);
    expect(after.orders).toEqual([]);
    expect(after.state).toMatchObject({
      intent: null,
      prompt: null,
      message: { text: 'nothing was signed' },
    });
  });

  test('a rejection asks why first; letters that are keys elsewhere are text here', () => {
    const reasons = play({ ...open, unlocked: true }, 'r', shown('a'), 'quay wall\r', 'y');
    expect(reasons.orders.at(-1)).toEqual({
      kind: 'decide',
      intent: { approval_id: 'a', verdict: 'reject', reason: 'quay wall' },
      approver: 'alice',
    });
    const empty = play({ ...open, unlocked: true }, 'r', shown('a'), '  \r').state;
    expect(empty.prompt).toEqual({ kind: 'reason', typed: '  ' });
  });

  test('who was not named is asked for', () => {
    const unnamed = play(firstState(null, size), rows, 'a', shown('a')).state;
    expect(screen(unnamed)).toContain('your name as approver: ');
    expect(play(unnamed, 'bob\r').state).toMatchObject({
      approver: 'bob',
      prompt: { kind: 'passphrase' },
    });
  });

  test('what has ended cannot be decided', () => {
    const ended = play(open, 'jja');
    expect(ended.orders).toEqual([]);
    expect(screen(ended.state)).toContain('c is executed already');
  });

  test('a plan that comes in sight ends a verdict about another', () => {
    const confirm = play({ ...open, unlocked: true }, 'a', shown('a')).state;
    expect(play(confirm, shown('b'), 'y').orders).toEqual([]);
  });

  test('a key that opens before the plan is shown asks for nothing yet', () => {
    const early = play(open, 'a', { kind: 'unlocked', approver: 'alice' });
    expect(early.state.prompt).toBeNull();
    expect(play(early.state, 'y').orders).toEqual([]);
    expect(play(early.state, shown('a'), 'y').orders).toMatchObject([{ kind: 'decide' }]);
  });

  test('keys during a signature change nothing; a failure is said and forgotten', () => {
    const busy = play({ ...open, unlocked: true }, 'a', shown('a'), 'y').state;
    expect(play(busy, 'jrqya')).toEqual({ state: busy, orders: [] });
    const failed = play(busy, {
      kind: 'failed',
      text: 'the passphrase does not open the key',
    }).state;
    expect(failed).toMatchObject({ intent: null, prompt: null, busy: false });
    expect(screen(play(failed, 'j').state)).not.toContain('passphrase does not');
  });
});

test('whatever is pressed, the screen fits, and nothing is signed without shown, open key and y', () => {
  const key = fc.constantFrom(
    'j',
    'k',
    'a',
    'r',
    's',
    'q',
    'y',
    'n',
    '\r',
    '\u001b',
    '\u001b[A',
    '\u007f',
    'x',
  );
  const news = fc.constantFrom<News>(
    rows,
    shown('a'),
    shown('b'),
    { kind: 'unlocked', approver: 'alice' },
    { kind: 'failed', text: 'no' },
    { kind: 'decided', text: 'done', ok: true },
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: news }), {
        maxLength: 60,
      }),
      (happened) => {
        let state = firstState('alice', size);
        for (const one of happened) {
          const before = state;
          const next = play(state, one);
          state = next.state;
          const drawn = screenLines(state, painter(false));
          expect(drawn).toHaveLength(size.rows);
          for (const line of drawn)
            expect(Array.from(line).length).toBeLessThanOrEqual(size.columns);
          const decision = next.orders.find((order) => order.kind === 'decide');
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
