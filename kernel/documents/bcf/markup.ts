/** @module markup: the markup file of a topic (BCF-XML 2.1 and 3.0, markup.xsd). */
import { bcfGuid } from './bcf-guid.ts';
import { MISSING } from './rewrite/native-markup.ts';
import type { BcfComment, BcfTopic, BcfVersion, BcfViewpoint } from './topic.ts';
import { tag, textTag, xmlFile } from './xml.ts';

/** File names of the `index`-th viewpoint; older programs expect fixed names for the first one. */
export function viewpointFiles(index: number): { readonly view: string; readonly picture: string } {
  const number = index === 0 ? '' : `_${index + 1}`;
  return { view: `viewpoint${number}.bcfv`, picture: `snapshot${number}.png` };
}

/** The markup file. `index` is the position of the topic among all topics. */
export function markupXml(topic: BcfTopic, index: number, version: BcfVersion): string {
  const comments = topic.comments.map((comment) => commentXml(comment, topic));
  const viewpoints = topic.viewpoints.map((viewpoint, number) =>
    viewpointXml(viewpoint, number, version),
  );
  if (version === '2.1') {
    return xmlFile(tag('Markup', {}, topicXml(topic, index, version), ...comments, ...viewpoints));
  }
  const inside = [tag('Comments', {}, ...comments), tag('Viewpoints', {}, ...viewpoints)];
  return xmlFile(tag('Markup', {}, topicXml(topic, index, version, inside)));
}

function topicXml(
  topic: BcfTopic,
  index: number,
  version: BcfVersion,
  inside: readonly string[] = [],
): string {
  const is21 = version === '2.1';
  const labels = topic.labels.map((label) => textTag(is21 ? 'Labels' : 'Label', label));
  return tag(
    'Topic',
    { Guid: bcfGuid(topic.key), TopicType: topic.type, TopicStatus: topic.status },
    textTag('Title', topic.title),
    textTag('Priority', topic.priority),
    ...(is21 ? [textTag('Index', String(index))] : []),
    ...(is21 ? labels : [tag('Labels', {}, ...labels)]),
    textTag('CreationDate', topic.at),
    textTag('CreationAuthor', topic.author),
    textTag('Description', topic.description),
    ...inside,
  );
}

function commentXml({ key, text, viewpoint, said }: BcfComment, topic: BcfTopic): string {
  const { guid, at, author } = said ?? { guid: bcfGuid(key), ...topic };
  return tag(
    'Comment',
    { Guid: guid },
    textTag('Date', at ?? MISSING.date),
    textTag('Author', author ?? MISSING.text),
    textTag('Comment', text),
    ...(viewpoint === null ? [] : [tag('Viewpoint', { Guid: bcfGuid(viewpoint) })]),
  );
}

function viewpointXml({ key, snapshot }: BcfViewpoint, index: number, version: BcfVersion): string {
  const { view, picture } = viewpointFiles(index);
  return tag(
    version === '2.1' ? 'Viewpoints' : 'ViewPoint',
    { Guid: bcfGuid(key) },
    textTag('Viewpoint', view),
    ...(snapshot === null ? [] : [textTag('Snapshot', picture)]),
    textTag('Index', String(index)),
  );
}
