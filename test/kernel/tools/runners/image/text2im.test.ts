/** @module text2im.test: diagrams without a service, generated pictures from a real server, and refusals. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createImageText2ImRunner } from '../../../../../kernel/tools/runners/image/text2im.ts';
import type { ImageService } from '../../../../../kernel/tools/runners/image/text2im.ts';
import type { RunBudget, RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { BUDGET, NO_ABORT, now } from '../data/budget.ts';
import { bodyOf, startServer } from '../web/local-server.ts';
import type { LocalServer } from '../web/local-server.ts';

async function picture(
  input: Record<string, unknown>,
  service?: ImageService,
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createImageText2ImRunner({ now, ...(service && { service }) });
  return await runner.run(input, budget, NO_ABORT);
}

const imageOf = (outcome: RunOutcome): { base64: string; sha256: string } =>
  (outcome.ok ? outcome.output['image'] : {}) as { base64: string; sha256: string };
const causeOf = (outcome: RunOutcome): string => (outcome.ok ? 'not refused' : outcome.cause);

const DOCS = join(import.meta.dirname, '../../../../../docs');
const HOUSE =
  'box a "Küche Ω"\nbox b "Hall"\na -> b "door"\nroom "Hall" 0 0 4000 3000\nrow "Room" "m²"\nrow "Hall" "12"';

describe('a diagram without a service', () => {
  test('equals the picture of its documentation, byte for byte', async () => {
    const page = readFileSync(join(DOCS, 'diagrams.md'), 'utf8');
    const [, prompt = ''] = /```diagram\n(.*?)```/s.exec(page) ?? [];
    const outcome = await picture({ prompt, size: '768x512' });
    const shown = readFileSync(join(DOCS, 'pictures', 'diagram.png'));
    expect(Buffer.from(imageOf(outcome).base64, 'base64').equals(shown)).toBe(true);
  });

  test('has equal pixels for equal descriptions, and states that no model made it', async () => {
    const outcome = await picture({ prompt: HOUSE });
    expect(outcome).toMatchObject({
      ok: true,
      output: { provider: 'diagram', generative: false, image: { width: 512, height: 512 } },
      use: { gas: 4, web_requests: 0 },
    });
    const bytes = Buffer.from(imageOf(outcome).base64, 'base64');
    expect(bytes.toString('latin1')).toContain('generative=false');
    const dots = await sharp(bytes).raw().toBuffer();
    expect(createHash('sha256').update(dots).digest('hex')).toBe(
      'b5dcf93add66f783b9d524488e67a8012d68166738d881a9be289e220046db51',
    );
    const other = await picture({ prompt: HOUSE.replace('Küche', 'Kirche') });
    expect(imageOf(other).sha256).not.toBe(imageOf(outcome).sha256);
  });

  test.each([
    ['box a', 'not refused'],
    ['box a "x', 'line 1, column 7: expected a text in double quotes'],
    ['box a "x"\na -> b', 'line 2, column 6: no box `b` is defined above'],
    ['box a "x"\nbox a "y"', 'line 2, column 7: box `a` is defined already'],
    ['room "x" 0 0 0 5', 'line 1, column 14: expected at least 1'],
    ['row "x" y', 'line 1, column 9: expected a text in double quotes'],
    ['box a "x" z', 'line 1, column 11: expected the end of the line'],
    [Array.from({ length: 25 }, (_, at) => `box b${at}`).join('\n'), 'at most 24 boxes'],
    [`box a "${'w'.repeat(300)}"`, 'does not fit at this size'],
  ])('%j gives: %s', async (prompt, message) => {
    const outcome = await picture({ prompt });
    expect(causeOf(outcome)).toContain(message);
  });

  test.each([{ prompt: 'A brick house' }, { prompt: 'box a', require: 'model' }])(
    '%j is refused, and the refusal says how to configure a service',
    async (input) => {
      const outcome = await picture(input);
      expect(outcome).toMatchObject({ ok: false, code: 'TOOL_FAIL' });
      expect(causeOf(outcome)).toMatch(
        /^no image service is configured; .*\/v1\/images\/generations.*box ID/,
      );
    },
  );

  test('costs a gas per started 65,536 pixels', async () => {
    const asked = { prompt: 'box a', size: '512x512' };
    expect(await picture(asked, undefined, { ...BUDGET, gas: 4 })).toMatchObject({ ok: true });
    expect(await picture(asked, undefined, { ...BUDGET, gas: 3 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
    });
  });

  test.each([{}, { prompt: '' }, { prompt: 'x'.repeat(1001) }, { prompt: 'x', size: '9x9' }])(
    'the invalid input %j is refused',
    async (input) => {
      expect(await picture(input)).toMatchObject({ ok: false, code: 'TOOL_SCHEMA_MISS' });
    },
  );
});

describe('a picture by a service', () => {
  const KEY = 'key-77d1';
  let server: LocalServer;
  let answer = '';
  let status = 200;
  let received: { body: unknown; key: unknown } = { body: null, key: null };
  beforeAll(async () => {
    server = await startServer(async (request, response) => {
      received = { body: JSON.parse(await bodyOf(request)), key: request.headers.authorization };
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const service = (): ImageService => ({
    endpoint: `${server.url}/v1/images/generations`,
    key: KEY,
    model: 'm1',
  });

  test('is requested in the API of the service, and returned as generated', async () => {
    const bytes = await sharp({
      create: { width: 256, height: 256, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    answer = JSON.stringify({ created: 1, data: [{ b64_json: bytes.toString('base64') }] });
    const outcome = await picture(
      { prompt: 'a door', size: '256x256', require: 'model' },
      service(),
    );
    expect(server.asked).toEqual(['POST /v1/images/generations']);
    expect(received).toEqual({
      body: { prompt: 'a door', size: '256x256', n: 1, model: 'm1', response_format: 'b64_json' },
      key: `Bearer ${KEY}`,
    });
    expect(outcome).toMatchObject({
      ok: true,
      output: {
        provider: server.endpoint,
        generative: true,
        image: { base64: bytes.toString('base64'), media_type: 'image/png' },
      },
      use: { gas: 1502, web_requests: 1 },
    });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  test('is requested with the seed of the caller', async () => {
    const bytes = await sharp({
      create: { width: 256, height: 256, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    answer = JSON.stringify({ data: [{ b64_json: bytes.toString('base64') }] });
    const outcome = await picture({ prompt: 'a door', size: '256x256', seed: 7 }, service());
    expect(received).toMatchObject({ body: { prompt: 'a door', seed: 7 } });
    expect(outcome).toMatchObject({ ok: true, output: { generative: true, seed: 7 } });
  });

  test('is returned with its actual type and size', async () => {
    const bytes = await sharp({ create: { width: 96, height: 40, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    answer = JSON.stringify({ data: [{ b64_json: bytes.toString('base64') }] });
    expect(imageOf(await picture({ prompt: 'a door', size: '256x256' }, service()))).toMatchObject({
      media_type: 'image/webp',
      width: 96,
      height: 40,
    });
  });

  test('is refused if it is truncated or animated', async () => {
    const create = { width: 64, height: 64, channels: 3, background: 'red' } as const;
    const whole = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
    const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3), Buffer.alloc(64 * 64 * 3, 255)]);
    const moving = await sharp(frames, {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .gif()
      .toBuffer();
    const broken = whole.subarray(0, 2000);
    for (const [bytes, because] of [
      [broken, /cannot be decoded/],
      [moving, /with 2 frames/],
    ] as const) {
      answer = JSON.stringify({ data: [{ b64_json: bytes.toString('base64') }] });
      const outcome = await picture({ prompt: 'a door', size: '256x256' }, service());
      expect(outcome).toMatchObject({ ok: false, code: 'TOOL_DRIFT' });
      expect(causeOf(outcome)).toMatch(because);
    }
  });

  test.each([
    [500, '{"error": "no"}', 'TOOL_FAIL', /status 500/],
    [200, 'no', 'TOOL_DRIFT', /did not answer with JSON/],
    [
      200,
      '{"data": [{"url": "http://127.0.0.1/x"}]}',
      'TOOL_DRIFT',
      /without `data\[0\].b64_json`/,
    ],
    [200, '{"data": [{"b64_json": "aGVsbG8="}]}', 'TOOL_DRIFT', /not a picture/],
  ])('is refused if the answer is %i %s: %s', async (code, text, wanted, cause) => {
    status = code;
    answer = text;
    const outcome = await picture({ prompt: 'x' }, service());
    expect(outcome).toMatchObject({ ok: false, code: wanted });
    expect(causeOf(outcome)).toMatch(cause);
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});
