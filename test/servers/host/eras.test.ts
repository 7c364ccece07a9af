/** @module eras.test: the first message on standard input determines the protocol version. */
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { connectionOf } from '../../../governance/access/principal.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { connecting } from '../../../servers/host/era.ts';
import { serveStdio } from '../../../servers/host/stdio.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness, type Harness } from '../../governance/gate/harness.ts';

const Answer = z.looseObject({
  id: z.union([z.string(), z.number()]).nullable().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});
type Answer = z.output<typeof Answer>;

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SUMMARY = { name: 'get_model_summary', arguments: { reasoning: 'look' } };

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(spatialServer);
});
afterAll(async () => {
  await harness.close();
});

/** A line-based client that matches answers by id. */
function opened(): {
  readonly ask: (line: object | string, id?: number | null) => Promise<Answer>;
  readonly close: () => Promise<void>;
} {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  const waiting = new Map<unknown, (answer: Answer) => void>();
  output.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const answer = Answer.parse(JSON.parse(line));
      waiting.get(answer.id)?.(answer);
    }
  });
  const { gate, principal } = harness;
  const connection = connectionOf(principal);
  const about = { name: 'spatial', title: 'Spatial', version: '0', instructions: 'ask' };
  const served = serveStdio(
    connecting(Promise.resolve({ gate, connection }), about),
    { input, output },
    {
      signal: stop.signal,
      onIdle: () => {},
      opened: Promise.resolve(),
      cancel: () => {},
      refuse: ({ because, hint }) =>
        gate.refuse(
          connection,
          { tool: '(unreadable)', arguments: {} },
          new Refusal('INVALID_ARGUMENT', because, hint),
        ),
    },
  );
  return {
    ask: (line, id = null) => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      waiting.set(id, resolve);
      const text =
        typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', id, ...line });
      input.write(`${text}\n`);
      return promise;
    },
    close: async () => {
      stop.abort();
      await served;
    },
  };
}

describe('a client of 2026-07-28', () => {
  it('discovers, lists and calls without a handshake', async () => {
    const { ask, close } = opened();
    const discovered = await ask({ method: 'server/discover', params: { _meta: MODERN } }, 1);
    expect(discovered.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      instructions: 'ask',
    });
    const listed = await ask({ method: 'tools/list', params: { _meta: MODERN } }, 2);
    expect(listed.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const called = await ask({ method: 'tools/call', params: { ...SUMMARY, _meta: MODERN } }, 3);
    expect(called.result).toMatchObject({ structuredContent: { success: true } });
    await close();
  });

  it('gets an error for a malformed message, and can continue', async () => {
    const { ask, close } = opened();
    const refused = await ask('{"jsonrpc":');
    expect(refused.error).toMatchObject({ code: -32700, data: { success: false } });
    const called = await ask({ method: 'tools/call', params: { ...SUMMARY, _meta: MODERN } }, 3);
    expect(called.result).toMatchObject({ structuredContent: { success: true } });
    const old = await ask({ method: 'tools/list' }, 4);
    expect(old.error?.code).toBe(-32602);
    await close();
  });
});

it.each([
  ['completion/complete', {}, /`params\.ref` of `completion\/complete` is missing/],
  ['prompts/get', {}, /`params\.name`.* is missing: expected a text/],
  ['resources/read', { uri: 5 }, /`params\.uri`.* is `5`: expected a text/],
  ['tools/list', { cursor: 5 }, /`params\.cursor`.* is `5`: expected a text/],
  ['tools/list', { cursor: 'nope' }, /^`nope` is not a cursor/],
  ['resources/list', { cursor: 'nope' }, /^`nope` is not a cursor/],
  ['resources/templates/list', { cursor: 'nope' }, /^`nope` is not a cursor/],
  ['prompts/list', { cursor: 'nope' }, /^`nope` is not a cursor/],
])('a client of 2026-07-28 is refused invalid parameters: %s %j', async (method, given, words) => {
  const { ask, close } = opened();
  const refused = await ask({ method, params: { ...given, _meta: MODERN } }, 1);
  expect(refused.error).toMatchObject({ code: -32602, message: expect.stringMatching(words) });
  await close();
});

it('a client that begins with `initialize` is served as before', async () => {
  const { ask, close } = opened();
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  };
  const begun = await ask({ method: 'initialize', params }, 1);
  expect(begun.result).toMatchObject({ protocolVersion: '2025-11-25', instructions: 'ask' });
  const called = await ask({ method: 'tools/call', params: SUMMARY }, 2);
  expect(called.result).toMatchObject({ structuredContent: { success: true } });
  expect(called.result).not.toHaveProperty('resultType');
  await close();
});
