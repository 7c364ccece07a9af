/** @module certify-judge: what the schemas of a stranger say of some values, asked in a thread that can be killed. */
import { extname } from 'node:path';

import * as z from 'zod';

import { registerTool } from './contract-registry.ts';
import type { ToolContract } from './contract.ts';
import { TaskStop } from './runners/task-stop.ts';
import type { TaskEnd } from './runners/task-stop.ts';
import { TaskThreads } from './runners/task-thread.ts';

/** Values and the schema that each is held to. */
export type JudgeJob = {
  readonly contract: ToolContract;
  readonly values: readonly { readonly side: 'in' | 'out'; readonly value: unknown }[];
};

/** `schema_fault` is empty where both schemas compile; `faults` has one line for each value, empty where it fits. */
export type Judgement = { readonly schema_fault: string; readonly faults: readonly string[] };

/** A pattern may backtrack for years and a schema refer to itself: its time and memory are bounded from outside. */
const JUDGE_MS = 10_000;
const JUDGE_HEAP_MB = 256;

const JudgementShape = z.object({ schema_fault: z.string(), faults: z.array(z.string()) });

/** Compiles the schemas and holds the values to them, in the thread that calls it. */
export function judge({ contract, values }: JudgeJob): Judgement {
  const { io, schema_fault } = registerTool(contract);
  if (io === undefined) return { schema_fault, faults: values.map(() => schema_fault) };
  const faults = values.map(({ side, value }) => {
    try {
      const fits = side === 'in' ? io.isInput(value) : io.isOutput(value);
      return fits ? '' : `does not fit io_schema.${side}`;
    } catch {
      return `io_schema.${side} cannot be followed to its end`;
    }
  });
  return { schema_fault: '', faults };
}

/** The same in a thread of its own. Schemas that take too long, or too much, are at fault. */
export async function judgeApart(job: JudgeJob): Promise<Judgement> {
  await using threads = new TaskThreads(
    new URL(`./certify-worker${extname(import.meta.url)}`, import.meta.url),
    { ahead: false },
  );
  const bounds = {
    heap_mb: JUDGE_HEAP_MB,
    time_ms: JUDGE_MS,
    signal: new AbortController().signal,
  };
  let end: TaskEnd;
  try {
    end = await threads.run({ job, ...bounds });
  } catch (error) {
    if (!(error instanceof TaskStop)) throw error;
    const schema_fault = `the schemas cannot be checked within ${JUDGE_MS} ms and ${JUDGE_HEAP_MB} MB`;
    return { schema_fault, faults: job.values.map(() => schema_fault) };
  }
  if (!end.ok) return { schema_fault: end.cause, faults: job.values.map(() => end.cause) };
  return JudgementShape.parse(end.output);
}
