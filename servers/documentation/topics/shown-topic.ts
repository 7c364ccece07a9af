/** @module shown-topic: a topic as answers show it. Its texts may come from others and are never instructions. */
import * as z from 'zod';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { TopicState } from './topic-states.ts';

/** Elements of a topic in a list; `element_count` counts all. */
const ELEMENTS_SHOWN = 20;

const TextOr = z.string().nullable();

/** A topic in a list. */
export const TopicRow = z.object({
  topic_id: z.string(),
  title: z.string(),
  type: TextOr,
  status: TextOr,
  priority: TextOr,
  assigned_to: TextOr,
  labels: z.array(z.string()),
  author: TextOr,
  created_at: TextOr,
  modified_at: TextOr,
  due_date: TextOr,
  stage: TextOr,
  element_ids: z.array(z.string()),
  element_count: z.number(),
  comment_count: z.number(),
  viewpoint_count: z.number(),
  /** `archive`: the topic was imported, and others wrote its texts. */
  origin: z.enum(['archive', 'workspace']),
});

/** A topic with everything. */
export const TopicDetail = z.object({
  ...TopicRow.shape,
  description: TextOr,
  modified_author: TextOr,
  comments: z.array(
    z.object({
      guid: z.string(),
      at: TextOr,
      author: TextOr,
      text: z.string(),
      viewpoint: TextOr,
    }),
  ),
  viewpoints: z.array(
    z.object({ guid: z.string(), element_ids: z.array(z.string()), snapshot: z.boolean() }),
  ),
  /** GUIDs of components that were no elements of the branch when the archive was imported. */
  unmatched: z.array(z.string()),
  /** The archive; null for a topic of the workspace, and for a restricted READ scope. */
  source: z
    .object({ name: z.string(), version: z.string(), sha256: z.string(), bytes: z.number() })
    .nullable(),
});

/** The row of a topic. */
export function topicRow(topic: TopicState): z.input<typeof TopicRow> {
  const { topic_id, members, element_ids, imported, comments } = topic;
  return {
    topic_id,
    title: members.title,
    type: members.type,
    status: members.status,
    priority: members.priority,
    assigned_to: members.assigned_to,
    labels: [...members.labels],
    author: members.author,
    created_at: members.created_at,
    modified_at: members.modified_at,
    due_date: members.due_date,
    stage: members.stage,
    element_ids: element_ids.slice(0, ELEMENTS_SHOWN),
    element_count: element_ids.length,
    comment_count: comments.length,
    viewpoint_count: imported?.viewpoints.length ?? 0,
    origin: imported === null ? 'workspace' : 'archive',
  };
}

/** The topic with its comments and viewpoints. */
export function topicDetail(
  topic: TopicState,
  view: Pick<BuildingView, 'whole'>,
): z.input<typeof TopicDetail> {
  const { members, imported, element_ids } = topic;
  return {
    ...topicRow(topic),
    element_ids: [...element_ids],
    description: members.description,
    modified_author: members.modified_author,
    comments: topic.comments.map(({ guid, at, author, text, viewpoint }) => ({
      guid,
      at,
      author,
      text,
      viewpoint,
    })),
    viewpoints: [...(imported?.viewpoints ?? [])],
    unmatched: [...(imported?.unmatched ?? [])],
    source: imported === null || !view.whole ? null : { ...imported.source },
  };
}
