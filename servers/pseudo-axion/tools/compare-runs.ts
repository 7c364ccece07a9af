/** @module compare_runs: compares the pass rates of several runs, with the intervals of their differences. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { HINTS } from '../arguments.ts';
import { compareGroups, type Group } from '../compare-episodes.ts';
import type { FoundRun } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Maximum number of compared runs and batches. */
const RUNS_MAX = 12;

/** Compares runs. */
export const compareRuns = defineQuery({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Returns the pass rates of 2 to 12 runs or batches with 95 % intervals, in total and by probe. Also returns the difference between each group and the first group of the same agent (if there is none, the first group) with its interval; clear is true when the interval excludes 0. Episodes that start in equal worlds count as fewer than their number.',
  branched: false,
  input: z.strictObject({
    run_ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(RUNS_MAX)
      .describe(
        'Ids of runs (run_id) or batches (batch_id) to compare. A single run with several agents compares its agents.',
      ),
  }),
  output: z.looseObject({ groups: z.array(z.unknown()).readonly() }),
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND, INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT },
  answer({ run_ids }, view: RunsView, { principal, refuse }) {
    const groups = [...new Set(run_ids)].flatMap((id) => {
      const runs = runsOf(view, id, principal);
      return runs.length === 0 ? refuse('RUN_NOT_FOUND', `no run \`${id}\``) : groupsOf(id, runs);
    });
    if (groups.length < 2) {
      return refuse(
        'INVALID_ARGUMENT',
        'expected at least 2 groups to compare, received a single agent of a single run or batch',
      );
    }
    return { data: compareGroups(groups) };
  },
});

/** The runs of an id: one run, or all runs of a batch; empty for an unknown id. */
function runsOf(view: RunsView, id: string, reader: Principal): readonly FoundRun[] {
  if (id.startsWith('batch_')) {
    return view.list(reader).filter(({ batch }) => batch?.batch_id === id);
  }
  const run = view.find(id, reader);
  return run === undefined ? [] : [run];
}

/** The episodes grouped by agent. */
function groupsOf(id: string, runs: readonly FoundRun[]): readonly Group[] {
  const episodes = runs.flatMap((run) => run.report().episodes);
  const agents = [...new Set(episodes.map(({ agent_type }) => agent_type))];
  return agents.map((agent) => ({
    id,
    agent,
    episodes: episodes.filter(({ agent_type }) => agent_type === agent),
  }));
}
