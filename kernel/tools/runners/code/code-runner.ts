/** @module code-runner: what code.js and code.python share: input, budget, the process pool, and outcomes. */
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { NOTHING_USED } from '../runner.ts';
import type {
  OpenFile,
  RunBudget,
  Runner,
  RunnerCode,
  RunOutcome,
  RunProvenance,
  RunUse,
} from '../runner.ts';
import { SandboxPool } from '../sandbox/pool.ts';
import type { SandboxReply } from '../sandbox/process.ts';
import { MODULE_PAGES_MAX } from '../sandbox/protocol.ts';
import type {
  SandboxEnd,
  SandboxEngine,
  SandboxProgram,
  SandboxReport,
} from '../sandbox/protocol.ts';
import { Turns } from '../sandbox/turns.ts';
import { parseInput } from '../task/parse-input.ts';
import { endOf, outcomeOf as outcomeOfTask, TaskStop } from '../task/task-stop.ts';
import { EngineFiles } from './engine-files.ts';
import type { CodeRunnerOptions, OnProgress } from './engine-files.ts';
import { isFileName, toCodeFile } from './files.ts';
import { plainJson } from './plain.ts';

/** Fuel units per gas. */
const FUEL_PER_GAS = 10_000_000n;
/** Bytes of memory above the engine's base that cost one gas. */
const BYTES_PER_GAS = 1_048_576;

/** A runner of programs. `warm` starts its processes before the first program needs one. */
export interface CodeRunner extends Runner {
  warm(onProgress?: OnProgress): Promise<void>;
}

/** Default number of processes per engine. Programs wait for a free one in order of arrival. */
const SIZE = { js: 2, python: 2 } as const;
/** Longest program, UTF-16 units. */
const CODE_CHARS_MAX = 262_144;
/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 65_536;

const CodeInput = z.strictObject({
  code: z.string().min(1).max(CODE_CHARS_MAX),
  files: z
    .record(
      z
        .string()
        .refine(isFileName, 'not a file name: relative, letters, digits and `._ -+@()` only'),
      z.union([
        z.string(),
        z.strictObject({ base64: z.base64() }),
        z.strictObject({ artifact: z.string().min(1).max(1000) }),
      ]),
    )
    .default({}),
});

/** Creates the runner of an engine. It starts no process before `warm` or the first run. */
export function createCodeRunner(engine: SandboxEngine, options: CodeRunnerOptions): CodeRunner {
  const waiting = new Set<OnProgress>();
  const engineFiles = new EngineFiles(engine, options, (done, total, message) => {
    for (const onProgress of waiting) onProgress(done, total, message);
  });
  const size = options.size ?? SIZE[engine];
  const pool = new SandboxPool(size, async () => await engineFiles.startProcess());
  const turns = new Turns(size);
  return {
    warm: async (onProgress) => {
      if (onProgress !== undefined) waiting.add(onProgress);
      try {
        await pool.warm();
      } finally {
        if (onProgress !== undefined) waiting.delete(onProgress);
      }
    },
    admit: async (signal, onWait) => await turns.take(signal, onWait),
    run: async (input, budget, signal, { onGas, open } = {}) => {
      const began = options.now();
      const program = await programOf(input, budget, open);
      const outcome =
        'ok' in program
          ? program
          : await pool
              .use(async (sandbox) => {
                const reply = await sandbox.run(program, budget.time_ms, signal, (fuel) =>
                  onGas?.(gasOf(fuel)),
                );
                return outcomeOf(reply, budget, { ...sandbox.identity });
              })
              .catch((error: unknown) => startFailure(error, budget));
      return { ...outcome, use: { ...outcome.use, latency_ms: options.now() - began } };
    },
    [Symbol.asyncDispose]: async () => await pool[Symbol.asyncDispose](),
  };
}

/** The outcome of a run whose process cannot be confined on this machine. Rethrows any other error. */
function startFailure(error: unknown, { gas }: RunBudget): RunOutcome {
  if (!(error instanceof TaskStop)) throw error;
  const end = endOf(error, 0, 'the sandbox did not start');
  return outcomeOfTask(end, gas, { latency_ms: 0, provenance: {} });
}

/** The program and its files, or a refusal if the input is invalid or a file cannot be read. */
async function programOf(
  input: unknown,
  budget: RunBudget,
  open: OpenFile | undefined,
): Promise<SandboxProgram | RunOutcome> {
  const mem_bytes = Math.min(budget.mem_mb * 1_048_576, MODULE_PAGES_MAX * PAGE_BYTES);
  try {
    const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
    const { code, files: contents } = parseInput(CodeInput, input);
    for (const [name, content] of Object.entries(contents)) {
      files.push({ name, bytes: await bytesOf(content, open, mem_bytes) });
    }
    const fuel = BigInt(Math.floor(budget.gas)) * FUEL_PER_GAS;
    return { code, files, fuel, mem_bytes };
  } catch (error) {
    const end = endOf(error, 0, 'a file of the program cannot be read');
    return outcomeOfTask(end, budget.gas, { latency_ms: 0, provenance: {} });
  }
}

async function bytesOf(
  content: z.output<typeof CodeInput>['files'][string],
  open: OpenFile | undefined,
  mem_bytes: number,
): Promise<Uint8Array> {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  if ('base64' in content) return Buffer.from(content.base64, 'base64');
  const { artifact } = content;
  if (open === undefined) {
    throw new TaskStop('TOOL_UNSAFE', 'no data folder is configured; give the content itself');
  }
  await using handle = await open(artifact);
  const { size } = await handle.stat();
  if (size > mem_bytes) {
    throw new TaskStop(
      'BOUND_MEM',
      `file \`${artifact}\` has ${size} bytes, the budget ${mem_bytes}`,
    );
  }
  return await readFile(handle);
}

function outcomeOf(reply: SandboxReply, budget: RunBudget, provenance: RunProvenance): RunOutcome {
  if (reply.kind === 'report') return reportedOutcome(reply.report, budget, provenance);
  // A stopped engine cannot report its use
  const use: RunUse = { ...NOTHING_USED, unmeasured: true };
  const ended = (code: RunnerCode, cause: string): RunOutcome => ({
    ok: false,
    code,
    cause,
    detail: {},
    use,
    provenance,
  });
  if (reply.kind === 'crashed') return ended('TOOL_FAIL', `the sandbox broke: ${reply.message}`);
  return reply.because === 'time'
    ? ended('TOOL_TIMEOUT', `the program ran longer than ${budget.time_ms} ms`)
    : ended('TOOL_FAIL', 'the run was cancelled');
}

function gasOf(fuel: bigint): number {
  return Number((fuel + FUEL_PER_GAS - 1n) / FUEL_PER_GAS);
}

function reportedOutcome(
  report: SandboxReport,
  budget: RunBudget,
  provenance: RunProvenance,
): RunOutcome {
  const { end, stdout, stderr } = report;
  const fuelGas = gasOf(report.fuel);
  const memoryGas = Math.ceil((report.high_water_bytes - report.base_bytes) / BYTES_PER_GAS);
  const gas = fuelGas + memoryGas;
  const use: RunUse = {
    ...NOTHING_USED,
    gas,
    fuel: Number(report.fuel),
    mem_high_water_bytes: report.high_water_bytes,
  };
  const failed = failureOf(end, budget);
  const over: Failure | undefined =
    gas > budget.gas && failed === undefined
      ? {
          code: 'BOUND_GAS',
          cause: `the program needs more than ${budget.gas} gas (${fuelGas} for work, ${memoryGas} for memory)`,
          detail: { gas_work: fuelGas, gas_memory: memoryGas },
        }
      : undefined;
  const failure = over ?? failed;
  if (failure !== undefined) {
    const { code, cause, detail } = failure;
    const plain = plainObject({ ...detail, stdout, stderr });
    return { ok: false, code, cause, detail: plain, use, provenance };
  }
  const result: unknown = end.kind === 'value' ? JSON.parse(end.json) : textOf(end);
  const files = report.files.map(({ name, bytes }) => toCodeFile(name, bytes));
  const output = plainObject({ result, stdout, stderr, files });
  return { ok: true, output, use, provenance };
}

function plainObject(value: object): Readonly<Record<string, unknown>> {
  const plain = plainJson(value);
  return typeof plain === 'object' && plain !== null ? { ...plain } : {};
}

type Failure = {
  readonly code: RunnerCode;
  readonly cause: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

function textOf(end: SandboxEnd): string {
  return end.kind === 'text' ? end.text : '';
}

function failureOf(end: SandboxEnd, budget: RunBudget): Failure | undefined {
  switch (end.kind) {
    case 'value':
    case 'text':
      return undefined;
    case 'fuel':
      return {
        code: 'BOUND_GAS',
        cause: `the program was stopped after exactly ${budget.gas} gas of work`,
        detail: { gas_work: budget.gas },
      };
    case 'memory':
      return {
        code: 'BOUND_MEM',
        cause: `${end.message} (budget ${budget.mem_mb} MB)`,
        detail: { mem_mb: budget.mem_mb },
      };
    case 'depth':
      return {
        code: 'BOUND_DEPTH',
        cause: `the program recursed too deeply: ${oneLine(end.message)}`,
        detail: {},
      };
    case 'sealed':
      return {
        code: 'TOOL_UNSAFE',
        cause: `the sandbox does not let programs reach ${end.name}`,
        detail: { import: end.name },
      };
    case 'trap':
      return {
        code: 'TOOL_FAIL',
        cause: `the engine trapped: ${oneLine(end.message)}`,
        detail: {},
      };
    case 'data':
      return { code: 'BOUND_DATA', cause: end.message, detail: {} };
    case 'error': {
      const { type, message, line, trace } = end.error;
      const where = line === null ? '' : ` (line ${line})`;
      return {
        code: 'TOOL_FAIL',
        cause: `${type}: ${oneLine(message)}${where}`,
        detail: { type, message, line, trace },
      };
    }
    default:
      return end satisfies never;
  }
}

function oneLine(text: string): string {
  const [first = ''] = text.split('\n');
  return first.slice(0, 300);
}
