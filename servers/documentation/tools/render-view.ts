/** @module render_view: a view as a picture in the answer. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { paintedPng, widthForTokens } from '../../../kernel/drawings/print/png.ts';
import { drained } from '../../building/drained.ts';
import type { BuildingView } from '../../building/view.ts';
import { ViewId } from '../arguments.ts';
import { Camera } from '../camera.ts';
import { drawn, DRAWN_REFUSALS } from '../drawn.ts';
import { modelHead } from '../model-head.ts';

/** What a picture costs a model by default, and at the most. */
const [TOKENS, TOKENS_MOST] = [1500, 6000];

/** Shows a view. */
export const renderView = defineQuery({
  name: 'render_view',
  title: 'Show a view',
  description:
    'Answers a picture (PNG) of a view, drawn from the model as it is now, to look at your work: a view_id, or a camera in space; with neither the whole building aslant from the south-east. Writes nothing; export_drawing makes a file.',
  branched: true,
  input: z.strictObject({
    view_id: ViewId.optional(),
    camera: Camera.optional(),
    tokens: z
      .number()
      .int()
      .min(100)
      .max(TOKENS_MOST)
      .describe('What the picture may cost: more is sharper.')
      .default(TOKENS),
  }),
  output: z.object({
    title: z.string(),
    width: z.number(),
    height: z.number(),
    head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
    whole: z.boolean(),
  }),
  refusals: DRAWN_REFUSALS,
  async answer({ view_id, camera, tokens }, view: BuildingView, { refuse, signal }) {
    const asked = { refuse, signal, progress: () => undefined };
    const { drawing } = await drawn({ view_id, camera }, view, asked);
    const width = widthForTokens(drawing, tokens);
    const picture = await drained(paintedPng(drawing, width), asked);
    const { title, width_mm, height_mm, warnings } = drawing;
    return {
      data: {
        title,
        width,
        height: Math.max(1, Math.floor((height_mm * width) / width_mm)),
        head: await modelHead(view),
        whole: view.whole,
      },
      warnings,
      content: [{ type: 'image', data: picture.toString('base64'), mimeType: 'image/png' }],
    };
  },
});
