/** @module permission-file: reads an agent's permissions from a file and checks them against the workspace. */
import { resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import {
  RUN_CATEGORIES,
  TOPIC_CATEGORY,
  VIEW_CATEGORY,
  type AgentPermissions,
} from '../../../schemas/permissions.ts';
import type { Call } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { readJsonFile } from '../inputs/files.ts';
import type { Session } from '../session.ts';
import { checkPermissions, type KnownLevel } from './check-permissions.ts';

/** Permissions to register, and a line for each level name that was bound to an id. */
export type ReadPermissions = {
  readonly permissions: AgentPermissions;
  readonly bindings: readonly string[];
};

/** Reads a permission file. @throws CliFailure with all faults of the file */
export async function permissionsFrom(
  session: Session,
  call: Call,
  file: string,
): Promise<ReadPermissions> {
  // Imported here because only commands that grant permissions need the kinds.
  const { KINDS } = await import('../../../kernel/building/kinds/elements.ts');
  const path = resolve(call.terminal.cwd, file);
  let levels: Promise<readonly KnownLevel[]> | undefined;
  const checked = await checkPermissions(readJsonFile(path), {
    categories: [
      ...KINDS.categories,
      VIEW_CATEGORY,
      TOPIC_CATEGORY,
      ...Object.values(RUN_CATEGORIES),
    ],
    levels: () => (levels ??= knownLevels(session)),
  });
  if (checked.ok) return checked;
  throw new CliFailure(
    `${printable(path)} is not a permission file of this workspace: ${checked.faults.map(printable).join('; ')}`,
    'docs/permissions.md describes the file; APPROVE can never be granted to an agent',
  );
}

/** The levels of all open branches, in the order in which the branches were created. */
async function knownLevels({ reader }: Session): Promise<readonly KnownLevel[]> {
  // Imported here because only files that name a level need the model.
  const { openProjection } =
    await import('../../../kernel/building/model/projection/open-projection.ts');
  const known: KnownLevel[] = [];
  for (const { branch, status } of reader.branches()) {
    if (status !== 'open') continue;
    const { view } = await openProjection(reader, branch);
    known.push(...view.model.levels().map(({ id, params }) => ({ id, name: params.name, branch })));
  }
  return known;
}
