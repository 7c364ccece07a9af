/** @module encodings.test: answers that expand when decoded are stopped at the limit, in every content encoding. */
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { createWebOpenUrlRunner } from '../../../../../kernel/tools/runners/web/open-url.ts';
import { BUDGET, NO_ABORT, now } from '../data/budget.ts';
import { startServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';

const LARGE = Buffer.alloc(50_000_000, 'a');
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const ENCODE: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  'deflate raw': (bytes) => deflateRawSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, quick),
  zstd: (bytes) => zstdCompressSync(bytes),
};

let server: LocalServer;
let answer: { readonly encoding: string; readonly body: Uint8Array };
beforeAll(async () => {
  server = await startServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.setHeader('content-encoding', answer.encoding);
    response.end(answer.body);
  });
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function read(encoding: string, body: Uint8Array): Promise<RunOutcome> {
  answer = { encoding, body };
  await using runner = createWebOpenUrlRunner({
    now,
    robots: 'ignore',
    policy: { private_endpoints: [server.endpoint] },
  });
  return await runner.run({ url: `${server.url}/` }, BUDGET, NO_ABORT);
}

test.each(Object.entries(ENCODE))(
  'decodes %s, and stops a decompression bomb at the limit',
  async (name, encode) => {
    const [encoding = ''] = name.split(' ');
    const text = Buffer.from('a small answer');
    expect(await read(encoding, encode(text))).toMatchObject({
      ok: true,
      output: { markdown: 'a small answer' },
    });
    const bomb = await read(encoding, encode(LARGE));
    expect(bomb).toMatchObject({ ok: false, code: 'BOUND_DATA' });
    expect(bomb.use.mem_high_water_bytes).toBeLessThan(3_000_000);
  },
);

test('nested content encodings are refused', async () => {
  // 100 MB of empty blocks, which decode to nothing
  const nothing = Buffer.concat([
    gzipSync(Buffer.alloc(0)).subarray(0, 10),
    Buffer.alloc(100_000_000, Buffer.from([0, 0, 0, 0xff, 0xff])),
  ]);
  expect(await read('gzip, gzip', gzipSync(nothing))).toMatchObject({
    ok: false,
    code: 'TOOL_FAIL',
    cause: expect.stringMatching(/several encodings/),
    use: { mem_high_water_bytes: 0 },
  });
});

test('an unknown content encoding is returned undecoded, and invalid content is refused', async () => {
  const unknown = await read('compress', Buffer.from('x'));
  expect(unknown).toMatchObject({ ok: true, output: { untrusted: true } });
  const broken = await read('br', Buffer.from('not brotli'));
  expect(broken).toMatchObject({ ok: false, code: 'TOOL_FAIL' });
});
