/** @module episode-caption: what stands below the picture of an episode, and when it was asked something. */
import type { Moment } from '../../kernel/axion/exports/episode-story.ts';
import type { EpisodePicture } from '../../kernel/axion/harness/episode-picture.ts';

export type EpisodeCaption = {
  /** Lines of at most 68 characters. */
  readonly lines: readonly string[];
  /** Steps done when something was asked, each once. */
  readonly asked: readonly number[];
};

const LINE_CHARS = 68;
const LEGEND_LINES = [
  'blue: the agent and its path, yellow: object, orange: hazard,',
  'purple: other agent, red cross: denied, marks on the bar: asked',
] as const;

/** The caption of a picture: agent, step, the proposal before it with its claims, and a legend. */
export function captionOf(
  story: readonly Moment[],
  { step, steps, self }: EpisodePicture,
  agent: string,
): EpisodeCaption {
  const last = story.findLast((moment) => moment.question === null && moment.step < step);
  const lines = [
    `${agent}: step ${step} of ${steps}, energy ${self.energy}`,
    last === undefined ? 'before the first step' : planLine(last),
    last === undefined ? '' : claimLine(last),
    ...LEGEND_LINES,
  ];
  const asked = story.flatMap((moment) => (moment.question === null ? [] : [moment.step]));
  return { lines: lines.map((line) => line.slice(0, LINE_CHARS)), asked: [...new Set(asked)] };
}

function planLine({ proposal, verdict, findings }: Moment): string {
  const plan = proposal?.plan.join(' ') ?? 'no proposal';
  const model = proposal?.replayed ?? null;
  const replayed = model === null ? '' : `, its model chooses ${model}`;
  const why = findings[0] === undefined ? '' : `: ${findings[0]}`;
  return verdict === 'allow' ? `${plan}${replayed}` : `${verdict ?? ''}${why}`;
}

function claimLine({ proposal }: Moment): string {
  const claims = proposal?.claims ?? [];
  const count = (wanted: boolean): number => claims.filter(({ holds }) => holds === wanted).length;
  return `${claims.length} claims: ${count(true)} true of its model, ${count(false)} false`;
}
