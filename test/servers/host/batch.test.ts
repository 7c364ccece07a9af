/** @module batch.test: batches are accepted in protocol version 2025-03-26, and answered as one list. */
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { connecting } from '../../../servers/host/era.ts';
import { serveStdio } from '../../../servers/host/stdio.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness, type Harness } from '../../governance/gate/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(spatialServer);
});
afterAll(async () => {
  await harness.close();
});

type Client = { readonly send: (message: unknown) => void; readonly next: () => Promise<unknown> };

/** A client that has negotiated a version; `use` gets it before it disconnects. */
async function connected(version: string, use: (client: Client) => Promise<void>): Promise<void> {
  const { gate, principal } = harness;
  const connection = connectionOf(principal);
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const about = { name: 'spatial', title: '', version: '0', instructions: '' };
  const served = serveStdio(connecting(Promise.resolve({ gate, connection }), about), streams, {
    signal: new AbortController().signal,
    onIdle: () => {},
    opened: Promise.resolve(),
    cancel: () => {},
    refuse: ({ tool, arguments: given, because, hint }) =>
      gate.refuse(
        connection,
        { tool: tool ?? '(unreadable)', arguments: given },
        new Refusal('INVALID_ARGUMENT', because, hint),
      ),
  });
  const lines: AsyncIterator<string> = linesOf(streams.output);
  const client: Client = {
    send: (message) => void streams.input.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const { value } = await lines.next();
      return JSON.parse(String(value));
    },
  };
  const clientInfo = { name: 'test', version: '0' };
  client.send(request(0, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo }));
  expect(await client.next()).toMatchObject({ id: 0, result: { protocolVersion: version } });
  await use(client);
  streams.input.end();
  await served;
}

async function* linesOf(output: PassThrough): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    const lines = (text + String(chunk)).split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}

const request = (id: number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const NOTICE = { jsonrpc: '2.0', method: 'notifications/initialized' };
const SUMMARY = { name: 'get_model_summary', arguments: { reasoning: 'look' } };
const ids = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer)
    ? answer.map((one: { id: unknown }) => Number(one.id)).toSorted((a, b) => a - b)
    : [];

describe('a batch of a client of 2025-03-26', () => {
  it('is answered as one list, without notifications', async () => {
    await connected('2025-03-26', async ({ send, next }) => {
      send([request(1, 'ping'), NOTICE, request(2, 'tools/call', SUMMARY)]);
      const answer = await next();
      expect(ids(answer)).toEqual([1, 2]);
      expect(answer).toContainEqual(
        expect.objectContaining({
          id: 2,
          result: expect.objectContaining({
            structuredContent: expect.objectContaining({ success: true }),
          }),
        }),
      );
    });
  });

  it('without requests is not answered', async () => {
    await connected('2025-03-26', async ({ send, next }) => {
      send([NOTICE]);
      send(request(3, 'ping'));
      expect(await next()).toMatchObject({ id: 3, result: {} });
    });
  });

  it('is answered for each message, also for invalid ones', async () => {
    await connected('2025-03-26', async ({ send, next }) => {
      const code = (id: unknown): unknown =>
        expect.objectContaining({ id, error: expect.objectContaining({ code: -32_600 }) });
      send([request(1, 'ping'), 42, request(1, 'ping'), request(2, 'initialize')]);
      const answer = await next();
      expect(answer).toHaveLength(4);
      expect(answer).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: 1, result: {} }),
          code(null),
          code(1),
          code(2),
        ]),
      );
    });
  });

  it('with 101 messages is refused', async () => {
    await connected('2025-03-26', async ({ send, next }) => {
      send(Array.from({ length: 101 }, (_, id) => request(id, 'ping')));
      expect(await next()).toMatchObject({ id: null, error: { code: -32_600 } });
      send(Array.from({ length: 100 }, (_, id) => request(id, 'ping')));
      expect(await next()).toHaveLength(100);
    });
  });
});

it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('a batch is refused in %s', async (version) => {
  await connected(version, async ({ send, next }) => {
    send([request(1, 'ping')]);
    expect(await next()).toMatchObject({
      id: null,
      error: { code: -32_600, message: expect.stringContaining('2025-03-26') },
    });
    send(request(2, 'ping'));
    expect(await next()).toMatchObject({ id: 2, result: {} });
  });
});
