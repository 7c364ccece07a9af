/** @module delete_elements: elements with everything that hangs on them. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planDelete } from '../../../kernel/model/plan/delete.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Deletes elements. */
export const deleteElements = defineCommand({
  name: 'delete_elements',
  title: 'Delete elements',
  description:
    'Deletes elements and what hangs on them: a wall takes its doors, windows and openings along, a level everything on it. A person must approve.',
  action: 'DELETE',
  input: z.strictObject({
    element_ids: z.array(elementId('An element.')).min(1).max(1000).describe('Elements to delete.'),
  }),
  output: z.object({
    deleted_ids: z.array(z.string()),
    cascaded_ids: z.array(z.string()),
    deleted_count: z.number(),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  plan: ({ element_ids }, view: ModelView, context) => planDelete(element_ids, view, context),
});
