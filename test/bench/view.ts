/** @module view bench: the scene of about 100,000 elements for the page. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import type { BenchRow } from './measure.ts';
import type { LargeScene } from './view-large.ts';

const FIRST_MS = 1000;
const ALL_MS = 6000;
const DELTA_MS = 50;
const LIMIT_MS = 300_000;

const Times = z.object({ first_ms: z.number(), all_ms: z.number(), cpu_ms: z.number() });
const Large: z.ZodType<LargeScene> = z.object({
  elements: z.number(),
  megabytes: z.number(),
  cold: Times,
  warm: Times,
  delta_ms: z.array(z.number()),
  rss_mb: z.number(),
});

/** The rows of the page. */
export async function viewRows(): Promise<readonly BenchRow[]> {
  const program = fileURLToPath(new URL('view-large.ts', import.meta.url));
  const output = execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: LIMIT_MS });
  const { elements, megabytes, cold, warm, delta_ms, rss_mb } = Large.parse(JSON.parse(output));
  const shown = ({ first_ms, all_ms, cpu_ms }: LargeScene['cold']): string =>
    `first part ${first_ms.toFixed(0)} ms, all ${all_ms.toFixed(0)} ms (CPU ${cpu_ms.toFixed(0)} ms)`;
  const median = delta_ms[Math.floor(delta_ms.length / 2)] ?? Infinity;
  return await Promise.resolve([
    {
      what: `the scene of ${elements} elements in parts, ${megabytes.toFixed(0)} MB`,
      baseline: `the same again ${shown(warm)}`,
      measured: `${shown(cold)}, memory ${rss_mb.toFixed(0)} MB`,
      ratio: null,
      target: `first part ≤ ${FIRST_MS} ms, all ≤ ${ALL_MS} ms`,
      holds: cold.first_ms <= FIRST_MS && cold.all_ms <= ALL_MS,
    },
    {
      what: `the change of one moved wall in ${elements} elements`,
      baseline: 'none',
      measured: `median ${median.toFixed(0)} ms, longest ${(delta_ms.at(-1) ?? 0).toFixed(0)} ms`,
      ratio: null,
      target: `median ≤ ${DELTA_MS} ms`,
      holds: median <= DELTA_MS,
    },
  ]);
}
