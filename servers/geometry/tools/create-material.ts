/** @module create_material: what a name of a material stands for. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { material } from '../../../kernel/kinds/types/material.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a material. */
export const createMaterial = defineCommand({
  name: 'create_material',
  title: 'Colour a material',
  description:
    'Gives a material, by the name that layers, frames and leaves have, a colour and a class.',
  toolset: 'more',
  action: 'CREATE',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('As types name it.'),
    colour: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/u)
      .describe('E.g. #c8b090.'),
    class: z.string().min(1).max(100).optional().describe('E.g. masonry, timber.'),
  }),
  output: z.object({ material_id: z.string() }),
  refusals: hintsFor('INVALID_ARGUMENT', 'OUT_OF_RANGE'),
  plan(input, view: ModelView, context) {
    const made = createElement(material, { ...input, class: input.class ?? null }, view, context);
    return made.plan({ material_id: made.id });
  },
});
