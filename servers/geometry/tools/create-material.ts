/** @module create_material: colour and class of a material. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { material } from '../../../kernel/building/kinds/material/material.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a material. */
export const createMaterial = defineCommand({
  name: 'create_material',
  title: 'Colour a material',
  description:
    'Sets the colour and class of a material to which layers, frames and leaves of types refer by name.',
  toolset: 'more',
  action: 'CREATE',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Name of the material as types use it.'),
    colour: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/u)
      .describe('Colour of its surface as #rrggbb, e.g. #c8b090.'),
    class: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Class of material, e.g. masonry or timber. Default: none.'),
  }),
  output: z.object({ material_id: z.string() }),
  refusals: hintsFor('INVALID_ARGUMENT', 'OUT_OF_RANGE'),
  plan(input, view: ModelView, context) {
    const created = createElement(
      material,
      { ...input, class: input.class ?? null },
      view,
      context,
    );
    return created.plan({ material_id: created.id });
  },
});
