/** @module topic-world: a building of two walls behind the gate, and archives of topics about them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';
import * as z from 'zod';

import { zipOf, type ZipPart } from '../../../kernel/base/archive/zip.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { approving, type Approving, type Voice } from '../../governance/gate/approving.ts';
import type { Harness } from '../../governance/gate/harness.ts';
import { openFiles } from '../files/full-readers.ts';
import { openDocumentation, type OpenedWorkspace, storeIn } from './documentation-harness.ts';

const P = (x: number, y: number): object => ({ x, y });
/** GUID of the viewpoint of topics of other programs. */
export const VIEW = '6e225887-aad7-42ec-a9f4-8f8c796832dd';

/** An agent that may read, create and change everything. */
const ALL = { READ: {}, CREATE: {}, MODIFY: {} };

/** The building, and what tests do with it. */
export type TopicWorld = {
  readonly folder: string;
  readonly harness: Harness;
  readonly owner: Approving;
  /** A wall on the ground, and one above. */
  readonly wall: string;
  readonly upper: string;
  /** Writes an archive below `artifacts/`; returns its path. */
  readonly archived: (name: string, ...parts: readonly ZipPart[]) => string;
  readonly close: () => Promise<void>;
};

/** Opens the building. `agents` are registered in addition to those that all tests use. */
export async function openTopicWorld(
  agents: Parameters<typeof approving>[1] = {},
): Promise<TopicWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-topics-'));
  const opened: OpenedWorkspace = { reader: null, harness: null };
  const store = storeIn(folder, opened);
  const harness = await openDocumentation(store, openFiles(folder), opened);
  const owner = await approving(harness, {
    whole: { permissions: ALL },
    ground: { permissions: { ...ALL, READ: { levels: ['Ground'] } } },
    reader: { permissions: { READ: {} } },
    asker: { permissions: ALL, requires_approval: ['topic.created'] },
    ...agents,
  });
  const [wall, upper] = await twoWalls(owner);
  return {
    folder,
    harness,
    owner,
    wall,
    upper,
    archived: (name, ...parts) => {
      mkdirSync(join(folder, 'imports'), { recursive: true });
      const version = { name: 'bcf.version', content: '<Version VersionId="2.1"/>' };
      writeFileSync(join(folder, 'imports', name), zipOf([version, ...parts]));
      return `imports/${name}`;
    },
    close: async () => {
      await harness.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes a wall on the ground and one above, and returns their ids. */
async function twoWalls(owner: Approving): Promise<readonly [string, string]> {
  const walls: string[] = [];
  for (const [level, elevation, name] of [
    ['Ground', 0, 'South'],
    ['First', 3000, 'Upper south'],
  ] as const) {
    const made = await owner.done('create_level', { name: level, elevation, height: 3000 });
    const level_id = String(Object(made.data)['level_id']);
    const [start, end] = [P(0, 0), P(4000, 0)];
    const built = await owner.done('create_wall', { level_id, start, end, name });
    walls.push(String(Object(built.data)['wall_id']));
  }
  const [wall = '', upper = ''] = walls;
  return [wall, upper];
}

const CAMERA =
  '<PerspectiveCamera><CameraViewPoint><X>1</X><Y>2</Y><Z>3</Z></CameraViewPoint><CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView></PerspectiveCamera>';

/** A topic of version 2.1 in another program, with a member that no version defines. */
export function topicParts(
  guid: string,
  {
    title,
    status = 'Open',
    selected,
    hidden = [],
    comments = [],
  }: {
    readonly title: string;
    readonly status?: string;
    readonly selected: readonly string[];
    readonly hidden?: readonly string[];
    readonly comments?: readonly { readonly guid: string; readonly text: string }[];
  },
): readonly ZipPart[] {
  const components = (guids: readonly string[]): string =>
    guids.map((one) => `<Component IfcGuid="${one}"/>`).join('');
  const said = comments
    .map(
      (one) =>
        `<Comment Guid="${one.guid}"><Date>2026-01-02T04:00:00Z</Date><Author>a@example.org</Author><Comment>${one.text}</Comment></Comment>`,
    )
    .join('');
  return [
    {
      name: `${guid}/markup.bcf`,
      content: `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="${status}"><Title>${title}</Title><CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.org</CreationAuthor><Cost currency="EUR">7</Cost></Topic>${said}<Viewpoints Guid="${VIEW}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints></Markup>`,
    },
    {
      name: `${guid}/v.bcfv`,
      content: `<VisualizationInfo Guid="${VIEW}"><Components><Selection>${components(selected)}</Selection><Visibility DefaultVisibility="true"><Exceptions>${components(hidden)}</Exceptions></Visibility></Components>${CAMERA}</VisualizationInfo>`,
    },
    { name: `${guid}/s.png`, content: 'picture of others' },
    { name: `${guid}/notes.dat`, content: 'of another program' },
  ];
}

const Topics = z.looseObject({
  topics: z.array(z.looseObject({ topic_id: z.string(), title: z.string() })),
  topic: z
    .looseObject({
      title: z.string(),
      status: z.string().nullable(),
      comments: z.array(
        z.looseObject({ guid: z.string(), text: z.string(), author: z.string().nullable() }),
      ),
    })
    .nullable(),
});

/** The data of list_topics. */
export async function list(voice: Voice, args: object = {}): Promise<z.output<typeof Topics>> {
  const answer = await voice.ask('list_topics', { ...args });
  expect(answer).toMatchObject({ success: true });
  return Topics.parse(answer.data);
}

/** The files of an archive that the voice exports. */
export async function exported(
  voice: Voice,
  args: object = {},
): Promise<{ readonly bytes: Buffer; readonly answer: EnvelopeBody }> {
  const answer = await voice.done('export_bcf', { topics: 'all', ...args });
  return { bytes: readFileSync(String(Object(answer.data)['path'])), answer };
}
