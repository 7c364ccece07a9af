/** @module init: creates a workspace: store, log key, owner, default agent. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';

import { foundWorkspace } from '../../../governance/keeper/workspace/found-workspace.ts';
import {
  createWorkspaceFiles,
  workspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { AgentRecord, WorkspaceRecord } from '../../../schemas/governance.ts';
import type { Call, Outcome } from '../command.ts';
import { openSessionIn, refusalFailure } from '../session.ts';

/** A registered workspace, and whether this call created it. */
type Initialised = {
  readonly workspace: WorkspaceRecord;
  readonly agent: AgentRecord | undefined;
  readonly made: boolean;
};

/** Creates a workspace in a folder; an existing workspace is left unchanged. */
async function initWorkspace(dir: string): Promise<Initialised> {
  const paths = workspacePaths(dir);
  if (existsSync(paths.store) && isInitialised(dir)) return await existingWorkspace(dir);
  createWorkspaceFiles(dir);
  await using session = openSessionIn(dir);
  const { workspace, agent, reply } = await foundWorkspace(await session.keeper(), paths, {
    owner: userInfo().username,
    now: () => new Date(),
    randomId: randomUUID,
  });
  if (reply.status === 'done') return { workspace, agent, made: true };
  // Another process may have created it in the meantime.
  if (isInitialised(dir)) return await existingWorkspace(dir);
  throw refusalFailure(reply.refusal);
}

async function existingWorkspace(dir: string): Promise<Initialised> {
  await using session = openSessionIn(dir);
  const { workspace, agents } = session.registry();
  const agent = agents.find(({ name }) => name === workspace.default_agent);
  return { workspace, agent, made: false };
}

function isInitialised(dir: string): boolean {
  const reader = openSqliteReader(workspacePaths(dir).store);
  try {
    return reader.registryAll('workspace').length > 0;
  } finally {
    reader.close();
  }
}

function lines({ workspace, agent, made }: Initialised, dir: string): readonly string[] {
  const { workspace_id, owner, policy } = workspace;
  const summary = [
    `workspace ${workspace_id} in ${printable(dir)}`,
    `owner     ${printable(owner.name)}`,
  ];
  if (!made) return ['the workspace already exists; nothing was changed', ...summary];
  return [
    ...summary,
    `agent     ${agent?.name}: may read, create, modify and delete; deletions, reductions, merges, branch discards, and changes of over ${policy.bulk_threshold} elements require approval`,
    '',
    'next: `plumbline approver add NAME` for the person who will approve, then `plumbline config --for claude`',
  ];
}

/** Creates a workspace in the folder of `--workspace`, by default the current folder. */
export async function initialise(call: Call): Promise<Outcome> {
  const dir = resolve(call.terminal.cwd, call.workspace ?? '.');
  const initialised = await initWorkspace(dir);
  const { workspace, agent, made } = initialised;
  const paths = workspacePaths(dir);
  return {
    json: {
      workspace_id: workspace.workspace_id,
      dir: paths.dir,
      owner: workspace.owner,
      agent: agent === undefined ? null : { name: agent.name, agent_id: agent.agent_id },
      made,
    },
    lines: lines(initialised, paths.dir),
  };
}
