/** @module importer: a process that imports a workspace and stops half-way, to be killed there: `importer DIR FILE LINES [URL]`. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { importWorkspace } from '../../../../governance/keeper/thread/import-workspace.ts';
import { workspacePaths } from '../../../../governance/keeper/workspace/workspace-files.ts';

const [dir, file, most, url] = process.argv.slice(2);
if (dir === undefined || file === undefined) {
  throw new Error('usage: importer DIR FILE LINES [URL]');
}
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
process.on('disconnect', () => process.exit());
let readings = 0;

async function* reading(): AsyncGenerator<string> {
  readings += 1;
  // The first pass only checks that the file is complete.
  yield* readings === 1 ? lines : lines.slice(0, Number(most));
  if (readings === 1) return;
  process.send?.('half-way');
  await once(process, 'never');
}

await importWorkspace(workspacePaths(dir), reading, url ?? null);
