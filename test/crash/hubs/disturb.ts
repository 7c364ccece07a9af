/** @module disturb: kills processes, cuts the network and crashes the database at random moments. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Book } from './book.ts';
import type { Kinds, Machine } from './hub-rounds.ts';

/** How often what was done. */
export type Disturbances = {
  kills: number;
  cuts: number;
  silences: number;
  crashes: number;
  /** Health checks of hubs that were asked while their database was away: how many said so, and of how many. */
  unhealthy: number;
  asked: number;
};

type How = {
  readonly kinds: Kinds;
  readonly random: () => number;
  readonly stopped: () => boolean;
  readonly book: Book;
};

/** Answers between two disturbances, at least. */
const ANSWERS = 8;
/** Longest time (ms) for a hub to notice that its database is silent, and that it is back. */
const NOTICED_MS = 6000;

/** Disturbs until it is stopped, and leaves everything as it was. */
export async function disturb(machines: readonly Machine[], how: How): Promise<Disturbances> {
  const done = { kills: 0, cuts: 0, silences: 0, crashes: 0, unhealthy: 0, asked: 0 };
  const { kinds, random, stopped } = how;
  const kinds_at_work = [
    ...(kinds.processes ? [async () => await kill(machines, random, done)] : []),
    ...(kinds.network
      ? [
          async () => await cut(machines, random, done),
          async () => await silence(machines, how, done),
        ]
      : []),
    ...(kinds.database === null ? [] : [async () => await crash(machines, how, done)]),
  ];
  await pause(1000);
  while (!stopped()) {
    await kinds_at_work[Math.floor(random() * kinds_at_work.length)]?.();
    await pause(200 + random() * 800);
    // However slow this machine is, something is answered in between.
    const before = how.book.answered;
    while (!stopped() && how.book.answered < before + ANSWERS) await pause(50);
  }
  return done;
}

async function kill(
  machines: readonly Machine[],
  random: () => number,
  done: Disturbances,
): Promise<void> {
  const seats = machines.flatMap(({ seats: each }) => each);
  await seats[Math.floor(random() * seats.length)]?.kill();
  done.kills += 1;
}

async function cut(
  machines: readonly Machine[],
  random: () => number,
  done: Disturbances,
): Promise<void> {
  machines[Math.floor(random() * machines.length)]?.proxy.cut();
  done.cuts += 1;
  await Promise.resolve();
}

/** For up to eight seconds nothing arrives any more at one machine, or no answer does. */
async function silence(
  machines: readonly Machine[],
  { random, book }: How,
  done: Disturbances,
): Promise<void> {
  const machine = machines[Math.floor(random() * machines.length)];
  if (machine === undefined) return;
  const length = 500 + random() * 7500;
  done.silences += 1;
  machine.proxy.swallow(random() < 0.5 ? 'everything' : 'answers');
  await pause(length);
  if (length > NOTICED_MS) await assertHealth([machine], 503, { book, done });
  machine.proxy.swallow(false);
  await back([machine], book);
}

/** The database crashes; it is started again at once or after some seconds. */
async function crash(
  machines: readonly Machine[],
  { kinds, random, book }: How,
  done: Disturbances,
): Promise<void> {
  const length = random() < 0.5 ? 0 : random() * 8000;
  done.crashes += 1;
  await kinds.database?.crash();
  await pause(length);
  if (length > NOTICED_MS) await assertHealth(machines, 503, { book, done });
  await kinds.database?.start();
  await back(machines, book);
}

async function assertHealth(
  machines: readonly Machine[],
  wanted: number,
  { book, done }: { readonly book: Book; readonly done: Disturbances },
): Promise<void> {
  for (const machine of machines) {
    const status = await healthOf(machine);
    // Killed before, it may just not be there.
    if (status === null) continue;
    done.asked += 1;
    if (status === wanted) done.unhealthy += 1;
    else book.violation(`a hub whose database is away says ${status}`);
  }
}

/** Waits until hubs say that they serve again: nobody starts them anew. */
async function back(machines: readonly Machine[], book: Book): Promise<void> {
  for (const machine of machines) {
    const began = performance.now();
    let status = await healthOf(machine);
    while (status !== 200 && performance.now() - began < 30_000) {
      await pause(100);
      status = await healthOf(machine);
    }
    if (status !== 200) book.violation(`a hub whose database is back says ${status}`);
  }
}

async function healthOf({ hub }: Machine): Promise<number | null> {
  try {
    const answer = await fetch(`${await hub.url()}/healthz`, { signal: AbortSignal.timeout(5000) });
    await answer.text();
    return answer.status;
  } catch {
    return null;
  }
}
