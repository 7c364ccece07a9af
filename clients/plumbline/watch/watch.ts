/** @module watch: the approval client that stays open: a live list on a terminal, lines elsewhere. */
import type { KeyObject } from 'node:crypto';
import process from 'node:process';

import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { decide } from '../approvals/decide.ts';
import { approvalLines, summaryLine, timeLeft } from '../approvals/effect-text.ts';
import { checkedPlan, effectNow, type ReadApproval, readApproval } from '../approvals/store.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { keyPath, opened, readKeyFile } from '../keys/approver-key.ts';
import { printable, printableJson } from '../printable.ts';
import { activeApprover } from '../registry-change.ts';
import { failureOf, openSession, type Session } from '../session.ts';
import { painter } from '../terminal.ts';
import { keysIn } from './keys.ts';
import { screenLines } from './screen.ts';
import { firstState, type News, type Order, type Row, step, type WatchState } from './state.ts';

/** Approvals looked at for the list; the closed ones among them that stay in sight. */
const LOOK = 200;
const CLOSED_SHOWN = 5;
/** Times left are written anew after this (ms). */
const TICK_MS = 1000;

const SCREEN_ON = '\u001b[?1049h\u001b[?25l';
const SCREEN_OFF = '\u001b[?25h\u001b[?1049l';

function recordsOf({ reader }: Session): readonly ApprovalRecord[] {
  const pending = reader.approvals('pending', LOOK);
  const closed = reader
    .approvals(null, LOOK)
    .filter(({ status }) => status !== 'pending')
    .slice(0, CLOSED_SHOWN);
  return [...pending, ...closed];
}

function rowOf(record: ApprovalRecord, now: Date): Row {
  const { approval_id, status, expires_at } = record;
  const left = status === 'pending' ? timeLeft(expires_at, now).replace(/ \(.*$/, '') : status;
  return {
    approval_id: printable(approval_id),
    status,
    summary: summaryLine({ record, plan: checkedPlan(record) }),
    left: left.replace('out of time since', 'expired'),
  };
}

/** Runs until the person leaves. */
async function watchTerminal(session: Session, call: Call): Promise<void> {
  const { stdin, stdout } = process;
  const size = (): WatchState['size'] => ({
    rows: Math.max(8, stdout.rows),
    columns: Math.max(40, stdout.columns),
  });
  const paint = painter(call.terminal.colour);
  const shown = new Map<string, ReadApproval>();
  const keys = new Map<string, KeyObject>();
  const left = Promise.withResolvers<undefined>();
  let state = firstState(textOf(call, 'as'), size());

  const draw = (): void => {
    const lines = screenLines(state, paint).map((line) => `${line}\u001b[K`);
    stdout.write(`\u001b[H${lines.join('\r\n')}\u001b[J`);
  };
  const tell = (news: News): void => {
    const next = step(state, news);
    state = next.state;
    draw();
    for (const order of next.orders) void carryOut(order);
  };
  const carryOut = async (order: Order): Promise<void> => {
    try {
      const news = await carriedOut(order, { session, call, shown, keys, columns: size().columns });
      if (news === null) left.resolve(undefined);
      else tell(news);
      refresh();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) left.reject(error);
      else tell({ kind: 'failed', text: `${failure.message}; ${failure.next}` });
    }
  };
  const refresh = (): void => {
    try {
      const now = new Date();
      tell({ kind: 'rows', rows: recordsOf(session).map((record) => rowOf(record, now)) });
    } catch (error) {
      left.reject(error);
    }
  };
  const onData = (chunk: string): void => {
    for (const key of keysIn(chunk)) tell({ kind: 'key', key });
  };
  const onResize = (): void => tell({ kind: 'resized', size: size() });
  const onEnd = (): void => left.resolve(undefined);

  const keeper = await session.keeper();
  const forget = keeper.onCommitted(refresh);
  const ticking = setInterval(refresh, TICK_MS);
  stdout.write(SCREEN_ON);
  stdin.setRawMode(true).setEncoding('utf8').on('data', onData).resume();
  stdout.on('resize', onResize);
  process.on('SIGTERM', onEnd);
  try {
    refresh();
    await left.promise;
  } finally {
    clearInterval(ticking);
    forget();
    stdin.off('data', onData).setRawMode(false).pause();
    stdout.off('resize', onResize);
    process.off('SIGTERM', onEnd);
    stdout.write(SCREEN_OFF);
  }
}

type Surroundings = {
  readonly session: Session;
  readonly call: Call;
  readonly shown: Map<string, ReadApproval>;
  readonly keys: Map<string, KeyObject>;
  readonly columns: number;
};

/** Does what the state asks for; null when the person leaves. */
async function carriedOut(order: Order, around: Surroundings): Promise<News | null> {
  const { session, call, shown, keys } = around;
  switch (order.kind) {
    case 'quit':
      return null;
    case 'show':
      return showNews(order.approval_id, around);
    case 'unlock': {
      const approver = activeApprover(session, order.approver);
      const path = keyPath(session.paths, approver.name, textOf(call, 'key-dir'));
      keys.set(approver.name, opened(readKeyFile(path, approver.name), order.passphrase, approver));
      return { kind: 'unlocked', approver: approver.name };
    }
    case 'decide': {
      const { intent, approver } = order;
      const approval = shown.get(intent.approval_id);
      const key = keys.get(approver);
      if (approval === undefined || key === undefined)
        return {
          kind: 'failed',
          text: 'nothing was signed: it was not shown, or the key is locked',
        };
      const { verdict, reason } = intent;
      const { said, ok } = await decide(session, approval, { approver, key, verdict, reason });
      return { kind: 'decided', text: said, ok };
    }
    default:
      return order satisfies never;
  }
}

async function showNews(approval_id: string, around: Surroundings): Promise<News> {
  const { session, call, shown, columns } = around;
  const approval = await readApproval(session, approval_id);
  shown.set(approval_id, approval);
  const effect = effectNow(session, approval.plan);
  const look = { width: columns, paint: painter(call.terminal.colour), now: new Date() };
  const all = { ...approval, effect, registry: session.registry() };
  return { kind: 'shown', approval_id, lines: approvalLines(all, look) };
}

/** Writes a line for each approval and each change of one, until it is told to stop. */
async function watchLines(session: Session, call: Call): Promise<void> {
  const { out } = call.terminal;
  const known = new Map<string, string>();
  const stopped = Promise.withResolvers<undefined>();
  let started = false;
  const refresh = (): void => {
    const now = new Date();
    // Oldest first, as they came.
    for (const record of session.reader.approvals(null, LOOK).toReversed()) {
      const { approval_id, status, updated_at, event_id } = record;
      if (known.get(approval_id) === status) continue;
      known.set(approval_id, status);
      // What had ended before is no news.
      if (!started && status !== 'pending') continue;
      const { summary, left } = rowOf(record, now);
      const change = { approval_id, status, at: updated_at, event_id, summary };
      out(
        call.json
          ? printableJson(change)
          : `${printable(updated_at)} ${left.padEnd(18)} ${summary}`,
      );
    }
    started = true;
  };
  const keeper = await session.keeper();
  const forget = keeper.onCommitted(refresh);
  const ticking = setInterval(refresh, TICK_MS);
  const stop = (): void => stopped.resolve(undefined);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    refresh();
    await stopped.promise;
  } finally {
    clearInterval(ticking);
    forget();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

export const watchCommand: Command = {
  words: 'approvals watch',
  takes: [],
  summary: 'stay and see approvals come; on a terminal show, approve and reject with single keys',
  options: {
    as: { type: 'string', value: 'NAME', help: 'the approver who decides (asked when needed)' },
    'key-dir': { type: 'string', value: 'DIR', help: 'where that approver keeps the key' },
  },
  async run(call): Promise<Outcome> {
    await using session = openSession(call);
    const live = process.stdin.isTTY && process.stdout.isTTY && !call.json;
    await (live ? watchTerminal(session, call) : watchLines(session, call));
    return { json: undefined, lines: [] };
  },
};
