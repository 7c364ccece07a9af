/** @module comment-texts: comments of archives, whose texts can be longer than events state them. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { readTopic } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import type { TopicData } from '../../../kernel/documents/bcf/read/topic-data.ts';
import {
  type ImportedTopic,
  TOPIC_LIMITS,
  type TopicComment,
} from '../../../schemas/topics/topics.ts';

/** A comment of a topic. `full_text`: the archive that has all of a text that the event cuts. */
export type StatedComment = TopicComment & { readonly full_text?: TextSource };

/** An archive, and the GUID that the topic and the comment have in it. */
type TextSource = {
  readonly source: ImportedTopic['source'];
  readonly topic: string;
  readonly comment: string;
};

type Comments = TopicData['comments'];

/** Reads the content of an archive; null if it is missing, or if the reader may not see it. */
type ReadArchive = (source: ImportedTopic['source']) => Promise<Buffer | null>;

/** A text of at most so many characters; a longer one ends with `…`. */
export function clipped(text: string, most: number): string {
  return (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed();
}

/** The text of a comment as events state it, with the digest of the full text if that is longer. */
export function statedText(full: string): Pick<TopicComment, 'text' | 'digest'> {
  const text = clipped(full, TOPIC_LIMITS.text_chars);
  return text === full ? { text } : { digest: sha256Hex(full), text };
}

/** A key that two comments share only if their full texts are the same. */
export function textKey({ text, digest }: TopicComment): string {
  return digest === undefined ? `text ${text}` : `sha256 ${digest}`;
}

/** The comments of an archive, each with the place of its full text if the event cuts it. */
export function withSources(imported: ImportedTopic, topic: string): readonly StatedComment[] {
  const { source, comments } = imported;
  return comments.map((comment) => {
    const full_text = { source, topic, comment: comment.guid };
    return isCut(comment) ? Object.assign({ full_text }, comment) : comment;
  });
}

/** Whether a text is cut; events of earlier versions have no digest. */
function isCut({ text, digest }: TopicComment): boolean {
  return digest !== undefined || (text.length === TOPIC_LIMITS.text_chars && text.endsWith('…'));
}

/** Full texts of comments that events cut. */
export type FullTexts = ReadonlyMap<StatedComment, string>;

/**
 * The full texts of comments that events cut and that another archive than `current` has. One archive is in memory at a
 * time. A text whose archive is missing is left out.
 *
 * @param reserve called for each text before it is kept
 */
export async function fullTextsElsewhere(
  comments: readonly StatedComment[],
  current: ImportedTopic['source'],
  { read, reserve }: { readonly read: ReadArchive; readonly reserve: (text: string) => void },
): Promise<FullTexts> {
  const found = new Map<StatedComment, string>();
  const elsewhere = Map.groupBy(
    comments.filter(({ full_text }) => (full_text?.source ?? current).sha256 !== current.sha256),
    ({ full_text }) => `${full_text?.source.sha256} ${full_text?.topic}`,
  );
  for (const [first, ...others] of elsewhere.values()) {
    const place = first?.full_text;
    if (place === undefined) continue;
    const bytes = await read(place.source);
    const topic = bytes === null ? null : await readTopic(bytes, place.topic);
    const textOf = textsIn(topic?.data.comments ?? []);
    for (const comment of [first, ...others].flatMap((one) => one ?? [])) {
      const text = textOf(comment);
      if (text === undefined) continue;
      reserve(text);
      found.set(comment, text);
    }
  }
  return found;
}

/**
 * The comments that an archive does not have, or has with another text or author, with their full texts.
 *
 * @param there the comments of the archive
 * @param elsewhere texts that only other archives have
 */
export function missingComments(
  comments: readonly StatedComment[],
  there: Comments,
  elsewhere: FullTexts,
): readonly TopicComment[] {
  const by_guid = new Map(there.map((one) => [clipped(one.guid, TOPIC_LIMITS.name_chars), one]));
  const textOf = textsIn(there);
  return comments.flatMap((comment) => {
    const { guid, author, full_text } = comment;
    const full = full_text === undefined ? undefined : (elsewhere.get(comment) ?? textOf(comment));
    const text = full ?? comment.text;
    const found = by_guid.get(guid);
    const wrote = found?.author ?? null;
    const is_same_author =
      (wrote === null ? null : clipped(wrote, TOPIC_LIMITS.name_chars)) === author;
    return found?.text === text && is_same_author ? [] : [{ ...comment, text }];
  });
}

/** Finds the full text of a comment among those of an archive: by its digest, in events of earlier versions by its GUID. */
function textsIn(comments: Comments): (comment: StatedComment) => string | undefined {
  const long = comments.filter(({ text }) => clipped(text, TOPIC_LIMITS.text_chars) !== text);
  const by_digest = new Map(long.map(({ text }) => [sha256Hex(text), text]));
  const by_guid = new Map(long.map(({ guid, text }) => [guid, text]));
  return ({ digest, full_text }) =>
    digest === undefined ? by_guid.get(full_text?.comment ?? '') : by_digest.get(digest);
}
