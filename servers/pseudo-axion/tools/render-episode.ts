/** @module render_episode: draws an episode as a picture and as an animation. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import {
  PICTURE_OUTPUT,
  PictureFile,
  picturePng,
} from '../../../governance/tool/stored-picture.ts';
import {
  episodePicture,
  type EpisodePicture,
} from '../../../kernel/axion/exports/episode-picture.ts';
import { episodeStory, type Moment } from '../../../kernel/axion/exports/episode-story.ts';
import { storedEpisodes } from '../../../kernel/axion/exports/stored-run.ts';
import { apngOf, pngOf } from '../../../kernel/documents/raster/png.ts';
import type { Raster } from '../../../kernel/documents/raster/raster.ts';
import { EpisodeId, HINTS, RunId } from '../arguments.ts';
import { drawEpisode, LEGEND } from '../draw-episode.ts';
import { captionOf } from '../episode-caption.ts';
import type { FoundRun } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Maximum number of frames of an animation; longer episodes skip steps evenly. */
const FRAMES_MAX = 120;
/** Duration of a frame of the animation. */
const FRAME_MS = 220;
/** Duration of the last frame. */
const LAST_MS = 2000;

/** Draws an episode. */
export const renderEpisode = defineQuery({
  name: 'render_episode',
  title: 'Draw an episode',
  description:
    'Returns a picture of the grid after a step with path, hazards, denied actions, claims and the times of questions, and an animation (APNG); both are also files. The episode is replayed from its configuration or transcript.',
  branched: false,
  input: z.strictObject({
    run_id: RunId,
    episode_id: EpisodeId.describe('Id of the episode to draw, as get_report returned it.'),
    step: z
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .describe(
        'Number of executed steps after which the grid is drawn. Default: the end of the episode.',
      ),
  }),
  output: z.looseObject({
    step: z.number(),
    steps: z.number(),
    ...PICTURE_OUTPUT,
    animation: PictureFile.optional(),
  }),
  refusals: { RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND },
  async answer({ run_id, episode_id, step }, view: RunsView, { principal, refuse }) {
    const run = view.find(run_id, principal) ?? refuse('RUN_NOT_FOUND', `no run \`${run_id}\``);
    const story =
      storyOf(run, episode_id) ??
      refuse('RUN_NOT_FOUND', `no episode \`${episode_id}\` in the run \`${run_id}\``);
    const frames = story.flatMap((moment) => moment.frames);
    if (frames.length === 0) {
      return refuse('RUN_NOT_FOUND', `the episode \`${episode_id}\` ended before its first step`);
    }
    const agent = run.kind === 'live' ? 'live' : (episode_id.split('-')[0] ?? '');
    const draw = (shown: EpisodePicture): Raster =>
      drawEpisode(shown, captionOf(story, shown, agent));
    const picture = episodePicture(frames, step ?? frames.length);
    const caption = captionOf(story, picture, agent);
    const animation = apngOf(
      frameSteps(frames.length).map((one) => draw(episodePicture(frames, one))),
      FRAME_MS,
      LAST_MS,
    );
    const { grid, self, path, denied, objects, hazards } = picture;
    return {
      data: {
        run_id,
        episode_id,
        step: picture.step,
        steps: picture.steps,
        grid,
        self,
        path,
        denied,
        objects,
        hazards,
        caption: caption.lines,
        asked_at_steps: caption.question_steps,
        legend: LEGEND,
      },
      pictures: [
        picturePng(pngOf(draw(picture))),
        {
          member: 'animation',
          media_type: 'image/apng',
          base64: animation.toString('base64'),
        },
      ],
    };
  },
});

/** The steps to draw, from 0 to the end: all, or at most 120 evenly spread. */
function frameSteps(steps: number): readonly number[] {
  const count = Math.min(steps + 1, FRAMES_MAX);
  return Array.from({ length: count }, (_, i) => Math.round((i * steps) / Math.max(1, count - 1)));
}

/** The turns of an episode, replayed from the files of its run; undefined when the run has no such episode. */
function storyOf(run: FoundRun, episode_id: string): readonly Moment[] | undefined {
  for (const episode of storedEpisodes(run.text)) {
    if (episode.record.episode_id === episode_id) return episodeStory(episode);
  }
  return undefined;
}
