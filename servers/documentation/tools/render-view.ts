/** @module render_view: returns a picture of a view or from a camera. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { PICTURE_OUTPUT, picturePng } from '../../../governance/tool/stored-picture.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { png, widthForTokens } from '../../../kernel/documents/drawings/print/png.ts';
import { ViewId } from '../arguments.ts';
import { Camera } from '../camera.ts';
import { drawSubject, DRAWN_REFUSALS } from '../drawn.ts';
import { modelHead } from '../model-head.ts';

/** Cost of a picture for a model, tokens: default and maximum. */
const [TOKENS, TOKENS_MAX] = [1500, 6000];

/** Shows a view. */
export const renderView = defineQuery({
  name: 'render_view',
  title: 'Show a view',
  description:
    'Returns a picture (PNG, also a file) of a view or from a camera, drawn from the current model; without arguments the whole building from the south-east. Use it to look at your work.',
  branched: true,
  input: z.strictObject({
    view_id: ViewId.optional(),
    camera: Camera.optional(),
    tokens: z
      .number()
      .int()
      .min(100)
      .max(TOKENS_MAX)
      .describe('Maximum cost of the picture, tokens.')
      .default(TOKENS),
  }),
  output: z.object({
    title: z.string(),
    ...PICTURE_OUTPUT,
    head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
    whole: z.boolean(),
  }),
  refusals: DRAWN_REFUSALS,
  async answer({ view_id, camera, tokens }, view: BuildingView, { refuse }) {
    const { drawing } = await drawSubject({ view_id, camera }, view, { refuse });
    const picture = png(drawing, widthForTokens(drawing, tokens));
    const { title, warnings } = drawing;
    return {
      data: {
        title,
        head: await modelHead(view),
        whole: view.whole,
      },
      warnings,
      pictures: [picturePng(picture)],
    };
  },
});
