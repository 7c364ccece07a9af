/** @module edits: the 24 editing tasks, eight of each family. */
import type { EditTask } from './edit-task.ts';
import { GEOMETRY_TASKS } from './geometry-tasks.ts';
import { SEMANTICS_TASKS } from './semantics-tasks.ts';
import { TOPOLOGY_TASKS } from './topology-tasks.ts';

export const EDITS: readonly EditTask[] = [
  ...GEOMETRY_TASKS,
  ...SEMANTICS_TASKS,
  ...TOPOLOGY_TASKS,
];

/** The task of this name. @throws Error that lists the names, for an unknown one. */
export function editOf(name: string): EditTask {
  const found = EDITS.find((edit) => edit.name === name);
  if (found !== undefined) return found;
  throw new Error(
    `got the task \`${name}\`, want one of ${EDITS.map((edit) => edit.name).join(', ')}`,
  );
}
