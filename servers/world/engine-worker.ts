/** @module engine-worker: an engine thread: the building servers over a read-only replica of the ledger. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import * as z from 'zod';

import { openDirectory } from '../../governance/access/directory.ts';
import { fileReader } from '../../governance/access/file-reading.ts';
import { activeAgent } from '../../governance/access/principal.ts';
import type { EngineServer } from '../../governance/engine/call/engine-parts.ts';
import { createEngine } from '../../governance/engine/engine.ts';
import { type ReplicaEngine, serveEngine } from '../../governance/engine/serve-engine.ts';
import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { StoredMeshes } from '../../kernel/building/imports/stored-meshes.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { StoredFiles } from '../../kernel/documents/ifc/facts/stored-files.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { openBuildingDomain } from '../building/domain.ts';
import { ArtefactStore } from '../documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../documentation/server.ts';
import { ifcFilesIn } from '../files/ifc-files.ts';
import { WorkspaceFiles } from '../files/workspace-files.ts';
import { geometryServerOf } from '../geometry/server.ts';
import { isSealedFile } from '../pseudo-axion/sealed-runs.ts';
import { spatialServer } from '../spatial/server.ts';
import { packsIn } from '../validation/own-packs.ts';
import { validationServerOf } from '../validation/server.ts';
import { Snapshots } from './snapshots.ts';

const { dir, shared } = z
  .object({ dir: z.string(), shared: z.instanceof(SharedArrayBuffer) })
  .parse(workerData);

const now = (): Date => new Date();

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function open(): Promise<ReplicaEngine> {
  const paths = workspacePaths(dir);
  const reader = openSqliteReader(paths.store);
  const directory = await openDirectory(reader);
  const readerOf = (principal: Parameters<typeof fileReader>[1]): ReturnType<typeof fileReader> =>
    fileReader(directory, principal);
  const clock = (): number => now().getTime();
  const snapshots = new Snapshots({ paths, reader, log, clock });
  const domain = await openBuildingDomain(reader, {
    meshes: new StoredMeshes(reader.blobPart),
    files: new StoredFiles(reader.blobPart),
    snapshots: {
      newest: async () => await snapshots.newest(),
      before: async (seq) => await snapshots.before(seq),
      refused: (error) => snapshots.refused(error),
      // The main process makes snapshots.
      reached: () => undefined,
    },
  });
  const folder = paths.artifacts;
  const files = new WorkspaceFiles({
    folder,
    events: reader,
    readerOf,
    isSealed: async (path) =>
      await Promise.resolve(isSealedFile(path, { artifacts: folder, now, live: null })),
  });
  const store = new ArtefactStore({ folder, events: reader, readerOf, now: clock, log });
  const ifcFiles = ifcFilesIn(files);
  const servers = [
    geometryServerOf(ifcFiles),
    spatialServer,
    validationServerOf(packsIn(join(paths.inner, 'rules')), ifcFiles),
    documentationServerOf(store, () => directory.workspace().workspace_id, ifcFiles),
  ];
  const engine = createEngine({
    domain,
    reader,
    now,
    randomId: randomUUID,
    servers: new Map(servers.map((server) => [server.name, toolsOf(server)])),
  });
  let level: number | null = null;
  return {
    ...engine,
    catchUp: async (call) => {
      const counter = reader.changeCounter();
      if (counter !== level) {
        await directory.refresh();
        await domain.catchUp();
        level = counter;
      }
      const agent = activeAgent(directory, call.principal);
      return { ...call, agent, workspace: directory.workspace() };
    },
  };
}

function toolsOf({ tools, checks }: ServerDefinition<BuildingView>): EngineServer<BuildingView> {
  return { tools: new Map(tools.map((tool) => [tool.name, tool])), checks };
}

if (parentPort === null) throw new Error('expected to run in a thread');
serveEngine(parentPort, shared, open);
