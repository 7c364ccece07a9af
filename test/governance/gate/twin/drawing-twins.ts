/** @module drawing-twins: twins whose gate also serves the documentation tools, with files and views that their owner made. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDirectory } from '../../../../governance/access/directory.ts';
import { hourlyLimit } from '../../../../governance/gate/limits/hourly.ts';
import { rateLimit } from '../../../../governance/gate/limits/rate.ts';
import {
  governedResources,
  type Resources,
} from '../../../../governance/gate/resources/governed-resources.ts';
import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import { untimed } from '../../../../governance/tool/step-timer.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { EventSource } from '../../../../kernel/building/view/event-source.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import type { SqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { isAboutElements } from '../../../../schemas/event-checks.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { ArtefactStore } from '../../../../servers/documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../../../../servers/documentation/server.ts';
import { artefactResources } from '../../../../servers/files/artefact-resources.ts';
import { ifcFilesIn } from '../../../../servers/files/ifc-files.ts';
import type { WorkspaceFiles } from '../../../../servers/files/workspace-files.ts';
import { validationServerOf } from '../../../../servers/validation/server.ts';
import {
  storeIn,
  type OpenedWorkspace,
} from '../../../servers/documentation/documentation-harness.ts';
import { filesOf } from '../../../servers/files/full-readers.ts';
import { BUILDING_SERVERS } from './building-servers.ts';
import { topicsOf } from './topic-twins.ts';
import { openTwin, type Twin } from './twins.ts';

/** Views and sheets that the owner defined: some of elements that everybody sees, one of a level that only the owner sees. */
export type OwnersViews = {
  readonly plan: string;
  readonly section: string;
  readonly elevation: string;
  readonly sheet: string;
  readonly hidden_plan: string;
  readonly hidden_sheet: string;
};

/** A twin with files. */
export type DrawingTwin = Twin & {
  /** Number of topics of the owner. */
  readonly topics: number;
  readonly views: OwnersViews;
  /** Absolute path of its `artifacts/`. */
  readonly folder: string;
  readonly resources: Resources;
  readonly end: () => Promise<void>;
};

/** The building's tools, with `check_ifc` over the same files. */
function serverOver(files: WorkspaceFiles, store: ArtefactStore): ServerDefinition<BuildingView> {
  const { tools, staging, runs } = documentationServerOf(store, () => 'project', ifcFilesIn(files));
  const checks = validationServerOf(() => ({ packs: [], warnings: [] }), ifcFilesIn(files)).tools;
  return {
    ...BUILDING_SERVERS,
    ...(staging === undefined ? {} : { staging }),
    tools: [
      ...BUILDING_SERVERS.tools.map(
        (tool) => checks.find(({ name }) => name === tool.name) ?? tool,
      ),
      ...tools.map((tool) => (tool.type === 'job' ? Object.assign({ records: runs }, tool) : tool)),
    ],
  };
}

/** The time of an event about elements, derived from its content: equal in both twins for visible elements, different for hidden ones. */
function timed<E extends StoredEvent>(event: E): E {
  const said = isAboutElements(event) ? JSON.stringify(event.payload) : '';
  const ms = Number.parseInt(sha256Hex(new TextEncoder().encode(said)).slice(0, 9), 16);
  return { ...event, at: new Date(ms).toISOString() };
}

/** The log with such times. */
function timedEvents(reader: SqliteReader): EventSource {
  return {
    eventsAfter: (...of) => reader.eventsAfter(...of).map((event) => timed(event)),
    eventTextsAfter: (...of) => reader.eventTextsAfter(...of),
    eventsOfBranch: (...of) => reader.eventsOfBranch(...of).map((event) => timed(event)),
    eventsOfOperation: (...of) => reader.eventsOfOperation(...of).map((event) => timed(event)),
    eventById: (id) => {
      const event = reader.eventById(id);
      return event === null ? null : timed(event);
    },
    eventsOfAggregate: (...of) => reader.eventsOfAggregate(...of).map((event) => timed(event)),
    eventsTouching: (...of) => reader.eventsTouching(...of).map((event) => timed(event)),
    pageTouching: (...of) => reader.pageTouching(...of).map((event) => timed(event)),
    blobPart: (...of) => reader.blobPart(...of),
  };
}

/** Opens a twin whose owner has drawn and exported what it sees. The first twin has one more file, at a path of its own. */
export async function openDrawingTwin(which: 'a' | 'b'): Promise<DrawingTwin> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-twin-'));
  const opened: OpenedWorkspace = { reader: null, harness: null };
  const files = filesOf(folder, opened);
  const store = storeIn(folder, opened);
  const read = (reader: SqliteReader): EventSource => {
    opened.reader = reader;
    return timedEvents(reader);
  };
  const twin = await openTwin(which, { server: serverOver(files, store), read });
  const { harness } = twin;
  opened.harness = harness;
  const { keeper, reader, recorder } = harness;
  const world = {
    directory: await openDirectory(reader),
    keeper,
    reader,
    recorder,
    limitRate: rateLimit(keeper),
    limitHour: hourlyLimit(reader),
    process: { id: 'test', pid: 1, host: 'here' },
    timed: untimed,
    salt: 'salt of the test',
    now: () => new Date(),
    randomId: () => '00000000-0000-4000-8000-000000000000',
    log: () => {},
  };
  return {
    ...twin,
    folder,
    views: await viewsOf(twin, which),
    topics: await topicsOf(twin, { which, folder }),
    resources: governedResources(world, 'documentation', artefactResources(files)),
    end: async () => {
      await harness.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function viewsOf({ owner, ids, hidden }: Twin, which: 'a' | 'b'): Promise<OwnersViews> {
  const make = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
    const { data } = await owner.done(tool, args);
    return String(data['view_id'] ?? data['sheet_id']);
  };
  const plan = await make('create_plan', { level_id: ids.ground });
  const section = await make('create_section', {
    cut_plane: { origin: { x: 5000, y: 22_000, z: 0 }, normal: { x: 0, y: -1 } },
  });
  const elevation = await make('create_elevation', { direction: 'south' });
  const hidden_plan = await make('create_plan', { level_id: hidden[0] ?? '' });
  const sheet = await make('create_sheet', { views: [plan, section], size: 'A1' });
  const hidden_sheet = await make('create_sheet', { views: [plan, hidden_plan], size: 'A1' });
  await make('export_ifc', { schema: 'IFC4', path: 'shared/house.ifc' });
  await make('export_drawing', { view_id: plan, format: 'svg', path: 'shared/plan.svg' });
  await make('generate_schedule', { category: 'Walls', path: 'shared/walls.json' });
  if (which === 'a') await make('export_gltf', { path: 'secret/vault.glb' });
  return { plan, section, elevation, sheet, hidden_plan, hidden_sheet };
}
