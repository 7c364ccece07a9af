/** @module routes: routes intents through Apex, and reports the files and pictures of the tool that was reached. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { PictureFile } from '../../governance/tool/stored-picture.ts';
import { createApex } from '../../kernel/tools/apex/apex.ts';
import { ownManifest } from '../../kernel/tools/apex/manifest.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { CallerTools } from '../../kernel/tools/mpt/tool-service.ts';
import { reportedRun } from './artefacts.ts';
import { planesOf } from './planes.ts';
import { runProgress } from './run-progress.ts';
import { filePlace, type RunParts, withRelativeInput } from './runs.ts';
import type { ToolSources } from './sources.ts';
import type { ToolsView } from './view.ts';

/** Dependencies of routes. */
type RouteParts = Pick<RunParts, 'runners' | 'journal' | 'toolsOf'> & {
  readonly sources: ToolSources;
};

/** Creates the operation of the view that routes an intent. */
export function routesOf({ sources, runners, journal, toolsOf }: RouteParts): ToolsView['route'] {
  const apex = createApex({ manifest: ownManifest() });
  return async (request, caller) => {
    const { intent } = request;
    const [, tool] = /^tool\.(.+)$/.exec(typeof intent === 'string' ? intent.trim() : '') ?? [];
    let reported = 0;
    const content: ExtraContent[] = [];
    let picture: PictureFile | null = null;
    const runs: ToolResult[] = [];
    const { result, events } = await journal.during(caller, async (records) => {
      await runners.warm(tool ?? '', (done, total, message) => {
        reported = Math.max(reported, done);
        caller.progress(done, total, message);
      });
      const planes = planesOf({
        caller,
        tools: observedTools(sources, toolsOf(records), (ran) => runs.push(ran)),
        randomId: sources.randomId,
        neighbours: sources.neighbours,
        onContent: (blocks, file) => {
          content.push(...blocks);
          picture = file;
        },
      });
      const routes = apex.forCaller({ planes, ledger: records.apex });
      using progress = runProgress(tool ?? 'the route', reported, caller.progress);
      progress.onStage('started');
      const routed = await routes.route(request, caller.signal);
      progress.end(routed.audit.budgets.consumed['gas'] ?? 0);
      return routed;
    });
    const ran = runs.at(-1);
    if (ran === undefined || result.kind !== 'BOUNDED_OUTPUT') {
      return { result, events, picture, content };
    }
    const run = await reportedRun(filePlace(sources, caller), ran);
    const { output: payload } = run.result;
    return { result: { ...result, payload }, events, picture: run.picture, content: run.content };
  };
}

/** Tools that accept absolute paths, as in direct calls. `onRun` receives each result. */
function observedTools(
  { artifacts }: Pick<ToolSources, 'artifacts'>,
  tools: Pick<CallerTools, 'run'>,
  onRun: (ran: ToolResult) => void,
): Pick<CallerTools, 'run'> {
  return {
    run: async (request, options) => {
      const isObject = typeof request === 'object' && request !== null;
      const given = isObject ? withRelativeInput({ ...request }, artifacts) : request;
      const ran = await tools.run(given, options);
      onRun(ran);
      return ran;
    },
  };
}
