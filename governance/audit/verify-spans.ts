/** @module verify-spans: verifies a long chain with several threads, one span each, with the same result as one pass. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { openCompactRange, rootOfPeaks } from '../../kernel/base/canonical/merkle.ts';
import { EMPTY_CHAIN } from './entry.ts';
import { BEFORE_ALL, type ChainWalk, type TreeHead, type Visit } from './verify-chain.ts';
import type { AuditSource, ParallelReading } from './verify-report.ts';
import { Span, type SpanTask } from './verify-span.ts';

/** Entries of one span: a power of two, so that each span's tree is a subtree of the whole (RFC 9162, section 2.1.1). */
const SPAN = 8192;
/** Spans queued per thread, so that no thread waits for work. */
const AHEAD = 2;

/**
 * Reads the chain of an intact log like `walkChain`. Null when anything is invalid or unreadable: then only a pass from the
 * first entry can name the fault.
 *
 * INVARIANT: if each span is intact and starts at the hash with which the previous one ended, the first at the genesis,
 * then rows 1 to `entries` are chained. This function also checks that the source has no other rows.
 */
export async function walkSpans(
  source: Pick<AuditSource, 'auditAfter'>,
  reading: ParallelReading,
  sizes: ReadonlySet<number>,
  visit: Visit,
): Promise<ChainWalk | null> {
  const { entries } = reading;
  if (!(await hasExactly(source, entries))) return null;
  const tasks = tasksFor(entries, sizes, reading.span ?? SPAN);
  const threads = Array.from({ length: reading.threads }, () => openThread(reading.store));
  try {
    return await joinSpans(threads, tasks, entries, visit);
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

/** Whether there are no rows outside of 1 to `entries`. */
async function hasExactly(
  source: Pick<AuditSource, 'auditAfter'>,
  entries: number,
): Promise<boolean> {
  const [first] = await source.auditAfter(BEFORE_ALL, 1);
  const beyond = await source.auditAfter(entries, 1);
  return first?.seq === 1 && beyond.length === 0;
}

function tasksFor(entries: number, sizes: ReadonlySet<number>, span: number): readonly SpanTask[] {
  const sorted = [...sizes].filter((size) => size > 0).toSorted((a, b) => a - b);
  const largest = sorted.at(-1) ?? 0;
  let next = 0;
  return Array.from({ length: Math.ceil(entries / span) }, (_, index): SpanTask => {
    const after = index * span;
    const through = Math.min(entries, after + span);
    const from = next;
    while ((sorted[next] ?? Infinity) <= through) next += 1;
    return { after, through, sizes: sorted.slice(from, next), tree: through < largest };
  });
}

async function joinSpans(
  threads: readonly Thread[],
  tasks: readonly SpanTask[],
  entries: number,
  visit: Visit,
): Promise<ChainWalk | null> {
  const pending: Promise<Span | null>[] = [];
  let next = 0;
  const requestNext = (): void => {
    const task = tasks[next];
    const thread = threads[next % threads.length];
    next += 1;
    if (task !== undefined && thread !== undefined) pending.push(thread.read(task));
  };
  for (let ahead = 0; ahead < threads.length * AHEAD; ahead += 1) requestNext();
  // The tree over the roots of whole spans: the upper part of the tree of the log.
  const upper = openCompactRange();
  const trees = new Map<number, TreeHead>();
  let { hash } = EMPTY_CHAIN;
  for (const { tree } of tasks) {
    const span = await pending.shift();
    requestNext();
    if (span === null || span === undefined || span.follows !== hash) return null;
    const { hashes } = upper.state();
    for (const head of span.heads) {
      trees.set(head.size, { root: rootOfPeaks([...hashes, ...head.peaks]), hash: head.hash });
    }
    if (tree) upper.append(rootOfPeaks(span.peaks));
    ({ hash } = span);
    await visit(span.governing);
  }
  return { entries, head: { seq: entries, hash }, trees };
}

type Thread = {
  /** Null when the span is not intact or the thread has failed. */
  readonly read: (task: SpanTask) => Promise<Span | null>;
  readonly close: () => Promise<unknown>;
};

function openThread(store: string): Thread {
  const module = new URL(`./verify-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, { workerData: store, name: 'verify', execArgv: [] });
  const waiting: ((span: Span | null) => void)[] = [];
  let failed = false;
  const fail = (): void => {
    failed = true;
    for (const answer of waiting.splice(0)) answer(null);
  };
  worker.on('message', (message: unknown) => waiting.shift()?.(Span.nullable().parse(message)));
  // The pass from the first entry names the fault of the store.
  worker.on('error', fail);
  worker.on('exit', fail);
  return {
    read: (task) =>
      new Promise((resolve) => {
        if (failed) return resolve(null);
        waiting.push(resolve);
        worker.postMessage(task, []);
        return undefined;
      }),
    close: () => worker.terminate(),
  };
}
