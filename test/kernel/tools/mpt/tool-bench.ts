/** @module tool-bench: a tool service with two tools, a real hash chain and a clock that only the test advances. */
import { chainHash, GENESIS, verifyChain } from '../../../../kernel/base/canonical/chain.ts';
import type { ChainLink } from '../../../../kernel/base/canonical/chain.ts';
import { canonicalJson } from '../../../../kernel/base/canonical/json.ts';
import type { Delay } from '../../../../kernel/tools/apex/deadline.ts';
import type { ToolContract } from '../../../../kernel/tools/mpt/contracts/contract.ts';
import type {
  EntryPage,
  ToolLedgerEntry,
} from '../../../../kernel/tools/mpt/records/ledger-entry.ts';
import type { CallerRecords } from '../../../../kernel/tools/mpt/run-call.ts';
import type { ToolServiceParts } from '../../../../kernel/tools/mpt/service-parts.ts';
import { createToolService } from '../../../../kernel/tools/mpt/tool-service.ts';
import type { CallerTools, ToolService } from '../../../../kernel/tools/mpt/tool-service.ts';
import type { RunBudget, Runner, RunOutcome } from '../../../../kernel/tools/runners/runner.ts';
import { createTapeMemory } from './tape-memory.ts';

/** A deterministic tool that adds numbers. */
export const SUM: ToolContract = {
  tool_id: 'data.sum',
  version: '1.0.0',
  class: 'data',
  safety_level: 'verified',
  determinism: 'deterministic',
  domains: [],
  io_schema: {
    in: {
      type: 'object',
      additionalProperties: false,
      required: ['numbers'],
      properties: { numbers: { type: 'array', maxItems: 10_000, items: { type: 'number' } } },
    },
    out: {
      type: 'object',
      required: ['sum'],
      properties: {
        sum: { type: 'number' },
        note: { type: 'string' },
        artefact: { type: 'object' },
      },
    },
  },
  examples: [{ numbers: [1, 2, 3] }],
};

/** An external tool that returns the text of an address. */
export const PAGE: ToolContract = {
  ...SUM,
  tool_id: 'web.page',
  class: 'web',
  determinism: 'external',
  domains: ['*'],
  io_schema: {
    in: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: { url: { type: 'string', format: 'uri', maxLength: 2048 } },
    },
    out: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string' },
        final_url: { type: 'string', format: 'uri' },
        annotations: { type: 'array' },
      },
    },
  },
  examples: [{ url: 'https://example.org/' }],
};

/** The use that `outcomeOf` reports by default. */
export const USE = {
  gas: 1,
  fuel: 100,
  web_requests: 0,
  mem_high_water_bytes: 1000,
  latency_ms: 1,
} as const;

export function outcomeOf(
  output: Record<string, unknown>,
  use: Partial<RunOutcome['use']> = {},
): RunOutcome {
  return { ok: true, output, use: { ...USE, ...use }, provenance: { engine: 'bench' } };
}

export type RunFunction = (
  input: Readonly<Record<string, unknown>>,
  budget: RunBudget,
  signal: AbortSignal,
) => unknown;

/** Makes a runner from any function, even one that violates the interface. */
export function runnerOf(run: RunFunction): Runner {
  return {
    run: run as Runner['run'],
    [Symbol.asyncDispose]: async () => {},
  };
}

export const sumRunner = runnerOf(async (input) => {
  const numbers = input['numbers'];
  if (!Array.isArray(numbers)) {
    return {
      ok: false,
      code: 'TOOL_SCHEMA_MISS',
      cause: 'numbers must be a list',
      detail: {},
      use: { ...USE, gas: 0, fuel: 0 },
      provenance: {},
    };
  }
  return outcomeOf(
    { sum: numbers.reduce((a: number, b: number) => a + b, 0) },
    { fuel: numbers.length },
  );
});

/** A clock that only `elapse` advances: a delay ends when its time is reached or its signal aborts. */
export function handClock(): { delay: Delay; elapse: (ms: number) => void; now: () => number } {
  let at = 1_700_000_000_000;
  const waiting = new Set<{ readonly due: number; readonly wake: () => void }>();
  return {
    now: () => at,
    delay: async (ms, signal) =>
      await new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const one = { due: at + ms, wake: resolve };
        waiting.add(one);
        signal.addEventListener('abort', () => {
          waiting.delete(one);
          resolve();
        });
      }),
    elapse: (ms) => {
      at += ms;
      for (const one of waiting) {
        if (one.due <= at) {
          waiting.delete(one);
          one.wake();
        }
      }
    },
  };
}

/** An audit chain in memory, like that of a workspace. */
export class Chain {
  readonly links: ChainLink[] = [];
  readonly entries: unknown[] = [];
  async append(entry: unknown): Promise<{ seq: number }> {
    const last = this.links.at(-1);
    const body = canonicalJson(entry);
    const prev_hash = last?.hash ?? GENESIS;
    const seq = (last?.seq ?? 0) + 1;
    this.links.push({ seq, prev_hash, hash: chainHash(prev_hash, body), body });
    this.entries.push(entry);
    return await Promise.resolve({ seq });
  }
  async recent(limit: number): Promise<EntryPage> {
    const older_before = this.entries.length > limit ? this.entries.length - limit + 1 : null;
    const entries = this.entries.slice(-limit) as ToolLedgerEntry[];
    return await Promise.resolve({ entries, older_before });
  }
  async last(limit: number): Promise<readonly ToolLedgerEntry[]> {
    return (await this.recent(limit)).entries;
  }
  get intact(): boolean {
    return verifyChain(this.links).ok;
  }
}

let ids = 0;
export const nextId = (): string =>
  `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;

/** A log that lets every run begin. */
const ALL_BEGIN: CallerRecords['intents'] = {
  begin: async ({ run_id, web_requests }) =>
    await Promise.resolve({ record_id: run_id, web_requests }),
};

export type Bench = {
  readonly service: ToolService & CallerTools;
  readonly chain: Chain;
  readonly clock: ReturnType<typeof handClock>;
  readonly call: (input: unknown, more?: Record<string, unknown>) => ReturnType<CallerTools['run']>;
};

/** A tool service for one caller. `run` runs both tools; default: computes sums. */
export function bench(
  run: RunFunction | Runner = sumRunner,
  {
    ledger,
    tapes,
    intents,
    open,
    artefacts,
    ...more
  }: Partial<ToolServiceParts & CallerRecords> = {},
): Bench {
  const chain = new Chain();
  const clock = handClock();
  const runner = typeof run === 'function' ? runnerOf(run) : run;
  const opened = createToolService({
    contracts: [SUM, PAGE],
    runners: new Map([
      ['data.sum', runner],
      ['web.page', runner],
    ]),
    history: chain,
    now: clock.now,
    randomId: nextId,
    delay: clock.delay,
    ...more,
  });
  const records = {
    ledger: ledger ?? chain,
    tapes: tapes ?? createTapeMemory(),
    intents: intents ?? ALL_BEGIN,
    open,
    artefacts,
  };
  const service = { ...opened, ...opened.forCaller(records) };
  const call: Bench['call'] = async (input, extra = {}) =>
    await service.run({
      tool: 'data.sum',
      input,
      budget: {},
      context: { caller: 'test', exec_id: nextId() },
      ...extra,
    });
  return { service, chain, clock, call };
}
