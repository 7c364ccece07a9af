/** @module written-topics: topics of a branch as parts of a BCF archive. */
import type { ZipPart } from '../../../kernel/base/archive/zip.ts';
import { checkpoint } from '../../../kernel/base/work/checkpoint.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Finding } from '../../../kernel/checks/findings/finding.ts';
import type { KeptContent } from '../../../kernel/documents/bcf/archive.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import { readBcf } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { xmlFileOf } from '../../../kernel/documents/bcf/read/xml-node.ts';
import type { UsedValues } from '../../../kernel/documents/bcf/rewrite/extensions.ts';
import { KeptArchives, type KeptTopic } from '../../../kernel/documents/bcf/rewrite/kept-topics.ts';
import { nativeMarkup } from '../../../kernel/documents/bcf/rewrite/native-markup.ts';
import { topicMarkup } from '../../../kernel/documents/bcf/rewrite/topic-markup.ts';
import type { BcfVersion } from '../../../kernel/documents/bcf/topic.ts';
import { viewpointXml } from '../../../kernel/documents/bcf/viewpoint.ts';
import { type ViewpointOptions, viewpointOf } from '../../../kernel/documents/bcf/viewpoints.ts';
import { DepthBuffers } from '../../../kernel/documents/drawings/camera/depth-buffer.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';
import type { ImportedTopic } from '../../../schemas/topics/topics.ts';
import { fullTextsElsewhere, type FullTexts, missingComments } from './comment-texts.ts';
import type { TopicState } from './topic-states.ts';

/** Topics of the workspace that get a picture; drawing one takes some tenths of a second. */
const PICTURES_MAX = 100;

/**
 * The topics in the form of a version. Those of archives are written with everything that their archive has; without
 * access to the archive, and for topics of the workspace, with what the log states, and with pictures if wanted.
 *
 * @param taken GUIDs of other topics of the same file, which none of these gets
 */
export async function writtenTopics(
  topics: readonly TopicState[],
  view: BuildingView,
  {
    version,
    pictures,
    taken: others_taken,
  }: {
    readonly version: BcfVersion;
    readonly pictures: boolean;
    readonly taken: readonly string[];
  },
): Promise<{ readonly kept: KeptContent; readonly warnings: readonly string[] }> {
  const archives = new KeptArchives(version);
  const named: NamedTopic[] = [];
  // Several agents can have imported the same topic: one has its GUID in the file.
  // Names of folders have no case.
  const ids = [...topics.map(({ topic_id }) => topic_id), ...others_taken];
  const taken = new Set(ids.map((id) => id.toLowerCase()));
  for (const topic of topics) {
    const stated = topic.imported?.guid ?? topic.topic_id;
    const guid =
      stated !== topic.topic_id && taken.has(stated.toLowerCase()) ? topic.topic_id : stated;
    taken.add(guid.toLowerCase());
    named.push({ topic, guid, source: guid === stated ? (topic.imported?.source ?? null) : null });
  }
  const written = new Set<string>();
  for (const group of Map.groupBy(named, ({ source }) => source?.sha256 ?? '').values()) {
    for (const guid of await addArchive(group, archives, view)) written.add(guid);
  }
  const others = named.filter(({ guid }) => !written.has(guid));
  const { parts, documents, warnings } = archives.result();
  const buffers = new DepthBuffers();
  const own = others.flatMap(({ topic, guid }, done) => {
    checkpoint({ done, total: others.length, doing: 'topics' });
    return ownParts(topic, view, {
      guid,
      version,
      snapshots: pictures && done < PICTURES_MAX ? buffers : null,
    });
  });
  // Files of other programs that belong to no topic can have any name.
  const ownNames = new Set(own.map(({ name }) => name.toLowerCase()));
  const lacking = others.filter(({ topic }) => topic.imported !== null).length;
  return {
    kept: {
      parts: [...parts.filter(({ name }) => !ownNames.has(name.toLowerCase())), ...own],
      documents,
      used: topics.map(valuesOf),
      archives: archives.heads,
    },
    warnings: [
      ...warnings,
      ...(lacking === 0
        ? []
        : [
            `${lacking} imported topics are written without the viewpoints and files of their archive, which can show more than your READ permission covers`,
          ]),
    ],
  };
}

/** A topic with its GUID in the export, and its archive; null if the log alone states it. */
type NamedTopic = {
  readonly topic: TopicState;
  readonly guid: string;
  readonly source: ImportedTopic['source'] | null;
};

/** Adds topics of one archive, which is in memory only meanwhile. Returns the GUIDs of those that it has. */
async function addArchive(
  named: readonly NamedTopic[],
  archives: KeptArchives,
  view: BuildingView,
): Promise<readonly string[]> {
  const source = named.at(0)?.source ?? null;
  if (source === null) return [];
  const elsewhere: FullTexts[] = [];
  const reserve = (text: string): void => archives.reserve(text);
  const read = async (of: ImportedTopic['source']): Promise<Buffer | null> =>
    await view.topicArchive(of);
  for (const { topic } of named) {
    elsewhere.push(await fullTextsElsewhere(topic.comments, source, { read, reserve }));
  }
  const bytes = await read(source);
  if (bytes === null) return [];
  const archive = await readBcf(bytes);
  const found = new Map(archive.topics.map((topic) => [topic.guid, topic]));
  const kept: KeptTopic[] = [];
  for (const [index, { topic, guid }] of named.entries()) {
    const there = found.get(guid);
    if (there === undefined) continue;
    const texts = elsewhere[index] ?? new Map();
    const comments = missingComments(topic.comments, there.data.comments, texts);
    const edits = { members: topic.changes, comments, modified: topic.changed };
    kept.push({ archive, topic: there, edits });
  }
  archives.add(archive, kept);
  return kept.map(({ topic }) => topic.guid);
}

function valuesOf({ members }: TopicState): UsedValues {
  return {
    TopicTypes: [members.type],
    TopicStatuses: [members.status],
    Priorities: [members.priority],
    TopicLabels: members.labels,
    Users: [members.author, members.modified_author, members.assigned_to],
    Stages: [members.stage],
  };
}

/** A topic as the log states it, with a viewpoint of its elements or its place as they are now. */
function ownParts(
  topic: TopicState,
  view: BuildingView,
  {
    guid,
    version,
    snapshots,
  }: ViewpointOptions & { readonly guid: string; readonly version: BcfVersion },
): readonly ZipPart[] {
  const { members } = topic;
  const viewpoint = viewpointOf(findingOf(topic, view), { snapshots }, view);
  const snapshot = viewpoint?.snapshot ?? null;
  const markup = topicMarkup({
    ...members,
    guid,
    comments: topic.comments,
    viewpoint:
      viewpoint === null
        ? null
        : {
            guid: bcfGuid(viewpoint.key),
            file: 'viewpoint.bcfv',
            snapshot: snapshot === null ? null : 'snapshot.png',
          },
  });
  const native = nativeMarkup(markup, {
    from: '3.0',
    to: version,
    documentAt: () => null,
    pathOf: () => null,
    warn: () => undefined,
  });
  const guidIn = (id: string): string => guidOf(id, view);
  return [
    { name: `${guid}/markup.bcf`, content: xmlFileOf(native) },
    ...(viewpoint === null
      ? []
      : [
          {
            name: `${guid}/viewpoint.bcfv`,
            content: viewpointXml(viewpoint, version, guidIn),
          },
        ]),
    ...(snapshot === null ? [] : [{ name: `${guid}/snapshot.png`, content: snapshot }]),
  ];
}

/** The topic as a finding, from which pictures and viewpoints are made. */
function findingOf(
  { topic_id, element_ids, members, location }: TopicState,
  view: BuildingView,
): Finding {
  const existing = element_ids.filter((id) => view.element(id) !== undefined);
  const [first] = existing;
  return {
    finding_id: topic_id,
    check: 'topic',
    severity: 'warning',
    element_ids: existing,
    level_id: first === undefined ? null : view.levelOf(first),
    message: members.title,
    location,
    box: null,
    details: {},
  };
}
