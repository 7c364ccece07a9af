/** @module watch-terminal: the live list of approvals on a terminal, controlled with single keys. */
import process from 'node:process';

import type { Desk } from '../approvals/desk.ts';
import { type Call, textOf } from '../command.ts';
import { failureOf } from '../session.ts';
import { type TerminalSize, terminalSize } from '../terminal-size.ts';
import { painter } from '../terminal.ts';
import { openBell } from './bell.ts';
import { keysIn } from './keys.ts';
import { openLiveRows, refreshRepeatedly } from './live-rows.ts';
import { detailLines, type EffectContext, runEffect } from './run-effect.ts';
import { screenLines } from './screen.ts';
import { type Effect, initialState, step, type WatchInput } from './state.ts';

const SCREEN_ON = '\u001b[?1049h\u001b[?25l';
const SCREEN_OFF = '\u001b[?25h\u001b[?1049l';

const sizeNow = (): TerminalSize => terminalSize(process.stdout);

/** Runs until the user quits. */
export async function watchTerminal(desk: Desk, call: Call): Promise<void> {
  const { stdin, stdout } = process;
  const paint = painter(call.terminal.colour);
  const context: EffectContext = {
    desk,
    call,
    shown: new Map(),
    keys: new Map(desk.signer === null ? [] : [[desk.signer.name, desk.signer.key]]),
    columns: () => sizeNow().columns,
  };
  const rowsAt = openLiveRows(desk);
  const ring = openBell(stdout);
  const quit = Promise.withResolvers<undefined>();
  let state = initialState(textOf(call, 'as'), sizeNow(), desk.signer !== null);

  const draw = (): void => {
    const lines = screenLines(state, paint).map((line) => `${line}\u001b[K`);
    stdout.write(`\u001b[H${lines.join('\r\n')}\u001b[J`);
  };
  const dispatch = (input: WatchInput): void => {
    const next = step(state, input);
    state = next.state;
    draw();
    for (const effect of next.effects) void run(effect);
  };
  const refresh = async (): Promise<void> => {
    const rows = await rowsAt(new Date());
    dispatch({ kind: 'rows', rows });
    ring(rows);
  };
  const run = async (effect: Effect): Promise<void> => {
    try {
      const input = await runEffect(effect, context);
      if (input === null) quit.resolve(undefined);
      else dispatch(input);
      refreshing.soon();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) quit.reject(error);
      else dispatch({ kind: 'failed', text: `${failure.message}; ${failure.next}` });
    }
  };
  const onData = (chunk: string): void => {
    for (const key of keysIn(chunk)) dispatch({ kind: 'key', key });
  };
  const onResize = (): void => {
    dispatch({ kind: 'resized', size: sizeNow() });
    const shown = context.shown.get(state.detail?.approval_id ?? '');
    if (shown !== undefined) dispatch({ kind: 'reflowed', lines: detailLines(shown, context) });
  };
  const onEnd = (): void => quit.resolve(undefined);

  stdout.write(SCREEN_ON);
  const refreshing = await refreshRepeatedly(desk, refresh, quit.reject);
  stdin.setRawMode(true).setEncoding('utf8').on('data', onData).resume();
  stdout.on('resize', onResize);
  process.on('SIGTERM', onEnd);
  try {
    await quit.promise;
  } finally {
    refreshing.stop();
    stdin.off('data', onData).setRawMode(false).pause();
    stdout.off('resize', onResize);
    process.off('SIGTERM', onEnd);
    stdout.write(SCREEN_OFF);
  }
}
