/** @module open-in: opens the files of one folder for tools under test. */
import type { OpenFile } from '../../../../kernel/tools/runners/runner.ts';
import { openBelow } from '../../../../kernel/tools/runners/task/open-below.ts';

/** Returns a function that opens any regular file below a folder. */
export function openIn(root: string): OpenFile {
  return async (path) => (await openBelow(root, path)).handle;
}
