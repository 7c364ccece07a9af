/** @module archive-parts: what an archive has of a topic in addition to the members and comments that events state. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import {
  baseName,
  type ReadBcf,
  type ReadTopic,
  type ReadView,
} from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { componentGuids } from '../../../kernel/documents/bcf/read/view-data.ts';
import { topicFolder } from '../../../kernel/documents/bcf/rewrite/kept-topics.ts';
import { type ImportedTopic, TOPIC_LIMITS } from '../../../schemas/topics/topics.ts';

/** Characters of a name of a part; a longer one ends with a digest. */
const NAME_CHARS = 140;

/** The part of an archive whose parts the log does not list: it was imported by an earlier version. */
const UNLISTED = 'other files and members of the archive';

/** What the log states for each part that a later archive lacks. */
const PRESENT = 'in the earlier archive';

/** The files of a topic: a digest of their names and contents, and their paths below its folder. */
export type TopicFiles = { readonly content: string; readonly files: readonly string[] };

/** The files of each topic, by folder. Empty files are in the digest only. */
export function filesOf(archive: ReadBcf): ReadonlyMap<string, TopicFiles> {
  const found = new Map<string, { readonly lines: string[]; readonly files: string[] }>(
    archive.topics.map(({ folder }) => [folder, { lines: [], files: [] }]),
  );
  for (const { name, content } of archive.files) {
    const folder = topicFolder(name, found);
    const topic = found.get(folder);
    topic?.lines.push(`${sha256Hex(content)} ${name}`);
    if (content.length > 0) topic?.files.push(name.slice(folder.length));
  }
  return new Map(
    [...found].map(([folder, { lines, files }]) => [
      folder,
      { content: sha256Hex(lines.toSorted().join('\n')), files },
    ]),
  );
}

/**
 * Names of the parts of a topic, sorted: viewpoints and what they have, snapshots, documents, links, other files, and members
 * that no version defines. Beyond the limit of events one part stands for all further ones.
 *
 * @param files paths below its folder
 */
export function partsOf(topic: ReadTopic, files: readonly string[]): readonly string[] {
  const { data, views, unknown, folder } = topic;
  const shown = new Set(
    views.flatMap(({ file, snapshot }) => [file, snapshot]).map((path) => path?.toLowerCase()),
  );
  const others = files.filter((file) => {
    const isMarkup = baseName(file).toLowerCase() === 'markup.bcf';
    return !isMarkup && !shown.has(`${folder}${file}`.toLowerCase());
  });
  const named = [
    ...views.flatMap(viewParts),
    ...data.links.map((one) => `link ${one}`),
    ...data.documents.map(
      ({ url, path, document, description }) =>
        `document ${url ?? path ?? document ?? description}`,
    ),
    ...data.related.map((one) => `related topic ${one}`),
    ...data.files.map(({ name, reference }) => `header file ${name ?? reference}`),
    ...(data.snippet === null ? [] : ['BIM snippet']),
    ...(data.server_id === null ? [] : ['server id']),
    ...data.labels.slice(TOPIC_LIMITS.labels).map((one) => `label ${one}`),
    ...data.comments.slice(TOPIC_LIMITS.comments).map(({ guid }) => `comment ${guid}`),
    ...unknown.map((one) => `member ${one}`),
    ...others.map((file) => `file ${file}`),
  ];
  const all = [...new Set(named.map(short))].toSorted();
  const most = TOPIC_LIMITS.parts;
  if (all.length <= most) return all;
  const further = all.slice(most - 1);
  return [
    ...all.slice(0, most - 1),
    `further ${further.length} parts, SHA-256 of their names ${sha256Hex(further.join('\n'))}`,
  ];
}

function viewParts({ guid, file, snapshot, data, unknown }: ReadView): readonly string[] {
  const of = `of viewpoint ${guid}`;
  return [
    ...(file === null ? [] : [`viewpoint ${guid}`]),
    ...(snapshot === null ? [] : [`snapshot ${of}`]),
    ...unknown.map((one) => `member ${one} ${of}`),
    ...(data === null
      ? []
      : [
          ...(data.camera === null ? [] : [`camera ${of}`]),
          ...(componentGuids(data).length === 0 ? [] : [`components ${of}`]),
          ...(data.lines.length === 0 ? [] : [`lines ${of}`]),
          ...(data.clipping_planes.length === 0 ? [] : [`clipping planes ${of}`]),
          ...(data.bitmaps.length === 0 ? [] : [`bitmaps ${of}`]),
        ]),
  ];
}

function short(name: string): string {
  if (name.length <= NAME_CHARS) return name.toWellFormed();
  return `${name.slice(0, NAME_CHARS).toWellFormed()}… ${sha256Hex(name).slice(0, 16)}`;
}

/**
 * The parts of the earlier archive that a later one lacks, as earlier values of the event that imports it: each is a loss.
 *
 * @param known parts of the earlier archive; null if the log does not list them
 */
export function lackingParts(
  known: readonly string[] | null,
  before: ImportedTopic,
  parts: readonly string[],
): Readonly<Record<string, string>> {
  const there = new Set(parts);
  const had = known ?? [...before.viewpoints.flatMap(knownViewParts), UNLISTED];
  const lacking = had.filter((part) => !there.has(part));
  return Object.fromEntries(lacking.map((part) => [part, PRESENT]));
}

function knownViewParts({ guid, snapshot }: ImportedTopic['viewpoints'][number]): string[] {
  return [`viewpoint ${guid}`, ...(snapshot ? [`snapshot of viewpoint ${guid}`] : [])].map(short);
}
