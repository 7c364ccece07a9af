/** @module found-workspace: registers a new workspace: its owner, its default agent and the key of its log. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import type { AgentRecord, WorkspaceRecord } from '../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';
import type { Keeper, RegistryReply } from '../protocol/protocol.ts';
import type { WorkspacePaths } from './workspace-files.ts';

/** Name of the default agent, as which connections without a credential act. */
const DEFAULT_AGENT = 'agent';

/** The founder, and the sources of time and ids. */
export type Founding = {
  /** Display name of the owner of the workspace, who can never approve requests of their own agents. */
  readonly owner: string;
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
};

/** The records of a new workspace. */
export type Founded = {
  readonly workspace: WorkspaceRecord;
  readonly agent: AgentRecord;
  readonly reply: RegistryReply;
};

/**
 * Registers the workspace in a store of `createWorkspaceFiles`. The default agent may read, create, modify
 * and delete everywhere; deletions, losses, merges and bulk changes still need a person.
 * The reply is a refusal if the store already has a workspace.
 */
export async function foundWorkspace(
  keeper: Keeper,
  paths: WorkspacePaths,
  { owner, now, randomId }: Founding,
): Promise<Founded> {
  const user_id = randomId();
  const workspace: WorkspaceRecord = {
    workspace_id: randomId(),
    owner: { user_id, name: owner },
    default_agent: DEFAULT_AGENT,
    policy: WorkspacePolicy.parse({ approvers_required: { 'element.diminished': 1 } }),
    created_at: now().toISOString(),
  };
  const agent: AgentRecord = {
    kind: 'agent',
    name: DEFAULT_AGENT,
    agent_id: randomId(),
    user_id,
    permissions: AgentPermissions.parse({
      permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
      // An import always needs an approval.
      max_import_elements: 200_000,
    }),
    token_hash: null,
    status: 'active',
  };
  const log_public_key = publicKeyOf(createPrivateKey(readFileSync(paths.logKey)));
  const reply = await keeper.registry({ change: 'init', workspace, agent, log_public_key });
  return { workspace, agent, reply };
}
