/** @module archive: writes topics as a BCF file. The same topics yield the same bytes. */
import type { ZipPart } from '../../base/archive/zip.ts';
import { zipOf } from '../../base/archive/zip.ts';
import { bcfGuid } from './bcf-guid.ts';
import { markupXml, viewpointFiles } from './markup.ts';
import type { BcfTopic, BcfVersion } from './topic.ts';
import { type GuidOf, viewpointXml } from './viewpoint.ts';
import { tag, textTag, xmlFile } from './xml.ts';

export type BcfContent = {
  /** `key` is the permanent identifier of the project. */
  readonly project: { readonly key: string; readonly name: string };
  readonly topics: readonly BcfTopic[];
  readonly version: BcfVersion;
  /** GlobalId of each selected or coloured element. */
  readonly guidOf: GuidOf;
};

/**
 * Writes the BCF file (`.bcf`, before 3.0 also `.bcfzip`).
 * @throws {RangeError} if two topics have the same key, or if the file exceeds the limits of the format.
 */
export function bcfArchive(content: BcfContent): Buffer {
  const { project, topics, version } = content;
  return zipOf([
    { name: 'bcf.version', content: versionXml(version) },
    { name: 'project.bcfp', content: projectXml(project, version) },
    ...(version === '2.1' ? [] : [{ name: 'extensions.xml', content: extensionsXml(topics) }]),
    ...topics.flatMap((topic, index) => partsOf(topic, index, content)),
  ]);
}

function partsOf(
  topic: BcfTopic,
  index: number,
  { version, guidOf }: BcfContent,
): readonly ZipPart[] {
  const folder = bcfGuid(topic.key);
  return [
    { name: `${folder}/markup.bcf`, content: markupXml(topic, index, version) },
    ...topic.viewpoints.flatMap((viewpoint, number) => {
      const { view, picture } = viewpointFiles(number);
      const { snapshot } = viewpoint;
      return [
        { name: `${folder}/${view}`, content: viewpointXml(viewpoint, version, guidOf) },
        ...(snapshot === null ? [] : [{ name: `${folder}/${picture}`, content: snapshot }]),
      ];
    }),
  ];
}

function versionXml(version: BcfVersion): string {
  const detailed = version === '2.1' ? [textTag('DetailedVersion', version)] : [];
  return xmlFile(tag('Version', { VersionId: version }, ...detailed));
}

function projectXml({ key, name }: BcfContent['project'], version: BcfVersion): string {
  const project = tag('Project', { ProjectId: bcfGuid(key) }, textTag('Name', name));
  return xmlFile(
    version === '2.1'
      ? tag('ProjectExtension', {}, project, tag('ExtensionSchema', {}))
      : tag('ProjectInfo', {}, project),
  );
}

/** Declares all types, statuses, priorities, labels and users that the topics use, so that readers know them. */
function extensionsXml(topics: readonly BcfTopic[]): string {
  const list = (
    many: string,
    one: string,
    values: (topic: BcfTopic) => readonly string[],
  ): string =>
    tag(many, {}, ...[...new Set(topics.flatMap(values))].map((value) => textTag(one, value)));
  return xmlFile(
    tag(
      'Extensions',
      {},
      list('TopicTypes', 'TopicType', ({ type }) => [type]),
      tag('TopicStatuses', {}, textTag('TopicStatus', 'Active'), textTag('TopicStatus', 'Closed')),
      list('Priorities', 'Priority', ({ priority }) => [priority]),
      list('TopicLabels', 'TopicLabel', ({ labels }) => labels),
      list('Users', 'User', ({ author }) => [author]),
    ),
  );
}
