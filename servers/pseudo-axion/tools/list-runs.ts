/** @module list_runs: lists the runs of the workspace, the latest first. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { pageOf } from '../arguments.ts';
import { readJson, type FoundRun } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Maximum number of runs on a page. */
const PAGE_MAX = 100;

/** The parts of `summary.json` that the list shows: configuration and pass rates. */
const SuiteNote = z.object({
  config: z.looseObject({}),
  agents: z.record(z.string(), z.looseObject({ overall_pass_rate: z.number().nullable() })),
});

/** Lists runs. */
export const listRuns = defineQuery({
  name: 'list_runs',
  title: 'List the runs',
  description:
    'Lists the runs of the workspace that you may see, the latest first: kind, time, configuration and pass rates; for live runs the claimed subject, the batch and the verdict. Use it to find a run_id for get_report or compare_runs.',
  branched: false,
  input: z.strictObject({
    ...pageOf(PAGE_MAX, 'runs to skip, counted from the latest', 'runs to list'),
  }),
  output: z.looseObject({ runs: z.array(z.looseObject({ run_id: z.string() })) }),
  refusals: {},
  answer({ offset, limit }, view: RunsView, { principal }) {
    const runs = view.list(principal);
    return {
      data: {
        runs: runs.slice(offset, offset + limit).map(rowOf),
        runs_total: runs.length,
        next_offset: offset + limit < runs.length ? offset + limit : null,
      },
    };
  },
});

/** The row of a run: configuration and rates of a suite, verdict and claimed subject of a live run. */
function rowOf(run: FoundRun): { readonly run_id: string; readonly [fact: string]: unknown } {
  const { run_id, kind, ended_at, subject = null, batch = null } = run;
  if (kind === 'live') {
    const { config, episodes } = run.report();
    const { scenario, steps, interface: mode } = config;
    const status = episodes[0]?.status;
    const claimed = { verified: false, subject };
    return { run_id, kind, ended_at, status, claimed, batch, scenario, steps, interface: mode };
  }
  const note = SuiteNote.safeParse(readJson(run.text('summary.json'))).data;
  return {
    run_id,
    kind,
    ended_at,
    config: note?.config ?? null,
    pass_rates: Object.fromEntries(
      Object.entries(note?.agents ?? {}).map(([agent, one]) => [agent, one.overall_pass_rate]),
    ),
  };
}
