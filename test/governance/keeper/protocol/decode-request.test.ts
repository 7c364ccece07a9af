/** @module decode-request.test: a submission is decoded once, on arrival. */
import { expect, test } from 'vitest';

import { InvalidParams, DECODERS } from '../../../../governance/keeper/protocol/decode-request.ts';
import type { KeeperHandlers } from '../../../../governance/keeper/protocol/keeper-handlers.ts';
import type { SubmitRequest } from '../../../../governance/keeper/protocol/protocol.ts';
import type { LedgerTransaction } from '../../../../kernel/ledger/ledger.ts';
import { REQUEST_LIMITS } from '../../../../schemas/plan-limits.ts';
import { EXAMPLE_EVENTS } from '../../../schemas/example-events.ts';
import { plainSubmit } from '../plain-handlers.ts';

/** The requests that reach the handlers, and the answers. */
async function submitted(
  params: unknown,
): Promise<{ readonly reached: readonly SubmitRequest[]; readonly reply: unknown }> {
  const reached: SubmitRequest[] = [];
  const handlers = {
    submit: (_tx: LedgerTransaction, request: SubmitRequest) => {
      reached.push(request);
      return Promise.resolve({ status: 'conflict', changed: [] });
    },
  } as unknown as KeeperHandlers;
  const reply: unknown = await DECODERS.submit(params)({} as LedgerTransaction, handlers);
  return { reached, reply };
}

/** A submission whose one event has been changed. */
function withEvent(change: object): unknown {
  const request = plainSubmit();
  const [event] = request.plan.events;
  return { ...request, plan: { ...request.plan, events: [{ ...event, ...change }] } };
}

test.each(Object.values(EXAMPLE_EVENTS))('$type arrives as it was sent', async (event) => {
  const { reached } = await submitted(withEvent(event));
  expect(reached[0]?.plan.events).toMatchObject([event]);
});

test.each([
  ['an unknown type', { type: 'element.exploded', payload: {} }, 'plan.events.0.type'],
  ['an element without a kind', { payload: { element: { id: 'w', params: {} } } }, 'kind'],
  [
    'an additional name',
    { payload: { ...EXAMPLE_EVENTS['level.created'].payload, x: 1 } },
    'payload',
  ],
  ['no aggregate', { aggregate_id: undefined }, 'aggregate_id'],
])('a plan with %s is refused before any handler is called', async (_case, change, where) => {
  const { reached, reply } = await submitted(withEvent(change));
  expect(reached).toEqual([]);
  expect(reply).toMatchObject({
    status: 'refused',
    refusal: { name: 'INVALID_ARGUMENT', message: expect.stringContaining(where) },
  });
});

test('a value that is not a submission is not a request', () => {
  expect(() => DECODERS.submit({ ...plainSubmit(), plan: {} })).toThrow(InvalidParams);
  expect(() => DECODERS.submit(null)).toThrow(InvalidParams);
});

/** A value with this many nested objects. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = { a: value };
  return value;
}

const { depth, events, name_chars, text_chars } = REQUEST_LIMITS;
const [someEvent] = plainSubmit().plan.events;

test.each<[string, object, string | null]>([
  ['the maximum depth', { input: { a: nested(depth - 3) } }, null],
  ['a larger depth', { input: { a: nested(depth - 2) } }, `deeper than ${depth} levels`],
  ['a very large depth', { input: { a: nested(200_000) } }, `deeper than ${depth} levels`],
  ['a larger depth in an event', { events: [{ ...someEvent, payload: nested(depth) }] }, 'levels'],
  ['a text of maximum length', { data: { a: 'x'.repeat(text_chars) } }, null],
  ['a longer text', { data: { a: 'x'.repeat(text_chars + 1) } }, `expected at most ${text_chars}`],
  ['a name of maximum length', { input: { ['x'.repeat(name_chars)]: 1 } }, null],
  ['a longer name in its input', { input: { ['x'.repeat(name_chars + 1)]: 1 } }, 'a name has'],
  ['a longer id', { operation_id: 'x'.repeat(name_chars + 1) }, '`operation_id`'],
  ['a longer branch', { branch: 'x'.repeat(name_chars + 1) }, '`branch`'],
  [
    'a longer id of an event',
    { events: [{ ...someEvent, event_id: 'x'.repeat(name_chars + 1) }] },
    '`event_id`',
  ],
  [
    'the maximum number of events',
    { events: Array.from({ length: events }, () => someEvent) },
    null,
  ],
  [
    'one more event',
    { events: Array.from({ length: events + 1 }, () => someEvent) },
    `expected at most ${events}`,
  ],
])('a plan with %s', async (_case, change, refused) => {
  const request = plainSubmit();
  const { reached, reply } = await submitted({ ...request, plan: { ...request.plan, ...change } });
  expect(reached).toHaveLength(refused === null ? 1 : 0);
  const message = expect.stringContaining(refused ?? '');
  const refusal = { name: 'INVALID_ARGUMENT', message };
  expect(reply).toMatchObject(
    refused === null ? { status: 'conflict' } : { status: 'refused', refusal },
  );
});

test('endlessly nested entries are not a request', () => {
  const drafts = (value: unknown): unknown => [{ kind: 'call', value }];
  expect(() => DECODERS.record(drafts(nested(depth - 2)))).not.toThrow();
  expect(() => DECODERS.record(drafts(nested(depth - 1)))).toThrow(InvalidParams);
});
