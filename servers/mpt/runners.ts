/** @module runners: everything here that carries out a tool, by the tool's canonical name. */
import { createCodeJsRunner } from '../../kernel/mpt/runners/code-js.ts';
import { createCodePythonRunner } from '../../kernel/mpt/runners/code-python.ts';
import { createDataCsvRunner } from '../../kernel/mpt/runners/data-csv.ts';
import { createDataXlsxRunner } from '../../kernel/mpt/runners/data-xlsx.ts';
import type { Runner } from '../../kernel/mpt/runners/runner.ts';
import type { ToolSources } from './sources.ts';

/** The runners by tool id; none starts anything before it is used. Whoever asks for them disposes of them. */
export function openRunners({ cache, artifacts, clock }: ToolSources): ReadonlyMap<string, Runner> {
  const code = { cacheDir: cache, now: clock };
  const data = { root: artifacts, now: clock };
  return new Map<string, Runner>([
    ['code.js', createCodeJsRunner(code)],
    ['code.python', createCodePythonRunner(code)],
    ['data.csv', createDataCsvRunner(data)],
    ['data.xlsx', createDataXlsxRunner(data)],
  ]);
}
