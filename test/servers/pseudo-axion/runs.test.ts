/** @module runs tests: runs write only their files and one record; ids and files outside of runs are refused. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { addRunFiles } from '../../../servers/pseudo-axion/add-run-files.ts';
import type { RunsView } from '../../../servers/pseudo-axion/view.ts';
import { principalOf, workbench, type Called, type Workbench } from './workbench.ts';

let bench: Workbench;
let suite: Called;
let run_id: string;
const UNKNOWN = `run_${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;

beforeAll(async () => {
  bench = workbench();
  suite = await bench.call('run_suite', {
    agents: ['pseudo', 'honest', 'honest'],
    scenarios: ['basic', 'hazard'],
    episodes: 5,
    steps: 10,
  });
  run_id = suite.data['run_id'];
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a suite', () => {
  test('writes its files and one event, and reports progress until it ends', () => {
    const folder = join(bench.artifacts, 'experiments', run_id);
    expect(suite.data['folder']).toBe(`artifacts/experiments/${run_id}`);
    expect(readdirSync(folder).toSorted()).toEqual([
      'audit_honest.log.jsonl',
      'audit_pseudo.log.jsonl',
      'counterexamples',
      'report.json',
      'run.json',
      'summary.json',
    ]);
    const [event, ...others] = suite.events ?? [];
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'experiment.run',
      aggregate_id: run_id,
      payload: { kind: 'suite', config: { agents: ['honest', 'pseudo'], episodes: 5 } },
    });
    const digest = sha256Hex(readFileSync(join(folder, 'report.json')));
    expect(event).toMatchObject({ payload: { files: { 'report.json': digest } } });
    expect(bench.progress.at(-1)).toEqual([20, 20]);
  });

  test('distinguishes the honest agent from the agent with invented reasons', () => {
    expect(suite.data['agents'].honest.overall_pass_rate).toBeGreaterThan(0.7);
    expect(suite.data['agents'].pseudo.overall_pass_rate).toBeLessThan(0.3);
  });

  test('is reported in pages, with filters, and by episode', async () => {
    const first = await bench.call('get_report', { run_id, limit: 15 });
    expect(first.data['episodes']).toHaveLength(15);
    expect([first.data['episodes_total'], first.data['next_offset']]).toEqual([20, 15]);
    expect(first.data['summary']).toEqual(
      JSON.parse(
        readFileSync(join(bench.artifacts, 'experiments', run_id, 'summary.json'), 'utf8'),
      ),
    );
    const rest = await bench.call('get_report', { run_id, offset: 15, limit: 15 });
    expect([rest.data['episodes'].length, rest.data['next_offset']]).toEqual([5, null]);
    const failed = await bench.call('get_report', { run_id, status: 'fail' });
    const [row] = failed.data['episodes'];
    const whole = await bench.call('get_report', { run_id, episode_id: row?.episode_id });
    expect(whole.data['episode']).toMatchObject({ status: 'fail', audit_chain_ok: true });
  });

  test('has a counterexample that states why a probe failed', async () => {
    const { data } = await bench.call('get_counterexample', {
      run_id,
      episode_id: 'pseudo-basic-0001',
      probe: 'P4',
    });
    expect(data).toMatchObject({ probe_name: 'P4', episode_id: 'pseudo-basic-0001' });
    expect(data['audit_slice'].length).toBeGreaterThan(0);
    expect(
      await bench.refused('get_counterexample', {
        run_id,
        episode_id: '../../../run',
        probe: 'P4',
      }),
    ).toMatchObject({ name: 'RUN_NOT_FOUND' });
  });

  test('leaves no files if it is cancelled', async () => {
    const before = readdirSync(join(bench.artifacts, 'experiments'));
    const stop = new AbortController();
    const cancelled = bench.refused('run_suite', { episodes: 200 }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect(await cancelled).toMatchObject({ name: 'EXTERNAL_FAILURE' });
    expect(readdirSync(join(bench.artifacts, 'experiments'))).toEqual(before);
  });

  test('is refused while two others are running', async () => {
    const stop = new AbortController();
    const two = [1, 2].map(() =>
      bench.refused('run_suite', { episodes: 200 }, { signal: stop.signal }),
    );
    expect(await bench.refused('run_suite', { episodes: 1, steps: 1 })).toMatchObject({
      name: 'SESSION_LIMIT_EXCEEDED',
    });
    stop.abort();
    expect((await Promise.all(two)).map(({ name }) => name)).toEqual([
      'EXTERNAL_FAILURE',
      'EXTERNAL_FAILURE',
    ]);
  });

  test('is refused with more than a million steps in total', async () => {
    const long = { agents: ['honest', 'pseudo'], scenarios: ['basic'], steps: 500 };
    // 2 × 500 × 500 steps are within the limit, so the run starts and is then cancelled.
    const signal = AbortSignal.abort();
    expect(await bench.refused('run_suite', { ...long, episodes: 500 }, { signal })).toMatchObject({
      name: 'EXTERNAL_FAILURE',
    });
    const four = { ...long, scenarios: ['basic', 'hazard', 'social'], episodes: 334 };
    expect(await bench.refused('run_suite', four)).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('expected at most 1000000 steps in total, received 1002000'),
    });
  });

  test('can be anchored only under mci_latent', async () => {
    expect(await bench.refused('run_suite', { anchored: true, interface: 'full' })).toMatchObject({
      name: 'INVALID_ARGUMENT',
    });
  });
});

test('the same seed results in the same verdicts, and a single episode is a run', async () => {
  const play = (): Promise<Called> =>
    bench.call('run_scenario', { agent: 'honest', scenario: 'social', steps: 12, probe: 'P5' });
  const [one, two] = [await play(), await play()];
  expect(one.data['run_id']).not.toBe(two.data['run_id']);
  const probes = (called: Called): unknown => called.data['summary'].probe_counts;
  expect(probes(one)).toEqual(probes(two));
  expect(one.events).toMatchObject([{ type: 'experiment.run', payload: { kind: 'scenario' } }]);
});

describe('an unknown run', () => {
  test.each(['run_1', '../x', UNKNOWN])('`%s` is refused', async (id) => {
    for (const [tool, input] of [
      ['get_report', {}],
      ['get_counterexample', { episode_id: 'honest-basic-0001', probe: 'P3' }],
      ['render_episode', { episode_id: 'honest-basic-0001' }],
    ] as const) {
      expect(await bench.refused(tool, { run_id: id, ...input })).toMatchObject({
        name: 'RUN_NOT_FOUND',
      });
    }
  });

  test('a folder without `run.json` is not a run, and an agent without access finds no runs', async () => {
    mkdirSync(join(bench.artifacts, 'experiments', UNKNOWN), { recursive: true });
    expect(await bench.refused('get_report', { run_id: UNKNOWN })).toMatchObject({
      name: 'RUN_NOT_FOUND',
    });
    const { domain } = bench;
    const seen = (place: () => boolean): RunsView =>
      domain.callerView(domain.view('main'), {
        place,
        key: 'test',
        maker: 'maker',
        own: () => false,
        branch: () => true,
      }).view;
    const other = { ...principalOf('ses_2'), agent_id: '22222222-2222-4222-8222-222222222222' };
    expect(seen(() => false).find(run_id, other)).toBeUndefined();
    expect(seen(() => true).find(run_id, other)).toBeDefined();
  });
});

describe('verify_audit', () => {
  const log = (): string => `experiments/${run_id}/audit_honest.log.jsonl`;

  test('verifies a log by both forms of its path, and detects a changed entry', async () => {
    const { data } = await bench.call('verify_audit', { path: log() });
    expect(data).toMatchObject({ ok: true, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await bench.call('verify_audit', { path: `artifacts/${log()}` })).data).toMatchObject({
      ok: true,
    });
    const lines = readFileSync(join(bench.artifacts, log()), 'utf8').split('\n');
    const edited = lines.with(2, (lines[2] ?? '').replace('"verdict":"allow"', '"verdict":"deny"'));
    writeFileSync(join(bench.artifacts, 'edited.jsonl'), edited.join('\n'));
    expect((await bench.call('verify_audit', { path: 'edited.jsonl' })).data).toMatchObject({
      ok: false,
      line: 3,
      fault: 'edited',
    });
  });

  test('does not access files outside artifacts', async () => {
    const outside = join(bench.artifacts, '..', 'secret.jsonl');
    writeFileSync(outside, '');
    symlinkSync(outside, join(bench.artifacts, 'link.jsonl'));
    symlinkSync(join(bench.artifacts, '..'), join(bench.artifacts, 'up'));
    for (const path of [
      '../secret.jsonl',
      outside,
      'link.jsonl',
      'up/secret.jsonl',
      '/etc/passwd',
    ]) {
      expect(await bench.refused('verify_audit', { path })).toMatchObject({
        name: 'INVALID_ARGUMENT',
        message: expect.stringContaining('is outside the artifacts folder'),
      });
    }
    for (const path of ['experiments', 'nothing.jsonl', 'a\0b']) {
      expect((await bench.refused('verify_audit', { path })).name).toBe('INVALID_ARGUMENT');
    }
    expect(existsSync(outside)).toBe(true);
  });
});

describe('export_run', () => {
  test('writes files under the run and one event with their digests', async () => {
    const { data, events } = await bench.call('export_run', { run_id, format: 'jsonl' });
    const files = Object.fromEntries(
      ['episodes.jsonl', 'steps.jsonl'].map((name) => [
        name,
        sha256Hex(readFileSync(join(bench.artifacts, 'experiments', run_id, 'exports', name))),
      ]),
    );
    const reported = Object.fromEntries(
      Object.entries(files).map(([name, sha256]) => {
        const below = `experiments/${run_id}/exports/${name}`;
        const uri = `plumbline://artifacts/${below}`;
        const path = join(bench.artifacts, below);
        return [name, { path, uri, media_type: 'application/jsonl', sha256 }];
      }),
    );
    expect(data['files']).toEqual(reported);
    expect(data['folder']).toBe(`artifacts/experiments/${run_id}/exports`);
    expect(data['columns']).toMatchObject({ steps: expect.any(Array) });
    const payload = { kind: 'export', run_id, folder: data.folder, format: 'jsonl', files };
    expect(events).toEqual([
      {
        type: 'experiment.run',
        aggregate_id: expect.stringContaining(`${run_id} export `),
        payload,
      },
    ]);
  });

  test('keeps a file that a person has added or changed, and writes the same bytes again', async () => {
    const order = { run_id, format: 'inspect' };
    const { data } = await bench.call('export_run', order);
    const again = await bench.call('export_run', order);
    expect(again.data['files']).toEqual(data['files']);
    const [name = ''] = Object.keys(data['files'] ?? {});
    const path = join(bench.artifacts, 'experiments', run_id, 'exports', name);
    writeFileSync(path, 'of a person');
    expect(await bench.refused('export_run', order)).toMatchObject({
      name: 'EXPORT_FAILED',
      message: expect.stringContaining(`exports/${name}`),
    });
    expect(readFileSync(path, 'utf8')).toBe('of a person');
    rmSync(path);
    mkdirSync(path);
    expect(await bench.refused('export_run', order)).toMatchObject({ name: 'EXPORT_FAILED' });
    rmdirSync(path);
    symlinkSync(join(bench.artifacts, 'elsewhere'), path);
    expect(await bench.refused('export_run', order)).toMatchObject({ name: 'EXPORT_FAILED' });
    rmSync(path);
    await bench.call('export_run', order);
    expect(readFileSync(path, 'utf8')).not.toBe('of a person');
  });

  test('exports one episode and the whole run under different file names', async () => {
    const one = { run_id, format: 'parquet', episode_id: 'pseudo-hazard-0001' };
    const part = await bench.call('export_run', one);
    expect(Object.keys(part.data['files'] ?? {})).toEqual([
      'episodes-pseudo-hazard-0001.parquet',
      'steps-pseudo-hazard-0001.parquet',
    ]);
    await bench.call('export_run', { run_id, format: 'jsonl' });
    await bench.call('export_run', { run_id, format: 'jsonl', episode_id: one.episode_id });
  });

  test('writes all files of an export or none', async () => {
    const order = { run_id, format: 'jsonl', episode_id: 'honest-basic-0001' };
    const folder = join(bench.artifacts, 'experiments', run_id, 'exports');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'steps-honest-basic-0001.jsonl'));
    expect(await bench.refused('export_run', order)).toMatchObject({ name: 'EXPORT_FAILED' });
    expect(existsSync(join(folder, 'episodes-honest-basic-0001.jsonl'))).toBe(false);
    // The first file is created at the path of the second after both paths were checked, so writing the second fails.
    const files = ['one', 'two'].map((text) => ({ name: 'same.txt', bytes: Buffer.from(text) }));
    expect(await addRunFiles({ folder: join(folder, '..') }, files)).toContain('same.txt');
    expect(existsSync(join(folder, 'same.txt'))).toBe(false);
  });

  test('writes a page of an episode, and refuses an unknown episode', async () => {
    const page = { run_id, format: 'html', episode_id: 'pseudo-hazard-0001' };
    const { data } = await bench.call('export_run', page);
    expect(Object.keys(data['files'] ?? {})).toEqual(['transcript-pseudo-hazard-0001.html']);
    for (const wrong of [
      { ...page, episode_id: 'nobody' },
      { ...page, run_id: UNKNOWN },
    ]) {
      expect(await bench.refused('export_run', wrong)).toMatchObject({ name: 'RUN_NOT_FOUND' });
    }
  });

  test('writes nothing when it is cancelled', async () => {
    const stop = new AbortController();
    stop.abort();
    const order = { run_id, format: 'parquet' };
    expect(await bench.refused('export_run', order, { signal: stop.signal })).toMatchObject({
      name: 'EXTERNAL_FAILURE',
    });
    const folder = join(bench.artifacts, 'experiments', run_id, 'exports');
    expect(existsSync(join(folder, 'steps.parquet'))).toBe(false);
  });
});
