/** @module view-worker: the thread that answers the page, over a read-only replica of the ledger. */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

import * as z from 'zod';

import { openDirectory } from '../../../governance/access/directory.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { StoredMeshes } from '../../../kernel/building/imports/stored-meshes.ts';
import { StoredFiles } from '../../../kernel/documents/ifc/facts/stored-files.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openBuildingDomain } from '../../building/domain.ts';
import { Snapshots } from '../../world/snapshots.ts';
import { Moments } from '../looking/moments.ts';
import { AnswerThread } from './answer-thread.ts';

const { dir } = z.object({ dir: z.string() }).parse(workerData);
if (parentPort === null) throw new Error('expected to run in a thread');
const port = parentPort;

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

const thread = new AnswerThread({
  open: async () => {
    const paths = workspacePaths(dir);
    const reader = openSqliteReader(paths.store);
    const directory = await openDirectory(reader);
    const snapshots = new Snapshots({ paths, reader, log, clock: () => Date.now() });
    const domain = await openBuildingDomain(reader, {
      meshes: new StoredMeshes(reader.blobPart),
      files: new StoredFiles(reader.blobPart),
      snapshots: {
        newest: async () => await snapshots.newest(),
        before: async (seq) => await snapshots.before(seq),
        refused: (error) => snapshots.refused(error),
        // The main thread makes snapshots.
        reached: () => undefined,
      },
    });
    return { reader, directory, domain, moments: new Moments(domain) };
  },
  now: () => new Date(),
  send: (message, transfer) => port.postMessage(message, [...transfer]),
});
port.on('message', (message) => thread.receive(message));
