/** @module One process of the append benchmark: writes until told, then reports. Forked by append.ts. */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';

import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { createWalls } from '../governance/keeper/governed.ts';

/** What the parent tells on `process.argv[2]`. `depth`: requests in flight at once. */
export type AppendTask = {
  readonly dir: string;
  /** The baseline's database, with its table and in WAL mode already. */
  readonly store: string;
  readonly way: 'keeper' | 'direct';
  readonly depth: number;
  readonly eventsPerOperation: number;
  readonly ms: number;
  readonly session: string;
};

/** One process's result: how long each operation took (ms). */
export type AppendResult = { readonly latenciesMs: readonly number[]; readonly elapsedMs: number };

type Append = { readonly once: () => Promise<void>; readonly close: () => Promise<void> };

async function throughKeeper(given: AppendTask): Promise<Append> {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: given.dir });
  return {
    async once() {
      const reply = await keeper.submit(createWalls(given.session, given.eventsPerOperation));
      if (reply.status !== 'committed') throw new Error(JSON.stringify(reply));
    },
    close: () => keeper.close(),
  };
}

/** The baseline: every process has its own connection to one table, with the same durability and size of row. */
function direct(given: AppendTask): Append {
  const db = new DatabaseSync(given.store, { timeout: 60_000 });
  db.exec('PRAGMA synchronous=FULL');
  const insert = db.prepare('INSERT INTO events (id, body) VALUES (?, ?)');
  return {
    async once() {
      const { plan } = createWalls(given.session, given.eventsPerOperation);
      const bodies = plan.events.map((event) => JSON.stringify({ ...plan, events: [event] }));
      db.exec('BEGIN IMMEDIATE');
      for (const [i, event] of plan.events.entries()) insert.run(event.event_id, bodies[i] ?? '');
      db.exec('COMMIT');
    },
    close: async () => db.close(),
  };
}

const task = JSON.parse(process.argv[2] ?? '') as AppendTask;
const append = task.way === 'keeper' ? await throughKeeper(task) : direct(task);
// Code is warm and the standby thread is up before the clock starts.
for (let i = 0; i < 20; i += 1) await append.once();

process.send?.('ready');
await once(process, 'message');

const latenciesMs: number[] = [];
const start = performance.now();
const lane = async (): Promise<void> => {
  while (performance.now() - start < task.ms) {
    const before = performance.now();
    await append.once();
    latenciesMs.push(performance.now() - before);
  }
};
await Promise.all(Array.from({ length: task.depth }, lane));
const result: AppendResult = { latenciesMs, elapsedMs: performance.now() - start };
await new Promise((resolve) => process.send?.(result, resolve));
// Whoever is the keeper must not leave while the others still measure.
await once(process, 'message');
await append.close();
process.disconnect();
