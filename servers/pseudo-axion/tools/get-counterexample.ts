/** @module get_counterexample: returns the file that shows why a probe failed. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { EpisodeId, HINTS, ProbeWord, RunId } from '../arguments.ts';
import type { RunsView } from '../view.ts';

const Counterexample = z.looseObject({
  episode_id: z.string(),
  probe_name: z.string(),
  failure_reason: z.string(),
});

/** Returns a counterexample. */
export const getCounterexample = defineQuery({
  name: 'get_counterexample',
  title: 'Get a counterexample',
  description:
    'Returns why a probe failed in an episode: the reason, the state, the proposal with its trace, and the log entries. Find failed episodes with get_report and status fail.',
  branched: false,
  input: z.strictObject({
    run_id: RunId,
    episode_id: EpisodeId.describe('Id of the failed episode, as get_report returned it.'),
    probe: ProbeWord.describe('The probe that failed in this episode.'),
  }),
  output: Counterexample,
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND },
  answer({ run_id, episode_id, probe }, view: RunsView, { principal, refuse }) {
    const run = view.find(run_id, principal) ?? refuse('RUN_NOT_FOUND', `no run \`${run_id}\``);
    const name = `ce_${episode_id}_${probe}.json`;
    // SECURITY: only names listed from the folder are used in paths, never the argument itself.
    const known = run.counterexamples();
    const text = known.includes(name) ? run.text('counterexamples', name) : undefined;
    if (text === undefined) {
      return refuse(
        'RUN_NOT_FOUND',
        `no failure of \`${probe}\` in \`${episode_id}\` of the run \`${run_id}\``,
        { counterexamples: known.slice(0, 20), more: Math.max(0, known.length - 20) },
      );
    }
    return { data: Counterexample.parse(JSON.parse(text)) };
  },
});
