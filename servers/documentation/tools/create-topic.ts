/** @module create_topic: creates a topic about elements or a place. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import { SpacePoint } from '../../../schemas/units.ts';
import {
  AssignedTo,
  Description,
  DueDate,
  ElementIds,
  Labels,
  Priority,
  Stage,
  Status,
  Title,
  TOPIC_REFUSALS,
  TopicType,
} from '../topics/topic-arguments.ts';

/** Creates a topic. */
export const createTopic = defineCommand({
  name: 'create_topic',
  title: 'Create a topic',
  description:
    'Creates a topic (an issue): a question, remark or task about elements or a place. It stays until somebody closes it with update_topic; export_bcf hands it to other programs.',
  action: 'CREATE',
  input: z.strictObject({
    title: Title,
    description: Description.optional(),
    element_ids: ElementIds.default([]),
    location: SpacePoint.describe(
      'Place of the topic, world mm. Default: its elements.',
    ).optional(),
    type: TopicType.default('Issue'),
    status: Status.default('Open'),
    priority: Priority.optional(),
    assigned_to: AssignedTo.optional(),
    labels: Labels.default([]),
    due_date: DueDate.optional(),
    stage: Stage.optional(),
  }),
  output: z.object({
    topic_id: z.string(),
    title: z.string(),
    status: z.string(),
    element_ids: z.array(z.string()),
  }),
  refusals: TOPIC_REFUSALS,
  plan(input, view: BuildingView, { refuse, ids, principal }) {
    const { title, status } = input;
    const element_ids = [...new Set(input.element_ids)];
    const missing = element_ids.find((id) => view.element(id) === undefined);
    if (missing !== undefined) {
      return refuse('ELEMENT_NOT_FOUND', `no element \`${missing}\` on branch \`${view.branch}\``, {
        id: missing,
      });
    }
    const key = ids.next('topic');
    const topic_id = bcfGuid(key);
    const members = {
      assigned_to: input.assigned_to ?? null,
      author: principal.name,
      created_at: null,
      description: input.description ?? null,
      due_date: input.due_date ?? null,
      labels: input.labels,
      modified_at: null,
      modified_author: null,
      priority: input.priority ?? null,
      stage: input.stage ?? null,
      status,
      title,
      type: input.type,
    };
    const own = { element_ids, location: input.location ?? null, members };
    return {
      data: { topic_id, title, status, element_ids },
      events: [
        {
          type: 'topic.created',
          aggregate_id: key,
          payload: { element_ids, imported: null, own, topic_id },
        },
      ],
    };
  },
});
