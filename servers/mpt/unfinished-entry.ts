/** @module unfinished-entry: the ledger entry of a run without a recorded end, from the events of its start. */
import type { ToolLedgerEntry } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import { TAXONOMY } from '../../kernel/tools/mpt/refusals.ts';
import type { EventPayloads } from '../../schemas/events.ts';

/** Builds the entry. Nothing was measured, so all granted web requests count as made. */
export function unfinishedEntry(
  begun: EventPayloads['run.begun'],
  { because }: EventPayloads['run.unfinished'],
): ToolLedgerEntry {
  const { tool, run_id, exec_id, record_id, input_sha256, web_requests, most, by } = begun;
  const { apex: code, next_step } = TAXONOMY.TOOL_FAIL;
  return {
    exec_id,
    run_id,
    route: `mpt.${tool}`,
    budgets: {
      requested: {},
      granted: { tool_calls_max: most.calls, web_requests_max: most.web_requests },
      consumed: { tool_calls_max: 1, web_requests_max: web_requests },
    },
    termination: `REFUSAL(${code})`,
    metrics: { latency_ms: 0, gas: 0, tool_calls: 1, clarity: 1 },
    tool_metrics: { failures: 1, timeouts: 0 },
    provenance: {
      caller: by.name,
      sandbox: 'true',
      unfinished: true,
      unmeasured: true,
      record_id,
      input_sha256,
    },
    refusals: [{ code, mpt_code: 'TOOL_FAIL', cause: because, next_step, questions: [] }],
    annotations: [],
  };
}
