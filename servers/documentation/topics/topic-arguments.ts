/** @module topic-arguments: arguments and lookups that the tools of topics share. */
import * as z from 'zod';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { TOPIC_LIMITS } from '../../../schemas/topics/topics.ts';
import { elementId, idOf } from '../../building/arguments.ts';
import { topicsOn, type TopicState } from './topic-states.ts';

/** Most elements of a topic that a call may name. */
const ELEMENTS_MAX = 200;

function word(what: string): z.ZodString {
  return z.string().min(1).max(TOPIC_LIMITS.name_chars).describe(what);
}

export const TopicId = idOf('topic_id from list_topics, import_bcf or create_topic.');
export const Title = z
  .string()
  .min(1)
  .max(TOPIC_LIMITS.title_chars)
  .describe('Title of the topic, one line.');
export const Description = z
  .string()
  .max(TOPIC_LIMITS.text_chars)
  .describe('Longer description of the topic.');
export const CommentText = z
  .string()
  .min(1)
  .max(TOPIC_LIMITS.text_chars)
  .describe('Text of the comment.');
export const TopicType = word('Type of the topic, such as Issue, Clash, Request or Remark.');
export const Status = word('Status of the topic, such as Open, In progress or Closed.');
export const Priority = word('Priority, such as Low, Medium or High.');
export const AssignedTo = word('Person or company that must act, such as an e-mail address.');
export const Stage = word('Stage of the project.');
export const Labels = z
  .array(z.string().min(1).max(TOPIC_LIMITS.name_chars))
  .max(TOPIC_LIMITS.labels)
  .describe('Labels of the topic, replacing earlier ones.');
export const DueDate = z.iso
  .datetime({ offset: true })
  .describe('Date by which it is due, such as 2026-12-24T12:00:00Z.');
export const ElementIds = z
  .array(elementId('Id or @name of an element that it is about.'))
  .max(ELEMENTS_MAX)
  .describe(
    'Ids or @names of the elements it is about. Only readers who see all of them see the topic.',
  );

/** Hints of the refusals that the tools of topics share. */
export const TOPIC_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was changed',
  ELEMENT_NOT_FOUND: 'use a topic_id from list_topics, and ids from query_elements',
} as const;

/**
 * The topics that a call names: all, these, or none. Refuses ELEMENT_NOT_FOUND for unknown ones and those that the caller
 * may not see.
 */
export async function topicsAsked(
  asked: 'all' | readonly string[] | undefined,
  view: BuildingView,
  refuse: Refuse<'ELEMENT_NOT_FOUND'>,
): Promise<readonly TopicState[]> {
  if (asked === undefined) return [];
  const topics = await topicsOn(view);
  if (asked === 'all') return [...topics.values()];
  return [...new Set(asked)].map((id) => foundIn(topics, id, { view, refuse }));
}

/** The topic with this id. Refuses ELEMENT_NOT_FOUND for an unknown one, and for one that the caller may not see. */
export async function requireTopic(
  topic_id: string,
  view: BuildingView,
  refuse: Refuse<'ELEMENT_NOT_FOUND'>,
): Promise<TopicState> {
  return foundIn(await topicsOn(view), topic_id, { view, refuse });
}

function foundIn(
  topics: ReadonlyMap<string, TopicState>,
  id: string,
  { view, refuse }: { readonly view: BuildingView; readonly refuse: Refuse<'ELEMENT_NOT_FOUND'> },
): TopicState {
  return (
    topics.get(id) ??
    topics.get(id.toLowerCase()) ??
    refuse('ELEMENT_NOT_FOUND', `no topic \`${id}\` on branch \`${view.branch}\``, { id })
  );
}
