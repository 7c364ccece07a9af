/** @module delete_elements: deletes elements with their dependants. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planDelete } from '../../../kernel/building/model/plan/delete.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Deletes elements. */
export const deleteElements = defineCommand({
  name: 'delete_elements',
  title: 'Delete elements',
  description:
    'Deletes elements with what they host; with a level everything on it. A person must approve.',
  action: 'DELETE',
  input: z.strictObject({
    element_ids: z
      .array(elementId('Id or @name of an element.'))
      .min(1)
      .max(1000)
      .describe('Elements to delete: ids or @names.'),
  }),
  output: z.object({
    deleted_ids: z.array(z.string()),
    cascaded_ids: z.array(z.string()),
    deleted_count: z.number(),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  plan: ({ element_ids }, view: ModelView, context) => planDelete(element_ids, view, context),
});
