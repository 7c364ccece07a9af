/** @module data-runner: what data.csv and data.xlsx share: the source, the thread, the price and the outcome. */
import { extname } from 'node:path';

import { z } from 'zod';

import { TABLE_MAX } from './data-bounds.ts';
import { INLINE_BYTES_MAX, openBelow } from './data-source.ts';
import type { DataSource } from './data-source.ts';
import type { DataJob } from './data-worker.ts';
import type { RunBudget, Runner, RunProvenance } from './runner.ts';
import { endOf, outcomeOf, schemaMiss, TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';
import { TaskThreads } from './task-thread.ts';

/** How a data runner is made. */
export type DataRunnerOptions = {
  /** Absolute path of the only folder whose files may be read; without it, `path` is refused. */
  readonly root?: string;
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
};

/** Fields of the input that both tools take. */
export const TABLE_FIELDS = {
  path: z.string().min(1).max(1000).optional(),
  content_base64: z.base64().optional(),
  header: z.boolean().default(true),
  columns: z
    .array(z.union([z.string(), z.int().min(0)]))
    .min(1)
    .max(1000)
    .nullable()
    .default(null),
  offset: z.int().min(0).default(0),
  limit: z.int().min(0).max(TABLE_MAX.answer_rows).default(100),
  count_all: z.boolean().default(false),
};

/** The place that an input names for its bytes. */
export type TablePlace = {
  readonly path?: string | undefined;
  readonly content?: string | undefined;
  readonly content_base64?: string | undefined;
};

type WithoutPlace<Job> = Job extends DataJob ? Omit<Job, 'source' | 'gas'> : never;

/** A question for the thread, without its bytes. */
export type TableQuestion = WithoutPlace<DataJob>;

/** Makes a runner from how an input is read; `parse` throws `TaskStop` for an input that does not fit. */
export function createDataRunner(
  options: DataRunnerOptions,
  provenance: RunProvenance,
  parse: (input: unknown) => { readonly place: TablePlace; readonly question: TableQuestion },
): Runner {
  const threads = new TaskThreads(
    new URL(`./data-worker${extname(import.meta.url)}`, import.meta.url),
  );
  return {
    async run(input, budget, signal) {
      const began = options.now();
      let end: TaskEnd;
      try {
        const { place, question } = parse(input);
        end = await readPlace(options.root, { place, question, budget, signal, threads });
      } catch (error) {
        const spent = error instanceof TaskStop && SPENT.has(error.code) ? budget.gas : 0;
        end = endOf(error, spent, 'the table cannot be read');
      }
      return outcomeOf(end, budget.gas, { latency_ms: options.now() - began, provenance });
    },
    [Symbol.asyncDispose]: async () => await threads[Symbol.asyncDispose](),
  };
}

/** Parses an input by its schema. Throws `TaskStop` TOOL_SCHEMA_MISS. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw schemaMiss(parsed.error);
}

/** A thread that was killed cannot say what it used: all that was reserved is spent. */
const SPENT: ReadonlySet<string> = new Set(['TOOL_TIMEOUT', 'BOUND_MEM']);

type TableCall = {
  readonly place: TablePlace;
  readonly question: TableQuestion;
  readonly budget: RunBudget;
  readonly signal: AbortSignal;
  readonly threads: TaskThreads;
};

async function readPlace(root: string | undefined, call: TableCall): Promise<TaskEnd> {
  const { place } = call;
  const given = [place.path, place.content, place.content_base64].filter(
    (one) => one !== undefined,
  );
  if (given.length !== 1)
    throw new TaskStop(
      'TOOL_SCHEMA_MISS',
      `give exactly one of path, content and content_base64, got ${given.length}`,
    );
  if (place.path !== undefined) {
    if (root === undefined)
      throw new TaskStop('TOOL_UNSAFE', 'no data folder is configured; give the content itself');
    await using handle = await openBelow(root, place.path);
    const { size } = await handle.stat();
    return await readSource({ kind: 'file', fd: handle.fd, size }, call);
  }
  const bytes =
    place.content === undefined
      ? Buffer.from(place.content_base64 ?? '', 'base64')
      : Buffer.from(place.content, 'utf8');
  if (bytes.length > INLINE_BYTES_MAX)
    throw new TaskStop(
      'BOUND_DATA',
      `the content has ${bytes.length} bytes, at most ${INLINE_BYTES_MAX} are taken; give a path`,
    );
  return await readSource({ kind: 'bytes', bytes }, call);
}

async function readSource(source: DataSource, call: TableCall): Promise<TaskEnd> {
  const { question, budget, signal, threads } = call;
  return await threads.run({
    job: { ...question, source, gas: budget.gas } satisfies DataJob,
    heap_mb: budget.mem_mb,
    time_ms: budget.time_ms,
    signal,
  });
}
