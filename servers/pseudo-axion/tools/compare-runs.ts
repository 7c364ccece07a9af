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
  description: `Returns the pass rates, with 95 % intervals, of each group (one agent in one run or batch), overall and by probe; 1 to ${RUNS_MAX} ids with at least 2 groups. Also returns how each later group differs from the first group of its agent (or from the first of all, if it is that group), with the interval; clear is true when the interval excludes 0. Episodes that start in identical worlds reduce effective_n.`,
  branched: false,
  input: z.strictObject({
    run_ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(RUNS_MAX)
      .describe(
        'Ids of runs (run_id) or batches (batch_id) to compare. For a single run, its agents are compared.',
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
