/** @module run-results: validators and codes of results, and `tick`, which lets pending work continue. */
import { compileSchema } from '../../../../kernel/tools/mpt/contracts/contract.ts';
import type { ToolResult } from '../../../../kernel/tools/mpt/records/ledger-entry.ts';
import type { RunOutcome } from '../../../../kernel/tools/runners/runner.ts';
import entrySchema from '../../../../schemas/mpt/ledger-entry.schema.json' with { type: 'json' };
import resultSchema from '../../../../schemas/mpt/result.schema.json' with { type: 'json' };
import { USE } from './tool-bench.ts';

export const isResult = compileSchema(resultSchema);
export const isEntry = compileSchema(entrySchema);

/** The code of a result's refusal; undefined if it has none. */
export const codeOf = (result: ToolResult): string | undefined =>
  result.audit.refusals[0]?.mpt_code;

/** The outcome of a runner that refuses with `code`. */
export function refusedBy(code: string): Partial<RunOutcome> {
  return {
    ok: false,
    code,
    cause: 'because',
    detail: {},
    use: USE,
    provenance: {},
  } as Partial<RunOutcome>;
}

/** Lets pending promises and immediates run. */
export async function tick(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
