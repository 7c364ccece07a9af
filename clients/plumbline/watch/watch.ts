/** @module watch: the approval client that stays open: a live list on a terminal, lines elsewhere. */
import process from 'node:process';

import { DESK_OPTIONS, openDesk } from '../approvals/open-desk.ts';
import { type Command, type Outcome, textOf } from '../command.ts';
import { activeApprover } from '../registry-change.ts';
import { watchLines } from './watch-lines.ts';
import { watchTerminal } from './watch-terminal.ts';

export const watchCommand: Command = {
  words: 'approvals watch',
  takes: [],
  summary: 'stay and see approvals come; on a terminal show, approve and reject with single keys',
  options: DESK_OPTIONS,
  async run(call): Promise<Outcome> {
    await using desk = await openDesk(call);
    const approver = textOf(call, 'as');
    if (approver !== null) activeApprover(await desk.people(), approver);
    const live = process.stdin.isTTY && process.stdout.isTTY && !call.json;
    await (live ? watchTerminal(desk, call) : watchLines(desk, call));
    return { json: undefined, lines: [] };
  },
};
