/** @module runners: the runner of each tool, by the tool's canonical name. */
import { createCodeJsRunner } from '../../kernel/runners/code/js/runner.ts';
import { createCodePythonRunner } from '../../kernel/runners/code/python/runner.ts';
import { createDataCsvRunner } from '../../kernel/runners/data/csv/runner.ts';
import { createDataQueryRunner } from '../../kernel/runners/data/query/runner.ts';
import { createDataXlsxRunner } from '../../kernel/runners/data/xlsx/runner.ts';
import { createImageEditRunner } from '../../kernel/runners/image/edit.ts';
import { createImageText2ImRunner } from '../../kernel/runners/image/text2im.ts';
import type { Runner } from '../../kernel/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../kernel/runners/web/open-url.ts';
import type { WebPolicy } from '../../kernel/runners/web/policy.ts';
import { createWebSearchRunner } from '../../kernel/runners/web/search.ts';
import type { RunCaller } from './run-caller.ts';
import type { ToolSources } from './sources.ts';

/** Runners by tool id. `warm` starts the processes of a tool, so that the time does not count against its first run. */
export type Runners = AsyncDisposable & {
  readonly byTool: ReadonlyMap<string, Runner>;
  readonly warm: (tool: string, progress: RunCaller['progress']) => Promise<void>;
};

/** Creates the runners; none starts a process before it is used or warmed. */
export function openRunners(sources: ToolSources, web: WebPolicy): Runners {
  const { cache, userCache, clock, settings, log } = sources;
  const code = {
    cacheDir: cache,
    now: clock,
    log,
    ...(userCache === undefined ? {} : { userCacheDir: userCache }),
  };
  const data = { now: clock };
  const js = createCodeJsRunner(code);
  const python = createCodePythonRunner({
    ...code,
    ...(settings.pythonPackages === null ? {} : { packages: settings.pythonPackages }),
  });
  const byTool = new Map<string, Runner>([
    ['code.js', js],
    ['code.python', python],
    ['data.csv', createDataCsvRunner(data)],
    ['data.query', createDataQueryRunner(data)],
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
  const warmed = new Set<string>();
  const cold = new Map([
    ['code.js', js],
    ['code.python', python],
  ]);
  return {
    byTool,
    warm: async (tool, progress) => {
      const runner = cold.get(tool);
      if (runner === undefined) return;
      // Called again while it starts: each caller has its own progress
      if (warmed.has(tool)) return;
      try {
        await runner.warm(progress);
        warmed.add(tool);
      } catch (error) {
        // The run itself reports the fault; the next run tries to start again
        log(`\`${tool}\` did not start: ${String(error)}`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const runner of byTool.values()) await runner[Symbol.asyncDispose]();
    },
  };
}
