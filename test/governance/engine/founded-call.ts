/** @module founded-call: a call of an agent that may read and change everything, as the gate hands it to an engine. */
import type { CallData } from '../../../governance/engine/protocol.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const AGENT = '00000000-0000-4000-8000-000000000002';

/** A call of the server, to be completed with its tool and arguments. */
export function foundedCall(server: string): CallData {
  const permissions = AgentPermissions.parse({
    permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
  });
  return {
    server,
    tool: '',
    own: {},
    shared: {},
    branch: 'main',
    plan_ms: 120_000,
    timestamp: '2026-01-01T00:00:00.000Z',
    principal: { kind: 'agent', name: 'agent', user_id: USER, agent_id: AGENT, session_id: 's' },
    agent: {
      kind: 'agent',
      name: 'agent',
      agent_id: AGENT,
      user_id: USER,
      permissions,
      registered: permissions,
      token_hash: null,
      status: 'active',
    },
    id_secret: 'secret of the test',
    workspace: {
      workspace_id: '00000000-0000-4000-8000-000000000003',
      owner: { user_id: USER, name: 'owner' },
      default_agent: 'agent',
      policy: WorkspacePolicy.parse({}),
      created_at: '2026-01-01T00:00:00.000Z',
    },
  };
}
