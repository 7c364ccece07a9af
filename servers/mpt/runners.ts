/** @module runners: everything here that carries out a tool, by the tool's canonical name. */
import { createCodeJsRunner } from '../../kernel/mpt/runners/code-js.ts';
import { createCodePythonRunner } from '../../kernel/mpt/runners/code-python.ts';
import { createDataCsvRunner } from '../../kernel/mpt/runners/data-csv.ts';
import { createDataXlsxRunner } from '../../kernel/mpt/runners/data-xlsx.ts';
import { createImageEditRunner } from '../../kernel/mpt/runners/image-edit.ts';
import { createImageText2ImRunner } from '../../kernel/mpt/runners/image-text2im.ts';
import type { Runner } from '../../kernel/mpt/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../kernel/mpt/runners/web-open-url.ts';
import type { WebPolicy } from '../../kernel/mpt/runners/web-policy.ts';
import { createWebSearchRunner } from '../../kernel/mpt/runners/web-search.ts';
import type { ToolSources } from './sources.ts';

/** Runners by tool id. `warm` starts what a tool needs before its first run, so that no run pays for it. */
export type Runners = AsyncDisposable & {
  readonly byTool: ReadonlyMap<string, Runner>;
  readonly warm: (tool: string) => Promise<void>;
};

/** The runners; none starts anything before it is used or warmed. */
export function openRunners(sources: ToolSources, web: WebPolicy): Runners {
  const { cache, artifacts, clock, settings } = sources;
  const code = { cacheDir: cache, now: clock };
  const data = { root: artifacts, now: clock };
  const js = createCodeJsRunner(code);
  const python = createCodePythonRunner(code);
  const byTool = new Map<string, Runner>([
    ['code.js', js],
    ['code.python', python],
    ['data.csv', createDataCsvRunner(data)],
    ['data.xlsx', createDataXlsxRunner(data)],
    ['image.edit', createImageEditRunner(data)],
    [
      'image.text2im',
      createImageText2ImRunner({
        now: clock,
        policy: web,
        ...(settings.image === null ? {} : { service: settings.image }),
      }),
    ],
    [
      'web.open_url',
      createWebOpenUrlRunner({ now: clock, policy: web, robots: settings.web.robots }),
    ],
    ['web.search', createWebSearchRunner({ now: clock, policy: web, search: settings.search })],
  ]);
  const warmed = new Map<string, Promise<void>>();
  const cold = new Map([
    ['code.js', js],
    ['code.python', python],
  ]);
  return {
    byTool,
    warm: async (tool) => {
      const runner = cold.get(tool);
      if (runner === undefined) return;
      const warming = warmed.get(tool) ?? runner.warm();
      warmed.set(tool, warming);
      try {
        await warming;
      } catch (error) {
        // The run itself says what is wrong; the next one tries again
        warmed.delete(tool);
        sources.log(`\`${tool}\` did not start: ${String(error)}`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const runner of byTool.values()) await runner[Symbol.asyncDispose]();
    },
  };
}
