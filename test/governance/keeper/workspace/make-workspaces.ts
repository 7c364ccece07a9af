/** @module make-workspaces: a thread that creates workspaces at the same moment as others, and posts the keys that it finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { createWorkspaceFiles } from '../../../../governance/keeper/workspace/workspace-files.ts';

const { dir, barrier, threads, rounds } = workerData as {
  dir: string;
  barrier: Int32Array;
  threads: number;
  rounds: number;
};

const keys: string[] = [];
for (let round = 0; round < rounds; round++) {
  // All threads wait for the last one, so that they begin together.
  if (Atomics.add(barrier, 0, 1) + 1 === threads * (round + 1)) Atomics.notify(barrier, 0);
  for (let seen = Atomics.load(barrier, 0); seen < threads * (round + 1);) {
    Atomics.wait(barrier, 0, seen, 50);
    seen = Atomics.load(barrier, 0);
  }
  const paths = createWorkspaceFiles(join(dir, String(round)));
  keys.push(readFileSync(paths.logKey, 'utf8'));
}
const port = parentPort;
port?.postMessage(keys);
