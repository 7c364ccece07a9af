/** @module observe: returns the current observation of a live episode. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { HINTS, LiveEpisodeId } from '../arguments.ts';
import { requireEpisode } from '../live-call.ts';
import { turnOf } from '../live-episodes.ts';
import type { RunsView } from '../view.ts';

/** Returns the state of a live episode. */
export const observe = defineQuery({
  name: 'observe',
  title: 'Observe a live episode',
  description:
    'Returns the current observation of your live episode: the grid, the factors, the step, the open question with its possible answers, and the tool to call next. Every other call of the episode returns the same, so you only need it to look again.',
  branched: false,
  input: z.strictObject({
    episode_id: LiveEpisodeId,
  }),
  output: z.looseObject({ episode_id: z.string(), run_id: z.string(), phase: z.string() }),
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND },
  answer({ episode_id }, { live }: RunsView, { refuse, principal }) {
    return { data: turnOf(requireEpisode(live, episode_id, { refuse, principal })) };
  },
});
