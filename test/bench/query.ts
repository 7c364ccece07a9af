/** @module query: one sum by group over 50 MB of CSV: data.query, Python's csv and Python's SQLite on the same file. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { createDataQueryRunner } from '../../kernel/tools/runners/data/query/runner.ts';
import { openIn } from '../kernel/tools/runners/open-in.ts';
import { csvText } from './data.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 3;
const SQL = 'SELECT wing, count(*), sum(width) FROM t GROUP BY wing ORDER BY wing';
/** Share of the time of each other that ours may take; ours reads whatever a file holds, and starts a process. */
const OTHERS = { 'python csv': 2.5, 'python sqlite': 1.2 } as const;

const Answer = z.object({
  answer: z.array(z.tuple([z.string(), z.number(), z.number()])),
  ms: z.number(),
  peak_mb: z.number(),
});
type Answer = z.output<typeof Answer>;

/** Rows of the comparison, best of three in turn; none where there is no Python. */
export async function queryRows(): Promise<readonly BenchRow[]> {
  if (spawnSync('python3', ['--version']).status !== 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-query-'));
  const path = join(folder, 'table.csv');
  writeFileSync(path, `id,room,width,wing,is_open,made\n${csvText()}`);
  try {
    const best = new Map<string, Answer>();
    for (let round = 0; round < ROUNDS; round += 1) {
      keepBest(best, 'data.query', await ours(folder, path));
      for (const other of Object.keys(OTHERS)) keepBest(best, other, theirs(other, path));
    }
    return Object.entries(OTHERS).map(([other, limit]) => row(best, other, { limit, path }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function keepBest(best: Map<string, Answer>, name: string, answer: Answer): void {
  const known = best.get(name);
  if (known === undefined || answer.ms < known.ms) best.set(name, answer);
}

async function ours(root: string, path: string): Promise<Answer> {
  await using runner = createDataQueryRunner({ now: () => performance.now() });
  const bounds = {
    time_ms: 600_000,
    mem_mb: 256,
    gas: 6000,
    depth: 4,
    tool_calls_max: 6,
    web_requests_max: 3,
    tokens_output_max: 800,
  };
  const began = performance.now();
  const input = { path: basename(path), sql: SQL };
  const outcome = await runner.run(input, bounds, new AbortController().signal, {
    open: openIn(root),
  });
  const ms = performance.now() - began;
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.cause}`);
  return Answer.parse({ answer: outcome.output['rows'], ms, peak_mb: 0 });
}

function theirs(how: string, path: string): Answer {
  const script = fileURLToPath(new URL('./query-readers.py', import.meta.url));
  return Answer.parse(
    JSON.parse(execFileSync('python3', [script, how, path], { encoding: 'utf8' })),
  );
}

function row(
  best: ReadonlyMap<string, Answer>,
  other: string,
  { limit, path }: { readonly limit: number; readonly path: string },
): BenchRow {
  const [mine, their] = [best.get('data.query'), best.get(other)];
  if (mine === undefined || their === undefined) throw new Error('nothing was measured');
  if (JSON.stringify(mine.answer) !== JSON.stringify(their.answer)) {
    throw new Error(`${other} answered otherwise than data.query`);
  }
  const ratio = mine.ms / their.ms;
  return {
    what: `data.query against ${other}: a sum by group over ${(statSync(path).size / 1e6).toFixed(1)} MB, process and bounds included`,
    baseline: `${their.ms.toFixed(0)} ms, peak ${their.peak_mb.toFixed(0)} MB`,
    measured: `${mine.ms.toFixed(0)} ms, within 256 MB and 6000 gas`,
    ratio,
    target: `≤ ${limit} × its time`,
    holds: ratio <= limit,
  };
}
