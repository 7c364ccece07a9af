/** @module read-bcf: reads BCF archives of versions 2.0, 2.1 and 3.0, also such as violate their schema. */
import { bcfGuid } from '../bcf-guid.ts';
import { MARKUP, type ReadVersion, READ_VERSIONS, VIEW } from './forms.ts';
import { BCF_LIMITS, WARNINGS_MAX } from './limits.ts';
import { misfitsOf } from './misfits.ts';
import { NoBcfFile } from './no-bcf-file.ts';
import { type ArchiveFile, openArchive } from './open-archive.ts';
import { isGuid, sameGuid, type TopicData, topicData } from './topic-data.ts';
import { type ViewData, viewData } from './view-data.ts';
import { wideMarkup } from './wide-markup.ts';
import { wideView } from './wide-view.ts';
import { attributeOf, childOf, childText } from './xml-node.ts';
import { MalformedXml, type XmlElement, xmlTree } from './xml-tree.ts';

/** A viewpoint of a topic. */
export type ReadView = {
  readonly guid: string;
  /** Path of its file in the archive, and of its snapshot; null without one. */
  readonly file: string | null;
  readonly snapshot: string | null;
  /** In the wide form; null without a file that can be read. */
  readonly tree: XmlElement | null;
  readonly data: ViewData | null;
  /** Elements and attributes that the version does not define. */
  readonly unknown: readonly string[];
};

/** A topic as it was read. */
export type ReadTopic = {
  /** GUID in lower case; derived from the folder if the file has none. */
  readonly guid: string;
  /** Folder in the archive with `/` at its end; empty at the top. */
  readonly folder: string;
  /** The markup as in the file, and in the wide form. */
  readonly source: XmlElement;
  readonly markup: XmlElement;
  readonly data: TopicData;
  readonly views: readonly ReadView[];
  /** Elements and attributes that the version does not define, such as `Markup/Topic/Owner`. All of them are kept. */
  readonly unknown: readonly string[];
};

/** A BCF archive. */
export type ReadBcf = {
  readonly version: ReadVersion;
  readonly project: { readonly id: string | null; readonly name: string | null };
  readonly topics: readonly ReadTopic[];
  readonly files: readonly ArchiveFile[];
  /** What differs from the standard and was read all the same; at most `WARNINGS_MAX`. */
  readonly warnings: readonly string[];
};

/**
 * One topic of an archive; null if it has none with this GUID. Only its folder is inflated if the folder is named by the
 * GUID.
 *
 * @throws as `readBcf`
 */
export async function readTopic(bytes: Buffer, guid: string): Promise<ReadTopic | null> {
  const inFolder = (name: string): boolean =>
    baseName(name).toLowerCase() === 'bcf.version' ||
    name.split('/').slice(0, -1).map(sameGuid).includes(guid);
  const own = await openArchive(bytes, inFolder);
  const found = own.some(isMarkup) ? topicIn(bcfIn(own), guid) : null;
  return found ?? topicIn(await readBcf(bytes), guid);
}

function topicIn({ topics }: ReadBcf, wanted: string): ReadTopic | null {
  return topics.find(({ guid }) => guid === wanted) ?? null;
}

/**
 * Reads an archive.
 *
 * @throws {NoBcfFile} if it is no BCF file of these versions, exceeds a limit, or is unsafe (DTD, links, paths)
 */
export async function readBcf(bytes: Buffer): Promise<ReadBcf> {
  return bcfIn(await openArchive(bytes));
}

function isMarkup({ name }: ArchiveFile): boolean {
  return baseName(name).toLowerCase() === 'markup.bcf';
}

function bcfIn(files: readonly ArchiveFile[]): ReadBcf {
  const warnings = new Warnings();
  const markups = files.filter(isMarkup);
  if (markups.length > BCF_LIMITS.topics) {
    throw new NoBcfFile(`received ${markups.length} topics, expected at most ${BCF_LIMITS.topics}`);
  }
  const roots = markups.flatMap((file) => {
    const root = treeOf(file, warnings);
    return root === null ? [] : [{ folder: folderOf(file.name), root }];
  });
  const version = versionOf(files, roots[0]?.root, warnings);
  const archive = new Archive(files, version, warnings);
  const topics = roots.flatMap(({ folder, root }) => archive.topic(folder, root) ?? []);
  const byGuid = new Map<string, ReadTopic>();
  for (const topic of topics) {
    const { guid } = topic;
    if (byGuid.has(guid)) {
      warnings.add(`two topics have the GUID \`${guid}\`; only the first is used`);
    } else {
      byGuid.set(guid, topic);
    }
  }
  if (markups.length === 0) warnings.add('the archive has no topic');
  return {
    version,
    project: projectOf(files, warnings),
    topics: [...byGuid.values()],
    files,
    warnings: warnings.list(),
  };
}

/** The warnings of an archive, and the numbers of XML elements and bytes that it may still have. */
class Warnings {
  readonly budget = { elements: BCF_LIMITS.xml_elements, bytes: BCF_LIMITS.xml_total_bytes };
  /** Topics by message: the first one, null for the whole archive, and their number. */
  readonly #all = new Map<string, { readonly first: string | null; count: number }>();

  add(message: string): void {
    if (!this.#all.has(message)) this.#all.set(message, { first: null, count: 1 });
  }
  /** Warnings of one topic, each message once. */
  of(topic: string): (message: string) => void {
    const known = new Set<string>();
    return (message) => {
      if (known.has(message)) return;
      known.add(message);
      const before = this.#all.get(message);
      if (before === undefined) this.#all.set(message, { first: topic, count: 1 });
      else before.count += 1;
    };
  }
  list(): readonly string[] {
    const all = [...this.#all].map(([message, { first, count }]) => {
      if (first === null) return message;
      const which =
        count === 1 ? `topic \`${first}\`` : `${count} topics, the first is \`${first}\``;
      return `${which}: ${message}`;
    });
    if (all.length <= WARNINGS_MAX) return all;
    return [...all.slice(0, WARNINGS_MAX - 1), `${all.length - WARNINGS_MAX + 1} more warnings`];
  }
}

/** The files of an archive by their paths, in any case. */
class Archive {
  readonly #files: ReadonlyMap<string, ArchiveFile>;
  readonly #version: ReadVersion;
  readonly #warnings: Warnings;

  constructor(files: readonly ArchiveFile[], version: ReadVersion, warnings: Warnings) {
    this.#files = new Map(files.map((file) => [file.name.toLowerCase(), file]));
    this.#version = version;
    this.#warnings = warnings;
  }

  topic(folder: string, source: XmlElement): ReadTopic | null {
    const name = folder.slice(0, -1).split('/').at(-1) ?? '';
    const warn = this.#warnings.of(name);
    const markup = wideMarkup(source);
    if (markup === null) {
      warn('its markup has no `Topic`; the files are kept');
      return null;
    }
    const guid = guidOf(attributeOf(childOf(markup, 'Topic'), 'Guid'), name, warn);
    if (sameGuid(name) !== guid) warn('its folder is not named by its GUID');
    const data = topicData(markup, guid, warn);
    if (data.title === '') warn('it has no title');
    const unknown = misfitsOf(source, MARKUP[this.#version]);
    for (const path of unknown) warn(`\`${path}\` is not defined in BCF ${this.#version}; kept`);
    const views = data.viewpoints.map((entry) => this.#view(folder, entry, warn));
    return { guid, folder, source, markup, data, views, unknown };
  }

  #view(
    folder: string,
    { guid, file, snapshot }: TopicData['viewpoints'][number],
    warn: (message: string) => void,
  ): ReadView {
    const found = (name: string | null): string | null => {
      if (name === null) return null;
      const known = this.#files.get(`${folder}${name}`.toLowerCase());
      if (known === undefined) warn(`the archive has no \`${name}\``);
      return known?.name ?? null;
    };
    const path = found(file);
    const view = path === null ? undefined : this.#files.get(path.toLowerCase());
    const source = view === undefined ? null : treeOf(view, this.#warnings);
    const unknown = source === null ? [] : misfitsOf(source, VIEW[this.#version]);
    for (const one of unknown) warn(`\`${one}\` is not defined in BCF ${this.#version}; kept`);
    const tree = source === null ? null : wideView(source);
    const data = tree === null ? null : viewData(tree);
    if (data !== null && data.camera === null) warn('a viewpoint has no valid camera');
    return { guid, file: path, snapshot: found(snapshot), tree, data, unknown };
  }
}

/** The GUID of a topic, else that of its folder, else one derived from the name of the folder. */
function guidOf(stated: string | null, folder: string, warn: (message: string) => void): string {
  const guid = sameGuid(stated ?? '');
  if (isGuid(guid)) return guid;
  warn(
    stated === null
      ? 'it has no `Guid`; that of its folder is used'
      : `its \`Guid\` is \`${stated.slice(0, 60)}\`, expected one such as 8ac9822a-761a-4deb-9f39-f61286acbf6a; that of its folder is used`,
  );
  const named = sameGuid(folder);
  return isGuid(named) ? named : bcfGuid(`topic ${stated ?? folder}`);
}

/** The tree of an XML file; null, with a warning, if it is not well-formed. */
function treeOf({ name, content }: ArchiveFile, warnings: Warnings): XmlElement | null {
  try {
    const { budget } = warnings;
    return xmlTree(content, name, { warn: (message) => warnings.add(message), budget });
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    warnings.add(`${error.message}; the file is kept`);
    return null;
  }
}

function versionOf(
  files: readonly ArchiveFile[],
  markup: XmlElement | undefined,
  warnings: Warnings,
): ReadVersion {
  const file = files.find(({ name }) => baseName(name).toLowerCase() === 'bcf.version');
  const root = file === undefined ? null : treeOf(file, warnings);
  const stated =
    attributeOf(root ?? undefined, 'VersionId') ?? childText(root ?? undefined, 'DetailedVersion');
  const known = READ_VERSIONS.find((version) => stated?.startsWith(version) === true);
  if (known !== undefined) return known;
  if (stated !== null && /^1(?:\.|$)/.test(stated)) {
    throw new NoBcfFile(
      `received BCF of version \`${stated.slice(0, 20)}\`, expected 2.0, 2.1 or 3.0`,
    );
  }
  if (markup === undefined) {
    throw new NoBcfFile(
      'received an archive without `bcf.version` and without `markup.bcf`, expected a BCF file',
    );
  }
  const guess = guessed(markup);
  const received = stated === null ? 'no version' : `the version \`${stated.slice(0, 20)}\``;
  warnings.add(`the archive states ${received}; it was read as ${guess}`);
  return guess;
}

/** The version whose form the markup has. */
function guessed(markup: XmlElement): ReadVersion {
  const counts = READ_VERSIONS.map((version) => misfitsOf(markup, MARKUP[version]).length);
  const fewest = Math.min(...counts);
  // Files that fit several versions are read as the widest-spread one.
  return (
    (['2.1', '3.0', '2.0'] as const).find(
      (version) => counts[READ_VERSIONS.indexOf(version)] === fewest,
    ) ?? '2.1'
  );
}

function projectOf(files: readonly ArchiveFile[], warnings: Warnings): ReadBcf['project'] {
  const file = files.find(({ name }) => baseName(name).toLowerCase() === 'project.bcfp');
  const root = file === undefined ? null : treeOf(file, warnings);
  const project = childOf(root ?? undefined, 'Project');
  return { id: attributeOf(project, 'ProjectId'), name: childText(project, 'Name') };
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
