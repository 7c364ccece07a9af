/** @module archive: writes topics as a BCF file. The same topics yield the same bytes. */
import type { ZipPart } from '../../base/archive/zip.ts';
import { zipOf } from '../../base/archive/zip.ts';
import { bcfGuid } from './bcf-guid.ts';
import { markupXml, viewpointFiles } from './markup.ts';
import { element, xmlFileOf } from './read/xml-node.ts';
import { extensionsOf, type UsedValues } from './rewrite/extensions.ts';
import { type ArchiveHead, type KeptParts, wholeFiles } from './rewrite/kept-topics.ts';
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
  /** Topics of archives and of the workspace; none if omitted. */
  readonly kept?: KeptContent;
};

/** Topics that are already parts, with what the whole archive must state for them. */
export type KeptContent = Omit<KeptParts, 'warnings'> & {
  readonly used: readonly UsedValues[];
  readonly archives: readonly ArchiveHead[];
};

const NOTHING_KEPT: KeptContent = {
  parts: [],
  documents: [],
  used: [],
  archives: [],
};

/**
 * Writes the BCF file (`.bcf`, before 3.0 also `.bcfzip`).
 * @throws {RangeError} if two topics have the same key, or if the file exceeds the limits of the format.
 */
export function bcfArchive(content: BcfContent): Buffer {
  const { project, topics, version, kept = NOTHING_KEPT } = content;
  const used = [...topics.map(valuesOf), ...kept.used];
  const { documents } = kept;
  const list = element('DocumentInfo', [], [element('Documents', [], documents)]);
  return zipOf(
    withoutRepeated([
      { name: 'bcf.version', content: versionXml(version) },
      { name: 'project.bcfp', content: keptProject(kept, version) ?? projectXml(project, version) },
      ...(version === '2.1'
        ? []
        : [{ name: 'extensions.xml', content: xmlFileOf(extensionsOf(kept.archives, used)) }]),
      ...(version === '2.1' || documents.length === 0
        ? []
        : [{ name: 'documents.xml', content: xmlFileOf(list) }]),
      ...topics.flatMap((topic, index) => partsOf(topic, index, content)),
      ...kept.parts,
    ]),
  );
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

/** The parts without those whose name an earlier one has in any case: archives of others can have any name. */
function withoutRepeated(parts: readonly ZipPart[]): readonly ZipPart[] {
  const byName = new Map<string, ZipPart>();
  for (const part of parts) {
    const key = part.name.toLowerCase();
    if (!byName.has(key)) byName.set(key, part);
  }
  return [...byName.values()];
}

/** The project file of the archives, if all are of the version and of one project; null otherwise. */
function keptProject({ archives }: KeptContent, version: BcfVersion): Buffer | null {
  const last = archives.at(-1);
  const isOne = archives.every(
    (one) => one.version === version && one.project.id === last?.project.id,
  );
  if (last === undefined || !isOne || last.project.id === null) return null;
  const file = wholeFiles(last).find(({ name }) => name.toLowerCase() === 'project.bcfp');
  return file === undefined ? null : Buffer.from(file.content);
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

/** The values that a topic uses, which the archive must declare. */
function valuesOf({ type, priority, labels, author }: BcfTopic): UsedValues {
  return {
    TopicTypes: [type],
    TopicStatuses: ['Active', 'Closed'],
    Priorities: [priority],
    TopicLabels: labels,
    Users: [author],
  };
}
