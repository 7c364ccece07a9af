/** @module names.test: names of branches, and of levels on a branch, are unique even if several processes plan at the same time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  type NamesRead,
  openLevelNames,
} from '../../../../governance/keeper/handlers/level-names.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { eventChecksFor } from '../../../../kernel/building/model/checks/event-checks.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created, outcome, person, Workspace } from './workspace.ts';

const record = (id: string, name: string): { id: string; kind: string; params: object } => ({
  id,
  kind: 'level',
  params: { name, elevation: 0, height: 3000 },
});
const level = (id: string, name: string): PlannedEvent => ({
  type: 'level.created',
  aggregate_id: id,
  payload: { element: { ...record(id, name), params: { name, elevation: 0, height: 3000 } } },
});
const gone = (id: string, name: string): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: id,
  payload: {
    element: { ...record(id, name), params: { name, elevation: 0, height: 3000 } },
    cascade_of: null,
  },
});
const named = (id: string, previous: string, name: string): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates: { name }, previous: { name: previous } },
});
const fork = (name: string, from: string, from_seq: number): PlannedEvent => ({
  type: 'branch.created',
  aggregate_id: name,
  payload: { name, from, from_seq },
});

let ws: Workspace;
/** The outcome of a plan on main. */
const sent = async (...events: readonly PlannedEvent[]): Promise<string> =>
  outcome(await ws.submit(events));

describe('names of levels', () => {
  beforeEach(async () => {
    ws = await Workspace.found();
  });
  afterEach(() => ws[Symbol.asyncDispose]());

  it('are unique regardless of case and spelling', async () => {
    expect(await sent(level('L1', 'Straße'))).toBe('committed');
    for (const name of ['Straße', 'STRASSE', 'ｓtrasse', 'Straße\u200b']) {
      expect(await sent(level('L2', name))).toBe('LEVEL_EXISTS');
    }
    expect(await sent(level('L2', 'a'), level('L3', 'A'))).toBe('LEVEL_EXISTS');
    expect(await sent(level('L2', 'Other'))).toBe('committed');
    expect(await sent(named('L2', 'Other', 'strasse'))).toBe('LEVEL_EXISTS');
    // In one plan they may swap names.
    expect(await sent(named('L2', 'Other', 'Straße'), named('L1', 'Straße', 'Other'))).toBe(
      'committed',
    );
    expect(await sent(named('L2', 'Straße', 'STRASSE'))).toBe('committed');
  });

  it('are free again when their level is deleted, and independent of names of grid lines', async () => {
    const ann = person('ann');
    await ws.addApprover(ann);
    await sent(level('L1', 'Ground'));
    await sent(created('w'));
    expect(await sent(named('w', 'w', 'Ground'))).toBe('committed');
    const waits = await ws.hold([gone('L1', 'Ground')]);
    const back = await ws.hold([gone('L1', 'Ground'), level('L2', 'Ground')]);
    expect(outcome(await ws.decide(back, ann))).toBe('executed');
    expect(outcome(await ws.decide(waits, ann))).toBe('stale');
    expect(await sent(level('L1', 'ground'))).toBe('LEVEL_EXISTS');
  });

  it('make an approved plan stale if they were taken in the meantime', async () => {
    const ann = person('ann');
    await ws.addApprover(ann);
    await sent(level('L1', 'Ground'));
    const waits = await ws.hold([gone('L1', 'Ground'), level('L2', 'Upper')]);
    await sent(level('L3', 'upper'));
    expect(await ws.decide(waits, ann)).toMatchObject({
      status: 'stale',
      detail: 'another level of this branch is already called `Upper`',
    });
  });

  it('are checked on the branch and on its parents up to the fork', async () => {
    await sent(level('L1', 'Ground'));
    expect(outcome(await ws.submit([fork('b', 'main', 1)], { branch: 'b' }))).toBe('committed');
    await sent(level('L2', 'Upper'));
    const onB = async (...events: readonly PlannedEvent[]): Promise<string> =>
      outcome(await ws.submit(events, { branch: 'b' }));
    expect(await onB(level('L3', 'ground'))).toBe('LEVEL_EXISTS');
    expect(await onB(level('L3', 'upper'))).toBe('committed');
    expect(await onB(level('L4', 'UPPER'))).toBe('LEVEL_EXISTS');
  });

  it('that were duplicated by earlier versions stay and can be repaired', async () => {
    await ws.transact(async (tx) => {
      for (const [n, event] of [level('L1', 'Twin'), level('L2', 'Twin')].entries()) {
        const frame = { user_id: 'u', agent_id: null, approval_id: null, reasoning: null };
        const at = '2026-01-01T00:00:00.000Z';
        await tx.appendEvents([
          { ...event, ...frame, at, event_id: `e${n}`, operation_id: `o${n}`, branch: 'main' },
        ]);
      }
    });
    expect(await sent(level('L3', 'Twin'))).toBe('LEVEL_EXISTS');
    expect(await sent(named('L2', 'Twin', 'TWIN'))).toBe('committed');
    expect(await sent(named('L2', 'TWIN', 'Second'))).toBe('committed');
    expect(await sent(named('L2', 'Second', 'twin'))).toBe('LEVEL_EXISTS');
  });

  it('of a rolled-back transaction were never taken', async () => {
    await sent(level('L1', 'Ground'));
    const plan = await ws.plan([level('L2', 'Upper')]);
    const { user_id, agent_id, session_id } = plan;
    const principal = { kind: 'agent', name: 'robot', user_id, agent_id, session_id } as const;
    const lost = ws.transact(async (tx) => {
      const request = { principal, plan, arguments: {}, idempotency_key: null };
      expect(outcome(await ws.handlers.submit(tx, request))).toBe('committed');
      const next = {
        ...plan,
        operation_id: 'next',
        events: [{ ...level('L9', 'Up'), event_id: 'x' }],
      };
      const touched = [{ branch: 'main', id: 'L9', version: 0 }];
      const second = { ...request, plan: { ...next, touched } };
      expect(outcome(await ws.handlers.submit(tx, second))).toBe('committed');
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    expect(await sent(level('L3', 'Roof'))).toBe('committed');
    expect(await sent(level('L4', 'roof'))).toBe('LEVEL_EXISTS');
  });
});

it('level names are looked up in a few events of each level, and once for any other element', async () => {
  await using own = await Workspace.found();
  await own.submit([level('L1', 'Ground'), level('L2', 'Upper'), created('w')]);
  let [wall, storey] = ['w', 'Ground'];
  for (let n = 0; n < 40; n += 1) {
    expect(
      outcome(await own.submit([named('w', wall, `wall ${n}`), named('L1', storey, `${n}`)])),
    ).toBe('committed');
    [wall, storey] = [`wall ${n}`, `${n}`];
  }
  const names = openLevelNames(() => Promise.resolve(eventChecksFor(KINDS)));
  const rowsFor = async (...events: readonly PlannedEvent[]): Promise<number> => {
    const plan = await own.plan(events);
    return own.transact(async (tx) => {
      let rows = 0;
      const read: NamesRead = {
        headSeq: () => tx.headSeq(),
        levelsAfter: (seq) => tx.levelsAfter(seq),
        branchHead: (branch) => tx.branchHead(branch),
        eventsTouching: (...of) => tx.eventsTouching(...of),
        importedElement: (...of) => tx.importedElement(...of),
        eventsOfAggregate: async (...of) => {
          const found = await tx.eventsOfAggregate(...of);
          rows += found.length;
          return found;
        },
      };
      await names.assertFree(read, plan);
      return rows;
    });
  };
  expect(await rowsFor(named('w', wall, 'door'))).toBe(41);
  expect(await rowsFor(named('w', wall, 'door'))).toBe(0);
  // Four of the 41 events of one level, the only one of the other.
  expect(await rowsFor(level('L3', 'Roof'))).toBe(5);
  expect(await rowsFor(named('L1', storey, 'Ground'))).toBe(5);
});

it('branch names that look the same are unique, even when two are sent together', async () => {
  await using own = await Workspace.found();
  const plans = await Promise.all(
    ['Race/1', 'race/1', 'race_1', 'Race/2', 'race/1.'].map((branch) =>
      own.plan([fork(branch, 'main', 0)], { branch }),
    ),
  );
  const replies = await Promise.all(plans.map((plan) => own.send(plan)));
  expect(replies.map(outcome)).toEqual([
    'committed',
    'BRANCH_EXISTS',
    'committed',
    'committed',
    'BRANCH_EXISTS',
  ]);
});
