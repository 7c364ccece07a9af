/** @module stdio.test: malformed input of a client is answered and logged, and does not end the connection. */
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { connectionOf } from '../../../governance/access/principal.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { connecting } from '../../../servers/host/era.ts';
import { CALL_BYTES, LINE_BYTES } from '../../../servers/host/read-message.ts';
import { serveStdio } from '../../../servers/host/stdio.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness, type Harness } from '../../governance/gate/harness.ts';

const Answer = z.looseObject({
  id: z.union([z.string(), z.number()]).nullable(),
  result: z.looseObject({ structuredContent: z.looseObject({}).optional() }).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
type Answer = z.output<typeof Answer>;

let harness: Harness;
const input = new PassThrough();
const output = new PassThrough();
const stop = new AbortController();
const answers: Answer[] = [];
const waiting: ((answer: Answer) => void)[] = [];
let served: Promise<void>;

beforeAll(async () => {
  harness = await openHarness(spatialServer);
  const { gate, principal } = harness;
  const connection = connectionOf(principal);
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const answer = Answer.parse(JSON.parse(line));
      const next = waiting.shift();
      if (next === undefined) answers.push(answer);
      else next(answer);
    }
  });
  const about = { name: 'spatial', title: '', version: '0', instructions: '' };
  served = serveStdio(
    connecting(Promise.resolve({ gate, connection }), about),
    { input, output },
    {
      signal: stop.signal,
      onIdle: () => {},
      opened: Promise.resolve(),
      cancel: () => {},
      refuse: ({ tool, arguments: given, because, hint, tooLarge }) =>
        gate.refuse(
          connection,
          { tool: tool ?? '(unreadable)', arguments: given },
          new Refusal(tooLarge ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT', because, hint),
        ),
    },
  );
});
afterAll(async () => {
  stop.abort();
  await served;
  await harness.close();
});

/** Sends a line; returns the next answer. */
function ask(line: string | Buffer): Promise<Answer> {
  const answer = answers.shift();
  input.write(line);
  input.write('\n');
  if (answer !== undefined) return Promise.resolve(answer);
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

function lastEntry(): Record<string, unknown> {
  const reader = openSqliteReader(harness.store);
  const body = reader.auditHead()?.body ?? '{}';
  reader.close();
  return JSON.parse(body);
}

const call = (params: unknown, id: unknown = 7): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
const large = 'x'.repeat(CALL_BYTES + 1024 * 1024);

it.each<[string, string, number | null, { readonly tool: string; readonly error: string }]>([
  ['no parameters', call(undefined), 7, { tool: '', error: 'INVALID_ARGUMENT' }],
  ['a name that is a number', call({ name: 5 }), 7, { tool: '', error: 'INVALID_ARGUMENT' }],
  [
    'arguments that are a text',
    call({ name: 'measure', arguments: 'x' }),
    7,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'arguments that are a list',
    call({ name: 'measure', arguments: [1] }),
    7,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'an argument that is dropped unread',
    call({ name: 'measure', arguments: JSON.parse('{"__proto__": {"from": 1}}') }),
    7,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'an invalid token',
    call({ name: 'measure', _meta: { progressToken: {} } }),
    7,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'no id',
    call({ name: 'measure' }).replace('"id":7,', ''),
    null,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'an invalid id',
    call({ name: 'measure' }, { a: 1 }),
    null,
    { tool: 'measure', error: 'INVALID_ARGUMENT' },
  ],
  [
    'a list of calls',
    `[${call({ name: 'measure' })}]`,
    null,
    { tool: '(unreadable)', error: 'INVALID_ARGUMENT' },
  ],
  [
    'a line that is not JSON',
    '{"jsonrpc":',
    null,
    { tool: '(unreadable)', error: 'INVALID_ARGUMENT' },
  ],
  ['null', 'null', null, { tool: '(unreadable)', error: 'INVALID_ARGUMENT' }],
  [
    '11 MB',
    call({ name: 'measure', arguments: { large } }),
    7,
    { tool: 'measure', error: 'OUT_OF_RANGE' },
  ],
])('a call with %s is answered and logged [AUD-5]', async (_what, line, id, entered) => {
  const answer = await ask(line);
  const { error } = entered;
  const message: unknown = expect.stringContaining('; send ');
  expect(answer).toMatchObject(
    id === null
      ? {
          id,
          error: { message, data: { error: { name: error } } },
        }
      : {
          id,
          result: { isError: true, structuredContent: { success: false, error: { name: error } } },
        },
  );
  expect(lastEntry()).toMatchObject({ kind: 'call', outcome: 'refused', ...entered });
});

it.each([
  ['an object without members', '{}', null],
  ['an empty list', '[]', null],
  ['a number', '42', null],
  ['a text', '"ping"', null],
  ['JSON-RPC 1.0', '{"jsonrpc":"1.0","id":9,"method":"ping"}', 9],
  ['parameters that are a list', '{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}', 9],
])('%s is answered as an invalid request, not as a parse error', async (_what, line, id) => {
  expect(await ask(line)).toMatchObject({ id, error: { code: -32_600 } });
});

it('a line that is not JSON is answered as a parse error', async () => {
  expect(await ask('{"jsonrpc":')).toMatchObject({ id: null, error: { code: -32_700 } });
});

it.each([
  [
    'completion/complete',
    {},
    /^`params\.ref` of `completion\/complete` is missing: expected an object; /,
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'x' } },
    /`params\.argument`.* is missing/,
  ],
  ['prompts/get', {}, /`params\.name` of `prompts\/get` is missing: expected a text/],
  [
    'prompts/get',
    { name: 'x', arguments: { a: 1 } },
    /`params\.arguments\.a`.* is `1`: expected a text/,
  ],
  ['resources/read', { uri: 5 }, /`params\.uri`.* is `5`: expected a text/],
  ['resources/subscribe', {}, /`params\.uri`.* is missing/],
  ['resources/unsubscribe', {}, /`params\.uri`.* is missing/],
  ['initialize', {}, /`params\.protocolVersion`.* is missing/],
  ['tools/list', { cursor: 5 }, /`params\.cursor`.* is `5`: expected a text/],
  ['tools/list', { cursor: 'nope' }, /^`nope` is not a cursor of this list/],
  ['resources/list', { cursor: 'nope' }, /^`nope` is not a cursor of this list/],
  ['resources/templates/list', { cursor: 'nope' }, /^`nope` is not a cursor of this list/],
  ['prompts/list', { cursor: 'nope' }, /^`nope` is not a cursor of this list/],
])('%s with %j is refused as invalid parameters', async (method, params, message) => {
  const answer = await ask(JSON.stringify({ jsonrpc: '2.0', id: 8, method, params }));
  expect(answer).toMatchObject({
    id: 8,
    error: { code: -32_602, message: expect.stringMatching(message) },
  });
});

it('`null` for optional parameters is the same as none', async () => {
  const list = { jsonrpc: '2.0', id: 8, method: 'tools/list', params: { cursor: null } };
  expect(await ask(JSON.stringify(list))).toMatchObject({ id: 8, result: {} });
  expect(await ask(call({ name: 'get_model_summary', arguments: null }))).toMatchObject({
    result: { structuredContent: { error: { name: 'REASONING_REQUIRED' } } },
  });
});

it('characters at which some readers split lines are escaped', async () => {
  const separators = '\u0085\u2028\u2029';
  let raw = '';
  const keep = (text: string): void => void (raw += text);
  output.on('data', keep);
  const answer = await ask(call({ name: `no${separators}tool`, arguments: { reasoning: 'r' } }));
  output.off('data', keep);
  // The refusal repeats the name
  expect(JSON.stringify(answer)).toContain(separators);
  expect(raw).toContain('no\\u0085\\u2028\\u2029tool');
  expect(raw).not.toMatch(/[\u0085\u2028\u2029]/);
});

it('a call that is not UTF-8 is refused with the position, and never decoded as other text', async () => {
  const line = Buffer.from(call({ name: 'measure', arguments: { reasoning: '??' } }));
  const offset = line.indexOf('??');
  line[offset] = 0xc3;
  line[offset + 1] = 0x28;
  const answer = await ask(line);
  expect(answer).toMatchObject({
    id: null,
    error: {
      code: -32_700,
      message: `byte ${offset} (0xc3) is not UTF-8 in the line; send JSON-RPC 2.0 in UTF-8, one message per line`,
    },
  });
  expect(lastEntry()).toMatchObject({ tool: '(unreadable)', outcome: 'refused' });
});

it('a line over the limit is answered, and the next one is read', async () => {
  const chunk = 'y'.repeat(1024 * 1024);
  for (let sent = 0; sent <= LINE_BYTES; sent += chunk.length) input.write(chunk);
  const answer = await ask('');
  expect(answer).toMatchObject({ id: null, error: { code: -32600 } });
  expect(lastEntry()).toMatchObject({ tool: '(unreadable)', error: 'OUT_OF_RANGE' });
  const good = await ask(
    call({ name: 'get_model_summary', arguments: { reasoning: 'still there' } }),
  );
  expect(good.result?.structuredContent).toMatchObject({ success: true });
});

it('a last request without a line break is answered', async () => {
  const { gate, principal } = harness;
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const lines: string[] = [];
  streams.output.setEncoding('utf8').on('data', (chunk: string) => lines.push(chunk));
  const about = { name: 'spatial', title: '', version: '0', instructions: '' };
  const connection = connectionOf(principal);
  const ended = serveStdio(connecting(Promise.resolve({ gate, connection }), about), streams, {
    signal: new AbortController().signal,
    onIdle: () => {},
    opened: Promise.resolve(),
    cancel: () => {},
    refuse: () => Promise.reject(new Error('nothing is refused here')),
  });
  const clientInfo = { name: 'test', version: '0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const message = (id: number, method: string, given: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params: given });
  streams.input.write(`${message(1, 'initialize', params)}\n`);
  streams.input.end(message(2, 'tools/list', {}));
  await ended;
  const ids = lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => Answer.parse(JSON.parse(line)).id);
  expect(ids).toEqual([1, 2]);
});
