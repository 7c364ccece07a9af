/** @module adversary.test: attempts of an agent that only has its tools. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const ALL = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let harness: Harness;
let agent: Approving;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  agent = await approving(harness, {
    reader: { permissions: { READ: {} } },
    walls: { permissions: { READ: { categories: ['Walls'] } } },
    designer: {
      permissions: {
        ...ALL,
        READ: { branch_patterns: ['design/*'] },
        CREATE: { branch_patterns: ['design/*'] },
      },
    },
  });
});
afterAll(() => harness.close());

/** Arguments nested this deep, alternating objects and lists. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? { a: value } : [value];
  return value;
}

describe('a branch', () => {
  test('an empty branch is not discarded without approval [APP-17]', async () => {
    await agent.done('create_branch', { name: 'design/a' });
    const approval_id = await agent.held('discard_branch', { name: 'design/a' });
    await agent.done('create_level', { branch: 'design/a', name: 'L', elevation: 0 });
    expect(await agent.decide(approval_id)).toBe('stale');
    expect(await agent.decide(await agent.held('discard_branch', { name: 'design/a' }))).toBe(
      'executed',
    );
    const { error } = await agent.ask('create_level', {
      branch: 'design/a',
      name: 'L',
      elevation: 0,
    });
    expect(error?.name).toBe('BRANCH_NOT_FOUND');
  });

  test('a branch outside READ cannot be read by branching from it or merging it [PERM-14]', async () => {
    await agent.done('create_level', { name: 'Secret', elevation: 0 });
    const designer = agent.other('designer');
    const fork = { name: 'design/look', from: 'main', branch: 'main', dry_run: false };
    const refused = { name: 'SCOPE_DENIED', data: { faults: [{ id: 'main', action: 'READ' }] } };
    expect((await designer.ask('create_branch', fork)).error).toMatchObject(refused);
    await agent.done('create_branch', { name: 'design/own' });
    await agent.done('create_level', { name: 'Late', elevation: 3000 });
    const merge = { source: 'main', target: 'design/own', branch: 'design/own', dry_run: false };
    expect((await designer.ask('merge_branch', merge)).error).toMatchObject(refused);
    const twig = { ...fork, from: 'design/own', branch: 'design/own' };
    expect((await designer.ask('create_branch', twig)).error).toBeUndefined();
  });
});

test('operations of others are shown only to agents that may read them [PERM-13]', async () => {
  const made = await agent.done('create_level', { name: 'Other', elevation: 6000 });
  const asked = { operation_id: made.event_id ?? '' };
  expect((await agent.ask('get_operation', asked)).success).toBe(true);
  expect((await agent.other('reader').ask('get_operation', asked)).success).toBe(true);
  const designer = agent.other('designer');
  expect((await designer.ask('get_operation', asked)).error?.name).toBe('OPERATION_NOT_FOUND');
  const walls = agent.other('walls');
  expect((await walls.ask('get_operation', asked)).error?.name).toBe('OPERATION_NOT_FOUND');
  await agent.done('create_branch', { name: 'design/op' });
  const there = { branch: 'design/op', name: 'Own', elevation: 9000 };
  const own = await designer.done('create_level', there);
  const mine = { operation_id: own.event_id ?? '' };
  expect((await designer.ask('get_operation', mine)).success).toBe(true);
  expect((await walls.ask('get_operation', mine)).error?.name).toBe('OPERATION_NOT_FOUND');
});

describe('arguments', () => {
  test.each([
    ['apply_changes', (deep: unknown) => ({ operations: [{ tool: 'x', arguments: deep }] })],
    [
      'modify_parameter',
      (deep: unknown) => ({ element_id: 'x', parameter_name: 'y', value: deep }),
    ],
    ['preview_operation', (deep: unknown) => ({ tool: 'create_level', arguments: deep })],
    ['create_level', (deep: unknown) => ({ name: deep, elevation: 0 })],
  ])('refuses and audits endlessly nested arguments of %s', async (tool, args) => {
    for (const depth of [65, 20_000, 200_000]) {
      const { error } = await agent.ask(tool, args(nested(depth)));
      expect(error).toMatchObject({
        name: 'INVALID_ARGUMENT',
        message: expect.stringContaining('nested deeper than 64'),
      });
    }
    expect(harness.lines).toEqual([]);
    expect(await harness.auditText()).toContain('nested deeper than 64');
  });

  test.each([{ dry_run: true }, { dry_run: false, idempotency_key: 'k' }])(
    'refuses malformed text in arguments without a fault',
    async (how) => {
      const faults = harness.lines.length;
      const { error } = await agent.ask('create_level', { name: '\ud800', elevation: 0, ...how });
      expect(error).toMatchObject({
        name: 'INVALID_ARGUMENT',
        message: expect.stringContaining('lone surrogate'),
      });
      expect(harness.lines).toHaveLength(faults);
    },
  );

  test('arguments at the depth limit reach the tool', async () => {
    const { error } = await agent.ask('modify_parameter', {
      element_id: 'x',
      parameter_name: 'y',
      value: nested(64),
    });
    expect(error?.name).toBe('ELEMENT_NOT_FOUND');
  });
});
