/** @module topic-twins: topics of both twins, about visible and hidden elements, and of the first twin alone. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { zipOf, type ZipPart } from '../../../../kernel/base/archive/zip.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import type { Twin } from './twins.ts';

/** Topics by what they are about. Only the first twin has `secret`. */
export const TOPICS_OF_TWINS = {
  seen: '10000000-0000-4000-8000-000000000000',
  hidden: '20000000-0000-4000-8000-000000000000',
  both: '30000000-0000-4000-8000-000000000000',
  unknown: '40000000-0000-4000-8000-000000000000',
  nothing: '50000000-0000-4000-8000-000000000000',
  secret: '60000000-0000-4000-8000-000000000000',
} as const;
type Name = keyof typeof TOPICS_OF_TWINS;

/** Imports topics as the owner, writes an archive that nobody has imported, and comments on them; returns their number. */
export async function topicsOf(
  { owner, ids, hidden }: Twin,
  { which, folder }: { readonly which: 'a' | 'b'; readonly folder: string },
): Promise<number> {
  const [, wall = ''] = hidden;
  const shared = [
    ...topic('seen', [ids.south]),
    ...topic('hidden', [wall]),
    ...topic('both', [ids.south, wall]),
    ...topic('unknown', [ids.south, 'an element of another model']),
    ...topic('nothing', []),
  ];
  await imported('shared/review.bcf', shared);
  if (which === 'a') await imported('secret/review.bcf', topic('secret', [wall]));
  written('shared/next.bcf', topic('nothing', [ids.south]));
  // Its GUID is that of a topic of the first twin.
  written('shared/secret.bcf', topic('secret', [ids.south]));
  for (const name of ['seen', 'hidden', 'both'] as const) {
    const topic_id = TOPICS_OF_TWINS[name];
    await owner.done('comment_topic', { topic_id, text: `comment on ${name}` });
  }
  return which === 'a' ? 6 : 5;

  async function imported(path: string, parts: readonly ZipPart[]): Promise<void> {
    written(path, parts);
    await owner.done('import_bcf', { path });
  }
  function written(path: string, parts: readonly ZipPart[]): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    const version = { name: 'bcf.version', content: '<Version VersionId="2.1"/>' };
    writeFileSync(join(folder, path), zipOf([version, ...parts]));
  }
}

function topic(name: Name, element_ids: readonly string[]): readonly ZipPart[] {
  const guid = TOPICS_OF_TWINS[name];
  const components = element_ids.map((id) => `<Component IfcGuid="${ifcGuid(id)}"/>`).join('');
  return [
    {
      name: `${guid}/markup.bcf`,
      content: `<Markup><Topic Guid="${guid}" TopicStatus="Open"><Title>topic about ${name}</Title><CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.org</CreationAuthor></Topic><Viewpoints Guid="${guid}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints></Markup>`,
    },
    {
      name: `${guid}/v.bcfv`,
      content: `<VisualizationInfo Guid="${guid}"><Components><Selection>${components}</Selection><Visibility DefaultVisibility="true"/></Components></VisualizationInfo>`,
    },
  ];
}
