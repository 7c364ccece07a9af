/** @module Kills keeper and writers at random moments under load, then looks for what was lost, doubled or torn. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { verifyChain } from '../../kernel/base/canonical/chain.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { found } from '../governance/keeper/governed.ts';

export type CrashReport = {
  readonly seed: number;
  readonly kills: { readonly keeper: number; readonly writer: number };
  readonly acknowledged: number;
  readonly operations: number;
  readonly events: number;
  readonly auditEntries: number;
  /** From the kill of a keeper to the first answer of the next (ms), sorted. */
  readonly takeoversMs: readonly number[];
  /** The part of each that begins when the system has closed the dead keeper's sockets (ms), sorted. */
  readonly afterDeathMs: readonly number[];
  /** One line for each broken promise; empty when all were kept. */
  readonly violations: readonly string[];
};

/** mulberry32: a small seeded generator, so that a run can be told again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export async function crashRounds(options: {
  readonly kills: number;
  readonly seed: number;
  readonly writers?: number;
}): Promise<CrashReport> {
  const random = seeded(options.seed);
  const dir = mkdtempSync(join(tmpdir(), 'crash-'));
  const paths = createWorkspaceFiles(dir);
  const founder = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 60_000 });
  await found(founder, dir);
  await founder.close();

  let spawned = 0;
  const children = new Map<number, ChildProcess>();
  const spawn = async (): Promise<void> => {
    spawned += 1;
    const child = fork(new URL('./writer.ts', import.meta.url), [
      dir,
      join(dir, `notes-${spawned}`),
      `session-${spawned}`,
    ]);
    if (child.pid === undefined) throw new Error('no process');
    children.set(child.pid, child);
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  };
  await Promise.all(Array.from({ length: options.writers ?? 4 }, spawn));

  const watcher = await connectKeeper({
    checks: BUILDING_CHECKS,
    dir,
    takeOver: false,
    timeoutMs: 30_000,
  });
  const takeoversMs: number[] = [];
  const afterDeathMs: number[] = [];
  const killed = { keeper: 0, writer: 0 };
  const violations: string[] = [];
  for (let kill = 0; kill < options.kills; kill += 1) {
    await pause(100 + random() * 300);
    const { pid, epoch } = await watcher.status();
    const others = [...children.keys()].filter((other) => other !== pid);
    const aimAtKeeper = random() < 0.5;
    const victim = aimAtKeeper ? pid : others[Math.floor(random() * others.length)];
    const child = victim === undefined ? undefined : children.get(victim);
    if (victim === undefined || child === undefined) {
      violations.push(`nobody to kill at ${kill}: the keeper is ${pid}`);
      break;
    }
    const gone = once(child, 'exit');
    const probe = createConnection(paths.socket);
    probe.on('error', () => undefined);
    await once(probe, 'connect');
    const death = new Promise<number>((resolve) => {
      probe.on('close', () => resolve(performance.now()));
    });
    if (child.exitCode !== null) violations.push(`writer ${victim} had ended by itself`);
    else child.kill('SIGKILL');
    const at = performance.now();
    if (victim === pid) {
      await nextEpoch(watcher, epoch);
      const answered = performance.now();
      takeoversMs.push(answered - at);
      afterDeathMs.push(answered - (await death));
    }
    probe.destroy();
    killed[victim === pid ? 'keeper' : 'writer'] += 1;
    if (child.exitCode === null && child.signalCode === null) await gone;
    children.delete(victim);
    await spawn();
  }
  const ends = [...children.values()].map((child) => {
    const gone = once(child, 'exit');
    if (child.exitCode !== null) violations.push(`writer ${child.pid} had ended by itself`);
    child.kill('SIGKILL');
    return gone;
  });
  await Promise.all(ends);
  await watcher.close();

  const stored = inspect(paths, [dir]);
  rmSync(dir, { recursive: true });
  return {
    seed: options.seed,
    kills: killed,
    takeoversMs: takeoversMs.toSorted((a, b) => a - b),
    afterDeathMs: afterDeathMs.toSorted((a, b) => a - b),
    ...stored,
    violations: [...violations, ...stored.violations],
  };
}

async function nextEpoch(watcher: Keeper, epoch: number): Promise<void> {
  for (;;) if ((await watcher.status()).epoch > epoch) return;
}

/** Compares what is in a store with what writers had noted as acknowledged, in files of these folders. */
export function inspect(
  paths: Pick<WorkspacePaths, 'store'>,
  folders: readonly string[],
): Pick<CrashReport, 'acknowledged' | 'operations' | 'events' | 'auditEntries' | 'violations'> {
  const violations: string[] = [];
  const reader = openSqliteReader(paths.store);
  const events = reader.eventsAfter(0, 1e9);
  const audit = reader.auditAfter(0, 1e9);
  reader.close();

  const operations = new Map<string, { first: number; last: number; id: string; count: number }>();
  for (const [i, event] of events.entries()) {
    if (event.seq !== i + 1) violations.push(`event ${i + 1} has seq ${event.seq}`);
    if (event.branch_seq !== i + 1) {
      violations.push(`event ${i + 1}: branch_seq ${event.branch_seq}`);
    }
    const known = operations.get(event.operation_id);
    if (known === undefined) {
      const { seq, event_id } = event;
      operations.set(event.operation_id, { first: seq, last: seq, id: event_id, count: 1 });
    } else {
      known.last = event.seq;
      known.count += 1;
    }
  }
  const audited = new Map<string, number>();
  for (const { body } of audit) {
    const entry = JSON.parse(body) as { kind: string; operation_id?: string };
    if (entry.operation_id === undefined) continue;
    audited.set(entry.operation_id, (audited.get(entry.operation_id) ?? 0) + 1);
  }
  for (const [id, { first, last, count }] of operations) {
    if (last - first + 1 !== count) violations.push(`operation ${id} is torn`);
    if (audited.get(id) !== 1) violations.push(`operation ${id}: ${audited.get(id)} audit entries`);
  }
  const chain = verifyChain(audit);
  if (!chain.ok) violations.push(`chain: ${JSON.stringify(chain.faults.slice(0, 5))}`);

  const acknowledged = new Set<string>();
  const notes = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((each) => each.startsWith('notes-'))
      .map((each) => join(folder, each)),
  );
  for (const path of notes) {
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const [id = '', event_id, first, last] = line.split(' ');
      acknowledged.add(id);
      const kept = operations.get(id);
      if (kept === undefined) {
        violations.push(`operation ${id} was acknowledged and is lost`);
      } else if (
        kept.id !== event_id ||
        kept.first !== Number(first) ||
        kept.last !== Number(last)
      ) {
        violations.push(`operation ${id} was acknowledged as ${line} and stands elsewhere`);
      }
    }
  }
  return {
    acknowledged: acknowledged.size,
    operations: operations.size,
    events: events.length,
    auditEntries: audit.length,
    violations,
  };
}
