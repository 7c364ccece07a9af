/** @module prior-values.test: emptied values as they were before unsigned changes by agents, read from a real store. */
import { expect, it } from 'vitest';

import { emptiedIn } from '../../../governance/approval/emptied-values.ts';
import { valueLosses } from '../../../governance/approval/prior-values.ts';
import type { Json, PlannedEvent } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import {
  created,
  deleted,
  outcome,
  person,
  ROBOT,
  Workspace,
} from '../keeper/handlers/workspace.ts';

const set = (name: Json, was: Json): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: 'w1',
  payload: { updates: { name }, previous: { name: was } },
});

async function given(ws: Workspace, was: Json, branch = 'main'): Promise<unknown> {
  const [loss] = await ws.transact((tx) => valueLosses(tx, branch, emptiedIn([set(null, was)])));
  return loss?.given;
}

it('the prior value is the one at creation, regardless of the number of later unsigned changes', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  expect(await given(ws, 'w1')).toBeUndefined();
  let was = 'w1';
  for (let i = 0; i < 70; i += 1) {
    expect(outcome(await ws.submit([set(`n${i}`, was)]))).toBe('committed');
    was = `n${i}`;
  }
  expect(await given(ws, was)).toBe('w1');
});

it('a value that a person set or signed is not a prior value, and later traces end at it', async () => {
  await using ws = await Workspace.found();
  const alice = person('alice');
  const who = { name: 'bob', agent_id: 'x', user_id: 'user-bob' };
  const bob = { ...ROBOT, kind: 'human', ...who } as const;
  await ws.registry({ change: 'agent', record: bob, signed: null });
  await ws.addApprover(alice);
  await ws.submit([created('w1')]);
  await ws.submit([set('first', 'w1')]);
  expect(outcome(await ws.submit([set('of bob', 'first')], { from: bob }))).toBe('committed');
  expect(await given(ws, 'of bob')).toBeUndefined();
  await ws.submit([set('of an agent', 'of bob')]);
  expect(await given(ws, 'of an agent')).toBe('of bob');
  const emptied = await ws.hold([set('–', 'of an agent')]);
  expect(outcome(await ws.decide(emptied, alice))).toBe('executed');
  await ws.submit([set('again', '–')]);
  expect(await given(ws, 'again')).toBeUndefined();
  await ws.submit([set('and again', 'again')]);
  expect(await given(ws, 'and again')).toBe('again');
});

it('a prior value is found before the fork of a branch, but not before a deletion', async () => {
  await using ws = await Workspace.found();
  const alice = person('alice');
  await ws.addApprover(alice);
  await ws.submit([created('w1')]);
  await ws.submit([set('on main', 'w1')]);
  const from_seq = await ws.transact((tx) => tx.headSeq());
  const payload = { name: 'b', from: 'main', from_seq };
  await ws.submit([{ type: 'branch.created', aggregate_id: 'b', payload }], { branch: 'b' });
  await ws.submit([set('later', 'on main')]);
  expect(await given(ws, 'on main', 'b')).toBe('w1');
  await ws.submit([set('w1', 'later')]);
  expect(outcome(await ws.decide(await ws.hold([deleted('w1')]), alice))).toBe('executed');
  await ws.submit([created('w1')]);
  await ws.submit([set('new', 'w1')]);
  expect(await given(ws, 'new')).toBe('w1');
});

/** Changes the name this many times, in one operation of an agent. */
function renamed(count: number, was: string): readonly PlannedEvent[] {
  const name = (i: number): string => (i === 0 ? was : `${was} ${i}`);
  return Array.from({ length: count }, (_, i) => set(name(i + 1), name(i)));
}

it('a prior value is known after 9,999 unsigned changes and not after 10,000, and the loss still requires approval', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  expect(outcome(await ws.submit(renamed(9999, 'w1')))).toBe('committed');
  expect(await given(ws, 'w1 9999')).toBe('w1');
  expect(outcome(await ws.submit([set('last', 'w1 9999')]))).toBe('committed');
  expect(await given(ws, 'last')).toBeUndefined();
  const approval = await ws.approval(await ws.hold([set('–', 'last')]));
  const { losses }: PlanDocument = JSON.parse(approval?.plan ?? '');
  expect(losses).toEqual([{ loss: 'value', element_id: 'w1', parameter: 'name', was: 'last' }]);
});
