/** @module A process that submits without end and notes on disk what was acknowledged; it is there to be killed. */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { createWalls } from '../governance/keeper/governed.ts';

const [dir, notes, session] = process.argv.slice(2);
if (dir === undefined || notes === undefined || session === undefined) {
  throw new Error('usage: writer DIR NOTES SESSION');
}

const file = openSync(notes, 'a');
// The parent's end closes the channel; without it nobody would ever kill this process.
process.on('disconnect', () => process.exit());
const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 30_000 });
process.send?.('ready');

let sent = 0;
async function submitForEver(): Promise<never> {
  for (;;) {
    sent += 1;
    const request = createWalls(`${session}-${process.pid}`, 1 + (sent % 3));
    // Every fourth operation is asked for twice at once, as a client does that lost the answer.
    const copies = sent % 4 === 0 ? [request, request] : [request];
    for (const reply of await Promise.all(copies.map((copy) => keeper.submit(copy)))) {
      if (reply.status !== 'committed') throw new Error(`not committed: ${JSON.stringify(reply)}`);
      const line = [reply.operation_id, reply.event_id, reply.first_seq, reply.last_seq].join(' ');
      writeSync(file, `${line}\n`);
    }
    await keeper.record([{ kind: 'call', tool: 'get_element', outcome: 'ok' }]);
    await pause(sent % 5);
  }
}

await Promise.all(Array.from({ length: 4 }, submitForEver));
