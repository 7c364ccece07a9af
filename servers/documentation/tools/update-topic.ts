/** @module update_topic: changes members of a topic, such as its status. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { TopicChanges } from '../../../schemas/topics/topics.ts';
import {
  AssignedTo,
  Description,
  DueDate,
  Labels,
  Priority,
  requireTopic,
  Stage,
  Status,
  Title,
  TOPIC_REFUSALS,
  TopicId,
  TopicType,
} from '../topics/topic-arguments.ts';
import { previousOf } from '../topics/topic-states.ts';

/** The argument, or null to remove the member. */
function orNone<T extends z.ZodType>(argument: T): z.ZodNullable<T> {
  return argument.nullable().describe(argument.description ?? '');
}

/** Changes a topic. */
export const updateTopic = defineCommand({
  name: 'update_topic',
  title: 'Change a topic',
  description:
    'Changes members of a topic, such as its status: closing a topic is the status Closed. Members that are not named stay; null removes one. The log keeps all earlier values.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    topic_id: TopicId,
    title: Title.optional(),
    type: TopicType.optional(),
    status: Status.optional(),
    description: orNone(Description).optional(),
    priority: orNone(Priority).optional(),
    assigned_to: orNone(AssignedTo).optional(),
    labels: Labels.optional(),
    due_date: orNone(DueDate).optional(),
    stage: orNone(Stage).optional(),
  }),
  output: z.object({
    topic_id: z.string(),
    title: z.string(),
    status: z.string().nullable(),
    /** Names of the members that change. */
    changed: z.array(z.string()),
  }),
  refusals: {
    ...TOPIC_REFUSALS,
    NO_EFFECT: 'nothing to do; call list_topics with this topic_id to see its members',
  },
  async plan({ topic_id: id, ...input }, view: BuildingView, { refuse, principal }) {
    const topic = await requireTopic(id, view, refuse);
    const { topic_id, key, members, named_ids } = topic;
    const given = TopicChanges.parse(
      Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    );
    if (Object.keys(given).length === 0) {
      return refuse(
        'INVALID_ARGUMENT',
        'no member is named; expected at least one, such as `status`',
      );
    }
    const before = new Map(Object.entries(members));
    const changes = Object.fromEntries(
      Object.entries(given).filter(
        ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
      ),
    );
    const changed = Object.keys(changes);
    const data = {
      topic_id,
      title: given.title ?? members.title,
      status: given.status === undefined ? members.status : given.status,
      changed,
    };
    if (changed.length === 0) {
      return refuse('NO_EFFECT', `topic \`${topic_id}\` already has these values`);
    }
    return {
      data,
      events: [
        {
          type: 'topic.updated',
          aggregate_id: key,
          payload: {
            author: principal.name,
            changes,
            comments: [],
            element_ids: [...named_ids],
            imported: null,
            previous: previousOf(members, changes),
            title: members.title,
            topic_id,
          },
        },
      ],
    };
  },
});
