/** @module comment_topic: adds a comment to a topic. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { TOPICS } from '../../../schemas/topics/topics.ts';
import { idOf } from '../../building/arguments.ts';
import { CommentText, requireTopic, TOPIC_REFUSALS, TopicId } from '../topics/topic-arguments.ts';

/** Adds a comment. */
export const commentTopic = defineCommand({
  name: 'comment_topic',
  title: 'Comment on a topic',
  description:
    'Adds a comment to a topic, for example an answer to its author. Earlier comments stay as they are; export_bcf writes the new one next to them.',
  action: 'MODIFY',
  input: z.strictObject({
    topic_id: TopicId,
    text: CommentText,
    viewpoint: idOf(
      'GUID of the viewpoint of the topic that the comment is about. Default: none.',
    ).optional(),
  }),
  output: z.object({ topic_id: z.string(), comments: z.number().int() }),
  refusals: TOPIC_REFUSALS,
  async plan({ topic_id: id, text, viewpoint }, view: BuildingView, { refuse, principal }) {
    const { topic_id, key, named_ids, imported, comments, members } = await requireTopic(
      id,
      view,
      refuse,
    );
    const known = imported?.viewpoints ?? [];
    if (viewpoint !== undefined && known.every(({ guid }) => guid !== viewpoint)) {
      return refuse(
        'INVALID_ARGUMENT',
        `the topic has no viewpoint \`${viewpoint}\`; expected a guid of its \`viewpoints\``,
      );
    }
    if (text.trim() === '') {
      return refuse('INVALID_ARGUMENT', '`text` is blank; expected the comment in words');
    }
    return {
      data: { topic_id, comments: comments.length + 1 },
      events: [
        {
          type: 'topic.updated',
          aggregate_id: TOPICS,
          payload: {
            author: principal.name,
            changes: {},
            comments: [{ text, viewpoint: viewpoint ?? null }],
            element_ids: [...named_ids],
            imported: null,
            title: members.title,
            topic_id,
          },
        },
      ],
      relies_on: [key],
    };
  },
});
