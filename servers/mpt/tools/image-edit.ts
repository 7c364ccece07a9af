/** @module image_edit: the tool that applies steps to a picture. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT, RUN_REFUSALS, IMAGE_OUTPUT, runOutput, runsTool } from '../run-answer.ts';

/** A picture, by path or as bytes. */
const PICTURE = {
  path: z.string().min(1).max(1000).describe('Path of a picture below artifacts/.').optional(),
  base64: z.string().max(27_000_000).describe('Bytes of a picture in base64.').optional(),
};

const number = (description: string): z.ZodOptional<z.ZodNumber> =>
  z.number().describe(description).optional();
const text = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().describe(description).optional();

/** One step with the members of all operations. The runner checks which members an operation has, and their ranges. */
const Step = z.strictObject({
  op: z
    .string()
    .describe(
      'resize (width, height, fit), crop (x, y, width, height), rotate (angle_deg, background), flip (axis), grayscale, invert, blur or sharpen (sigma_px), adjust (brightness, saturation), flatten (background), text (text, x, y, size_px, color, bold), overlay (image, x, y, opacity).',
    ),
  width: number('New width, or width of the cut, in pixels.'),
  height: number('New height, or height of the cut, in pixels.'),
  fit: text(
    'inside (keeps the whole picture), cover (fills and crops), fill (distorts). Default: inside.',
  ),
  x: number('Left edge in pixels. Default: 0.'),
  y: number('Upper edge in pixels. Default: 0.'),
  angle_deg: number('Rotation in degrees, clockwise, -360 to 360.'),
  background: text('Colour behind the picture, #rrggbb. Default: transparent.'),
  axis: text('Direction of the flip: horizontal or vertical.'),
  sigma_px: number('Radius in pixels, blur 0.3 to 50, sharpen 0.1 to 10.'),
  brightness: number('Brightness factor, 0 to 4. Default: 1.'),
  saturation: number('Saturation factor, 0 to 4. Default: 1.'),
  text: text('One line of text, at most 200 characters.'),
  size_px: number('Size of the text in pixels, 6 to 300. Default: 24.'),
  color: text('Colour of the text, #rrggbb. Default: black.'),
  bold: z.boolean().describe('Whether the text is bold. Default: false.').optional(),
  image: z.strictObject(PICTURE).describe('Picture to lay over, by path or base64.').optional(),
  opacity: number('Opacity of the overlay, 0 to 1. Default: 1.'),
});

/** Runs image.edit. */
export const imageEdit = defineJob({
  name: 'image_edit',
  title: 'Edit a picture',
  description: `Applies up to 16 steps to a PNG, JPEG, WebP or GIF of at most 16 million pixels and returns the picture. Metadata is dropped. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    image: z.strictObject(PICTURE).describe('Picture to edit, by path or base64.'),
    operations: z
      .array(Step)
      .max(16)
      .describe('Steps in order, e.g. {op: "text", text: "A-101", x: 10, y: 10, size_px: 32}.'),
    format: z
      .enum(['png', 'jpeg', 'webp'])
      .describe('Format of the result. Default: png.')
      .optional(),
    quality: z
      .int()
      .min(1)
      .max(100)
      .describe('Quality of jpeg and webp, 1 to 100. Default: 80.')
      .optional(),
  }),
  output: runOutput(IMAGE_OUTPUT),
  refusals: RUN_REFUSALS,
  ...runsTool('image.edit'),
});
