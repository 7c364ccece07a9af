/** @module picture tests: pictures of episodes are PNG images that an independent decoder reads. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { chunksOf } from '../../kernel/documents/raster/chunks.ts';
import { workbench, type Workbench } from './workbench.ts';

let bench: Workbench;
beforeAll(() => {
  bench = workbench();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('render_episode', () => {
  test('draws a step and an animation of the episode', async () => {
    const run = await bench.call('run_scenario', {
      agent: 'honest',
      scenario: 'hazard',
      steps: 15,
      probe: 'P4',
    });
    const { run_id, episode_id } = run.data;
    const { data, pictures } = await bench.call('render_episode', { run_id, episode_id, step: 4 });
    expect(data).toMatchObject({ step: 4, steps: 15, denied: [] });
    expect(data['path'].length).toBe(5);
    expect(data['caption']).toEqual([
      'honest: step 4 of 15, energy 76',
      expect.stringMatching(/^MOVE_., its model chooses MOVE_.$/),
      expect.stringMatching(/^[1-9] claims: [1-9] true of its model, 0 false$/),
      expect.stringContaining('yellow: object'),
      expect.stringContaining('red cross: denied'),
    ]);
    expect(data['asked_at_steps']).toHaveLength(2);
    const [picture, animation] = pictures ?? [];
    expect(picture).toMatchObject({ member: 'picture', media_type: 'image/png' });
    const png = Buffer.from(picture?.base64 ?? '', 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 432, height: 518 });
    expect(animation).toMatchObject({ member: 'animation', media_type: 'image/apng' });
    const frames = Buffer.from(animation?.base64 ?? '', 'base64');
    expect(chunksOf(frames).filter((name) => name === 'fcTL')).toHaveLength(16);
    const again = await bench.call('render_episode', { run_id, episode_id });
    expect(again.data).toMatchObject({ step: 15 });
    expect(again.pictures?.[1]).toEqual(animation);
    // The folder of the run is unchanged.
    const folder = join(bench.artifacts, 'experiments', run_id);
    expect(readdirSync(folder)).not.toContain('animations');
  });

  test('draws a live episode from its transcript, with denied proposals', async () => {
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

  test('refuses an unknown episode of the run', async () => {
    const run = await bench.call('run_scenario', { agent: 'pseudo', scenario: 'basic', steps: 2 });
    const { run_id } = run.data;
    for (const episode_id of ['pseudo-basic-0002', 'honest-basic-0001', '../x']) {
      expect(await bench.refused('render_episode', { run_id, episode_id })).toMatchObject({
        name: 'RUN_NOT_FOUND',
      });
    }
  });
});
