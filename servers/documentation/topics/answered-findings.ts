/** @module answered-findings: what others wrote about findings of an export, without a word on whether these still exist. */
import { listed } from '../../../kernel/base/text/id-list.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import type { BcfComment, BcfTopic } from '../../../kernel/documents/bcf/topic.ts';
import type { TopicComment } from '../../../schemas/topics/topics.ts';
import type { TopicState } from './topic-states.ts';

/** Topics that a warning names. */
const NAMED = 10;

type Answered = {
  /** The topics of findings, with the comments of imported topics of the same GUID. */
  readonly findings: readonly BcfTopic[];
  /** The topics that are written as themselves. */
  readonly others: readonly TopicState[];
  readonly warnings: readonly string[];
};

/**
 * The topics of findings with the comments that others wrote about them. SECURITY: GUIDs of findings are derived, so that any
 * archive can state one. Such a topic never replaces the finding: its status, title and viewpoints are not written. A topic
 * that states the GUID but has another id is written as a topic of its own.
 */
export function answeredFindings(
  findings: readonly BcfTopic[],
  stored: readonly TopicState[],
): Answered {
  const by_guid = new Map<string, TopicState[]>(
    findings.map(({ key }) => [bcfGuid(key).toLowerCase(), []]),
  );
  const others: TopicState[] = [];
  const renamed: string[] = [];
  for (const topic of stored) {
    const same = by_guid.get(topic.topic_id.toLowerCase());
    if (same === undefined) others.push(topic);
    else same.push(topic);
    const stated = topic.imported?.guid?.toLowerCase() ?? '';
    if (same === undefined && by_guid.has(stated)) renamed.push(topic.topic_id);
  }
  const answered = [...by_guid.values()].flat().map(({ topic_id }) => topic_id);
  return {
    findings: findings.map((topic) =>
      (by_guid.get(bcfGuid(topic.key).toLowerCase()) ?? []).reduce(withComments, topic),
    ),
    others,
    warnings: [
      ...(answered.length === 0
        ? []
        : [
            `imported topics ${listed(answered, NAMED)} are written as the findings that they answer, with their comments: status, other members, viewpoints and files of others are only in an export without these findings`,
          ]),
      ...(renamed.length === 0
        ? []
        : [
            `imported topics ${listed(renamed, NAMED)} state the GUID of a finding in this file: they are written with their topic_id`,
          ]),
    ],
  };
}

/** The topic with the comments of another one that it does not have. */
function withComments(topic: BcfTopic, { comments }: TopicState): BcfTopic {
  const texts = new Map(topic.comments.map((one) => [guidOf(one), one.text]));
  const views = new Map(topic.viewpoints.map(({ key }) => [bcfGuid(key), key]));
  const added: BcfComment[] = [];
  for (const comment of comments) {
    const own = texts.get(comment.guid);
    if (own !== undefined && isSameFinding(own, comment.text)) continue;
    const guid =
      own === undefined ? comment.guid : bcfGuid(`another ${comment.guid} ${comment.text}`);
    if (texts.has(guid)) continue;
    texts.set(guid, comment.text);
    added.push(commentOf({ ...comment, guid }, views));
  }
  return { ...topic, comments: [...topic.comments, ...added] };
}

function guidOf({ key, said }: BcfComment): string {
  return said?.guid ?? bcfGuid(key);
}

function commentOf(
  { guid, at, author, text, viewpoint }: TopicComment,
  views: ReadonlyMap<string, string>,
): BcfComment {
  const seen = viewpoint === null ? null : (views.get(viewpoint) ?? null);
  return { key: `comment ${guid}`, text, viewpoint: seen, said: { guid, at, author } };
}

/** Whether a comment of an earlier export says the same, up to the state of the finding at that time. */
function isSameFinding(now: string, before: string): boolean {
  return now === before || now.startsWith(`${before} (`) || before === `${now} (resolved)`;
}
