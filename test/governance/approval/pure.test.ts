/** @module pure.test: the approval rule, the states of an approval, and digests, at their exact limits. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  hasExpired,
  isVetoed,
  mayMove,
  withStatus,
  TRANSITIONS,
  verdictOf,
} from '../../../governance/approval/machine.ts';
import {
  effectKey,
  effectParts,
  assignedNames,
  planDigest,
  policyDigest,
  sealPlan,
} from '../../../governance/approval/plan-digest.ts';
import { approvalRule } from '../../../governance/approval/rule.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type {
  ElementRecord,
  EventType,
  IdentifiedEvent,
  PlannedEvent,
} from '../../../schemas/events.ts';
import {
  APPROVAL_STATUSES,
  type ApprovalRecord,
  type ApprovalStatus,
  type PlanDocument,
} from '../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';
import { levelRecord, madeImport, revisionOf } from '../../made-import.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';

const POLICY = WorkspacePolicy.parse({});
const DEFAULT = ['element.deleted', 'branch.merged'];

describe('a change that diminishes an element', () => {
  const extent = { affected: 1, diminishes: true, deletes: false };
  const events = [EXAMPLE_EVENTS['element.modified']];

  it("requires approval regardless of the requester's list, by as many people as a deletion unless the policy says otherwise", () => {
    const need = (required: object, requires: readonly string[] = []): unknown => {
      const approvers_required = { ...POLICY.approvers_required, ...required };
      return approvalRule(events, extent, requires, { ...POLICY, approvers_required });
    };
    const triggers = ['element.diminished'];
    expect(need({})).toEqual({ triggers, approvers_required: 1 });
    expect(need({ 'element.deleted': 3 })).toEqual({ triggers, approvers_required: 3 });
    expect(need({ 'element.deleted': 3, 'element.diminished': 2 }, triggers)).toEqual({
      triggers,
      approvers_required: 2,
    });
  });
});

describe('approvalRule', () => {
  const strict: WorkspacePolicy = {
    ...POLICY,
    approvers_required: { 'element.deleted': 2, 'branch.merged': 3, bulk: 4, other: 5 },
  };
  it.each<[EventType[], number, string[], WorkspacePolicy, string[], number]>([
    [['element.created'], 50, DEFAULT, POLICY, [], 0],
    [['element.created'], 51, DEFAULT, POLICY, ['bulk'], 1],
    [['element.deleted'], 1, DEFAULT, POLICY, ['element.deleted'], 1],
    [['element.deleted'], 51, DEFAULT, strict, ['element.deleted', 'bulk'], 4],
    [
      ['branch.merged', 'element.deleted'],
      2,
      DEFAULT,
      strict,
      ['element.deleted', 'branch.merged'],
      3,
    ],
    [['element.deleted'], 1, [], POLICY, ['element.deleted'], 1],
    [['branch.discarded'], 0, [], strict, ['branch.discarded'], 2],
    [['run.permitted'], 0, ['tool.run'], strict, ['tool.run'], 5],
    [['run.permitted'], 0, [], strict, ['tool.run'], 5],
    // The record of a run that has happened is never held for approval.
    [['tool.run', 'experiment.run'], 0, ['tool.run', 'experiment.run'], strict, [], 0],
    [['element.created'], 1, DEFAULT, { ...POLICY, bulk_threshold: 0 }, ['bulk'], 1],
    [[], 0, DEFAULT, POLICY, [], 0],
  ])('triggers and approvers for %j affecting %i', (...row) => {
    const [types, affected, requires, policy, triggers, approvers_required] = row;
    const events = types.map((type) => EXAMPLE_EVENTS[type as keyof typeof EXAMPLE_EVENTS]);
    expect(
      approvalRule(events, { affected, diminishes: false, deletes: false }, requires, policy),
    ).toEqual({
      triggers,
      approvers_required,
    });
  });
});

const RECORD: ApprovalRecord = {
  approval_id: 'apr_1',
  status: 'pending',
  plan: '{}',
  plan_digest: '',
  effect_key: '',
  created_at: '2026-03-01T08:00:00.000Z',
  expires_at: '2026-03-01T09:00:00.000Z',
  decisions: [],
  event_id: null,
  detail: null,
  updated_at: '2026-03-01T08:00:00.000Z',
};

describe('the state machine of approvals', () => {
  const allowed = new Set(
    [
      ['pending', 'approved'],
      ['pending', 'rejected'],
      ['pending', 'expired'],
      ['pending', 'cancelled'],
      ['pending', 'stale'],
      ['approved', 'executed'],
      ['approved', 'stale'],
    ].map((move) => move.join()),
  );
  const moves = APPROVAL_STATUSES.flatMap((from) =>
    APPROVAL_STATUSES.map((to) => [from, to] as const),
  );
  it.each(moves)(
    'allows or refuses the transition %s to %s',
    (from: ApprovalStatus, to: ApprovalStatus) => {
      const may = allowed.has([from, to].join());
      expect(mayMove(from, to)).toBe(may);
      const after = may ? withStatus({ ...RECORD, status: from }, to, 'later').status : to;
      expect(after).toBe(to);
    },
  );
  it.each(moves.filter((move) => !allowed.has(move.join())))(
    'throws for the transition %s to %s',
    (from, to) => {
      expect(() => withStatus({ ...RECORD, status: from }, to, 'later')).toThrow(RangeError);
    },
  );
  it('the machine has every status', () => {
    expect(Object.keys(TRANSITIONS).toSorted()).toEqual([...APPROVAL_STATUSES].toSorted());
  });

  it.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('an approval %i ms after its expiry time', (after, want) => {
    expect(hasExpired(RECORD, Date.parse(RECORD.expires_at) + after)).toBe(want);
  });
  it.each([
    ['rejected', 599_999, true],
    ['rejected', 600_000, false],
    ['expired', 0, false],
    ['cancelled', 0, false],
  ] as const)('veto of %s after %i ms', (status, after, want) => {
    const now = Date.parse(RECORD.updated_at) + after;
    expect(isVetoed({ ...RECORD, status }, 600, now)).toBe(want);
  });

  it.each([
    [[], 1, 'pending'],
    [['a'], 1, 'approved'],
    [['a'], 2, 'pending'],
    [['a', 'a'], 2, 'pending'],
    [['a', 'b'], 2, 'approved'],
    [['a', 'b', '!c'], 2, 'rejected'],
    [['!a'], 3, 'rejected'],
    [[], 0, 'pending'],
  ] as const)('%j of %i is %s', (people, required, want) => {
    const decisions = people.map((who) => ({
      user_id: who,
      verdict: who.startsWith('!') ? ('reject' as const) : ('approve' as const),
    }));
    expect(verdictOf(decisions, required)).toBe(want);
  });
});

const PLAN: PlanDocument = {
  v: 1,
  workspace_id: 'ws',
  server: 'geometry',
  tool: 'delete_elements',
  input: { element_ids: ['a', 'b'] },
  agent_id: 'agent',
  user_id: 'user',
  session_id: 's',
  reasoning: 'why',
  branch: 'main',
  operation_id: 'op',
  events: [],
  touched: [],
  relied_on: [],
  branch_seq: null,
  affected: 0,
  triggers: [],
  approvers_required: 1,
  policy_digest: 'p',
  data: {},
  warnings: [],
  nonce: 'n',
  expires_at: '2026-03-01T09:00:00.000Z',
};

const identified = (event: PlannedEvent): IdentifiedEvent => ({
  event_id: `e-${event.type}-${event.aggregate_id}`,
  ...event,
});
const wall = (id: string, x: number, host: string | null = null): ElementRecord => ({
  id,
  kind: 'wall',
  params: { x, host_id: host },
});
const made = (...args: Parameters<typeof wall>): IdentifiedEvent => {
  const element = wall(...args);
  return identified({ type: 'element.created', aggregate_id: element.id, payload: { element } });
};
const gone = (id: string, cascade_of: string | null = null): IdentifiedEvent =>
  identified({
    type: 'element.deleted',
    aggregate_id: id,
    payload: { element: wall(id, 1), cascade_of },
  });
const raised = (id: string, from: number, to: number): IdentifiedEvent =>
  identified({
    type: 'element.modified',
    aggregate_id: id,
    payload: { updates: { h: to }, previous: { h: from } },
  });

describe('digests of plans', () => {
  it('the digest of a plan covers every field', () => {
    expect(sealPlan(PLAN).digest).toBe(sha256Hex(sealPlan(PLAN).text));
    const digests = Object.keys(PLAN).map((field) => planDigest({ ...PLAN, [field]: 'other' }));
    expect(new Set([planDigest(PLAN), ...digests]).size).toBe(1 + digests.length);
  });

  it('equal rules have equal digests, and different rules different ones', () => {
    const permissions = AgentPermissions.parse({ permissions: {} });
    const other = { ...POLICY, bulk_threshold: 51 };
    expect(policyDigest({ permissions, policy: POLICY })).toBe(
      policyDigest({ policy: POLICY, permissions }),
    );
    expect(policyDigest({ permissions, policy: other })).not.toBe(
      policyDigest({ permissions, policy: POLICY }),
    );
  });

  it('rules written before a setting existed keep their digest', () => {
    const text =
      '{"dry_run_default":{"agent":true,"human":false},"bulk_threshold":50,"approvers_required":{"element.deleted":1,"branch.merged":1,"bulk":1,"other":1},"approval_ttl_s":3600,"rejection_cooldown_s":600,"rate_limit_per_minute":6000}';
    const policy = WorkspacePolicy.parse(JSON.parse(text));
    const permissions = AgentPermissions.parse({ permissions: { READ: {} } });
    expect(policyDigest({ permissions, policy })).toBe(
      '98bcf4772c3c26eda81c475c6df55235a4974ab45bffca9b40d369f179de9236',
    );
  });

  const key = (events: PlanDocument['events'], changes: Partial<PlanDocument> = {}): string =>
    effectKey({ ...PLAN, ...changes, events });
  it('names are compared by the elements that they refer to, regardless of the ids of new elements', () => {
    const calls = (name: string, id: string): IdentifiedEvent => ({
      event_id: `names-${name}`,
      type: 'name.given',
      aggregate_id: `name ${name} of agent a`,
      payload: { name, elements: [{ id, part: '' }] },
    });
    const names = (...events: PlanDocument['events']): ReadonlyMap<string, string> =>
      assignedNames({ events });
    const one = [made('w1', 1), made('w2', 2)];
    const two = [made('B', 2), made('A', 1)];
    expect(names(...one, calls('e', 'w1'))).toEqual(names(...two, calls('e', 'A')));
    expect(names(...one, calls('e', 'w1'))).not.toEqual(names(...two, calls('e', 'B')));
    expect(names(...one, calls('e', 'x'))).not.toEqual(names(...one, calls('e', 'y')));
    expect([...names(...one, calls('f', 'w1')).keys()]).toEqual(['f']);
    expect(names(...one)).toEqual(new Map());
    expect(key([...one, calls('e', 'w1')])).toBe(key([...one, calls('f', 'w2')]));
  });

  it('the same effect has the same key regardless of order, ids of new elements, and wording', () => {
    const one = [made('w1', 1), made('d1', 2, 'w1'), gone('x')];
    const two = [gone('x', 'h'), made('D', 2, 'W'), made('W', 1)];
    expect(key(one)).toBe(key(two, { tool: 'apply_changes', nonce: 'm', reasoning: 'else' }));
    const before = raised('y', 0, 1);
    const after = raised('y', 7, 1);
    expect(key([before])).toBe(key([after]));
  });
  it('a revision has another key than the import of its file, and than the revision of another import', () => {
    const later = madeImport([levelRecord('L', 'Ground')]);
    const of = (text: string): IdentifiedEvent => ({
      event_id: 'i',
      ...revisionOf(madeImport([levelRecord('L', text)]), later).event,
    });
    const keys = [key([{ event_id: 'i', ...later.event }]), key([of('A')]), key([of('B')])];
    expect(new Set(keys).size).toBe(3);
    expect(key([of('A')])).toBe(keys[1]);
  });

  it.each([
    ['another id', [gone('y')], {}],
    ['one more', [gone('x'), gone('y')], {}],
    ['another branch', [gone('x')], { branch: 'b' }],
    ['another requester', [gone('x')], { agent_id: 'other' }],
    ['another type', [raised('x', 0, 1)], {}],
  ])('%s changes the key', (_case, events, changes) => {
    expect(key(events, changes)).not.toBe(key([gone('x')]));
  });
  it('a plan is split into its changes, one per parameter', () => {
    const set = (updates: Record<string, number>): PlanDocument['events'][number] => ({
      event_id: 'e',
      type: 'element.modified',
      aggregate_id: 'w',
      payload: { updates, previous: {} },
    });
    const [one, two] = [
      { events: [set({ height: 1 })] },
      { events: [set({ height: 2, width: 3 })] },
    ];
    expect([...effectParts(one)]).toEqual([['["element.modified","w","height"]', '1']]);
    expect([...effectParts(two)]).toEqual([
      ['["element.modified","w","height"]', '2'],
      ['["element.modified","w","width"]', '3'],
    ]);
    expect([...effectParts({ events: [gone('x')] })]).toEqual([['["element.deleted","x"]', null]]);
  });
  it('no order of events changes the key', () => {
    const events = [made('w1', 1), made('w2', 1), made('w3', 3, 'w1'), gone('x')];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(events, { minLength: 4 }),
        (shuffled) => key(shuffled) === key(events),
      ),
    );
  });
});
