/** @module tool-service: runs declared tools within their bounds; every run ends in BOUNDED_OUTPUT or REFUSAL(code). */
import { RunAccounts } from './bounds/accounts.ts';
import { OutputCache } from './bounds/output-cache.ts';
import { certifyTool } from './certification/certify.ts';
import type { FindInputFault, Certificate } from './certification/certify.ts';
import { recordedRunner } from './certification/recorded-runner.ts';
import { previewCall } from './check-call.ts';
import type { RunPreview } from './check-call.ts';
import { createRegistry } from './contracts/contract-registry.ts';
import type { ToolContract } from './contracts/contract.ts';
import { isJsonObject } from './contracts/schema-strings.ts';
import { inputFault } from './gates/check-input.ts';
import { loadSecretRules } from './gates/threat-secrets.ts';
import { analyse } from './records/analytics.ts';
import type { ToolAnalytics } from './records/analytics.ts';
import type { ToolResult } from './records/ledger-entry.ts';
import type { Tape } from './records/tapes.ts';
import { ToolRefusal } from './refusals.ts';
import { runCall } from './run-call.ts';
import type { CallerRecords, RunOptions, Service } from './run-call.ts';
import { DEFAULT_TOOL_POLICY } from './service-parts.ts';
import type { ToolServiceParts } from './service-parts.ts';

/** A registered contract. */
export type ListedContract = {
  readonly contract: ToolContract;
  /** SHA-256 of the canonical JSON of the contract. */
  readonly sha256: string;
  /** Whether the tool is verified, compiles and has a runner. */
  readonly ready: boolean;
};

/** The operations of one caller. */
export type CallerTools = {
  /** Runs an untrusted request (schemas/mpt/request.schema.json). Never throws. */
  run(request: unknown, options?: RunOptions): Promise<ToolResult>;
  /** What a request would run, or why it would be refused. Runs and records nothing. */
  preview(request: unknown): Promise<RunPreview | ToolRefusal>;
  /**
   * Repeats a run by its run_id or exec_id: a deterministic tool runs again and must give the same output, any other
   * tool's output comes from its tape. Never throws.
   */
  replay(id: string, caller: string, options?: RunOptions): Promise<ToolResult>;
  /** Checks a contract, and the runner of its tool if there is one. Each trial of the runner is a recorded run. */
  certify(contract: unknown): Promise<Certificate>;
};

/** The tool service. Runs of all callers share accounts and caches. */
export type ToolService = {
  forCaller(records: CallerRecords): CallerTools;
  /** Loads the secret rules and compiles the schemas of a tool before its first run. */
  prepare(tool: string): Promise<void>;
  listContracts(): readonly ListedContract[];
  /** Statistics of the last runs in the ledger (default 1,000). Rejects if the ledger cannot be read. */
  analytics(window?: { readonly runs?: number }): Promise<ToolAnalytics>;
};

/** Creates the tool service. Throws for an invalid contract. */
export function createToolService(parts: ToolServiceParts): ToolService {
  const policy = { ...DEFAULT_TOOL_POLICY, ...parts.policy };
  const registry = createRegistry(parts.contracts);
  const shared = {
    parts,
    policy,
    accounts: new RunAccounts({ run: policy.budget, concurrent_max: policy.concurrent_max }),
    shared: new OutputCache(),
    within_run: new OutputCache(),
    registry,
  };
  return {
    forCaller: (records) => {
      const service: Service = { ...shared, ...records };
      return {
        run: async (request, options = {}) => await runCall(service, request, options),
        preview: async (request) => await previewCall(service, request),
        replay: async (id, caller, options = {}) =>
          await replayRun(service, { id, caller }, options),
        certify: async (contract) => await certificateOf(service, contract),
      };
    },
    prepare: async (tool) => {
      await loadSecretRules();
      // The getter compiles the schemas
      void registry.get(tool)?.io;
    },
    listContracts: () =>
      [...registry.values()].map(({ contract, sha256, io }) => ({
        contract,
        sha256,
        ready:
          io !== undefined &&
          contract.safety_level === 'verified' &&
          parts.runners.has(contract.tool_id),
      })),
    analytics: async ({ runs = 1000 } = {}) => analyse(await parts.history.recent(runs), runs),
  };
}

async function certificateOf(service: Service, contract: unknown): Promise<Certificate> {
  const { parts, policy, registry } = service;
  // A third-party contract that names one of our tools must still pass that tool's gates
  const tool_id = namedTool(contract);
  const own = registry.get(tool_id);
  const runner = parts.runners.get(tool_id);
  const faultOfInput: FindInputFault = async (input) =>
    await inputFault(registry, tool_id, { input, policy });
  return await certifyTool(
    contract,
    own === undefined || runner === undefined
      ? undefined
      : recordedRunner(service, own.contract, runner),
    { delay: parts.delay, inputFault: faultOfInput },
  );
}

function namedTool(contract: unknown): string {
  const { tool_id } = isJsonObject(contract) ? contract : {};
  return typeof tool_id === 'string' ? tool_id : '';
}

type ReplayOf = { readonly id: string; readonly caller: string };

async function replayRun(
  service: Service,
  { id, caller }: ReplayOf,
  options: RunOptions,
): Promise<ToolResult> {
  const exec_id = service.parts.randomId();
  const tape = await findTape(service, id);
  const context = { caller, exec_id };
  if (tape instanceof ToolRefusal) {
    // Refused and recorded like any other run
    const request = { tool: 'replay', input: { id: id.toWellFormed() }, budget: {}, context };
    return await runCall(service, request, { ...options, refusal: tape });
  }
  const { tool, input, budget } = tape.request;
  await options.onTape?.(tool);
  const mode =
    service.registry.get(tool)?.contract.determinism === 'deterministic' ? 'verify' : 'replay';
  return await runCall(
    service,
    { tool, input, budget, context: { ...context, mode } },
    { ...options, tape },
  );
}

async function findTape(service: Service, id: string): Promise<Tape | ToolRefusal> {
  try {
    const none = `there is no tape of the run \`${id.slice(0, 80)}\``;
    return (await service.tapes.find(id)) ?? new ToolRefusal('TOOL_DRIFT', none);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    service.parts.onFault?.(error, id);
    return new ToolRefusal('FRAGILITY', 'the tapes cannot be read');
  }
}
