/** @module recorded-runner: runs a tool under certification, with a ledger entry before and after each trial. */
import { digestOf, sha256Hex } from '../../../base/canonical/hash.ts';
import { timerDelay } from '../../apex/deadline.ts';
import { NOTHING_USED } from '../../runners/runner.ts';
import type { RunBudget, Runner, RunOutcome } from '../../runners/runner.ts';
import type { ToolContract } from '../contracts/contract.ts';
import { readCall } from '../gates/call.ts';
import { checkOutcome, MEGABYTE } from '../output/outcome.ts';
import type { CheckedOutcome } from '../output/outcome.ts';
import { closeRun } from '../records/close-run.ts';
import { ToolRefusal } from '../refusals.ts';
import type { Service } from '../run-call.ts';

type Trial = {
  readonly contract: ToolContract;
  readonly runner: Runner;
  readonly input: Readonly<Record<string, unknown>>;
  readonly budget: RunBudget;
  readonly signal: AbortSignal;
};

/**
 * Wraps a runner so that its runs are recorded in the ledger and count as concurrent calls. A run of an external tool
 * sends nothing before its start is recorded.
 */
export function recordedRunner(
  service: Service,
  contract: ToolContract,
  runner: Runner,
): Pick<Runner, 'run'> {
  return {
    run: async (input, budget, signal) => {
      let leave: () => void;
      try {
        leave = service.accounts.enter();
      } catch (error) {
        return refusedBy(error);
      }
      try {
        return await recordedTrial(service, { contract, runner, input, budget, signal });
      } finally {
        leave();
      }
    },
  };
}

async function recordedTrial(service: Service, trial: Trial): Promise<RunOutcome> {
  const { parts, policy } = service;
  const { contract, runner, input, budget, signal } = trial;
  const run_id = parts.randomId();
  const { tool_id } = contract;
  const context = { caller: 'certificate', exec_id: run_id };
  const call = readCall({ tool: tool_id, input, budget: {}, context }, () => run_id, policy.threat);
  const external = contract.determinism === 'external';
  const begun = service.intents.begin({
    tool: tool_id,
    run_id,
    exec_id: run_id,
    exec_digest: call.exec_id,
    input_sha256: digestOf(input),
    web_requests: external ? budget.web_requests_max : 0,
    most: policy.budget,
    concurrent_max: policy.concurrent_max,
  });
  begun.catch(() => undefined);
  const began_ms = parts.now();
  try {
    if (external) await begun;
    const outcome = await runner.run(input, budget, signal, { open: service.open });
    const { record_id } = await begun;
    const checked = checkOutcome(outcome, budget);
    const ended_ms = parts.now();
    const { refusals } = (
      await closeRun(
        {
          call,
          ended_ms,
          latency_ms: Math.max(0, ended_ms - began_ms),
          budgets: { requested: {}, granted: { ...budget }, consumed: consumedBy(checked) },
          tool_calls: 1,
          provenance: provenanceOf(checked, { record_id, input_sha256: digestOf(input) }),
          annotations: [],
          tokens_max: policy.budget.tokens_output_max,
          result: checked.end.ok ? {} : checked.end.refusal,
        },
        {
          ledger: service.ledger,
          audit_ms: policy.audit_ms,
          delay: parts.delay ?? timerDelay,
          onFault: parts.onFault,
        },
      )
    ).audit;
    const unwritten = refusals.some(({ mpt_code }) => mpt_code === 'FRAGILITY');
    return unwritten
      ? refusedBy(new ToolRefusal('FRAGILITY', 'its end cannot be recorded'))
      : outcome;
  } catch (error) {
    return refusedBy(error);
  }
}

function consumedBy({ use }: CheckedOutcome): Readonly<Record<string, number>> {
  return {
    gas: use.gas,
    tool_calls_max: 1,
    web_requests_max: use.web_requests,
    mem_mb: Math.ceil(use.mem_high_water_bytes / MEGABYTE),
  };
}

function provenanceOf(
  { end, use }: CheckedOutcome,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number | boolean>> {
  return {
    caller: 'certificate',
    sandbox: 'true',
    ...known,
    fuel: use.fuel,
    ...(end.ok ? { output_sha256: sha256Hex(end.text) } : {}),
    ...(use.unmeasured === true ? { unmeasured: true } : {}),
  };
}

/** The outcome of a trial that did not begin or was not recorded. Rethrows any error that is not a refusal. */
function refusedBy(error: unknown): RunOutcome {
  if (!(error instanceof ToolRefusal)) throw error;
  const { mpt_code, message: cause, detail } = error;
  const code = mpt_code === 'ENTROPY_CLARITY' || mpt_code === 'FRAGILITY' ? 'TOOL_FAIL' : mpt_code;
  return { ok: false, code, cause, detail, use: NOTHING_USED, provenance: {} };
}
