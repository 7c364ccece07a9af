/** @module rules-meanwhile.test: permissions that change while a call is being planned. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { AgentPermissions } from '../../../schemas/permissions.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { createLevel } from '../../../servers/geometry/tools/create-level.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

/** Called once, while the level is being planned. */
let during: (() => Promise<unknown>) | null = null;

const slowLevel = defineCommand({
  ...createLevel,
  name: 'slow_level',
  async plan(input, view: BuildingView, context) {
    const interrupt = during;
    during = null;
    await interrupt?.();
    return createLevel.plan(input, view, context);
  },
});

let harness: Harness;
let agent: Approving;
const level = { name: 'L', elevation: 0, dry_run: false };

beforeEach(async () => {
  harness = await openHarness({ ...geometryServer, tools: [slowLevel, ...geometryServer.tools] });
  agent = await approving(harness);
});
afterEach(() => harness.close());

/** Removes permissions of the agent, which needs no approval. */
const narrowed = (changes: Partial<AgentPermissions>) => async (): Promise<unknown> => {
  const permissions = { ...harness.agent.permissions, ...changes };
  return harness.keeper.registry({
    change: 'agent',
    record: { ...harness.agent, permissions },
    signed: null,
  });
};

describe('a call whose rules change is judged by the new ones', () => {
  test('a call whose rules change is committed if the new rules permit it', async () => {
    during = narrowed({ max_operations_per_session: 7 });
    expect((await agent.ask('slow_level', level)).error).toBeUndefined();
  });

  test('a call whose rules change is pending if they now require approval', async () => {
    const { requires_approval } = harness.agent.permissions;
    during = narrowed({ requires_approval: [...requires_approval, 'level.created'] });
    expect((await agent.ask('slow_level', level)).error?.name).toBe('APPROVAL_PENDING');
  });

  test('a call whose rules change is refused if they forbid it', async () => {
    during = narrowed({ permissions: { READ: {}, CREATE: { categories: ['Walls'] } } });
    expect((await agent.ask('slow_level', level)).error?.name).toBe('SCOPE_DENIED');
    during = narrowed({ permissions: { READ: {} } });
    expect((await agent.ask('slow_level', level)).error?.name).toBe('SCOPE_DENIED');
  });
});
