/** @module get_report: returns the results of a run with its episodes in pages, or one complete episode. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { EpisodeId, HINTS, pageOf, RunId } from '../arguments.ts';
import { readJson, type EpisodeRow } from '../run-files.ts';
import { checkSignedReport } from '../signed-report-check.ts';
import type { RunsView } from '../view.ts';

/** Maximum number of episodes on a page. */
const PAGE_MAX = 200;

/** Returns a report. */
export const getReport = defineQuery({
  name: 'get_report',
  title: 'Get the report of a run',
  description:
    'Returns the summary of a run and, in pages, its episodes with their verdicts. With episode_id it returns the complete record of that episode: witnesses, checks, outcome, times. For a live run it also verifies the signature and replays the transcript.',
  branched: false,
  input: z.strictObject({
    run_id: RunId,
    episode_id: EpisodeId.optional().describe(
      'Id of one episode to return completely. Default: a page of all episodes.',
    ),
    status: z
      .enum(['pass', 'fail', 'inconclusive'])
      .optional()
      .describe('Only list episodes with this status. Default: all.'),
    ...pageOf(PAGE_MAX, 'episodes to skip from the start of the list', 'episodes to list'),
  }),
  output: z.looseObject({ run_id: z.string(), kind: z.string() }),
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND },
  answer({ run_id, episode_id, status, offset, limit }, view: RunsView, { principal, refuse }) {
    const run = view.find(run_id, principal) ?? refuse('RUN_NOT_FOUND', `no run \`${run_id}\``);
    const { kind, ended_at } = run;
    const { episodes } = run.report();
    if (episode_id !== undefined) {
      const episode =
        episodes.find((one) => one.episode_id === episode_id) ??
        refuse('RUN_NOT_FOUND', `no episode \`${episode_id}\` in the run \`${run_id}\``);
      return { data: { run_id, kind, episode } };
    }
    const selected = episodes.filter((one) => status === undefined || one.status === status);
    return {
      data: {
        run_id,
        kind,
        ended_at,
        summary: readJson(run.text('summary.json')),
        signature: readJson(run.text('signature.json')),
        ...(kind === 'live' ? { signed_report: checkSignedReport(run) } : {}),
        episodes: selected.slice(offset, offset + limit).map(rowOf),
        episodes_total: selected.length,
        next_offset: offset + limit < selected.length ? offset + limit : null,
        counterexamples_total: run.counterexamples().length,
      },
    };
  },
});

/** The row of an episode: its status, its entropy bin and the status of each probe. */
function rowOf(episode: EpisodeRow): Readonly<Record<string, unknown>> {
  const { episode_id, status, probe_results } = episode;
  return {
    episode_id,
    status,
    entropy_bin: episode['entropy_bin'],
    probes: Object.fromEntries(
      Object.entries(probe_results).map(([probe, { details }]) => [probe, details.status]),
    ),
  };
}
