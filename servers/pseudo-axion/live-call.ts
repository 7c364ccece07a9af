/** @module live-call: finds the live episode of a call, or refuses. */
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { LiveEpisode, LiveEpisodes } from './live-episodes.ts';

/** The principal of a call, and the function that refuses the call. */
type Caller<C extends 'RUN_NOT_FOUND' | 'INVALID_ARGUMENT'> = {
  readonly principal: Principal;
  readonly refuse: Refuse<C>;
};

/** The session's episode. Refuses RUN_NOT_FOUND. */
export function requireEpisode(
  live: LiveEpisodes,
  episode_id: string,
  { principal, refuse }: Caller<'RUN_NOT_FOUND'>,
): LiveEpisode {
  return (
    live.get(principal, episode_id) ??
    refuse('RUN_NOT_FOUND', `this session has no running episode \`${episode_id}\``)
  );
}

/** The session's idle episode. Refuses RUN_NOT_FOUND, or INVALID_ARGUMENT while another turn of it is in progress. */
export function requireIdle(
  live: LiveEpisodes,
  episode_id: string,
  { principal, refuse }: Caller<'RUN_NOT_FOUND' | 'INVALID_ARGUMENT'>,
): LiveEpisode {
  const episode = requireEpisode(live, episode_id, { principal, refuse });
  return live.isBusy(principal, episode_id)
    ? refuse('INVALID_ARGUMENT', `another turn of \`${episode_id}\` is in progress`)
    : episode;
}
