/** @module close-run: ends a run with one result and one ledger entry; without the entry there is no output. */
import { withinTime } from '../../apex/deadline.ts';
import type { Delay } from '../../apex/deadline.ts';
import { isLedgerEntry } from '../contracts/contract.ts';
import type { Call } from '../gates/call.ts';
import type { Annotation } from '../output/annotations.ts';
import { fitsTokens, shorten } from '../output/shorten.ts';
import type { JsonObject } from '../output/shorten.ts';
import { TAXONOMY, ToolRefusal } from '../refusals.ts';
import type {
  BudgetRecord,
  RefusalRecord,
  Termination,
  ToolLedger,
  ToolLedgerEntry,
  ToolResult,
} from './ledger-entry.ts';

/** The data of a run at its end. */
export type RunEnd = {
  readonly call: Call;
  /** Milliseconds since 1970. */
  readonly ended_ms: number;
  readonly latency_ms: number;
  readonly budgets: BudgetRecord;
  /** 1 if the call passed the checks, else 0. */
  readonly tool_calls: number;
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  readonly annotations: readonly Annotation[];
  /** Token limit for the detail of a refusal. */
  readonly tokens_max: number;
  readonly result: JsonObject | ToolRefusal;
};

/** The ledger, and how long an append may take, ms. */
export type EntryWriter = {
  readonly ledger: Pick<ToolLedger, 'append'>;
  readonly audit_ms: number;
  readonly delay: Delay;
  readonly onFault: ((error: unknown, run_id: string) => void) | undefined;
};

/**
 * Writes the entry, then returns the result. INVARIANT: no output without an audit entry. If the log cannot be written,
 * the run ends in REFUSAL(FRAGILITY).
 */
export async function closeRun(end: RunEnd, writer: EntryWriter): Promise<ToolResult> {
  const refusals =
    end.result instanceof ToolRefusal ? [await recordOf(end.result, end.tokens_max)] : [];
  const output = end.result instanceof ToolRefusal ? {} : end.result;
  const fault = await writeEntry(entryOf(end, refusals), writer);
  if (fault === undefined) return resultOf(end, refusals, output);
  writer.onFault?.(fault, end.call.run_id);
  const refusal = new ToolRefusal(
    'FRAGILITY',
    'the audit log cannot be written, so there is no output',
  );
  return resultOf(end, [await recordOf(refusal, end.tokens_max)], {});
}

/** Writes the entry; returns the error if that fails, else undefined. */
async function writeEntry(entry: ToolLedgerEntry, writer: EntryWriter): Promise<unknown> {
  if (!isLedgerEntry(entry)) return new Error('the ledger entry does not fit its schema');
  const written = await withinTime(async () => await writer.ledger.append(entry), {
    time_ms: writer.audit_ms,
    grace_ms: 0,
    delay: writer.delay,
  });
  if (written.kind === 'threw') return written.error ?? new Error('append failed');
  return written.kind === 'done' ? undefined : new Error('the audit log took too long');
}

async function recordOf(refusal: ToolRefusal, tokens_max: number): Promise<RefusalRecord> {
  const { mpt_code, message: cause, detail, questions } = refusal;
  const { apex, next_step } = TAXONOMY[mpt_code];
  const short = await shorten(detail, {}, async (cut) => await fitsTokens(cut, {}, tokens_max));
  return { code: apex, mpt_code, cause, detail: short ?? {}, next_step, questions };
}

function terminationOf([refusal]: readonly RefusalRecord[]): Termination {
  return refusal === undefined ? 'BOUNDED_OUTPUT' : `REFUSAL(${refusal.code})`;
}

function resultOf(end: RunEnd, refusals: readonly RefusalRecord[], output: JsonObject): ToolResult {
  const { call, latency_ms, budgets } = end;
  return {
    output,
    metrics: { latency_ms, gas_used: budgets.consumed.gas ?? 0, tool_id: call.tool_id },
    termination: terminationOf(refusals),
    audit: {
      exec_id: call.run_id,
      route: 'mpt',
      budgets,
      refusals,
      timestamp: new Date(end.ended_ms).toISOString(),
    },
  };
}

function entryOf(end: RunEnd, refusals: readonly RefusalRecord[]): ToolLedgerEntry {
  const { call, budgets, latency_ms } = end;
  const [refusal] = refusals;
  const timed = refusal?.code === 'BOUND_TIME';
  return {
    exec_id: call.exec_id,
    run_id: call.run_id,
    route: `mpt.${call.tool_id}`,
    budgets,
    termination: terminationOf(refusals),
    metrics: {
      latency_ms,
      gas: budgets.consumed.gas ?? 0,
      tool_calls: end.tool_calls,
      clarity: call.clarity,
    },
    tool_metrics: {
      failures: refusal?.code === 'FRAGILITY' ? 1 : 0,
      timeouts: timed ? 1 : 0,
    },
    provenance: end.provenance,
    refusals: refusals.map(({ code, mpt_code, cause, next_step, questions }) => ({
      code,
      mpt_code,
      cause,
      next_step,
      questions,
    })),
    annotations: end.annotations,
  };
}
