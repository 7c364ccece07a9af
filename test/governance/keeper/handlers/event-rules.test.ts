/** @module event-rules.test: the keeper refuses events that no model could apply, from any client, and stores nothing of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SubmitReply } from '../../../../governance/keeper/protocol/protocol.ts';
import { storedEvents } from '../../../../schemas/event-schemas.ts';
import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import {
  created,
  deleted,
  level,
  makes,
  modified,
  outcome,
  person,
  storey,
  wall,
  Workspace,
} from './workspace.ts';

const OPENING: ParamValues = {
  host_id: 'W',
  name: null,
  offset: 100,
  location: null,
  sill: 0,
  width: 900,
  height: 2000,
};
const opening = (id: string, params: ParamValues = {}): PlannedEvent =>
  makes({ id, kind: 'opening', params: { ...OPENING, ...params } });
const hosted = (host_id: string, hosted_id: string, aggregate_id = host_id): PlannedEvent => ({
  type: 'element.hosted',
  aggregate_id,
  payload: { host_id, hosted_id },
});
const changed = (id: string, updates: ParamValues, previous: ParamValues): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates, previous },
});
const joined = (
  element_ids: readonly string[],
  previous: Record<string, string>,
): PlannedEvent => ({
  type: 'elements.joined',
  aggregate_id: element_ids[0] ?? '',
  payload: { element_ids, join_type: 'butt', previous },
});
const reverted = (event_id: string, operation_id: string): PlannedEvent => ({
  type: 'event.reverted',
  aggregate_id: operation_id,
  payload: { event_id, operation_id },
});
const named = (
  whose: string,
  name = 'shell',
  elements: readonly { id: string; part: string }[] = [{ id: 'W', part: '' }],
): PlannedEvent => ({
  type: 'name.given',
  aggregate_id: `name ${name} of ${whose}`,
  payload: { elements, name },
});
const OWN = 'agent agent-robot';
const many = (count: number): readonly { id: string; part: string }[] =>
  Array.from({ length: count }, (_, i) => ({ id: 'W', part: `${i}` }));
const merged = (
  source: string,
  target: string,
  source_seq: number,
  target_seq = 1,
): PlannedEvent => ({
  type: 'branch.merged',
  aggregate_id: source,
  payload: { source, target, source_seq, target_seq },
});
const forked = (
  name: string,
  from: string,
  from_seq: number,
  aggregate_id = name,
): PlannedEvent => ({
  type: 'branch.created',
  aggregate_id,
  payload: { name, from, from_seq },
});

const groupOf = (id: string): ParamValues => ({
  name: 'Flat',
  members: [[id]],
  placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
});

/** A set loses a member, and gets V instead. */
const regrouped = (group_id: string, at: number, id: string): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: group_id,
  payload: {
    updates: {},
    previous: {},
    members: { added: [{ at: 0, id: 'V' }], removed: [{ at, id }] },
  },
});

let ws: Workspace;
let first: string;

/** A level, two walls, one with an opening, a deleted grid line, and a branch that contains all of it. */
beforeAll(async () => {
  ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  const plan = await ws.plan([level('L'), wall('W'), wall('V', { end: { x: 0, y: 4000 } })]);
  first = plan.operation_id;
  await ws.send(plan);
  await ws.submit([opening('O'), hosted('W', 'O')]);
  await ws.submit([created('gone')]);
  await ws.decide(await ws.hold([deleted('gone')]), ann);
  await ws.submit([forked('b', 'main', 7)], { branch: 'b' });
});
afterAll(() => ws[Symbol.asyncDispose]());

async function untouched(reply: Promise<SubmitReply>): Promise<SubmitReply> {
  const before = await ws.transact((tx) => tx.headSeq());
  const answer = await reply;
  expect(await ws.transact((tx) => tx.headSeq())).toBe(before);
  return answer;
}

describe('an event that no model could apply is refused', () => {
  it.each<[string, readonly PlannedEvent[], RegExp]>([
    [
      'parameters that do not fit the kind',
      [makes({ id: 'x', kind: 'wall', params: {} })],
      /`x` do not fit/,
    ],
    ['a parameter of another type', [wall('x', { height: 'tall' })], /height/],
    ['an additional parameter', [wall('x', { colour: 'red' })], /`x` do not fit/],
    ['an unknown kind', [makes({ id: 'x', kind: 'constructor', params: {} })], /not a known/],
    [
      'a group that contains itself',
      [makes({ id: 'x', kind: 'group', params: groupOf('x') })],
      /has the group `x` among its elements/,
    ],
    ['a level of another kind', [makes(storey('x'))], /is a level/],
    ['an id that is taken', [wall('W')], /already exists/],
    ['the same id twice', [wall('x'), wall('x')], /event 2 .* already exists/],
    [
      'a change of members that are elsewhere',
      [makes({ id: 'x', kind: 'group', params: groupOf('W') }), regrouped('x', 1, 'W')],
      /`members` are not as the event states them/,
    ],
    ['a change of members of a wall', [regrouped('W', 0, 'V')], /a wall has no members/],
    [
      'a change of a missing element',
      [changed('x', { height: 1 }, { height: 2 })],
      /no element `x`/,
    ],
    ['a change of a deleted element', [modified('gone', 5)], /no element `gone`/],
    [
      'a wrong previous value',
      [changed('W', { height: 1 }, { height: 2 })],
      /`height` does not have the previous value/,
    ],
    [
      'no previous value',
      [changed('W', { height: 1 }, {})],
      /`height` does not have the previous value/,
    ],
    [
      'a parameter that the element does not have',
      [changed('W', { wings: 1 }, { wings: 2 })],
      /no parameter `wings`/,
    ],
    ['a value that does not fit', [changed('W', { height: -1 }, { height: 3000 })], /height/],
    ['a deletion of a missing element', [deleted('x')], /no element `x`/],
    [
      'a deletion that states another element',
      [deleted('W')],
      /not in the state that the event states/,
    ],
    ['a join of an opening', [joined(['W', 'O'], { W: 'auto', O: 'auto' })], /not a wall/],
    [
      'a join with a wrong previous value',
      [joined(['W', 'V'], { W: 'auto', V: 'butt' })],
      /join of `V`/,
    ],
    ['a host of another element', [hosted('V', 'O')], /not hosted by `V`/],
    ['a missing host', [hosted('x', 'O')], /no element `x`/],
    ['hosting on another element', [hosted('W', 'O', 'V')], /event of its host `W`/],
    [
      'a wall on no level',
      [wall('x', { level_id: 'nowhere' })],
      /level `nowhere`, which does not exist/,
    ],
    [
      'a wall on a wall',
      [wall('x', { level_id: 'W' })],
      /stands on level `W`, which does not exist/,
    ],
    ['an opening in a missing host', [opening('x', { host_id: 'none' })], /no host `none`/],
    ['an opening in a level', [opening('x', { host_id: 'L' })], /cannot sit in level/],
    ['an opening past the end', [opening('x', { offset: 4500 })], /`x`/],
    ['a wall without length', [wall('x', { end: { x: 0, y: 0 } })], /no length/],
    [
      'a wall that is moved off its level',
      [changed('W', { level_id: 'N' }, { level_id: 'L' })],
      /`N`/,
    ],
    ['a reversal of a missing operation', [reverted('ev-1', 'op-none')], /not in the log/],
    [
      'a reversal of an event of another operation',
      [reverted('ev-none', 'op-1')],
      /not in the log/,
    ],
    ['a merge into another branch', [merged('b', 'b2', 7)], /cannot merge `b` into `b2`/],
    ['a merge into itself', [merged('main', 'main', 7)], /cannot merge `main` into `main`/],
    ['a merge of a future state', [merged('b', 'main', 99)], /expected a seq from 7/],
    ['a merge of a state before the fork', [merged('b', 'main', 6)], /expected a seq from 7/],
    [
      'a name for another requester',
      [wall('x'), named('agent somebody')],
      /name `shell` as `name shell of agent/,
    ],
    ['a name twice', [wall('x'), named(OWN), named(OWN)], /name `shell` twice/],
    ['a malformed name', [wall('x'), named(OWN, 'a b')], /`a b` is invalid: `name`/],
    ['a name that is too long', [wall('x'), named(OWN, 'a'.repeat(61))], /is invalid: `name`/],
    [
      'a name for a malformed id',
      [wall('x'), named(OWN, 'a', [{ id: 'W V', part: '' }])],
      /is invalid: `elements.0.id`/,
    ],
    [
      'a name with a malformed part',
      [wall('x'), named(OWN, 'a', [{ id: 'W', part: 'x..y' }])],
      /is invalid: `elements.0.part`/,
    ],
    [
      'a name with a part that is too long',
      [wall('x'), named(OWN, 'a', [{ id: 'W', part: 'x'.repeat(201) }])],
      /is invalid: `elements.0.part`/,
    ],
    [
      'a name for too many elements',
      [wall('x'), named(OWN, 'a', many(2001))],
      /is invalid: `elements`/,
    ],
    [
      'names for too many elements in total',
      [wall('x'), named(OWN, 'a', many(1000)), named(OWN, 'b', many(1001))],
      /2 names to 2001 elements; expected at most 2000/,
    ],
    ['a merge into the future', [merged('b', 'main', 8, 99)], /`99`; expected a seq/],
  ])('%s', async (_what, events, message) => {
    const reply = await untouched(ws.submit(events));
    expect(reply).toMatchObject({ status: 'refused', refusal: { name: 'INVALID_ARGUMENT' } });
    expect(reply.status === 'refused' && reply.refusal.message).toMatch(message);
  });

  it.each<[string, readonly PlannedEvent[], string]>([
    ['before its parent existed', [forked('c', 'b', 6)], 'INVALID_ARGUMENT'],
    ['under another name', [forked('c', 'main', 7, 'd')], 'INVALID_ARGUMENT'],
    ['twice', [forked('c', 'main', 7), forked('c', 'main', 7)], 'INVALID_ARGUMENT'],
    ['from a missing branch', [forked('c', 'nowhere', 7)], 'BRANCH_NOT_FOUND'],
    [
      'with an element that its parent already has',
      [forked('c', 'main', 7), wall('W')],
      'INVALID_ARGUMENT',
    ],
  ])('a branch that is created %s', async (_what, events, want) => {
    expect(outcome(await untouched(ws.submit(events, { branch: 'c' })))).toBe(want);
  });

  it('a plan with only names', async () => {
    expect(outcome(await untouched(ws.submit([named(OWN)])))).toBe('NO_EFFECT');
    expect(outcome(await untouched(ws.submit([named(OWN, 'a'), named(OWN, 'b')])))).toBe(
      'NO_EFFECT',
    );
  });

  it('a merge of a missing branch', async () => {
    expect(outcome(await untouched(ws.submit([merged('z', 'main', 7)])))).toBe('BRANCH_NOT_FOUND');
  });

  it('a plan made before a level or host was deleted is planned again', async () => {
    const ann = person('ann');
    await using other = await Workspace.found();
    await other.addApprover(ann);
    await other.submit([level('L'), level('M')]);
    const late = await other.plan([wall('x', { level_id: 'M' })]);
    const away = {
      type: 'element.deleted',
      aggregate_id: 'M',
      payload: { element: storey('M'), cascade_of: null },
    } as const;
    await other.decide(await other.hold([away]), ann);
    expect(await other.send(late)).toEqual({ status: 'conflict', changed: ['M'] });
  });
});

describe('an event that fits is stored', () => {
  it.each<[string, readonly PlannedEvent[]]>([
    ['after others of the same plan', [wall('p1'), changed('p1', { height: 1 }, { height: 3000 })]],
    ['with the level of its element', [level('p2'), wall('p3', { level_id: 'p2' })]],
    [
      'with the host of its opening',
      [wall('p4'), opening('p5', { host_id: 'p4' }), hosted('p4', 'p5')],
    ],
    ['on the state after earlier plans', [changed('W', { height: 2500 }, { height: 3000 })]],
    ['and changed back again', [changed('W', { height: 3000 }, { height: 2500 })]],
    ['joined', [joined(['W', 'V'], { W: 'auto', V: 'auto' })]],
    ['after the join', [changed('V', { join_type: 'auto' }, { join_type: 'butt' })]],
    ['in place of a deleted element', [created('gone')]],
    ['with its names', [wall('p6'), named(OWN, 'a', many(2000)), named(OWN, 'b', [])]],
    ['with names of every form', [wall('p7'), named(OWN, 'rows', [{ id: 'p7', part: '-1.d.2' }])]],
  ])('%s', async (_what, events) => {
    expect(outcome(await ws.submit(events))).toBe('committed');
  });

  it('when it reverts an existing event', async () => {
    const [event] = await ws.transact((tx) => tx.eventsOfOperation(first));
    expect(outcome(await ws.submit([reverted(event?.event_id ?? '', first)]))).toBe('committed');
  });

  it('on a branch, based on the state at the fork', async () => {
    const on = { branch: 'b', touched: [{ branch: 'b', id: 'W', version: 2 }] };
    const now = changed('W', { height: 2000 }, { height: 2500 });
    const then = changed('W', { height: 2000 }, { height: 3000 });
    expect(outcome(await ws.submit([now], on))).toBe('INVALID_ARGUMENT');
    expect(outcome(await ws.submit([then], on))).toBe('committed');
  });

  it('after a takeover, and nothing of a failed transaction is kept', async () => {
    await using other = await Workspace.found();
    const handlers = other.restarted();
    await other.submit([created('g')]);
    const failing = await other.plan([modified('g', 7)]);
    const request = {
      principal: {
        kind: 'agent',
        name: 'robot',
        user_id: failing.user_id,
        agent_id: failing.agent_id,
        session_id: failing.session_id,
      },
      plan: failing,
      arguments: {},
      idempotency_key: null,
    } as const;
    const lost = other.transact(async (tx) => {
      expect(outcome(await handlers.submit(tx, request))).toBe('committed');
      throw new Error('the disk is full');
    });
    await expect(lost).rejects.toThrow('the disk is full');
    handlers.ended(false);
    const again = other.transact((tx) => handlers.submit(tx, request));
    expect(outcome(await again)).toBe('committed');
  });

  it('in a log that contains nothing else', async () => {
    const events = await ws.transact((tx) => tx.eventsAfter(0, 1000));
    expect(events.every((event) => 'data' in storedEvents.validate(event))).toBe(true);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});
