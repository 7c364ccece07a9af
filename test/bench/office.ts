/** @module office bench: an office of 500 rooms checked through a client of its own process, and a long run cancelled. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { connect, ok, testWorkspace, type Connected } from '../e2e/connect.ts';
import { officeStorey, STOREYS } from '../office-storey.ts';
import type { BenchRow } from './measure.ts';
import { spread } from './measure.ts';

const why = { reasoning: 'bench' };
const TOTAL_MS = 10_000;
const CANCELLED_MS = 200;
const CANCELS = 9;
const CHECKS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['clash_detection', {}],
  ['code_compliance', { standard: 'IBC-2021', severity_threshold: 'advisory' }],
  ['accessibility_check', { standard: 'ADA-2010' }],
  ['egress_analysis', {}],
  ['fire_rating_check', {}],
  ['structural_check', {}],
  ['validate_constraints', {}],
];

async function done(
  server: Connected,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { success, error } = await server.call(tool, { ...args, ...why });
  if (!success) throw new Error(`${tool}: ${error?.message}`);
}

async function built(dir: string): Promise<Connected> {
  const file = join(dir, 'permissions.json');
  const permissions = { READ: {}, CREATE: {}, MODIFY: {} };
  writeFileSync(file, JSON.stringify({ permissions, max_elements_per_operation: 1000 }));
  ok(dir, 'agent', 'grant', 'agent', '--permissions', file);
  ok(dir, 'policy', 'set', 'bulk_threshold', '1000');
  const server = await connect(dir, 'all', { words: ['--toolsets', 'all'] });
  for (let number = 0; number < STOREYS; number++) {
    await done(server, 'run_script', { script: officeStorey(number), dry_run: false });
  }
  return server;
}

/** From the cancellation to the moment at which the refusal stands in the log, ms. */
async function cancelled(server: Connected, dir: string): Promise<number> {
  const reader = openSqliteReader(workspacePaths(dir).store);
  const from = reader.auditHead()?.seq ?? 0;
  const isRefused = (): boolean =>
    reader.auditAfter(from, 100).some(({ body }) => body.includes('the run was cancelled'));
  const cancelling = new AbortController();
  let start = 0;
  const run = server.client.callTool(
    { name: 'clash_detection', arguments: { clearance: 100_000, ...why } },
    undefined,
    {
      signal: cancelling.signal,
      onprogress: ({ message }) => {
        if (message !== 'measuring pairs' || cancelling.signal.aborted) return;
        start = performance.now();
        cancelling.abort(new Error('enough'));
      },
    },
  );
  await run.catch((error: unknown) => {
    if (!cancelling.signal.aborted) throw error;
  });
  while (!isRefused()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  reader.close();
  return performance.now() - start;
}

/** Both rows. */
export async function officeRows(): Promise<readonly BenchRow[]> {
  const { dir, remove } = testWorkspace();
  try {
    const begun = performance.now();
    const server = await built(dir);
    const build_ms = performance.now() - begun;
    const each: string[] = [];
    let total = 0;
    for (const [tool, args] of CHECKS) {
      const start = performance.now();
      await done(server, tool, args);
      const taken = performance.now() - start;
      each.push(`${tool} ${taken.toFixed(0)}`);
      total += taken;
    }
    const waits_us: number[] = [];
    for (let i = 0; i < CANCELS; i++) waits_us.push(1000 * (await cancelled(server, dir)));
    await server.close();
    const { p50_us, max_us } = spread(waits_us);
    return [
      {
        what: '500 rooms checked through MCP, seven checks',
        baseline: `built from scripts ${build_ms.toFixed(0)} ms`,
        measured: `${total.toFixed(0)} ms: ${each.join(', ')}`,
        ratio: null,
        target: `≤ ${TOTAL_MS} ms`,
        holds: total <= TOTAL_MS,
      },
      {
        what: 'a clash run over 500 rooms cancelled: until its refusal stands in the log',
        baseline: 'none',
        measured: `p50 ${(p50_us / 1000).toFixed(0)} ms, longest ${(max_us / 1000).toFixed(0)} ms of ${CANCELS}`,
        ratio: null,
        target: `≤ ${CANCELLED_MS} ms`,
        holds: max_us / 1000 <= CANCELLED_MS,
      },
    ];
  } finally {
    remove();
  }
}
