/** @module topic-markup: the markup of a topic that no archive states, in the wide form. */
import type { TopicData } from '../read/topic-data.ts';
import { element } from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import { MISSING } from './native-markup.ts';

/** A topic as text. Absent members are null; dates are ISO 8601. */
export type TopicText = Pick<
  TopicData,
  | 'guid'
  | 'type'
  | 'status'
  | 'title'
  | 'priority'
  | 'labels'
  | 'created_at'
  | 'author'
  | 'modified_at'
  | 'modified_author'
  | 'due_date'
  | 'assigned_to'
  | 'stage'
  | 'description'
> & {
  readonly comments: readonly {
    readonly guid: string;
    readonly at: string | null;
    readonly author: string | null;
    readonly text: string;
  }[];
  /** The viewpoint, with names of its files in the folder of the topic; null without one. */
  readonly viewpoint: {
    readonly guid: string;
    readonly file: string;
    readonly snapshot: string | null;
  } | null;
};

/** The markup, which is valid in every version after `nativeMarkup`. */
export function topicMarkup(topic: TopicText): XmlElement {
  const { viewpoint, comments, labels } = topic;
  return element(
    'Markup',
    [],
    [
      element(
        'Topic',
        [
          ['Guid', topic.guid],
          ['TopicType', filled(topic.type) ?? MISSING.type],
          ['TopicStatus', filled(topic.status) ?? MISSING.status],
        ],
        [
          ...text('Title', filled(topic.title) ?? MISSING.text),
          ...text('Priority', topic.priority),
          ...list(
            'Labels',
            labels.flatMap((label) => text('Label', label)),
          ),
          ...text('CreationDate', topic.created_at ?? MISSING.date),
          ...text('CreationAuthor', filled(topic.author) ?? MISSING.text),
          ...text('ModifiedDate', topic.modified_at),
          ...text('ModifiedAuthor', topic.modified_author),
          ...text('DueDate', topic.due_date),
          ...text('AssignedTo', topic.assigned_to),
          ...text('Stage', topic.stage),
          ...text('Description', topic.description),
          ...list('Comments', comments.map(commentOf)),
          ...list(
            'Viewpoints',
            viewpoint === null
              ? []
              : [
                  element(
                    'ViewPoint',
                    [['Guid', viewpoint.guid]],
                    [...text('Viewpoint', viewpoint.file), ...text('Snapshot', viewpoint.snapshot)],
                  ),
                ],
          ),
        ],
      ),
    ],
  );
}

function commentOf({ guid, at, author, text: words }: TopicText['comments'][number]): XmlElement {
  return element(
    'Comment',
    [['Guid', guid]],
    [
      ...text('Date', at ?? MISSING.date),
      ...text('Author', filled(author) ?? MISSING.text),
      ...text('Comment', filled(words) ?? MISSING.text),
    ],
  );
}

function filled(value: string | null): string | null {
  return value === null || value.trim() === '' ? null : value;
}

function text(name: string, value: string | null): readonly XmlElement[] {
  const words = filled(value);
  return words === null ? [] : [element(name, [], [words])];
}

function list(name: string, entries: readonly XmlElement[]): readonly XmlElement[] {
  return entries.length === 0 ? [] : [element(name, [], entries)];
}
