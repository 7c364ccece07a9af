/** @module end_episode: ends a live episode and returns its signed report. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { LIVE_REFUSALS, LiveEpisodeId } from '../arguments.ts';
import { requireIdle } from '../live-call.ts';
import { REPORT_CONTEXT, turnOf } from '../live-episodes.ts';
import { fileReports, RunFileReport } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Ends a live episode, records it and returns its report. */
export const endEpisode = defineJob({
  name: 'end_episode',
  title: 'End a live episode',
  description:
    'Ends your live episode, at its end or earlier, and returns its report, signed with the key of the log. Unanswered questions are inconclusive: neither passed nor failed. The digest of the report is recorded in the ledger. In a batch, next_episode is the next episode, and all results are shown after the last one.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({
    episode_id: LiveEpisodeId,
  }),
  output: z.looseObject({
    run_id: z.string(),
    episode_id: z.string(),
    digest: z.string(),
    signature: z.string(),
    public_key: z.string(),
    files: z.record(z.string(), RunFileReport).optional(),
  }),
  refusals: LIVE_REFUSALS,
  async run({ episode_id }, view: RunsView, { refuse, principal }) {
    const { live } = view;
    requireIdle(live, episode_id, { refuse, principal });
    const { run_id, folder, files, record, digest, signature, public_key, next } = live.end(
      principal,
      episode_id,
    );
    // Within a batch the result is withheld, also from the event: it would reveal what is tested. The digest commits to
    // it.
    const status = next === null ? record.status : 'withheld';
    const sealed = { digest, signature, public_key, context: REPORT_CONTEXT };
    return {
      data: {
        run_id,
        episode_id,
        folder,
        ...sealed,
        status,
        // Within a batch the files are closed to all readers.
        ...(next === null
          ? {
              report: record,
              files: await fileReports(view, principal, { run_id, digests: files }),
            }
          : {}),
        next_episode:
          next === null ? null : { ...turnOf(next), seed_commitment: next.seed_commitment },
      },
      events: [
        {
          type: 'experiment.run',
          aggregate_id: run_id,
          payload: { kind: 'live', run_id, episode_id, folder, ...sealed, status },
        },
      ],
    };
  },
});
