/** @module image_edit: steps over a bitmap. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, BUDGET_TEXT, RUN_REFUSALS, IMAGE_OUTPUT, runOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Runs image.edit. */
export const imageEdit = defineJob({
  name: 'image_edit',
  title: 'Edit a picture',
  description: `Applies up to 16 steps to a PNG, JPEG, WebP or GIF of at most 16 million pixels: {op: resize|crop|rotate|flip|grayscale|invert|blur|sharpen|adjust|flatten|text|overlay, …}. Metadata is not carried over. Answers the picture. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    image: z
      .strictObject({
        path: z.string().min(1).max(1000).optional(),
        base64: z.string().max(27_000_000).optional(),
      })
      .describe('path below artifacts/, or base64.'),
    operations: z
      .array(z.looseObject({ op: z.string() }))
      .max(16)
      .describe('In order, e.g. {op: "text", text: "A-101", x: 10, y: 10, size_px: 32}.'),
    format: z.enum(['png', 'jpeg', 'webp']).describe('Default png.').optional(),
    quality: z.int().min(1).max(100).describe('Of jpeg and webp, default 80.').optional(),
  }),
  output: runOutput(IMAGE_OUTPUT),
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.call({ tool: 'image.edit', input }, caller));
  },
});
