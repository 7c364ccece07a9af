/** @module code-runner: what code.js and code.python share: input, budget, the pool, and how an end becomes an outcome. */
import { mkdirSync } from 'node:fs';

import { z } from 'zod';

import { isFileName, toCodeFile } from './code-files.ts';
import { plainJson } from './code-plain.ts';
import { SandboxPool } from './pool.ts';
import type { RunBudget, Runner, RunnerCode, RunOutcome, RunProvenance, RunUse } from './runner.ts';
import { locateSandbox, prepareSandbox } from './sandbox-derived.ts';
import type { SandboxFiles } from './sandbox-derived.ts';
import { DerivedFileError, findIsolator, SandboxProcess } from './sandbox-process.ts';
import type { SandboxReply } from './sandbox-process.ts';
import { MODULE_PAGES_MAX } from './sandbox-protocol.ts';
import type {
  SandboxEnd,
  SandboxEngine,
  SandboxProgram,
  SandboxReport,
} from './sandbox-protocol.ts';

/** Fuel units in one gas. */
const FUEL_PER_GAS = 10_000_000n;
/** Bytes of memory above the engine's base that cost one gas. */
const BYTES_PER_GAS = 1_048_576;

/** How a code runner is made. */
export type CodeRunnerOptions = {
  /** Absolute path of a directory of this user for derived files; made if it is not there. Not in node_modules. */
  readonly cacheDir: string;
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
  /** The Node (24 or newer) that runs the sandbox; default: the one that runs this. */
  readonly node?: string;
  /** Sandbox processes kept warm; default 2 for JavaScript and 1 for Python, sized for two cores. */
  readonly size?: number;
};

/** A runner of programs. `warm` starts its processes before the first program asks for one. */
export interface CodeRunner extends Runner {
  warm(): Promise<void>;
}

const SIZE = { js: 2, python: 1 } as const;
const CODE_CHARS_MAX = 262_144;
const PAGE_BYTES = 65_536;

const CodeInput = z.strictObject({
  code: z.string().min(1).max(CODE_CHARS_MAX),
  files: z
    .record(
      z
        .string()
        .refine(isFileName, 'not a file name: relative, letters, digits and `._ -+@()` only'),
      z.union([z.string(), z.strictObject({ base64: z.base64() })]),
    )
    .default({}),
});

/** Makes the runner of an engine; nothing starts until it is warmed or used. */
export function createCodeRunner(engine: SandboxEngine, options: CodeRunnerOptions): CodeRunner {
  const node = options.node ?? process.execPath;
  const launch = once(async () => {
    mkdirSync(options.cacheDir, { recursive: true });
    const located = await locateSandbox(engine, options.cacheDir);
    return { located, isolator: await findIsolator() };
  });
  const pool = new SandboxPool(options.size ?? SIZE[engine], async () => {
    const { located, isolator } = await launch();
    const { setup, reads } = located;
    const start = async (): Promise<SandboxProcess> =>
      await SandboxProcess.start({ setup, reads, node, isolator });
    return await orPrepared(start, located, node);
  });
  return {
    warm: async () => await pool.warm(),
    run: async (input, budget, signal) => {
      const began = options.now();
      const parsed = CodeInput.safeParse(input);
      const outcome = parsed.success
        ? await pool.use(async (sandbox) => {
            const reply = await sandbox.run(programOf(parsed.data, budget), budget.time_ms, signal);
            return outcomeOf(reply, budget, { ...sandbox.identity });
          })
        : refusedInput(parsed.error);
      return { ...outcome, use: { ...outcome.use, latency_ms: options.now() - began } };
    },
    [Symbol.asyncDispose]: async () => await pool[Symbol.asyncDispose](),
  };
}

/** Starts; where a derived file is missing or damaged, makes it and starts again, once. */
async function orPrepared<T>(
  start: () => Promise<T>,
  located: SandboxFiles,
  node: string,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof DerivedFileError)) throw error;
    await prepareSandbox(located, node);
    return await start();
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function programOf(input: z.output<typeof CodeInput>, budget: RunBudget): SandboxProgram {
  return {
    code: input.code,
    files: Object.entries(input.files).map(([name, content]) => ({
      name,
      bytes:
        typeof content === 'string'
          ? Buffer.from(content, 'utf8')
          : Buffer.from(content.base64, 'base64'),
    })),
    fuel: BigInt(Math.floor(budget.gas)) * FUEL_PER_GAS,
    mem_bytes: Math.min(budget.mem_mb * 1_048_576, MODULE_PAGES_MAX * PAGE_BYTES),
  };
}

function refusedInput(error: z.ZodError): RunOutcome {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return {
    ok: false,
    code: 'TOOL_SCHEMA_MISS',
    cause: `input \`${where}\` does not fit: ${issue?.message ?? 'unknown'}`,
    detail: {
      issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    },
    use: NOTHING_USED,
    provenance: {},
  };
}

const NOTHING_USED: RunUse = {
  gas: 0,
  fuel: 0,
  web_requests: 0,
  mem_high_water_bytes: 0,
  latency_ms: 0,
};

function outcomeOf(reply: SandboxReply, budget: RunBudget, provenance: RunProvenance): RunOutcome {
  if (reply.kind === 'report') return reportedOutcome(reply.report, budget, provenance);
  // A stopped engine cannot say what it used: all that was reserved is spent
  const use: RunUse = { ...NOTHING_USED, gas: budget.gas };
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

function reportedOutcome(
  report: SandboxReport,
  budget: RunBudget,
  provenance: RunProvenance,
): RunOutcome {
  const { end, stdout, stderr } = report;
  const fuelGas = Number((report.fuel + FUEL_PER_GAS - 1n) / FUEL_PER_GAS);
  const memoryGas = Math.ceil((report.high_water_bytes - report.base_bytes) / BYTES_PER_GAS);
  const gas = fuelGas + memoryGas;
  const use: RunUse = {
    ...NOTHING_USED,
    gas: Math.min(gas, budget.gas),
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
    const told = plainObject({ ...detail, stdout, stderr });
    return { ok: false, code, cause, detail: told, use, provenance };
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
