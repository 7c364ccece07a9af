/** @module create_group: elements that are placed several times and changed once. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { inTurns } from '../../../kernel/findings/steps.ts';
import { planGroup } from '../../../kernel/model/plan/groups/make-group.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { elementId, LevelId } from '../../building/arguments.ts';
import { MANY, selectedIds } from '../selected.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

const Ids = z.array(elementId('In the group.')).min(1).max(1000);

/** Makes, changes and places groups. */
export const createGroup = defineCommand({
  name: 'create_group',
  title: 'Create or place a group',
  description:
    'Groups elements so that the group can be placed several times and edited once: what changes, is put into or goes from one placement does so in all. With group_id it places that group again, adds, removes or releases. delete_elements of the group leaves its elements.',
  toolset: 'more',
  action: 'CREATE',
  input: z.strictObject({
    group_id: elementId('A group that is there.', 'group').optional(),
    name: z.string().min(1).max(150).optional().describe('Of a new group, and @name.'),
    element_ids: MANY.element_ids.optional(),
    filter: MANY.filter.optional(),
    placements: z
      .array(
        z.strictObject({
          mirror: z.strictObject({ from: PlanPoint, to: PlanPoint }).optional(),
          turn_deg: MANY.angle_deg.optional(),
          about: MANY.point.optional(),
          move: MANY.point.optional(),
          level_id: LevelId.optional(),
        }),
      )
      .min(1)
      .max(200)
      .optional()
      .describe('Further ones: the first mirrored, turned about a point, moved, mm.'),
    remove_ids: Ids.optional().describe('Leave the group in all placements.'),
    release: z.number().int().optional().describe('Number of a placement that leaves.'),
  }),
  output: z.object({
    group_id: z.string(),
    placements: z.array(z.object({ number: z.number(), element_ids: z.array(z.string()) })),
    placed_ids: z.array(z.string()),
  }),
  refusals: ELEMENT_HINTS,
  async plan({ element_ids, filter, ...asked }, view: ModelView, context) {
    const picked =
      element_ids === undefined && filter === undefined
        ? undefined
        : selectedIds({ element_ids, filter }, view, context);
    const steps = planGroup({ ...asked, element_ids: picked }, view, context);
    const plan = await inTurns(steps, context.pause);
    const placed_ids = plan.data.placements.flatMap(({ element_ids: ids }) =>
      ids.some((id) => view.element(id) !== undefined) ? [] : ids,
    );
    return { ...plan, data: { ...plan.data, placed_ids } };
  },
});
