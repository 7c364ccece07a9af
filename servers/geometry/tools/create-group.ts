/** @module create_group: elements that are placed several times and changed once. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { ZONE_KINDS } from '../../../kernel/building/kinds/group/zone-kinds.ts';
import { planGroup } from '../../../kernel/building/model/plan/groups/make-group.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { elementId, LevelId } from '../../building/arguments.ts';
import { MANY, selectedIds } from '../selected.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

const Ids = z.array(elementId('Element of the group.')).min(1).max(1000);

/** Creates, changes and places groups. */
export const createGroup = defineCommand({
  name: 'create_group',
  title: 'Create or place a group',
  description:
    'Groups elements so that they can be placed several times and edited once: a change in one placement is made in all. With group_id it places an existing group again, adds or removes elements, or releases a placement. Deleting the group keeps its elements.',
  toolset: 'more',
  action: 'CREATE',
  input: z.strictObject({
    group_id: elementId('Existing group to change or place again.', 'group').optional(),
    name: z.string().min(1).max(150).optional().describe('Name of a new group, usable as @name.'),
    zone_kind: z
      .enum(ZONE_KINDS)
      .optional()
      .describe('What these rooms are together. Default: the group is no zone.'),
    element_ids: MANY.element_ids.optional(),
    filter: MANY.filter.optional(),
    placements: z
      .array(
        z.strictObject({
          mirror: z
            .strictObject({
              from: PlanPoint.describe('First point of the mirror line, world mm.'),
              to: PlanPoint.describe('Second point of the mirror line, world mm.'),
            })
            .optional()
            .describe('Mirror line in plan. Default: not mirrored.'),
          turn_deg: AngleDeg.optional().describe(
            'Rotation in plan, degrees counter-clockwise. Default: 0.',
          ),
          about: PlanPoint.optional().describe(
            'Centre of the rotation, world mm; required with turn_deg.',
          ),
          move: PlanPoint.optional().describe('Displacement in plan after the rotation, mm.'),
          level_id: LevelId.optional().describe('Level of this placement. Default: the same.'),
        }),
      )
      .min(1)
      .max(200)
      .optional()
      .describe('Further placements: copies of the first, mirrored, then rotated, then moved.'),
    remove_ids: Ids.optional().describe('Elements that leave the group in all placements.'),
    release: z
      .number()
      .int()
      .optional()
      .describe('Number, from the answer, of the placement whose elements become independent.'),
  }),
  output: z.object({
    group_id: z.string(),
    placements: z.array(z.object({ number: z.number(), element_ids: z.array(z.string()) })),
    placed_ids: z.array(z.string()),
  }),
  refusals: ELEMENT_HINTS,
  async plan({ element_ids, filter, ...rest }, view: ModelView, context) {
    const picked =
      element_ids === undefined && filter === undefined
        ? undefined
        : selectedIds({ element_ids, filter }, view, context);
    const plan = planGroup({ ...rest, element_ids: picked }, view, context);
    const placed_ids = plan.data.placements.flatMap(({ element_ids: ids }) =>
      ids.some((id) => view.element(id) !== undefined) ? [] : ids,
    );
    return { ...plan, data: { ...plan.data, placed_ids } };
  },
});
