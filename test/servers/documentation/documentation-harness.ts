/** @module documentation-harness: the documentation server of a test, with the tools that change the model. */
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { ArtefactStore } from '../../../servers/documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../../../servers/documentation/server.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import type { WorkspaceFiles } from '../../../servers/files/workspace-files.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { type Harness, openHarness } from '../../governance/gate/harness.ts';
import { filesOf, type Opened } from '../files/full-readers.ts';

/** The ledger and the harness of a workspace; null until they are open. */
export type OpenedWorkspace = { reader: SqliteReader | null } & Opened;

/** The store of a folder, for a workspace that is opened later. */
export function storeIn(folder: string, opened: OpenedWorkspace): ArtefactStore {
  return new ArtefactStore({
    folder,
    events: {
      eventById: (id) => opened.reader?.eventById(id) ?? null,
      eventsOfAggregate: (...of) => opened.reader?.eventsOfAggregate(...of) ?? [],
    },
    readerOf: filesOf(folder, opened).readerOf,
    now: () => Date.now(),
    log: () => {},
  });
}

/** Opens a workspace with the geometry and the documentation tools; `files` are those that they read. */
export async function openDocumentation(
  store: ArtefactStore,
  files: WorkspaceFiles,
  opened: OpenedWorkspace,
): Promise<Harness> {
  const { tools, staging } = documentationServerOf(store, () => 'project', ifcFilesIn(files));
  const server = {
    ...geometryServer,
    runs: 'export.created' as const,
    tools: [...geometryServer.tools, ...tools],
    ...(staging === undefined ? {} : { staging }),
  };
  const harness = await openHarness(server, {
    read: (reader) => {
      opened.reader = reader;
      return reader;
    },
  });
  opened.harness = harness;
  return harness;
}
