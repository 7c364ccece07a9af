/** @module runners: creates the runner of each tool, by the tool's canonical name. */
import { createCodeJsRunner } from '../../kernel/tools/runners/code/js/runner.ts';
import { createCodePythonRunner } from '../../kernel/tools/runners/code/python/runner.ts';
import { createDataCsvRunner } from '../../kernel/tools/runners/data/csv/runner.ts';
import { createDataQueryRunner } from '../../kernel/tools/runners/data/query/runner.ts';
import { createDataXlsxRunner } from '../../kernel/tools/runners/data/xlsx/runner.ts';
import { createImageEditRunner } from '../../kernel/tools/runners/image/edit.ts';
import { createImageText2ImRunner } from '../../kernel/tools/runners/image/text2im.ts';
import type { Runner } from '../../kernel/tools/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../kernel/tools/runners/web/open-url.ts';
import type { WebPolicy } from '../../kernel/tools/runners/web/policy.ts';
import { createWebSearchRunner } from '../../kernel/tools/runners/web/search.ts';
import type { RunCaller } from './run-caller.ts';
import type { ToolSources } from './sources.ts';

/** Runners by tool id. `warm` starts the processes of a tool, so that its first run does not pay for their start. */
export type Runners = AsyncDisposable & {
  readonly byTool: ReadonlyMap<string, Runner>;
  readonly warm: (tool: string, progress: RunCaller['progress']) => Promise<void>;
};

/** Creates the runners. They start no process before their first use. */
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
      createWebOpenUrlRunner({
        now: clock,
        policy: web,
        robots: settings.web.robots,
        keep: settings.web.keep_classes,
      }),
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
      // Several callers may wait for the same start, each with its own progress
      if (warmed.has(tool)) return;
      try {
        await runner.warm(progress);
        warmed.add(tool);
      } catch (error) {
        // The run itself reports the fault; the next run tries again
        log(`\`${tool}\` did not start: ${String(error)}`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const runner of byTool.values()) await runner[Symbol.asyncDispose]();
    },
  };
}
