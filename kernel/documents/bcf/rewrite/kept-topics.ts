/** @module kept-topics: topics of archives that were read, as parts of an archive that is written. */
import type { ZipPart } from '../../../base/archive/zip.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { bcfGuid } from '../bcf-guid.ts';
import type { ReadVersion } from '../read/forms.ts';
import { BCF_LIMITS } from '../read/limits.ts';
import { NoBcfFile } from '../read/no-bcf-file.ts';
import type { ArchiveFile } from '../read/open-archive.ts';
import { baseName, type ReadBcf, type ReadTopic } from '../read/read-bcf.ts';
import { sameGuid } from '../read/topic-data.ts';
import {
  childOf,
  childrenOf,
  childText,
  attributeOf,
  element,
  xmlFileOf,
} from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import { MalformedXml, xmlTree } from '../read/xml-tree.ts';
import { editedMarkup, isUnedited, type TopicEdits } from './edits.ts';
import { nativeMarkup } from './native-markup.ts';
import { nativeView } from './native-view.ts';

/** A topic that is written again. */
export type KeptTopic = {
  readonly archive: ReadBcf;
  readonly topic: ReadTopic;
  readonly edits: TopicEdits;
};

/** Parts of an archive, the documents that its `documents.xml` must list, and what could not be written. */
export type KeptParts = {
  readonly parts: readonly ZipPart[];
  readonly documents: readonly XmlElement[];
  readonly warnings: readonly string[];
};

/** Files that describe an archive as a whole; the writer makes its own ones. */
const OF_ARCHIVE = new Set(['bcf.version', 'project.bcfp', 'extensions.xml', 'documents.xml']);

/**
 * The topics in the form of a version, with all files of their folders. What does not change and is in its own version is
 * written byte by byte. Files at the top of an archive are kept too; of two with the same name, the first.
 */
export function keptParts(kept: readonly KeptTopic[], to: ReadVersion): KeptParts {
  const parts = new Map<string, ZipPart>();
  const documents = new Map<string, XmlElement>();
  const warnings = new Map<string, number>();
  const add = (part: ZipPart): void => {
    const key = part.name.toLowerCase();
    if (!parts.has(key)) parts.set(key, part);
  };
  const divisions = new Map<ReadBcf, Division>();
  for (const [done, one] of kept.entries()) {
    checkpoint({ done, total: kept.length, doing: 'topics' });
    const { topic, archive } = one;
    const division = divisions.get(archive) ?? divided(archive);
    divisions.set(archive, division);
    const store = documentsOf(one, division, to, { add, documents });
    const here = new Set<string>();
    const warn = (message: string): void => void here.add(message);
    const files = division.own.get(topic.folder) ?? [];
    for (const part of topicParts(one, files, to, { ...store, warn })) add(part);
    for (const message of here) warnings.set(message, (warnings.get(message) ?? 0) + 1);
  }
  for (const [archive, { shared }] of divisions) {
    for (const file of shared) add(file);
    if (archive.version !== to) continue;
    for (const document of listedDocuments(archive)) {
      const guid = sameGuid(attributeOf(document, 'Guid') ?? '');
      if (!documents.has(guid)) documents.set(guid, document);
    }
  }
  return {
    parts: [...parts.values()],
    documents: [...documents.values()],
    warnings: [...warnings].map(([message, count]) =>
      count === 1 ? message : `${message} (${count} topics)`,
    ),
  };
}

type Store = {
  readonly documentAt: (path: string) => string | null;
  readonly pathOf: (document: string) => string | null;
};

/** Folder of a topic in the written archive. */
function folderOf(topic: ReadTopic): string {
  return `${topic.guid}/`;
}

function topicParts(
  { archive, topic, edits }: KeptTopic,
  files: readonly ArchiveFile[],
  to: ReadVersion,
  store: Store & { readonly warn: (message: string) => void },
): readonly ZipPart[] {
  const folder = folderOf(topic);
  const sameVersion = archive.version === to;
  const parts: ZipPart[] = [];
  const views = new Map(topic.views.map((view) => [view.file, view]));
  for (const { name, content } of files) {
    const below = name.slice(topic.folder.length);
    if (below.toLowerCase() === 'markup.bcf') {
      const verbatim = sameVersion && isUnedited(edits);
      const conversion = { from: archive.version, to, ...store };
      const markup = verbatim
        ? content
        : xmlFileOf(nativeMarkup(editedMarkup(topic.markup, edits), conversion));
      parts.push({ name: `${folder}markup.bcf`, content: markup });
      continue;
    }
    const view = views.get(name);
    const tree = view?.tree ?? null;
    if (view === undefined || tree === null || sameVersion || to === '2.0') {
      parts.push({ name: `${folder}${below}`, content });
      continue;
    }
    const written = xmlFileOf(nativeView(tree, view.guid, to, store.warn));
    parts.push({ name: `${folder}${below}`, content: written });
  }
  return parts;
}

/** The files of an archive by the folder of their topic, and those that belong to no topic. */
type Division = {
  /** All files by name in lower case. */
  readonly byName: ReadonlyMap<string, ArchiveFile>;
  /** Documents of version 3.0 by GUID, with the names that `documents.xml` gives them. */
  readonly byGuid: ReadonlyMap<
    string,
    { readonly file: ArchiveFile; readonly title: string | null }
  >;
  readonly own: ReadonlyMap<string, readonly ArchiveFile[]>;
  readonly shared: readonly ArchiveFile[];
};

function divided(archive: ReadBcf): Division {
  const own = new Map<string, ArchiveFile[]>(archive.topics.map(({ folder }) => [folder, []]));
  const atTop = archive.topics.find(({ folder }) => folder === '');
  const named = new Set(atTop?.views.flatMap(({ file, snapshot }) => [file, snapshot]));
  const shared: ArchiveFile[] = [];
  for (const file of archive.files) {
    const { name } = file;
    const isOfTop = name.toLowerCase() === 'markup.bcf' || named.has(name);
    const files = isOfTop ? own.get('') : own.get(topicFolder(name, own));
    if (files !== undefined && (isOfTop || topicFolder(name, own) !== '')) files.push(file);
    else if (!OF_ARCHIVE.has(baseName(name).toLowerCase())) shared.push(file);
  }
  return { own, shared, byName: namesIn(archive), byGuid: documentsIn(archive) };
}

function namesIn({ files }: ReadBcf): Division['byName'] {
  return new Map(files.map((file) => [file.name.toLowerCase(), file]));
}

function documentsIn(archive: ReadBcf): Division['byGuid'] {
  const titles = new Map(
    listedDocuments(archive).map((one) => [
      sameGuid(attributeOf(one, 'Guid') ?? ''),
      childText(one, 'Filename'),
    ]),
  );
  return new Map(
    archive.files
      .filter(({ name }) => name.includes('/'))
      .map((file) => {
        const guid = sameGuid(baseName(file.name));
        return [guid, { file, title: titles.get(guid) ?? null }];
      }),
  );
}

/** The innermost folder of a topic that a file is in, with `/` at its end; empty if there is none. */
export function topicFolder(name: string, topics: ReadonlyMap<string, unknown>): string {
  let end = name.lastIndexOf('/');
  while (end > 0) {
    const folder = name.slice(0, end + 1);
    if (topics.has(folder)) return folder;
    end = name.lastIndexOf('/', end - 1);
  }
  return '';
}

/** Files about a whole archive, as they are. */
export function wholeFiles(archive: ReadBcf): readonly ZipPart[] {
  return archive.files
    .filter(({ name }) => OF_ARCHIVE.has(baseName(name).toLowerCase()))
    .map(({ name, content }) => ({ name: baseName(name), content }));
}

/** Documents that `documents.xml` lists. */
function listedDocuments(archive: ReadBcf): readonly XmlElement[] {
  const root = treeIn(archive, 'documents.xml') ?? undefined;
  return childrenOf(childOf(root, 'Documents'), 'Document');
}

/** The root of a file about the whole archive, such as `extensions.xml`; null without a file that is well-formed XML. */
export function treeIn(archive: ReadBcf, wanted: string): XmlElement | null {
  const file = archive.files.find(({ name }) => baseName(name).toLowerCase() === wanted);
  if (file === undefined) return null;
  try {
    const budget = { elements: BCF_LIMITS.xml_elements, bytes: BCF_LIMITS.xml_total_bytes };
    return xmlTree(file.content, file.name, { warn: () => undefined, budget });
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof NoBcfFile) return null;
    throw error;
  }
}

function documentsOf(
  { archive, topic }: KeptTopic,
  { byName, byGuid }: Division,
  to: ReadVersion,
  {
    add,
    documents,
  }: {
    readonly add: (part: ZipPart) => void;
    readonly documents: Map<string, XmlElement>;
  },
): Store {
  return {
    documentAt(path) {
      const file = byName.get(resolved(`${topic.folder}${path}`).toLowerCase());
      if (file === undefined) return null;
      const guid = bcfGuid(`document ${file.name} of topic ${topic.guid}`);
      const filename = element('Filename', [], [baseName(file.name)]);
      documents.set(guid, element('Document', [['Guid', guid]], [filename]));
      add({ name: `documents/${guid}`, content: file.content });
      return guid;
    },
    pathOf(document) {
      if (to === archive.version) return null;
      const found = byGuid.get(document);
      if (found === undefined) return null;
      const title = safeName(found.title ?? document);
      add({ name: `${folderOf(topic)}${title}`, content: found.file.content });
      return title;
    },
  };
}

/** A path without `.` and `..`; those that leave the archive end at its top. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A name of a file without folders and control characters. */
function safeName(name: string): string {
  const plain = baseName(name.replaceAll('\\', '/'))
    .replaceAll(/[^\p{L}\p{N}. _()-]/gu, '_')
    .replace(/^\.+/, '_');
  return plain === '' ? 'document' : plain.slice(0, 120);
}
