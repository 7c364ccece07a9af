/** @module checked mark: says in the folder of a task that it was checked, so that nobody approves any more. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markOf = (dir: string): string => join(dir, 'checked.txt');

/** Whether the task in a folder was checked. */
export function isChecked(dir: string): boolean {
  return existsSync(markOf(dir));
}

/** Notes the verdict. */
export function markChecked(dir: string, verdict: string): void {
  writeFileSync(markOf(dir), verdict);
}
