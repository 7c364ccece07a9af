/** @module archive-detail: what the archive of a topic states in addition to the log. */
import * as z from 'zod';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { inTurn } from '../../../kernel/documents/bcf/read/in-turn.ts';
import type { ReadView } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { readTopic } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { componentGuids } from '../../../kernel/documents/bcf/read/view-data.ts';
import type { TopicState } from './topic-states.ts';

/** Entries of each list, and characters of a text; the archive can have more. */
const [LIST_MAX, TEXT_MAX] = [50, 500];

const TextOr = z.string().nullable();
const Vector = z.object({ x: z.number(), y: z.number(), z: z.number() });

/** Members of a topic that only its archive has; coordinates are in metres of the model. */
export const ArchiveDetail = z.object({
  links: z.array(z.string()),
  documents: z.array(
    z.object({ description: TextOr, url: TextOr, path: TextOr, document: TextOr }),
  ),
  related: z.array(z.string()),
  files: z.array(z.object({ name: TextOr, date: TextOr, reference: TextOr })),
  snippet: z.object({ type: TextOr, reference: TextOr, schema: TextOr }).nullable(),
  viewpoints: z.array(
    z.object({
      guid: z.string(),
      camera: z
        .object({
          kind: z.enum(['perspective', 'orthogonal']),
          position: Vector,
          direction: Vector,
          up: Vector,
          field_of_view_deg: z.number().nullable(),
          scale: z.number().nullable(),
        })
        .nullable(),
      components: z.number(),
      lines: z.number(),
      clipping_planes: z.number(),
      bitmaps: z.number(),
      snapshot: TextOr,
    }),
  ),
  /** Elements and attributes that no version defines; exports keep them. */
  unknown: z.array(z.string()),
});

/** What the archive states; null for a topic of the workspace, and for a restricted READ scope. */
export async function archiveDetail(
  { imported, topic_id }: TopicState,
  view: BuildingView,
): Promise<z.input<typeof ArchiveDetail> | null> {
  if (imported === null) return null;
  const topic = await inTurn(async () => {
    const bytes = await view.topicArchive(imported.source);
    return bytes === null ? null : await readTopic(bytes, imported.guid ?? topic_id);
  });
  if (topic === null) return null;
  const { links, documents, related, files, snippet } = topic.data;
  return {
    links: first(links).map(short),
    documents: first(documents).map(({ description, url, path, document }) => ({
      description: shortOr(description),
      url: shortOr(url),
      path: shortOr(path),
      document: shortOr(document),
    })),
    related: first(related).map(short),
    files: first(files).map(({ name, date, reference }) => ({
      name: shortOr(name),
      date,
      reference: shortOr(reference),
    })),
    snippet:
      snippet === null
        ? null
        : {
            type: shortOr(snippet.type),
            reference: shortOr(snippet.reference),
            schema: shortOr(snippet.schema),
          },
    viewpoints: first(topic.views).map(viewDetail),
    unknown: first(topic.unknown).map(short),
  };
}

function viewDetail({
  guid,
  snapshot,
  data,
}: ReadView): z.input<typeof ArchiveDetail>['viewpoints'][number] {
  return {
    guid: short(guid),
    camera: data?.camera ?? null,
    components: data === null ? 0 : componentGuids(data).length,
    lines: data?.lines.length ?? 0,
    clipping_planes: data?.clipping_planes.length ?? 0,
    bitmaps: data?.bitmaps.length ?? 0,
    snapshot: shortOr(snapshot),
  };
}

function first<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, LIST_MAX);
}

function short(text: string): string {
  const cut = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
  return cut.toWellFormed();
}

function shortOr(text: string | null): string | null {
  return text === null ? null : short(text);
}
