/** @module widening.test: every way in which a rule can permit more, and changes that provably do not. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matchesBranch } from '../../../governance/access/scope.ts';
import { weakens, widens } from '../../../governance/access/widening.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';

const active = (given: object): Parameters<typeof widens>[1] => ({
  permissions: AgentPermissions.parse({ permissions: {}, ...given }),
  status: 'active',
});
const create = (scope: PermissionScope): Parameters<typeof widens>[1] =>
  active({ permissions: { CREATE: scope } });
const box = (min: number, max: number): NonNullable<PermissionScope['regions']>[number] => ({
  min: { x: min, y: min, z: min },
  max: { x: max, y: max, z: max },
});

describe('widens', () => {
  it.each<[string, PermissionScope, PermissionScope, boolean]>([
    ['nothing changed', {}, {}, false],
    ['a scope field added', {}, { categories: ['Walls'] }, false],
    ['a scope field removed', { categories: ['Walls'] }, {}, true],
    ['one more category', { categories: ['Walls'] }, { categories: ['Walls', 'Doors'] }, true],
    ['one category less', { categories: ['Walls', 'Doors'] }, { categories: ['Doors'] }, false],
    ['no category left', { categories: ['Walls'] }, { categories: [] }, false],
    ['another level', { levels: ['L1'] }, { levels: ['L2'] }, true],
    ['the same region', { regions: [box(0, 10)] }, { regions: [box(0, 10)] }, false],
    ['a region inside', { regions: [box(0, 10)] }, { regions: [box(1, 9)] }, false],
    ['a region 0.001 mm larger', { regions: [box(0, 10)] }, { regions: [box(0, 10.001)] }, true],
    ['a region over two', { regions: [box(0, 5), box(5, 9)] }, { regions: [box(0, 9)] }, true],
    ['the same glob', { branch_patterns: ['a*b'] }, { branch_patterns: ['a*b'] }, false],
    ['a literal in a glob', { branch_patterns: ['d/*'] }, { branch_patterns: ['d/x'] }, false],
    ['a literal below', { branch_patterns: ['d/*'] }, { branch_patterns: ['d/x/y'] }, true],
    ['a literal below **', { branch_patterns: ['d/**'] }, { branch_patterns: ['d/x/y'] }, false],
    ['a narrower glob', { branch_patterns: ['d/*'] }, { branch_patterns: ['d/x*'] }, false],
    ['** for *', { branch_patterns: ['d/*'] }, { branch_patterns: ['d/**'] }, true],
    ['* for **', { branch_patterns: ['d/**'] }, { branch_patterns: ['d/*'] }, false],
    ['a shorter prefix', { branch_patterns: ['d/*'] }, { branch_patterns: ['*'] }, true],
    [
      'a glob that is not provably narrower',
      { branch_patterns: ['a?c'] },
      { branch_patterns: ['abc'] },
      true,
    ],
  ])('scope: %s', (_case, before, after, want) => {
    expect(widens(create(before), create(after))).toBe(want);
  });

  it.each<[string, object, object, boolean]>([
    [
      'one more permission',
      { permissions: { READ: {} } },
      { permissions: { READ: {}, DELETE: {} } },
      true,
    ],
    [
      'one permission less',
      { permissions: { READ: {}, DELETE: {} } },
      { permissions: { READ: {} } },
      false,
    ],
    ['101 elements for 100', {}, { max_elements_per_operation: 101 }, true],
    ['99 elements for 100', {}, { max_elements_per_operation: 99 }, false],
    ['an import of 101 elements for 100', {}, { max_import_elements: 101 }, true],
    ['an import of 100 elements for 100', {}, { max_import_elements: 100 }, false],
    ['no limit of its own for 99', { max_import_elements: 99 }, {}, true],
    ['1001 operations for 1000', {}, { max_operations_per_session: 1001 }, true],
    ['one trigger less', {}, { requires_approval: ['element.deleted'] }, true],
    [
      'one more trigger',
      {},
      { requires_approval: ['branch.merged', 'element.deleted', 'tool.run'] },
      false,
    ],
  ])('limits and triggers: %s', (_case, before, after, want) => {
    expect(widens(active(before), active(after))).toBe(want);
  });

  it('a new agent widens if it may do more than read, a revoked one when it is reinstated, and a revocation never widens', () => {
    const reader = active({ permissions: { READ: {} } });
    const writer = create({ categories: [] });
    expect(widens(null, reader)).toBe(false);
    expect(widens(null, writer)).toBe(true);
    expect(widens({ ...reader, status: 'revoked' }, reader)).toBe(true);
    expect(widens(reader, { ...writer, status: 'revoked' })).toBe(false);
  });

  it('every branch that is allowed after a non-widening change was allowed before', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '?'), {
      minLength: 1,
      maxLength: 5,
    });
    const text = pattern.map((parts) => parts.join(''));
    const branch = fc
      .array(fc.constantFrom('a', 'b', '/', 'c'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 3 }),
        fc.array(text, { maxLength: 3 }),
        branch,
        (a, b, name) => {
          fc.pre(!widens(create({ branch_patterns: a }), create({ branch_patterns: b })));
          return !matchesBranch(b, name) || matchesBranch(a, name);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('weakens', () => {
  const policy = WorkspacePolicy.parse({});
  it.each<[string, Partial<WorkspacePolicy>, boolean]>([
    ['nothing', {}, false],
    ['51 for 50', { bulk_threshold: 51 }, true],
    ['49 for 50', { bulk_threshold: 49 }, false],
    ['3601 s for 3600 s', { approval_ttl_s: 3601 }, true],
    ['599 s for 600 s', { rejection_cooldown_s: 599 }, true],
    ['601 s for 600 s', { rejection_cooldown_s: 601 }, false],
    ['no rate limit', { rate_limit_per_minute: null }, true],
    ['6001 a minute', { rate_limit_per_minute: 6001 }, true],
    ['5999 a minute', { rate_limit_per_minute: 5999 }, false],
    ['501 unapproved an hour', { max_unapproved_elements_per_hour: 501 }, true],
    [
      '500 unapproved an hour, which is the default',
      { max_unapproved_elements_per_hour: 500 },
      false,
    ],
    ['a default agent that is off', { default_agent: false }, false],
    ['a witness for the first time', { witness: '/elsewhere/notes' }, false],
    ['no preview for agents', { dry_run_default: { agent: false, human: false } }, true],
    ['preview for people', { dry_run_default: { agent: true, human: true } }, false],
    [
      'two for a merge',
      { approvers_required: { ...policy.approvers_required, 'branch.merged': 2 } },
      false,
    ],
  ])('weakens: %s', (_case, change, want) => {
    expect(weakens(policy, { ...policy, ...change })).toBe(want);
  });

  it('switching the default agent on again weakens the policy', () => {
    const off = { ...policy, default_agent: false };
    expect([policy, { ...policy, default_agent: true }].map((on) => weakens(off, on))).toEqual([
      true,
      true,
    ]);
    expect([weakens(off, off), weakens(policy, { ...policy, default_agent: true })]).toEqual([
      false,
      false,
    ]);
  });

  it('fewer approvers for losses weaken the policy; by default losses need as many as deletions', () => {
    const required = (given: object): WorkspacePolicy => ({
      ...policy,
      approvers_required: { ...policy.approvers_required, ...given },
    });
    const [two, one] = [
      required({ 'element.diminished': 2 }),
      required({ 'element.diminished': 1 }),
    ];
    const deletions = required({ 'element.deleted': 2 });
    expect([weakens(two, one), weakens(two, policy), weakens(deletions, one)]).toEqual(
      Array(3).fill(true),
    );
    expect([weakens(one, two), weakens(policy, one), weakens(one, one)]).toEqual(
      Array(3).fill(false),
    );
  });

  it('removing the number of approvers for losses weakens the policy, because verification then no longer checks them', () => {
    const approvers_required = { ...policy.approvers_required, 'element.diminished': 1 };
    expect(weakens({ ...policy, approvers_required }, policy)).toBe(true);
  });

  it('one approver instead of two weakens the policy', () => {
    const strict = { ...policy, approvers_required: { ...policy.approvers_required, other: 2 } };
    expect(weakens(strict, policy)).toBe(true);
  });
});
