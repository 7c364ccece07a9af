/** @module hub-rounds: two machines on one PostgreSQL, each a hub and three servers on stdio; processes are killed, the network is cut, the database crashes; then what was lost, doubled or torn is looked for. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { okHere, PASSPHRASE } from '../../e2e/connect.ts';
import { makeKeyQuick } from '../../e2e/quick-key.ts';
import { cuttableProxy, type CuttableProxy } from '../../kernel/ledger/follow/cuttable-proxy.ts';
import type { OwnServer } from '../../kernel/ledger/follow/postgres-server.ts';
import { seeded } from '../rounds.ts';
import { approveWithoutEnd } from './approver.ts';
import { Book } from './book.ts';
import { Caller, callWithoutEnd, type Calling } from './caller.ts';
import { disturb, type Disturbances } from './disturb.ts';
import { judge, type Stored } from './judge.ts';
import { FEW, few, gone, greedy, reader } from './limited.ts';
import { HubSeat, StdioSeat, type Seat } from './seat.ts';

/** What is disturbed. */
export type Kinds = {
  /** Processes are killed. */
  readonly processes: boolean;
  /** The network is cut, or falls silent. */
  readonly network: boolean;
  /** The database crashes and is started again. */
  readonly database: OwnServer | null;
};

export type HubReport = {
  readonly book: Book;
  readonly disturbances: Disturbances;
  readonly stored: Stored;
  /** Walls that an agent had built before it was revoked. */
  readonly built: number;
};

const DATABASE = 'PLUMBLINE_DATABASE_URL';
const SERVERS = ['geometry', 'all', 'geometry'] as const;
/** Calls a minute and agent, at most. */
const RATE = 600;

/** One machine: a folder, its way to the database, and its processes. */
export type Machine = {
  readonly dir: string;
  readonly proxy: CuttableProxy;
  readonly hub: HubSeat;
  readonly seats: readonly Seat[];
};

/** Runs for so long. `url`: an empty database. */
export async function hubRounds(options: {
  readonly url: string;
  readonly seed: number;
  readonly seconds: number;
  readonly kinds: Kinds;
  /** Servers on stdio of each machine; default 3. */
  readonly servers?: number;
}): Promise<HubReport> {
  const { url, seconds, kinds } = options;
  const random = seeded(options.seed);
  const book = new Book();
  const before = process.env[DATABASE];
  // People are at the database without a detour, and what they have begun they can end.
  process.env[DATABASE] = url;
  const machines: Machine[] = [];
  try {
    const servers = SERVERS.slice(0, options.servers ?? SERVERS.length);
    const made = await twoMachines(2 * (servers.length + 1));
    for (const dir of made.dirs) {
      machines.push(await machineIn(dir, url, servers, book));
    }
    const level_id = await levelOn(machines, made.tokens('builder-0'), book);
    await Promise.all(machines.map(({ hub }) => hub.url()));
    const until = performance.now() + seconds * 1000;
    const stopped = (): boolean => performance.now() > until;
    const calling = (seats: Calling['seats'], name: string): Calling => ({
      token: made.tokens(name),
      seats,
      book,
      random,
      stopped,
    });
    const hubs = machines.map(({ hub }) => hub);
    const [one, two] = hubs;
    if (one === undefined || two === undefined) throw new Error('want two machines');
    const limited = (name: string): Calling & { level_id: string; until: () => boolean } => ({
      ...calling([one, two], name),
      level_id,
      until: () => performance.now() > until - seconds * 500,
    });
    const builders = machines
      .flatMap(({ seats }) => seats)
      .map((seat, n) =>
        callWithoutEnd(calling([seat, one, two], `builder-${n}`), `b${n}`, level_id),
      );
    const disturbing = disturb(machines, { kinds, random, stopped, book });
    const revoked = gone(limited('gone'), made.dirs[0] ?? '');
    let isOver = false;
    const approving = approveWithoutEnd(made.dirs, 'ann', { book, random, stopped: () => isOver });
    await Promise.all([
      ...builders,
      greedy(limited('greedy')),
      few(limited('few')),
      reader(limited('reader')),
    ]);
    isOver = true;
    const [disturbances, { built }] = await Promise.all([disturbing, revoked]);
    await approving;
    await Promise.all(machines.flatMap(({ seats }) => seats).map((seat) => seat.kill()));
    // What the killed ones have committed last, each machine reads when it is asked.
    for (const { dir } of machines) await caughtUp(dir);
    const stored = await judge(
      machines.map(({ dir }) => workspacePaths(dir).store),
      book,
    );
    judgeLimits(stored, seconds, book);
    return { book, disturbances, stored, built };
  } finally {
    if (before === undefined) delete process.env[DATABASE];
    else process.env[DATABASE] = before;
    for (const { seats, proxy, dir } of machines) {
      for (const seat of seats) await seat.kill();
      proxy.close();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function caughtUp(dir: string): Promise<void> {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 30_000 });
  await keeper.approval('none');
  await keeper.close();
}

/** A minute's calls at once and then as many as a minute brings; beside them what is on its way where a process is killed. */
function judgeLimits({ greedy: calls }: Stored, seconds: number, book: Book): void {
  const most = RATE * (1 + seconds / 60);
  const slack = most / 10;
  if (calls > most + slack) {
    book.violation(`\`greedy\` made ${calls} calls in ${seconds} s, may make ${most}`);
  }
}

/** The workspace with its agents, approver and limits on one machine, and the second machine with its key. */
async function twoMachines(builders: number): Promise<{
  readonly dirs: readonly string[];
  readonly tokens: (name: string) => string;
}> {
  const [one, two] = [
    mkdtempSync(join(tmpdir(), 'hub-one-')),
    mkdtempSync(join(tmpdir(), 'hub-two-')),
  ];
  await okHere(one, 'init');
  // Commands that follow each other need not each become the keeper.
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: one });
  const tokens = new Map<string, string>();
  const add = async (name: string, permissions: object, limits: object = {}): Promise<void> => {
    const file = join(one, `${name}.json`);
    writeFileSync(file, JSON.stringify({ permissions, ...limits }));
    await okHere(one, 'agent', 'add', name, '--permissions', file);
    tokens.set(name, (await okHere(one, 'agent', 'token', name)).trim());
  };
  for (let n = 0; n < builders; n += 1) {
    await add(
      `builder-${n}`,
      { READ: {}, CREATE: {}, DELETE: {} },
      { max_operations_per_session: 1_000_000 },
    );
  }
  await add('greedy', { READ: {} });
  await add('reader', { READ: {} });
  await add('few', { READ: {}, CREATE: {} }, { max_operations_per_session: FEW });
  await add('gone', { READ: {}, CREATE: {} });
  await okHere(one, 'policy', 'set', 'rate_limit_per_minute', String(RATE));
  await okHere(one, 'approver', 'add', 'ann');
  makeKeyQuick(one, 'ann', PASSPHRASE);
  await keeper.close();
  const [from, to] = [workspacePaths(one), workspacePaths(two)];
  mkdirSync(to.keys, { recursive: true });
  copyFileSync(from.logKey, to.logKey);
  await okHere(two, 'init');
  cpSync(join(from.keys, 'approvers'), join(to.keys, 'approvers'), { recursive: true });
  return { dirs: [one, two], tokens: (name) => tokens.get(name) ?? '' };
}

async function machineIn(
  dir: string,
  url: string,
  servers: readonly string[],
  book: Book,
): Promise<Machine> {
  const proxy = await cuttableProxy(url);
  const said = (line: string): void => {
    if (/fault |password/i.test(line)) book.violation(`a process said: ${line}`);
  };
  const start = { dir, database: proxy.url, said };
  const hub = new HubSeat(start);
  const stdio = servers.map((server) => new StdioSeat(start, server));
  return { dir, proxy, hub, seats: [hub, ...stdio] };
}

async function levelOn(machines: readonly Machine[], token: string, book: Book): Promise<string> {
  const [first] = machines;
  if (first === undefined) throw new Error('no machine');
  const calling = {
    token,
    seats: [first.hub] as const,
    book,
    random: () => 0.5,
    stopped: () => false,
  };
  const caller = new Caller(calling);
  const args = { name: 'Ground', elevation: 0, dry_run: false, idempotency_key: 'level' };
  const made = await caller.settled('create_level', args);
  await caller.close();
  // The other machine reads it within a moment.
  await pause(500);
  return String(made?.data['level_id']);
}
