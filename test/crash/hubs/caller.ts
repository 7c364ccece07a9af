/** @module caller: a client that reads, builds and asks for deletions without end, and repeats what it has no answer to. */
import { setTimeout as pause } from 'node:timers/promises';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { Book, Wish } from './book.ts';
import type { Asking, Seat } from './seat.ts';

/** What a client that repeats its call under a key may be told meanwhile. */
const AGAIN = new Set(['RATE_LIMITED', 'STORE_UNAVAILABLE', 'VERSION_CONFLICT']);
/** The words with which a client is told that its connection or its server is gone. */
const LOST =
  /no answer from the keeper|cannot be reached|closed|fetch failed|terminated|ECONNRE|EPIPE|HTTP 40[04]|404|not connected|ended|aborted|hang up|SSE|before|stop/i;

/** Who asks, where, and how it is noted. */
export type Calling = {
  readonly token: string;
  /** Where it asks first, and where it may ask again what it has no answer to. */
  readonly seats: readonly [Seat, ...(readonly Seat[])];
  readonly book: Book;
  readonly random: () => number;
  readonly stopped: () => boolean;
};

/** A client of one agent. Connections are made anew when they are lost. */
export class Caller {
  readonly #calling: Calling;
  readonly #open = new Map<Seat, Promise<Asking>>();

  constructor(calling: Calling) {
    this.#calling = calling;
  }

  /** Asks once; null where the connection is lost, so that nothing is known. */
  async once(
    seat: Seat,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<EnvelopeBody | null> {
    const { book, token } = this.#calling;
    try {
      const opened = this.#open.get(seat);
      const opening = opened ?? seat.client(token);
      this.#open.set(seat, opening);
      const client = await opening;
      const began = performance.now();
      const envelope = await client.call(tool, { reasoning: 'a test of hubs', ...args });
      const ms = Math.round(performance.now() - began);
      const name = envelope.error?.name;
      const said = name ?? 'ok';
      // The first one waits for the process to open the workspace.
      if (opened !== undefined && ms > book.longest.ms) {
        book.longest = { ms, call: `${tool}: ${said} ${envelope.error?.message ?? ''}` };
      }
      book.count(said);
      if (name === 'AUDIT_UNAVAILABLE' || name === 'INTERNAL') {
        book.violation(`${tool} was answered ${name}: ${envelope.error?.message}`);
      }
      return envelope;
    } catch (error) {
      this.#open.delete(seat);
      book.lost += 1;
      const said = error instanceof Error ? error.message : String(error);
      if (!LOST.test(said)) book.violation(`${tool} was answered by: ${said}`);
      return null;
    }
  }

  /** Folder of the machine that has answered last what stands. */
  settledAt: string | null = null;

  /**
   * Asks until there is an answer that stands, at any of the seats, with the same words each time; null where it may
   * give up after being told that nothing was done.
   */
  async settled(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    mayGiveUp = false,
  ): Promise<EnvelopeBody | null> {
    const { seats, random } = this.#calling;
    let seat = seats[0];
    let unknown = false;
    for (;;) {
      const envelope = await this.once(seat, tool, args);
      const error = envelope?.error;
      if (envelope !== null && (error === undefined || !AGAIN.has(error.name))) {
        this.settledAt = seat.dir;
        return envelope;
      }
      unknown ||= envelope === null || error?.data['outcome'] === 'unknown';
      if (error?.name === 'STORE_UNAVAILABLE' && error.data['outcome'] === undefined) {
        this.#calling.book.violation(`no outcome: ${error.message}`);
      }
      if (mayGiveUp && !unknown && error?.name === 'STORE_UNAVAILABLE') return null;
      await pause(Math.min(500, Number(error?.data['retry_after_ms'] ?? 100)));
      seat = seats[Math.floor(random() * seats.length)] ?? seats[0];
    }
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#open.values());
    for (const each of open) if (each.status === 'fulfilled') await each.value.close();
  }
}

/** Builds, reads and asks for deletions until it is stopped; what it has begun it brings to an end. */
export async function callWithoutEnd(
  calling: Calling,
  mark: string,
  level_id: string,
): Promise<void> {
  const { book, random, stopped, seats } = calling;
  const caller = new Caller(calling);
  const standing: Wish[] = [];
  for (let n = 0; !stopped(); n += 1) {
    const chance = random();
    const known = standing.at(-1);
    if (chance < 0.25 && known !== undefined && seats[0].reads) {
      // On the machine that has acknowledged it, it is there at once.
      const read = await caller.once(seats[0], 'get_element', { element_id: known.wall_id });
      if (read?.success === false && !AGAIN.has(read.error?.name ?? '')) {
        book.violation(`${known.wall_id} was acknowledged and not found: ${read.error?.message}`);
      }
    } else if (chance < 0.45 && known?.wall_id !== undefined && known.wall_id !== null) {
      standing.pop();
      await deletion(caller, book, { key: `${mark}-d${n}`, wall_id: known.wall_id });
    } else {
      const wish = await wall(caller, calling, { key: `${mark}-w${n}`, level_id, n });
      if (wish.wall_id !== null && caller.settledAt === seats[0].dir) standing.push(wish);
    }
    await pause(random() * 40);
  }
  await caller.close();
}

async function wall(
  caller: Caller,
  { book, random }: Calling,
  { key, level_id, n }: { readonly key: string; readonly level_id: string; readonly n: number },
): Promise<Wish> {
  const wish: Wish = { key, state: 'asked', event_id: null, wall_id: null };
  book.wishes.push(wish);
  // Each far from all others, so that none is joined to another.
  const x = Math.floor(random() * 100_000) * 10;
  const args = {
    level_id,
    start: { x, y: n * 5000 },
    end: { x: x + 3000, y: n * 5000 },
    name: key,
    idempotency_key: key,
    dry_run: false,
  };
  const envelope = await caller.settled('create_wall', args, random() < 0.3);
  if (envelope === null) {
    wish.state = 'given_up';
    return wish;
  }
  if (!envelope.success) {
    book.violation(`${key} was refused: ${envelope.error?.name} ${envelope.error?.message}`);
    return wish;
  }
  wish.state = 'acknowledged';
  wish.event_id = envelope.event_id;
  wish.wall_id = String(envelope.data['wall_id']);
  return wish;
}

async function deletion(
  caller: Caller,
  book: Book,
  { key, wall_id }: { readonly key: string; readonly wall_id: string },
): Promise<void> {
  const args = { element_ids: [wall_id], idempotency_key: key, dry_run: false };
  const envelope = await caller.settled('delete_elements', args);
  const approval_id = envelope?.approval_id;
  // The person has too much to do already: a limit that holds over all hubs.
  if (envelope?.error?.name === 'PENDING_LIMIT_EXCEEDED') return;
  // Asked again after a person has said yes, it is answered with what was done.
  if (approval_id !== undefined) {
    book.deletions.push({ approval_id, wall_id, executed: false });
  } else if (envelope?.success !== true) {
    book.violation(`the deletion of ${wall_id} ended: ${envelope?.error?.message}`);
  }
}
