/** @module governed: real requests for a keeper with the rules of governance: a founded workspace, and plans that it commits. */
import { randomUUIDv7 } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { policyDigest } from '../../../governance/approval/plan-digest.ts';
import type { Keeper, SubmitRequest } from '../../../governance/keeper/protocol/protocol.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { AgentRecord, WorkspaceRecord } from '../../../schemas/governance.ts';

const WORKSPACE = WorkspaceRecord.parse({
  workspace_id: '4c1c4e8e-5a55-4f4c-8b54-000000000001',
  owner: { user_id: 'user-owner', name: 'Owner' },
  default_agent: 'builder',
  policy: {},
  created_at: '2026-01-02T03:04:05.678Z',
});

const AGENT = AgentRecord.parse({
  kind: 'agent',
  name: 'builder',
  agent_id: '4c1c4e8e-5a55-4f4c-8b54-000000000002',
  user_id: 'user-owner',
  permissions: {
    permissions: { READ: {}, CREATE: {}, MODIFY: {} },
    max_operations_per_session: 1_000_000_000,
  },
  token_hash: null,
  status: 'active',
});

/** Registers the workspace and its agent, which creates the level of the walls. */
export async function found(keeper: Keeper, dir: string): Promise<void> {
  const reply = await keeper.registry({
    change: 'init',
    workspace: WORKSPACE,
    agent: AGENT,
    log_public_key: publicKeyOf(createPrivateKey(readFileSync(workspacePaths(dir).logKey))),
  });
  if (reply.status !== 'done') {
    throw new Error(`the workspace was refused: ${JSON.stringify(reply)}`);
  }
  const made = await keeper.submit(request('founding', [LEVEL]));
  if (made.status !== 'committed') {
    throw new Error(`the level was refused: ${JSON.stringify(made)}`);
  }
}

const LEVEL: ElementRecord = {
  id: 'level_1',
  kind: 'level',
  params: { name: 'Ground', elevation: 0, height: 3000 },
};
const WALL = {
  level_id: LEVEL.id,
  name: null,
  start: { x: 0, y: 0 },
  end: { x: 5000, y: 0.125 },
  height: 3000,
  thickness: 200,
  base_offset: 0,
  wall_type: 'basic',
  usage: 'interior',
  fire_rating_min: null,
  load_bearing: false,
  join_type: 'auto',
};

/** A request that creates `walls` new walls, at most 50, under a fresh operation id. */
export function createWalls(session_id: string, walls = 1): SubmitRequest {
  const run = randomUUIDv7();
  const made = Array.from({ length: walls }, (_, i) => ({
    id: `wall_${run}_${i}`,
    kind: 'wall',
    params: WALL,
  }));
  return request(session_id, made);
}

function request(session_id: string, elements: readonly ElementRecord[]): SubmitRequest {
  const { level_id, start, end } = WALL;
  const input = { level_id, start, end };
  return {
    principal: {
      kind: 'agent',
      name: AGENT.name,
      user_id: AGENT.user_id,
      agent_id: AGENT.agent_id,
      session_id,
    },
    plan: {
      v: 1,
      workspace_id: WORKSPACE.workspace_id,
      server: 'geometry',
      tool: 'create_wall',
      input,
      agent_id: AGENT.agent_id,
      user_id: AGENT.user_id,
      session_id,
      reasoning: 'the north wall of the kitchen',
      branch: 'main',
      operation_id: randomUUIDv7(),
      events: elements.map((element) => ({
        event_id: randomUUIDv7(),
        type: element.kind === 'level' ? 'level.created' : 'element.created',
        aggregate_id: element.id,
        payload: { element },
      })),
      touched: elements.map(({ id }) => ({ branch: 'main', id, version: 0 })),
      relied_on: [],
      branch_seq: null,
      affected: elements.length,
      triggers: [],
      approvers_required: 0,
      policy_digest: policyDigest({ permissions: AGENT.permissions, policy: WORKSPACE.policy }),
      data: { wall_id: elements[0]?.id ?? '' },
      warnings: [],
      nonce: randomUUIDv7(),
      expires_at: new Date(Date.now() + 3_000_000).toISOString(),
    },
    arguments: { ...input, reasoning: 'the north wall of the kitchen' },
    idempotency_key: null,
  };
}
