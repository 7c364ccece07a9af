/** @module compare_runs: the rates of several runs beside each other, with the intervals of their differences. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { HINTS } from '../arguments.ts';
import { compareGroups, type Group } from '../compare-episodes.ts';
import type { FoundRun } from '../run-files.ts';
import type { RunsView } from '../view.ts';

const RUNS_MAX = 12;

/** Compares runs. */
export const compareRuns = defineQuery({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Answers the pass rates of 2 to 12 runs or batches with 95 % intervals, in all and by probe, and the difference of each to the first of the same agent, else to the first, with its interval. clear says whether the interval leaves 0 out. Episodes of equal worlds count as fewer.',
  branched: false,
  input: z.strictObject({
    run_ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(RUNS_MAX)
      .describe('run_id or batch_id; one run of several agents compares these.'),
  }),
  output: z.looseObject({ groups: z.array(z.unknown()).readonly() }),
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND, INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT },
  answer({ run_ids }, view: RunsView, { principal, refuse }) {
    const groups = [...new Set(run_ids)].flatMap((id) => {
      const runs = runsOf(view, id, principal);
      return runs.length === 0 ? refuse('RUN_NOT_FOUND', `no run \`${id}\``) : groupsOf(id, runs);
    });
    if (groups.length < 2) {
      return refuse('INVALID_ARGUMENT', 'there is one agent in one run, want two to compare');
    }
    return { data: compareGroups(groups) };
  },
});

function runsOf(view: RunsView, id: string, reader: Principal): readonly FoundRun[] {
  if (id.startsWith('batch_')) {
    return view.list(reader).filter(({ batch }) => batch?.batch_id === id);
  }
  const run = view.find(id, reader);
  return run === undefined ? [] : [run];
}

function groupsOf(id: string, runs: readonly FoundRun[]): readonly Group[] {
  const episodes = runs.flatMap((run) => run.report().episodes);
  const agents = [...new Set(episodes.map(({ agent_type }) => agent_type))];
  return agents.map((agent) => ({
    id,
    agent,
    episodes: episodes.filter(({ agent_type }) => agent_type === agent),
  }));
}
