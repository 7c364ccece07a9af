/** @module picture.test: pictures of episodes are PNG that an independent decoder reads, pixel by pixel. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  disc,
  line,
  newCanvas,
  polygon,
  box,
} from '../../../servers/pseudo-axion/picture/canvas.ts';
import { apngOf, pngOf } from '../../../servers/pseudo-axion/picture/png.ts';
import { workbench, type Workbench } from './workbench.ts';

let bench: Workbench;
beforeAll(() => {
  bench = workbench();
});
afterAll(() => bench[Symbol.asyncDispose]());

function chunksOf(png: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

describe('a canvas', () => {
  const canvas = newCanvas(40, 30, [250, 240, 230]);
  box(canvas, [1, 2, 3], [2, 2], [6, 9]);
  disc(canvas, [200, 0, 0], [20, 15], 6);
  line(
    canvas,
    [0, 0, 200],
    [
      [0, 29],
      [39, 29],
    ],
    2,
  );
  polygon(
    canvas,
    [0, 99, 0],
    [
      [32, 3],
      [38, 12],
      [26, 12],
    ],
  );
  const at = (x: number, y: number): number[] =>
    Array.from(canvas.rgb.slice((y * 40 + x) * 3, (y * 40 + x) * 3 + 3));

  test('fills shapes inside and leaves the rest', () => {
    expect([at(3, 3), at(20, 15), at(30, 28), at(32, 9), at(0, 0), at(39, 0)]).toEqual([
      [1, 2, 3],
      [200, 0, 0],
      [0, 0, 200],
      [0, 99, 0],
      [250, 240, 230],
      [250, 240, 230],
    ]);
  });

  test('is read back by another decoder as it was', async () => {
    const { data, info } = await sharp(pngOf(canvas)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([40, 30, 3]);
    expect(Buffer.compare(data, canvas.rgb)).toBe(0);
  });

  test('an animation has a control chunk per frame, and its first frame is a plain picture', async () => {
    const other = newCanvas(40, 30, [0, 0, 0]);
    const animation = apngOf([canvas, other, canvas], 100, 900);
    expect(chunksOf(animation)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    expect(Buffer.compare(await sharp(animation).raw().toBuffer(), canvas.rgb)).toBe(0);
    expect(() => apngOf([], 1, 1)).toThrow(RangeError);
  });
});

describe('render_episode', () => {
  test('draws a step and writes the animation beside the run', async () => {
    const run = await bench.call('run_scenario', {
      agent: 'honest',
      scenario: 'hazard',
      steps: 15,
    });
    const { run_id, episode_id } = run.data;
    const { data, content } = await bench.call('render_episode', { run_id, episode_id, step: 4 });
    expect(data).toMatchObject({ step: 4, steps: 15, denied: [] });
    expect(data['path'].length).toBe(5);
    const [picture, link] = content ?? [];
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const png = Buffer.from((picture as { data: string }).data, 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 432, height: 458 });
    const file = join(bench.artifacts, '..', data['animation']);
    expect(existsSync(file)).toBe(true);
    expect(link).toMatchObject({ type: 'resource_link', mimeType: 'image/apng' });
    expect(chunksOf(readFileSync(file)).filter((name) => name === 'fcTL')).toHaveLength(16);
    const again = await bench.call('render_episode', { run_id, episode_id });
    expect(again.data).toMatchObject({ step: 15, animation_sha256: data['animation_sha256'] });
  });

  test('draws a live episode from its transcript, denials included', async () => {
    const start = await bench.call('start_episode', { scenario: 'social', steps: 4 });
    const { episode_id, run_id } = start.data;
    await bench.call('submit_proposal', { episode_id, proposal: {} });
    expect(await bench.refused('render_episode', { run_id, episode_id })).toMatchObject({
      name: 'RUN_NOT_FOUND',
    });
    await bench.call('end_episode', { episode_id });
    const { data } = await bench.call('render_episode', { run_id, episode_id });
    expect(data['denied']).toMatchObject([{ x: 4, y: 6, step: 0, choice: null, reason: 'schema' }]);
  });

  test('finds no episode that the run has not', async () => {
    const run = await bench.call('run_scenario', { agent: 'pseudo', scenario: 'basic', steps: 2 });
    const { run_id } = run.data;
    for (const episode_id of ['pseudo-basic-0002', 'honest-basic-0001', '../x'])
      expect(await bench.refused('render_episode', { run_id, episode_id })).toMatchObject({
        name: 'RUN_NOT_FOUND',
      });
  });
});
