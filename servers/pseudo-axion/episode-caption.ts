/** @module episode-caption: the caption of an episode's picture, and the steps at which a question was asked. */
import type { EpisodePicture } from '../../kernel/axion/exports/episode-picture.ts';
import type { Moment } from '../../kernel/axion/exports/episode-story.ts';

/** The text below the picture of an episode, and the marks on its bar of steps. */
export type EpisodeCaption = {
  /** Lines of at most 68 characters. */
  readonly lines: readonly string[];
  /** Numbers of executed steps at which a question was asked, each once. */
  readonly question_steps: readonly number[];
};

/** Characters that fit the width of the picture. */
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
  const question_steps = story.flatMap((moment) => (moment.question === null ? [] : [moment.step]));
  return {
    lines: lines.map((line) => line.slice(0, LINE_CHARS)),
    question_steps: [...new Set(question_steps)],
  };
}

/** For an allowed proposal the plan and the choice of its model; else the verdict with the first finding. */
function planLine({ proposal, verdict, findings }: Moment): string {
  const plan = proposal?.plan.join(' ') ?? 'no proposal';
  const model = proposal?.replayed ?? null;
  const replayed = model === null ? '' : `, its model chooses ${model}`;
  const why = findings[0] === undefined ? '' : `: ${findings[0]}`;
  return verdict === 'allow' ? `${plan}${replayed}` : `${verdict ?? ''}${why}`;
}

/** The number of claims, and how many of them the replay confirms and refutes. */
function claimLine({ proposal }: Moment): string {
  const claims = proposal?.claims ?? [];
  const count = (wanted: boolean): number => claims.filter(({ holds }) => holds === wanted).length;
  return `${claims.length} claims: ${count(true)} true of its model, ${count(false)} false`;
}
