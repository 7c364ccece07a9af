import type { OpenFile } from '../../../kernel/runners/runner.ts';
/** @module open-in: opens the files of one folder for tools under test. */
import { openBelow } from '../../../kernel/runners/task/open-below.ts';

/** Opens every regular file below a folder. */
export function openIn(root: string): OpenFile {
  return async (path) => (await openBelow(root, path)).handle;
}
