/** @module limited: agents that try to do more than they may, on two hubs at once. */
import { setTimeout as pause } from 'node:timers/promises';

import { okHere } from '../../e2e/connect.ts';
import type { Book } from './book.ts';
import { Caller, type Calling } from './caller.ts';
import type { Seat } from './seat.ts';

/** Operations that a session of `few` may make. */
export const FEW = 3;

type Trying = Calling & { readonly level_id: string; readonly until: () => boolean };

/** Calls as fast as it can, on all seats at once; the log says later how many were let through. */
export async function greedy({ seats, level_id, ...calling }: Trying): Promise<void> {
  const each = async (seat: Seat): Promise<void> => {
    const caller = new Caller({ ...calling, seats: [seat] });
    while (!calling.stopped()) {
      const answer = await caller.once(seat, 'get_element', { element_id: level_id });
      if (answer?.success !== true) await pause(20);
    }
    await caller.close();
  };
  await Promise.all(seats.map(each));
}

/** Begins sessions, and in each tries to make more operations than a session may. */
export async function few({ level_id, ...calling }: Trying): Promise<void> {
  const { seats, random, stopped, book } = calling;
  for (let n = 0; !stopped(); n += 1) {
    const seat = seats[Math.floor(random() * seats.length)] ?? seats[0];
    const caller = new Caller({ ...calling, seats: [seat] });
    let made = 0;
    for (let i = 0; i < FEW + 2 && !stopped(); i += 1) {
      const x = -10_000 - n * 10_000;
      const at = { start: { x, y: i * 5000 }, end: { x: x + 3000, y: i * 5000 } };
      const lost = book.lost;
      const answer = await caller.once(seat, 'create_wall', { level_id, ...at, dry_run: false });
      // With a lost connection a new session begins.
      if (book.lost !== lost) break;
      made += answer?.success === true ? 1 : 0;
    }
    if (made > FEW) book.violation(`a session of \`few\` made ${made} operations, may make ${FEW}`);
    await caller.close();
    await pause(500);
  }
}

/** Tries to build with a permission that only reads. */
export async function reader({ level_id, ...calling }: Trying): Promise<void> {
  const { seats, random, stopped, book } = calling;
  const caller = new Caller(calling);
  while (!stopped()) {
    const seat = seats[Math.floor(random() * seats.length)] ?? seats[0];
    const at = { start: { x: 0, y: -5000 }, end: { x: 3000, y: -5000 } };
    const answer = await caller.once(seat, 'create_wall', { level_id, ...at, dry_run: false });
    if (answer?.success === true) book.violation('one who may only read has built a wall');
    await pause(300);
  }
  await caller.close();
}

/** Builds until it is revoked on the first machine; from then on nothing of it may happen anywhere. */
export async function gone(
  { level_id, until, ...calling }: Trying,
  first: string,
): Promise<{ readonly built: number }> {
  const { seats, random, stopped, book } = calling;
  let built = 0;
  let isRevoked = false;
  const each = async (seat: Seat, row: number): Promise<void> => {
    for (let n = 0; !stopped(); n += 1) {
      const client = new Caller({ ...calling, book: quiet(book), seats: [seat] });
      const x = -10_000 - n * 10_000;
      const y = -1_000_000 - row * 5000;
      const at = { start: { x, y }, end: { x: x + 3000, y } };
      const revoked = isRevoked;
      const answer = await client.once(seat, 'create_wall', { level_id, ...at, dry_run: false });
      if (answer?.success === true) {
        built += 1;
        if (revoked) book.violation('a revoked agent has built a wall');
      }
      await client.close();
      await pause(200 + random() * 200);
    }
  };
  const revoke = async (): Promise<void> => {
    while (!until() && !stopped()) await pause(50);
    for (let tries = 0; !isRevoked; tries += 1) {
      isRevoked = await okHere(first, 'agent', 'revoke', 'gone').then(
        () => true,
        (error: unknown) => /already|revoked/.test(String(error)),
      );
      if (tries > 100) throw new Error('the agent could not be revoked');
      if (!isRevoked) await pause(200);
    }
  };
  await Promise.all([...seats.map(each), revoke()]);
  return { built };
}

/** That a revoked agent is turned away at the door is no fault. */
function quiet(book: Book): Book {
  return Object.assign(Object.create(book) as Book, { violation: () => undefined });
}
