/** @module messages.test: no sequence of messages over the socket makes a workspace unusable. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { verifyStore } from '../../../governance/audit/verify-store.ts';
import {
  DECODERS,
  InvalidParams,
  type KeeperCall,
} from '../../../governance/keeper/protocol/decode-request.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';
import { stageMade } from './handlers/staging.ts';
import {
  created,
  deleted,
  level,
  modified,
  outcome,
  person,
  ROBOT,
  wall,
  Workspace,
} from './handlers/workspace.ts';

let ws: Workspace;
let reader: ReturnType<typeof openSqliteReader>;
let domain: BuildingDomain;

beforeAll(async () => {
  ws = await Workspace.found();
  await ws.addApprover(ann);
  await ws.submit([level('L')]);
  reader = openSqliteReader(ws.path);
  domain = new BuildingDomain(reader, null);
});
afterAll(async () => {
  reader.close();
  await ws[Symbol.asyncDispose]();
});

/** Imports of which each has an id of another one, and one names a missing level. */
const IMPORTS = [
  madeImport([levelRecord('M', 'M'), wallRecord('a', 'M')], { import_id: 'import_a' }),
  madeImport([wallRecord('a', 'L'), wallRecord('b', 'L')], { import_id: 'import_b' }),
  madeImport([wallRecord('c', 'N')], { import_id: 'import_a' }),
];
const ann = person('ann', 'user-ann');

/** Sends the blobs of all imports again, and approves what was held. */
async function stageAndApprove(): Promise<void> {
  for (const made of IMPORTS) await stageMade(ws, made);
  const pending = await ws.transact((tx) => tx.approvals('pending', 100));
  for (const { approval_id } of pending) await ws.decide(approval_id, ann);
}

const id = fc.constantFrom('a', 'b', 'L', 'voided events', '__proto__');
const branch = fc.constantFrom('main', 'x', 'y');
const seq = fc.integer({ min: -1, max: 12 });

/** Random events, most of which do not fit the log. */
const event: fc.Arbitrary<PlannedEvent> = fc.oneof(
  id.map(created),
  id.map((one) => wall(one)),
  id.map((one) => wall(one, { end: { x: 0, y: 0 } })),
  id.map((one) => deleted(one)),
  id.map((one) => level(one)),
  fc.tuple(id, fc.integer({ min: -5, max: 5 })).map(([one, to]) => modified(one, to)),
  fc.tuple(id, id).map(([host_id, hosted_id]) => ({
    type: 'element.hosted' as const,
    aggregate_id: host_id,
    payload: { host_id, hosted_id },
  })),
  fc.tuple(id, id).map(([a, b]) => ({
    type: 'elements.joined' as const,
    aggregate_id: a,
    payload: { element_ids: [a, b], join_type: 'butt', previous: { [a]: 'auto', [b]: 'auto' } },
  })),
  fc.tuple(branch, branch, seq).map(([name, from, from_seq]) => ({
    type: 'branch.created' as const,
    aggregate_id: name,
    payload: { name, from, from_seq },
  })),
  fc.tuple(branch, branch, seq).map(([source, target, source_seq]) => ({
    type: 'branch.merged' as const,
    aggregate_id: source,
    payload: { source, target, source_seq, target_seq: source_seq },
  })),
  fc.tuple(id, id).map(([event_id, operation_id]) => ({
    type: 'event.reverted' as const,
    aggregate_id: operation_id,
    payload: { event_id, operation_id },
  })),
  fc.constantFrom(...IMPORTS).map((made) => made.event),
  id.map((one) => ({ type: 'tool.run' as const, aggregate_id: one, payload: { kind: one } })),
);

/** A plan of such events, and a change of one of its parts. */
const message = fc.record({
  events: fc.array(event, { maxLength: 3 }),
  on: branch,
  /** Path of a part, counted from the end of all paths, and its replacement; null leaves the plan unchanged. */
  change: fc.option(fc.tuple(fc.nat(200), fc.jsonValue({ maxDepth: 2 })), { freq: 2 }),
});
const garbage = fc.tuple(fc.constantFrom(...Object.keys(DECODERS)), fc.jsonValue({ maxDepth: 3 }));

/** The value with one of its parts replaced. */
function mutated(value: unknown, at: number, by: unknown): unknown {
  const text = JSON.stringify(value);
  let left = at % (text.match(/:/g)?.length ?? 1);
  return JSON.parse(text, (key, part: unknown) => (key !== '' && left-- === 0 ? by : part));
}

/** Handles one request like the keeper; anything that cannot be a request is refused before. */
async function received(method: string, params: unknown): Promise<void> {
  const decode = Object.entries<(given: unknown) => KeeperCall>(DECODERS).find(
    ([name]) => name === method,
  )?.[1];
  try {
    const call = decode?.(JSON.parse(JSON.stringify(params)));
    if (call !== undefined) await ws.transact(async (tx) => await call(tx, ws.handlers));
  } catch (error) {
    ws.handlers.ended(false);
    // Only these may be thrown at a sender: a fault of the keeper would be a bug.
    if (!(error instanceof InvalidParams)) throw error;
  }
}

let made = 0;

test('after any messages a wall can be created, the model contains all of it, and the log verifies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: message }, { weight: 1, arbitrary: garbage }), {
        maxLength: 6,
      }),
      async (messages) => {
        for (const sent of messages) {
          if (Array.isArray(sent)) {
            await received(sent[0], sent[1]);
            continue;
          }
          const { events, on, change } = sent;
          await stageAndApprove();
          const plan = await ws.plan(events, { branch: on });
          const principal = {
            kind: ROBOT.kind,
            name: ROBOT.name,
            user_id: ROBOT.user_id,
            agent_id: ROBOT.agent_id,
            session_id: plan.session_id,
          };
          const request = { principal, plan, arguments: {}, idempotency_key: null };
          await received('submit', change === null ? request : mutated(request, ...change));
        }
        await stageAndApprove();
        made += 1;
        // Other sessions have their own limits.
        const session_id = `after ${made}`;
        expect(outcome(await ws.submit([wall(`w${made}`)], { session_id }))).toBe('committed');
        await domain.catchUp();
        expect(domain.unapplied()).toBeNull();
        expect(domain.view('main').bounds(`w${made}`)).not.toBeNull();
      },
    ),
    { numRuns: 60 },
  );
  expect((await verifyStore(ws.path)).faults).toEqual([]);
});
