/** @module end_episode: the end of a live episode and its signed report. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { EpisodeId, HINTS } from '../arguments.ts';
import { requireIdle } from '../live-call.ts';
import { REPORT_CONTEXT, turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** Ends a live episode, records it and returns its report. */
export const endEpisode = defineJob({
  name: 'end_episode',
  title: 'End a live episode',
  description:
    'Ends your live episode, at its end or earlier, and answers its report, signed with the key of the log. What was not answered is left open: neither passed nor failed. The digest of the report goes on the ledger. In a batch next_episode is the episode that goes on, and the results of all are shown after the last.',
  action: 'CREATE',
  openWorld: false,
  continues: true,
  input: z.strictObject({ episode_id: EpisodeId.describe('From start_episode.') }),
  output: z.looseObject({
    run_id: z.string(),
    episode_id: z.string(),
    digest: z.string(),
    signature: z.string(),
    public_key: z.string(),
  }),
  refusals: {
    RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND,
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  },
  async run({ episode_id }, { live }: RunsView, { refuse, principal }) {
    requireIdle(live, episode_id, { refuse, principal });
    const { run_id, folder, record, digest, signature, public_key, next } = live.end(
      principal,
      episode_id,
    );
    // What came of an episode would tell the next one of its batch what is looked for, also in its event; the digest binds it.
    const status = next === null ? record.status : 'withheld';
    const sealed = { digest, signature, public_key, context: REPORT_CONTEXT };
    return {
      data: {
        run_id,
        episode_id,
        folder,
        ...sealed,
        status,
        ...(next === null ? { report: record } : {}),
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
