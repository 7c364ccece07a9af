/** @module verify: the proof of a long log, read by one thread and by several. */
import { createPrivateKey, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { freshTermNonce } from '../../governance/approval/term-challenge.ts';
import { verifyStore } from '../../governance/audit/verify-store.ts';
import { verifyLedger } from '../../governance/audit/verify.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { makeHandlers } from '../../governance/keeper/handlers/make-handlers.ts';
import { logNameOf } from '../../governance/keeper/workspace/log-key.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { publicKeyOf } from '../../kernel/base/canonical/signature.ts';
import { eventChecks } from '../../kernel/building/model/checks/building-checks.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../kernel/ledger/sqlite-writer.ts';
import { found } from '../governance/keeper/governed.ts';
import { alternating, type BenchRow } from './measure.ts';

const ENTRIES = 300_000;
/** One million entries in 1.5 s. */
const ENTRIES_PER_S = 1_000_000 / 1.5;
/** As the keeper seals. */
const RECORDED_AT_ONCE = 256;

/** Rows of verification. */
export async function verifyRows(): Promise<readonly BenchRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'verify-'));
  const paths = createWorkspaceFiles(dir);
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir });
  await found(keeper, dir);
  await keeper.close();
  await fill(paths);
  const reader = openSqliteReader(paths.store);
  const { a, b, ratio } = await alternating(
    () => verifyLedger(reader),
    () => verifyStore(paths.store),
    { rounds: 5, calls: 1 },
  );
  reader.close();
  rmSync(dir, { recursive: true });
  const perS = (us: number): number => (ENTRIES / us) * 1e6;
  const told = (us: number): string =>
    `${Math.round(perS(us))} entries/s, 1M in ${(1e6 / perS(us)).toFixed(2)} s`;
  return [
    {
      what: `audit verify, ${ENTRIES} entries of reads under checkpoints`,
      baseline: `one thread: ${told(a.p50_us)}`,
      measured: `${availableParallelism()} threads: ${told(b.p50_us)}`,
      ratio,
      target: `≥ ${Math.round(ENTRIES_PER_S)} entries/s`,
      holds: perS(b.p50_us) >= ENTRIES_PER_S,
    },
  ];
}

async function fill({ store, logKey: keyFile }: WorkspacePaths): Promise<void> {
  const logKey = createPrivateKey(readFileSync(keyFile));
  const logName = logNameOf(publicKeyOf(logKey));
  const handlers = makeHandlers({
    now: () => new Date(),
    randomId: randomUUIDv7,
    logKey,
    logName,
    checks: async () => eventChecks,
    own: { id: null, pid: 1, host: 'the bench' },
    alive: () => true,
    freshTermNonce,
    place: 'the bench',
  });
  const writer = openSqliteWriter(store);
  const draft = (n: number) => ({
    kind: 'call' as const,
    outcome: 'ok',
    server: 'spatial',
    tool: 'get_element',
    session_id: 's-1f0a6f64',
    principal: { kind: 'agent', name: 'builder', user_id: 'u', agent_id: randomUUIDv7() },
    branch: 'main',
    reasoning: 'look at the north wall before moving its door',
    arguments: { element_id: `wall_${n}`, include: ['geometry'] },
  });
  // The founding entry is the first.
  const batches = Array.from(
    { length: Math.ceil((ENTRIES - 1) / RECORDED_AT_ONCE) },
    (_, batch) => {
      const from = 1 + batch * RECORDED_AT_ONCE;
      const count = Math.min(RECORDED_AT_ONCE, ENTRIES - from);
      return Array.from({ length: count }, (_entry, i) => draft(from + i));
    },
  );
  await writer.transact(async (tx) => {
    for (const drafts of batches) await handlers.record(tx, drafts);
  });
  await writer.close();
}
