/** @module data-runner: the common part of data.csv and data.xlsx: source, thread, price and outcome. */
import { extname } from 'node:path';

import { z } from 'zod';

import type { OpenFile, RunBudget, Runner, RunProvenance } from '../runner.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { TaskThreads } from '../task/task-threads.ts';
import { TABLE_MAX } from './bounds.ts';
import { INLINE_BYTES_MAX } from './source.ts';
import type { DataSource } from './source.ts';
import type { DataJob } from './worker.ts';

/** Options of a data runner. */
export type DataRunnerOptions = {
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
};

/** Input fields of both tools. */
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

/** The source of the bytes, as given in the input. */
export type TablePlace = {
  readonly path?: string | undefined;
  readonly content?: string | undefined;
  readonly content_base64?: string | undefined;
};

type WithoutPlace<Job> = Job extends DataJob ? Omit<Job, 'source' | 'gas'> : never;

/** A job for the thread, without its bytes. */
export type TableJob = WithoutPlace<DataJob>;

/** How a tool reads its input, and how it carries a job out on the opened source. */
export type TableTool<Job> = {
  /** Throws `TaskStop` for an invalid input. */
  readonly parse: (input: unknown) => { readonly place: TablePlace; readonly job: Job };
  readonly run: (source: DataSource, job: Job, bounds: RunBounds) => Promise<TaskEnd>;
  /** Disposes of what `run` uses. */
  readonly close?: () => Promise<void>;
};

/** Bounds of one run. */
export type RunBounds = { readonly budget: RunBudget; readonly signal: AbortSignal };

/** A tool that reads in a thread of its own. */
export function inThread(parse: TableTool<TableJob>['parse']): TableTool<TableJob> {
  const threads = new TaskThreads(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  return {
    parse,
    run: async (source, job, { budget, signal }) =>
      await threads.run({
        job: { ...job, source, gas: budget.gas } satisfies DataJob,
        heap_mb: budget.mem_mb,
        time_ms: budget.time_ms,
        signal,
      }),
    close: async () => await threads[Symbol.asyncDispose](),
  };
}

/** Creates a runner of a tool over tables. */
export function createDataRunner<Job>(
  options: DataRunnerOptions,
  provenance: RunProvenance,
  tool: TableTool<Job>,
): Runner {
  return {
    async run(input, budget, signal, { open } = {}) {
      const began = options.now();
      let end: TaskEnd;
      let unmeasured = false;
      try {
        const { place, job } = tool.parse(input);
        end = await withSource(
          open,
          place,
          async (source) => await tool.run(source, job, { budget, signal }),
        );
      } catch (error) {
        unmeasured = error instanceof TaskStop && KILLED.has(error.code);
        end = endOf(error, 0, 'the table cannot be read');
      }
      const latency_ms = options.now() - began;
      return outcomeOf(end, budget.gas, { latency_ms, provenance, unmeasured });
    },
    [Symbol.asyncDispose]: async () => await tool.close?.(),
  };
}

/** Codes of a terminated thread, which cannot report its use. */
const KILLED: ReadonlySet<string> = new Set(['TOOL_TIMEOUT', 'BOUND_MEM']);

async function withSource(
  open: OpenFile | undefined,
  place: TablePlace,
  read: (source: DataSource) => Promise<TaskEnd>,
): Promise<TaskEnd> {
  const given = [place.path, place.content, place.content_base64].filter(
    (one) => one !== undefined,
  );
  if (given.length !== 1) {
    throw new TaskStop(
      'TOOL_SCHEMA_MISS',
      `give exactly one of path, content and content_base64, got ${given.length}`,
    );
  }
  if (place.path !== undefined) {
    if (open === undefined) {
      throw new TaskStop('TOOL_UNSAFE', 'no data folder is configured; give the content itself');
    }
    await using handle = await open(place.path);
    const { size } = await handle.stat();
    return await read({ kind: 'file', fd: handle.fd, size });
  }
  const bytes =
    place.content === undefined
      ? Buffer.from(place.content_base64 ?? '', 'base64')
      : Buffer.from(place.content, 'utf8');
  if (bytes.length > INLINE_BYTES_MAX) {
    throw new TaskStop(
      'BOUND_DATA',
      `the content has ${bytes.length} bytes, at most ${INLINE_BYTES_MAX} are taken; give a path`,
    );
  }
  return await read({ kind: 'bytes', bytes });
}
