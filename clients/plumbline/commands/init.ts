/** @module init: makes a workspace: store, log key, owner, default agent. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';

import {
  createWorkspaceFiles,
  foundWorkspace,
  openSqliteReader,
  workspacePaths,
} from '../../../governance/keeper/client-kit.ts';
import type { AgentRecord, WorkspaceRecord } from '../../../schemas/governance.ts';
import type { Command } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import { openSessionIn, refusalFailure } from '../session.ts';

/** Makes a workspace in a folder. Throws CliFailure when there is one. */
async function initWorkspace(
  dir: string,
): Promise<{ readonly workspace: WorkspaceRecord; readonly agent: AgentRecord }> {
  const paths = workspacePaths(dir);
  if (existsSync(paths.store) && isFounded(dir))
    throw new CliFailure(
      1,
      `there is a workspace in ${printable(paths.dir)} already, want a folder without one`,
      'use it as it is, or choose another folder with --workspace DIR',
    );
  createWorkspaceFiles(dir);
  await using session = openSessionIn(dir);
  const { workspace, agent, reply } = await foundWorkspace(await session.keeper(), paths, {
    owner: userInfo().username,
    now: () => new Date(),
    randomId: randomUUID,
  });
  if (reply.status === 'refused') throw refusalFailure(reply.refusal);
  return { workspace, agent };
}

function isFounded(dir: string): boolean {
  const reader = openSqliteReader(workspacePaths(dir).store);
  try {
    return reader.registryAll('workspace').length > 0;
  } finally {
    reader.close();
  }
}

export const initCommand: Command = {
  words: 'init',
  takes: [],
  summary: 'make a workspace here: store, log key, owner, default agent',
  options: {},
  async run(call) {
    const dir = resolve(call.terminal.cwd, call.workspace ?? '.');
    const { workspace, agent } = await initWorkspace(dir);
    const paths = workspacePaths(dir);
    return {
      json: {
        workspace_id: workspace.workspace_id,
        dir: paths.dir,
        owner: workspace.owner,
        agent: { name: agent.name, agent_id: agent.agent_id },
      },
      lines: [
        `workspace ${workspace.workspace_id} in ${printable(paths.dir)}`,
        `owner     ${printable(workspace.owner.name)}`,
        `agent     ${agent.name}: may read, create and modify; deletions, merges, branches given up and more than ${workspace.policy.bulk_threshold} elements at once wait for a person`,
        '',
        'next: `plumbline approver add NAME` for the person who approves, then `plumbline config --for claude`',
      ],
    };
  },
};
