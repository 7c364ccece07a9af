/** @module cancelled-initialize.test: `initialize` is answered although it is cancelled, as MCP requires. */
import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { connecting } from '../../../servers/host/era.ts';
import { serveStdio } from '../../../servers/host/stdio.ts';

const Answer = z.looseObject({
  id: z.union([z.string(), z.number()]),
  result: z.looseObject({ serverInfo: z.looseObject({ name: z.string() }).optional() }),
});

const initialize = (id: string | number): object => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  },
});
const cancelled = (requestId: string | number): object => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});
const ping = (id: number): object => ({ jsonrpc: '2.0', id, method: 'ping' });

/** The answers to messages that arrive in one write, after which the input ends. */
async function answersTo(
  ...messages: readonly object[]
): Promise<readonly z.output<typeof Answer>[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const about = { name: 'spatial', title: '', version: '0', instructions: '' };
  const { promise: service } = Promise.withResolvers<never>();
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await serveStdio(
    connecting(service, about),
    { input, output },
    {
      signal: new AbortController().signal,
      onIdle: () => {},
      opened: Promise.resolve(),
      cancel: () => {},
      refuse: () => Promise.reject(new Error('nothing is refused')),
      quietMs: 2000,
    },
  );
  const text = String(output.read() ?? '');
  return text
    .trim()
    .split('\n')
    .map((line) => Answer.parse(JSON.parse(line)));
}

test.each<[string, readonly object[]]>([
  ['a number', [initialize(1), cancelled(1), ping(2)]],
  ['a text', [initialize('a'), cancelled('a'), ping(2)]],
  ['zero, twice', [initialize(0), cancelled(0), cancelled(0), ping(2)]],
])('`initialize` with %s as id is answered once although it is cancelled', async (_, messages) => {
  const answers = await answersTo(...messages);
  const [first] = messages;
  expect(answers.map(({ id }) => id)).toEqual([Reflect.get(first ?? {}, 'id'), 2]);
  expect(answers[0]?.result.serverInfo?.name).toBe('plumbline-spatial');
});

test('the next request with the same id can be cancelled again', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const [input, output] = [initialize(1), list];
  const answers = await answersTo(input, ping(2), output, cancelled(1));
  expect(answers.filter(({ id }) => id === 1)).toHaveLength(1);
});
