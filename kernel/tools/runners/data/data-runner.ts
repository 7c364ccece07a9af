/** @module data-runner: what all data tools share: source of the bytes, thread, price and outcome. */
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

/** Input fields that the data tools share. */
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

/** Input fields of the tools for delimited text. */
export const DELIMITED_FIELDS = {
  delimiter: z
    .string()
    .length(1)
    .regex(/[^"\r\n\0]/)
    .nullable()
    .default(null),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).nullable().default(null),
};

/** Source of the bytes in the input: exactly one member must be set. */
export type TablePlace = {
  readonly path?: string | undefined;
  readonly content?: string | undefined;
  readonly content_base64?: string | undefined;
};

type WithoutPlace<Job> = Job extends DataJob ? Omit<Job, 'source' | 'gas'> : never;

/** A job for the thread, before its source is opened. */
export type TableJob = WithoutPlace<DataJob>;

/** A data tool: parses its input and runs a job on the opened source. */
export type TableTool<Job> = {
  /** Throws `TaskStop` for an invalid input. */
  readonly parse: (input: unknown) => { readonly place: TablePlace; readonly job: Job };
  readonly run: (source: DataSource, job: Job, bounds: RunBounds) => Promise<TaskEnd>;
  /** Frees the resources of `run`. */
  readonly close?: () => Promise<void>;
};

/** Bounds of one run. */
export type RunBounds = { readonly budget: RunBudget; readonly signal: AbortSignal };

/** A tool that reads its table in a worker thread. */
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

/** Creates the runner of a data tool. */
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

/** Codes of a run whose thread was terminated, so that it could not report its use. */
const KILLED: ReadonlySet<string> = new Set(['TOOL_TIMEOUT', 'BOUND_MEM']);

async function withSource(
  open: OpenFile | undefined,
  place: TablePlace,
  read: (source: DataSource) => Promise<TaskEnd>,
): Promise<TaskEnd> {
  const sources = [place.path, place.content, place.content_base64].filter(
    (one) => one !== undefined,
  );
  if (sources.length !== 1) {
    throw new TaskStop(
      'TOOL_SCHEMA_MISS',
      `expected exactly one of path, content and content_base64, got ${sources.length}`,
    );
  }
  if (place.path !== undefined) {
    if (open === undefined) {
      throw new TaskStop('TOOL_UNSAFE', 'no data folder is configured; pass the content itself');
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
      `the content has ${bytes.length} bytes, the limit is ${INLINE_BYTES_MAX}; pass a path`,
    );
  }
  return await read({ kind: 'bytes', bytes });
}
