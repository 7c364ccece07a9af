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
import { ExportBudget } from './export-budget.ts';
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

/** What the writer needs of an archive as a whole: its project, and its files that describe it. */
export type ArchiveHead = Pick<ReadBcf, 'version' | 'project' | 'files'>;

/**
 * The topics in the form of a version, with all files of their folders. What does not change and is in its own version is
 * written byte by byte. Files at the top of an archive are kept too; of two with the same name, the first.
 */
export function keptParts(kept: readonly KeptTopic[], to: ReadVersion): KeptParts {
  const archives = new KeptArchives(to);
  for (const [archive, topics] of Map.groupBy(kept, (one) => one.archive)) {
    archives.add(archive, topics);
  }
  return archives.result();
}

/** The topics of several archives as parts, one archive after the other. No tree of an archive that was added stays. */
export class KeptArchives {
  readonly #to: ReadVersion;
  readonly #budget = new ExportBudget();
  readonly #parts = new Map<string, ZipPart>();
  readonly #shared = new Map<string, ZipPart>();
  readonly #documents = new Map<string, XmlElement>();
  readonly #listed = new Map<string, XmlElement>();
  readonly #warnings = new Map<string, number>();
  readonly #heads: ArchiveHead[] = [];

  constructor(to: ReadVersion) {
    this.#to = to;
  }

  /** What the whole archives state, in their order. */
  get heads(): readonly ArchiveHead[] {
    return this.#heads;
  }

  /** Counts a text that comes to a topic that is added later. Refuses INVALID_ARGUMENT beyond `EXPORT_LIMITS`. */
  reserve(text: string): void {
    this.#budget.take(text.length);
  }

  /** Adds topics of an archive. Refuses INVALID_ARGUMENT beyond `EXPORT_LIMITS`. */
  add(archive: ReadBcf, topics: readonly KeptTopic[]): void {
    const division = divided(archive);
    const add = (part: ZipPart): void => this.#keep(this.#parts, part);
    for (const [done, one] of topics.entries()) {
      checkpoint({ done, total: topics.length, doing: 'topics' });
      const store = documentsOf(one, division, this.#to, { add, documents: this.#documents });
      const here = new Set<string>();
      const warn = (message: string): void => void here.add(message);
      const files = division.own.get(one.topic.folder) ?? [];
      for (const part of topicParts(one, files, this.#to, { ...store, warn })) add(part);
      for (const message of here) {
        this.#warnings.set(message, (this.#warnings.get(message) ?? 0) + 1);
      }
    }
    for (const file of division.shared) this.#keep(this.#shared, file);
    this.#keepHead(archive);
    if (archive.version !== this.#to) return;
    for (const document of listedDocuments(archive)) {
      const guid = sameGuid(attributeOf(document, 'Guid') ?? '');
      if (!this.#listed.has(guid)) this.#listed.set(guid, this.#budget.tree(document));
    }
  }

  /** The parts of all archives. */
  result(): KeptParts {
    return {
      parts: merged(this.#parts, this.#shared),
      documents: merged(this.#documents, this.#listed),
      warnings: [...this.#warnings].map(([message, count]) =>
        count === 1 ? message : `${message} (${count} topics)`,
      ),
    };
  }

  #keep(parts: Map<string, ZipPart>, part: ZipPart): void {
    const key = part.name.toLowerCase();
    if (!parts.has(key)) parts.set(key, this.#budget.kept(part));
  }
  #keepHead(archive: ReadBcf): void {
    const { version, project } = archive;
    const files = archive.files.filter(isOfArchive);
    for (const file of files) this.#budget.kept(file);
    this.#heads.push({ version, project, files });
  }
}

/** The values by key; those of the first map go before others of the same key. */
function merged<Value>(
  first: ReadonlyMap<string, Value>,
  second: ReadonlyMap<string, Value>,
): readonly Value[] {
  return [...first.values(), ...[...second].flatMap(([key, one]) => (first.has(key) ? [] : [one]))];
}

function isOfArchive({ name }: ArchiveFile): boolean {
  return OF_ARCHIVE.has(baseName(name).toLowerCase());
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
    else if (!isOfArchive(file)) shared.push(file);
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
export function wholeFiles(archive: Pick<ReadBcf, 'files'>): readonly ZipPart[] {
  return archive.files
    .filter(isOfArchive)
    .map(({ name, content }) => ({ name: baseName(name), content }));
}

/** Documents that `documents.xml` lists. */
function listedDocuments(archive: Pick<ReadBcf, 'files'>): readonly XmlElement[] {
  const root = treeIn(archive, 'documents.xml') ?? undefined;
  return childrenOf(childOf(root, 'Documents'), 'Document');
}

/** The root of a file about the whole archive, such as `extensions.xml`; null without a file that is well-formed XML. */
export function treeIn(archive: Pick<ReadBcf, 'files'>, wanted: string): XmlElement | null {
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
