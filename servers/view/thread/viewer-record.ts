/** @module viewer-record: the current permissions of a person who looks. */
import type { Directory } from '../../../governance/access/directory.ts';
import { type ActingAgent, activeAgent } from '../../../governance/access/principal.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import type { Viewer } from './messages.ts';

const NO_AGENT = '00000000-0000-0000-0000-000000000000';

/** The record of a viewer, narrowed to READ. Refuses UNKNOWN_PRINCIPAL. */
export function viewerRecord(directory: Directory, viewer: Viewer): ActingAgent {
  if (viewer.kind === 'owner') {
    const { name, user_id } = directory.workspace().owner;
    const permissions = AgentPermissions.parse({ permissions: { READ: {} } });
    return {
      kind: 'human',
      name,
      agent_id: NO_AGENT,
      user_id,
      permissions,
      registered: permissions,
      token_hash: null,
      status: 'active',
    };
  }
  const agent = activeAgent(directory, viewer.principal);
  const { READ } = agent.permissions.permissions;
  const permissions = READ === undefined ? {} : { READ };
  return { ...agent, permissions: { ...agent.permissions, permissions } };
}
