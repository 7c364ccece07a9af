/** @module image_text2im: the tool that creates a picture from a prompt. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT, RUN_REFUSALS, IMAGE_OUTPUT, runOutput, runsTool } from '../run-answer.ts';

/** Runs image.text2im. */
export const imageText2im = defineJob({
  name: 'image_text2im',
  title: 'Make a picture or diagram from words',
  description: `Makes a picture with the image service that the operator configured. Without a service it draws only diagrams, one statement per line: box ID "text"; ID -> ID "text"; row "cell" "cell" (a table); room "text" X Y WIDTH HEIGHT (a plan, mm); any other prompt is refused. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    prompt: z.string().min(1).max(1000).describe('Picture in words, or a diagram.'),
    size: z
      .enum(['256x256', '512x512', '768x512', '1024x1024'])
      .describe('Width and height in pixels. Default: 512x512.')
      .optional(),
    seed: z
      .int()
      .min(0)
      .max(4_294_967_295)
      .describe('Seed for the image service. Default: its own.')
      .optional(),
    require: z
      .literal('model')
      .describe('model: refuse if no image service is configured.')
      .optional(),
  }),
  output: runOutput({ ...IMAGE_OUTPUT, provider: z.string(), generative: z.boolean() }),
  refusals: RUN_REFUSALS,
  ...runsTool('image.text2im'),
});
