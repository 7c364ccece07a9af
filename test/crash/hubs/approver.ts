/** @module approver: a person with the approval client, who signs what waits by its digest, now on one machine and now on two at once. */
import { setTimeout as pause } from 'node:timers/promises';

import { runHere } from '../../clients/run-cli.ts';
import { PASSPHRASE } from '../../e2e/connect.ts';
import { approving, digestOf } from '../../e2e/digest-of.ts';
import type { Book, Waiting } from './book.ts';

/** Approves until it is stopped and nothing waits any more. */
export async function approveWithoutEnd(
  machines: readonly string[],
  name: string,
  on: { readonly book: Book; readonly random: () => number; readonly stopped: () => boolean },
): Promise<void> {
  const { book, random, stopped } = on;
  for (let next = 0; !stopped() || next < book.deletions.length;) {
    const waiting = book.deletions[next];
    if (waiting === undefined) {
      await pause(50);
      continue;
    }
    next += 1;
    const both = random() < 0.5;
    const one = machines[Math.floor(random() * machines.length)];
    const where = both || one === undefined ? machines : [one];
    if (both) book.twice += 1;
    const said = await Promise.all(where.map((dir) => approved(dir, name, waiting)));
    waiting.executed = said.includes('executed');
    if (!waiting.executed) {
      book.violation(`${waiting.approval_id} was approved and not executed: ${said.join(' | ')}`);
    }
  }
}

/** Signs it with the command line until the machine has an answer: `executed`, or what else became of it. */
async function approved(dir: string, name: string, { approval_id }: Waiting): Promise<string> {
  for (;;) {
    // The copy of another machine is behind by a moment.
    if (/^0+$/.test(digestOf(dir, approval_id))) {
      await runHere(dir, ['approvals', 'show', approval_id]);
      await pause(100);
      continue;
    }
    const env = { PLUMBLINE_PASSPHRASE: PASSPHRASE };
    const ran = await runHere(dir, approving(dir, approval_id, name), { env });
    const said = `${ran.out}${ran.err}`;
    if (/executed/.test(said)) return 'executed';
    if (!/STORE_UNAVAILABLE|cannot be reached|UNREACHABLE/.test(said)) return said;
    await pause(200);
  }
}
