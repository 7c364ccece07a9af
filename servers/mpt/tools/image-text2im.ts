/** @module image_text2im: a picture for a prompt. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, BUDGET_TEXT, RUN_REFUSALS, RunOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Runs image.text2im. */
export const imageText2im = defineJob({
  name: 'image_text2im',
  title: 'Make a picture from words',
  description: `Makes a picture with the image service that the operator configured; without one it draws a deterministic pattern for the prompt and says generative false. Give require model to be refused rather than get that. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    prompt: z.string().min(1).max(1000).describe('What to show.'),
    size: z
      .enum(['256x256', '512x512', '768x512', '1024x1024'])
      .describe('Pixels, default 512x512.')
      .optional(),
    seed: z.int().min(0).max(4_294_967_295).describe('Another seed, another picture.').optional(),
    require: z.literal('model').describe('Refuse when no model is configured.').optional(),
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.call({ tool: 'image.text2im', input }, caller));
  },
});
