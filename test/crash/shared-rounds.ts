/** @module Several machines on one PostgreSQL: writers and keepers are killed and connections are cut, then what was lost, doubled or torn is looked for. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { verifyStore } from '../../governance/audit/verify-store.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { found } from '../governance/keeper/governed.ts';
import { cuttableProxy, type CuttableProxy } from '../kernel/ledger/follow/cuttable-proxy.ts';
import { inspect, seeded, type CrashReport } from './rounds.ts';

export type SharedReport = Omit<CrashReport, 'kills' | 'takeoversMs' | 'afterDeathMs'> & {
  readonly kills: number;
  /** Connections to the database that were cut. */
  readonly cuts: number;
};

const DATABASE = 'PLUMBLINE_DATABASE_URL';

/** Kills, or cuts, at random moments for so long, and compares the machines then. `url`: an empty database. */
export async function sharedRounds(options: {
  readonly url: string;
  readonly seed: number;
  readonly seconds: number;
  readonly machines?: number;
  readonly writers?: number;
}): Promise<SharedReport> {
  const random = seeded(options.seed);
  const before = process.env[DATABASE];
  const proxy = await cuttableProxy(options.url);
  process.env[DATABASE] = proxy.url;
  try {
    const machines = await foundMachines(options.machines ?? 2);
    const run = await killAtRandom(machines, { ...options, random, proxy });
    // What the killed ones have committed last, each machine reads when it is asked.
    for (const { dir } of machines) {
      const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 30_000 });
      await keeper.approval('none');
      await keeper.close();
    }
    const folders = machines.map(({ dir }) => dir);
    const stored = machines.map((paths) => inspect(paths, folders));
    const violations = [...run.violations, ...stored.flatMap((each) => each.violations)];
    const chains = machines.map(({ store }) => headOf(store));
    if (new Set(chains).size > 1) violations.push(`the machines differ: ${chains.join(', ')}`);
    for (const { store } of machines) {
      const { faults } = await verifyStore(store);
      for (const fault of faults) violations.push(JSON.stringify(fault));
    }
    for (const folder of folders) rmSync(folder, { recursive: true });
    const [first] = stored;
    if (first === undefined) throw new Error('no machine');
    return { seed: options.seed, kills: run.kills, cuts: proxy.cuts(), ...first, violations };
  } finally {
    if (before === undefined) delete process.env[DATABASE];
    else process.env[DATABASE] = before;
    proxy.close();
  }
}

/** The first machine makes the workspace, the others get its key. */
async function foundMachines(count: number): Promise<readonly WorkspacePaths[]> {
  const machines: WorkspacePaths[] = [];
  for (let i = 0; i < count; i += 1) {
    const paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'machine-')));
    const [first] = machines;
    machines.push(paths);
    if (first !== undefined) {
      copyFileSync(first.logKey, paths.logKey);
      continue;
    }
    const founder = await connectKeeper({ checks: BUILDING_CHECKS, dir: paths.dir });
    await found(founder, paths.dir);
    await founder.close();
  }
  return machines;
}

async function killAtRandom(
  machines: readonly WorkspacePaths[],
  how: {
    readonly seconds: number;
    readonly writers?: number;
    readonly random: () => number;
    readonly proxy: CuttableProxy;
  },
): Promise<{ readonly kills: number; readonly violations: readonly string[] }> {
  const { random, proxy } = how;
  const violations: string[] = [];
  let spawned = 0;
  const children: { readonly child: ChildProcess; readonly paths: WorkspacePaths }[] = [];
  const spawn = async (paths: WorkspacePaths): Promise<void> => {
    spawned += 1;
    const child = fork(new URL('./writer.ts', import.meta.url), [
      paths.dir,
      join(paths.dir, `notes-${spawned}`),
      `session-${spawned}`,
    ]);
    children.push({ child, paths });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  };
  const each = machines.flatMap((paths) => Array.from({ length: how.writers ?? 3 }, () => paths));
  await Promise.all(each.map(spawn));
  // However slow the machine is, something is acknowledged before anyone is killed.
  while (machines.some(({ dir }) => !hasNotes(dir))) await pause(20);
  const deadline = performance.now() + how.seconds * 1000;
  let kills = 0;
  for (let acts = 0; acts === 0 || performance.now() < deadline; acts += 1) {
    await pause(50 + random() * 350);
    if (random() < 0.4) {
      proxy.cut();
      continue;
    }
    const [victim] = children.splice(Math.floor(random() * children.length), 1);
    if (victim === undefined) break;
    if (victim.child.exitCode !== null) violations.push('a writer had ended by itself');
    await killed(victim.child);
    kills += 1;
    await spawn(victim.paths);
  }
  await Promise.all(children.map(({ child }) => killed(child)));
  return { kills, violations };
}

function hasNotes(dir: string): boolean {
  return readdirSync(dir).some(
    (name) => name.startsWith('notes-') && statSync(join(dir, name)).size > 0,
  );
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function headOf(store: string): string {
  const reader = openSqliteReader(store);
  const head = reader.auditHead();
  reader.close();
  return `${head?.seq ?? 0} ${head?.hash ?? ''}`;
}
