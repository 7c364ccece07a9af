/** @module watch: the approval client that stays open: a live list on a terminal, lines elsewhere. */
import process from 'node:process';

import { type Command, type Outcome, textOf } from '../command.ts';
import { activeApprover } from '../registry-change.ts';
import { openSession } from '../session.ts';
import { watchLines } from './watch-lines.ts';
import { watchTerminal } from './watch-terminal.ts';

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
    const approver = textOf(call, 'as');
    if (approver !== null) activeApprover(session, approver);
    const live = process.stdin.isTTY && process.stdout.isTTY && !call.json;
    await (live ? watchTerminal(session, call) : watchLines(session, call));
    return { json: undefined, lines: [] };
  },
};
