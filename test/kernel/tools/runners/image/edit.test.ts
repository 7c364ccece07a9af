/** @module edit.test: image.edit applies the requested steps, and hostile pictures and inputs are refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createImageEditRunner } from '../../../../../kernel/tools/runners/image/edit.ts';
import type { RunBudget, RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { BUDGET, NO_ABORT, now } from '../data/budget.ts';
import { openIn } from '../open-in.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plumbline-image-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

/** 2 × 2 pixels: red, green, blue, white. */
const CORNERS = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
const corners = async (): Promise<Buffer> =>
  await sharp(CORNERS, { raw: { width: 2, height: 2, channels: 3 } })
    .png()
    .toBuffer();

async function edit(
  image: Buffer,
  operations: unknown[],
  more: Record<string, unknown> = {},
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createImageEditRunner({ now });
  const input = { image: { base64: image.toString('base64') }, operations, ...more };
  return await runner.run(input, budget, NO_ABORT, { open: openIn(root) });
}

type Picture = { base64: string; width: number; height: number; sha256: string; bytes: number };

function pictureOf(outcome: RunOutcome): Picture {
  expect(outcome).toMatchObject({ ok: true });
  return (outcome.ok ? outcome.output['image'] : {}) as Picture;
}

async function pixelsOf(outcome: RunOutcome): Promise<number[]> {
  const bytes = Buffer.from(pictureOf(outcome).base64, 'base64');
  return [...(await sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer())];
}

const causeOf = (outcome: RunOutcome): string => (outcome.ok ? 'not refused' : outcome.cause);

/** A PNG whose header states a size that its data need not have. */
function claimedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(height * (width + 1), 150_000_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const R = [255, 0, 0];
const G = [0, 255, 0];
const B = [0, 0, 255];
const W = [255, 255, 255];

describe('steps', () => {
  test.each([
    ['no step', [], [R, G, B, W]],
    ['a quarter turn clockwise', [{ op: 'rotate', angle_deg: 90 }], [B, R, W, G]],
    ['a horizontal flip', [{ op: 'flip', axis: 'horizontal' }], [G, R, W, B]],
    ['a vertical flip', [{ op: 'flip', axis: 'vertical' }], [B, W, R, G]],
    ['a crop to one pixel', [{ op: 'crop', x: 1, y: 0, width: 1, height: 1 }], [G]],
    [
      'inverted colours',
      [{ op: 'invert' }],
      [
        [0, 255, 255],
        [255, 0, 255],
        [255, 255, 0],
        [0, 0, 0],
      ],
    ],
    [
      'a rotation, then a crop, in this order',
      [
        { op: 'rotate', angle_deg: 90 },
        { op: 'crop', x: 0, y: 0, width: 1, height: 1 },
      ],
      [B],
    ],
    [
      'a crop, then a rotation',
      [
        { op: 'crop', x: 0, y: 0, width: 1, height: 1 },
        { op: 'rotate', angle_deg: 90 },
      ],
      [R],
    ],
  ])('give the expected pixels: %s', async (_, operations, wanted) => {
    expect(await pixelsOf(await edit(await corners(), operations))).toEqual(wanted.flat());
  });

  test.each([
    [{ width: 4 }, 4, 4],
    [{ height: 6, fit: 'fill' }, 6, 6],
    [{ width: 4, height: 8 }, 4, 4],
    [{ width: 4, height: 8, fit: 'cover' }, 4, 8],
    [{ width: 4, height: 8, fit: 'fill' }, 4, 8],
  ])('resize a picture: %j', async (how, width, height) => {
    const outcome = await edit(await corners(), [{ op: 'resize', ...how }]);
    expect(pictureOf(outcome)).toMatchObject({ width, height });
  });

  test('draw text in its colour and size, with equal pixels every time, cut at the edge', async () => {
    const ground = await sharp({
      create: { width: 120, height: 40, channels: 3, background: '#ffffff' },
    })
      .png()
      .toBuffer();
    const words = { op: 'text', text: 'Tür Ж 1:50', x: 4, y: 2, size_px: 20, color: '#ff0000' };
    const pixels = await pixelsOf(await edit(ground, [words]));
    const inked = (row: number): number =>
      Array.from({ length: 120 }, (_, x) => pixels[(row * 120 + x) * 3 + 1] ?? 255).filter(
        (green) => green < 128,
      ).length;
    // Red letters on white: only green falls; no ink above the text and below its base line
    expect(pixels.filter((_, at) => at % 3 === 0).every((red) => red === 255)).toBe(true);
    expect([inked(12) > 5, inked(35), inked(1)]).toEqual([true, 0, 0]);
    expect(await pixelsOf(await edit(ground, [words]))).toEqual(pixels);
    const outside = await pixelsOf(await edit(ground, [{ ...words, x: -2000, y: 5 }]));
    expect(outside.every((value) => value === 255)).toBe(true);
  });

  test('composite a half-transparent picture that reaches beyond the edge', async () => {
    const image = { base64: (await corners()).toString('base64') };
    const black = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const over = { op: 'overlay', image, x: 1, y: 1, opacity: 0.5 };
    expect(await pixelsOf(await edit(black, [over]))).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0,
    ]);
    const none = await edit(black, [{ ...over, image: { path: '../x.png' } }]);
    expect(none).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
    const text = Buffer.from('no picture').toString('base64');
    expect(causeOf(await edit(black, [{ ...over, image: { base64: text } }]))).toMatch(
      /does not begin like a PNG/,
    );
  });

  test('rotate by any angle into a larger picture, and refuse a result that is too large', async () => {
    const wide = await sharp({ create: { width: 80, height: 10, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    const rotation = { op: 'rotate', angle_deg: 30, background: '#ffffff' };
    const { width, height } = pictureOf(await edit(wide, [rotation]));
    // 80 cos 30 + 10 sin 30 = 74.3, 80 sin 30 + 10 cos 30 = 48.7
    expect([Math.abs(width - 74.3) < 2, Math.abs(height - 48.7) < 2]).toEqual([true, true]);
    const steps = [{ op: 'resize', width: 4000, height: 3900, fit: 'fill' }, rotation];
    expect(await edit(wide, steps)).toMatchObject({ ok: false, code: 'BOUND_DATA' });
  });

  test.each(['grayscale', 'blur', 'sharpen', 'adjust', 'flatten'])('apply %s', async (op) => {
    const given = { blur: { sigma_px: 1 }, flatten: { background: '#ff0000' } }[op] ?? {};
    const outcome = await edit(await corners(), [{ op, ...given }]);
    expect(pictureOf(outcome)).toMatchObject({ width: 2, height: 2, media_type: 'image/png' });
  });

  test('give equal bytes for equal edits', async () => {
    const operations = [
      { op: 'resize', width: 64 },
      { op: 'blur', sigma_px: 2 },
      { op: 'grayscale' },
    ];
    const first = await edit(await corners(), operations);
    expect(await edit(await corners(), operations)).toEqual(first);
    expect(pictureOf(first)).toMatchObject({ width: 64, height: 64 });
  });

  test.each(['png', 'jpeg', 'webp'])('write the format %s', async (format) => {
    const picture = pictureOf(await edit(await corners(), [], { format, quality: 90 }));
    const { format: read } = await sharp(Buffer.from(picture.base64, 'base64')).metadata();
    expect(read).toBe(format);
  });

  test('drop the metadata of a camera, but apply its orientation', async () => {
    const photo = await sharp(CORNERS, { raw: { width: 2, height: 2, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .png()
      .toBuffer();
    const outcome = await edit(photo, []);
    expect(await pixelsOf(outcome)).toEqual([B, R, W, G].flat());
    const made = await sharp(Buffer.from(pictureOf(outcome).base64, 'base64')).metadata();
    expect(made).not.toHaveProperty('exif');
  });
});

describe('image.edit refuses', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

  test.each([
    ['SVG', () => Buffer.from(SVG), 'TOOL_FAIL', /does not begin like a PNG, JPEG, WebP or GIF/],
    [
      'PDF',
      () => Buffer.from('%PDF-1.4'),
      'TOOL_FAIL',
      /does not begin like a PNG, JPEG, WebP or GIF/,
    ],
    [
      'SVG that begins like a GIF',
      () => Buffer.from(`GIF89a${SVG}`),
      'TOOL_FAIL',
      /cannot be decoded/,
    ],
    ['144 million pixels', () => claimedPng(12_000, 12_000), 'BOUND_DATA', /pixels/],
    [
      'a size without data',
      () => claimedPng(4_000_000, 4_000_000).subarray(0, 4000),
      'BOUND_DATA',
      /pixels/,
    ],
    [
      'a truncated picture',
      () => claimedPng(1000, 1000).subarray(0, 300),
      'TOOL_FAIL',
      /cannot be decoded/,
    ],
    ['an empty file', () => Buffer.alloc(0), 'TOOL_FAIL', /does not begin like a PNG/],
  ])('%s', async (_, image, code, cause) => {
    const outcome = await edit(image(), []);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(causeOf(outcome)).toMatch(cause);
  });

  test.each([
    [[{ op: 'resize', width: 8192, height: 8192, fit: 'fill' }], 'BOUND_DATA', /8192 × 8192/],
    [[{ op: 'crop', x: 1, y: 1, width: 2, height: 1 }], 'TOOL_FAIL', /reaches to 3 × 2/],
    [[{ op: 'resize' }], 'TOOL_SCHEMA_MISS', /give width, height or both/],
    [[{ op: 'rotate', angle_deg: 361 }], 'TOOL_SCHEMA_MISS', /angle_deg/],
    [[{ op: 'blur', sigma_px: 51 }], 'TOOL_SCHEMA_MISS', /sigma_px/],
    [[{ op: 'draw' }], 'TOOL_SCHEMA_MISS', /operations.0.op/],
    [Array.from({ length: 17 }, () => ({ op: 'invert' })), 'TOOL_SCHEMA_MISS', /operations/],
  ])('the operations %j', async (operations, code, cause) => {
    const outcome = await edit(await corners(), operations);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(causeOf(outcome)).toMatch(cause);
  });

  test('files outside the data folder', async () => {
    await using runner = createImageEditRunner({ now });
    const ask = async (path: string): Promise<RunOutcome> =>
      await runner.run({ image: { path }, operations: [] }, BUDGET, NO_ABORT, {
        open: openIn(root),
      });
    await writeFile(join(root, 'a.png'), await corners());
    expect(await ask('a.png')).toMatchObject({ ok: true, output: { image: { width: 2 } } });
    expect(await ask('../a.png')).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
  });
});

describe('budgets', () => {
  const large = async (): Promise<Buffer> =>
    await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();

  test('each step costs a gas per started 65,536 pixels', async () => {
    const image = await sharp({
      create: { width: 256, height: 257, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const steps = [{ op: 'invert' }, { op: 'resize', width: 256, height: 512, fit: 'fill' }];
    expect(await edit(image, steps)).toMatchObject({ ok: true, use: { gas: 2 + 2 + 2 + 2 } });
    expect(await edit(image, steps, {}, { ...BUDGET, gas: 8 })).toMatchObject({ ok: true });
    expect(await edit(image, steps, {}, { ...BUDGET, gas: 7 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
    });
  });

  test('the deadline kills the process, and the next run is clean', async () => {
    const slow = Array.from({ length: 16 }, () => ({ op: 'blur', sigma_px: 50 }));
    const outcome = await edit(await large(), slow, {}, { ...BUDGET, time_ms: 300 });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_TIMEOUT' });
    expect(await edit(await corners(), [])).toMatchObject({ ok: true });
  });

  test('memory above the budget ends the run', async () => {
    const outcome = await edit(await large(), [{ op: 'invert' }], {}, { ...BUDGET, mem_mb: 16 });
    expect(outcome).toMatchObject({ ok: false, code: 'BOUND_MEM' });
  });

  test('a cancelled run ends', async () => {
    await using runner = createImageEditRunner({ now });
    const input = { image: { base64: (await corners()).toString('base64') }, operations: [] };
    expect(await runner.run(input, BUDGET, AbortSignal.abort())).toMatchObject({
      ok: false,
      cause: 'the run was cancelled',
    });
  });
});
