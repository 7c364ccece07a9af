/** @module live-call: finds the live episode of a call, or refuses. */
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { LiveEpisode, LiveEpisodes } from './live-episodes.ts';

/** The session's episode. Refuses RUN_NOT_FOUND. */
export function requireEpisode(
  live: LiveEpisodes,
  episode_id: string,
  {
    principal,
    refuse,
  }: { readonly principal: Principal; readonly refuse: Refuse<'RUN_NOT_FOUND'> },
): LiveEpisode {
  return (
    live.get(principal, episode_id) ??
    refuse('RUN_NOT_FOUND', `no episode \`${episode_id}\` of this session is under way`)
  );
}

/** The same, if no other turn of it is in progress. Refuses RUN_NOT_FOUND, or INVALID_ARGUMENT during another turn. */
export function requireIdle(
  live: LiveEpisodes,
  episode_id: string,
  {
    principal,
    refuse,
  }: {
    readonly principal: Principal;
    readonly refuse: Refuse<'RUN_NOT_FOUND' | 'INVALID_ARGUMENT'>;
  },
): LiveEpisode {
  const episode = requireEpisode(live, episode_id, { principal, refuse });
  return live.isBusy(principal, episode_id)
    ? refuse('INVALID_ARGUMENT', `another turn of \`${episode_id}\` is being taken`)
    : episode;
}
