/** @module run readers tests: every tool in every process shows a run only to agents that may read it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { ResourceRefused } from '../../../governance/gate/resources/governed-resources.ts';
import { uriOf } from '../../../kernel/base/files/artefact-address.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { makeRunFolder, writeRunNote } from '../../../servers/pseudo-axion/run-files.ts';
import { okHere } from '../../e2e/connect.ts';
import {
  fileWorld,
  type FileWorld,
  openFileWorld,
  openWorld,
  type Reader,
} from '../files/file-world.ts';

type Args = Readonly<Record<string, unknown>>;

const NO_RUN = `run_${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
const OLD_RUN = `run_${'1'.repeat(8)}-0000-4000-8000-${'1'.repeat(12)}`;
const RESTRICTED = ['branch', 'level', 'walls'] as const;

let made: FileWorld;
/** The same workspace opened by a second process. */
let second: FileWorld;

beforeAll(async () => {
  made = await openFileWorld();
  second = await fileWorld(await openWorld(made.workspace.dir), made.workspace);
});
afterAll(async () => {
  await second.world[Symbol.asyncDispose]();
  await made.close();
});

/** Calls of every tool that reads a run. */
function readingCalls(run_id: string, episode_id: string): readonly (readonly [string, Args])[] {
  const log = `experiments/${run_id}/audit_honest.log.jsonl`;
  return [
    ['get_report', { run_id }],
    ['get_report', { run_id, episode_id }],
    ['compare_runs', { run_ids: [run_id, NO_RUN] }],
    ['compare_runs', { run_ids: [run_id] }],
    ['get_counterexample', { run_id, episode_id, probe: 'P3' }],
    ['render_episode', { run_id, episode_id }],
    ['export_run', { run_id, format: 'jsonl' }],
    ['verify_audit', { path: log }],
    ['verify_audit', { path: `artifacts/${log}` }],
    ['verify_audit', { path: log.replace('honest', 'live') }],
  ];
}

async function listedBy(world: FileWorld, reader: Reader | 'owner'): Promise<readonly unknown[]> {
  const { runs } = await world.done(reader, 'list_runs', { limit: 100 });
  return (runs as readonly { readonly run_id: string }[]).map(({ run_id }) => run_id);
}

/** A refusal as text, with the id of the run replaced. */
function plain({ success, error }: EnvelopeBody, run_id: string): string {
  return JSON.stringify({ success, error }).replaceAll(run_id, '<run>');
}

async function expectHidden(world: FileWorld, reader: Reader | 'owner', run_id: string) {
  expect(await listedBy(world, reader)).not.toContain(run_id);
  const episode_id = 'honest-basic-0001';
  const of_none = readingCalls(NO_RUN, episode_id);
  for (const [index, [tool, args]] of readingCalls(run_id, episode_id).entries()) {
    const hidden = plain(await world.call(reader, tool, args), run_id);
    const none = plain(await world.call(reader, tool, of_none[index]?.[1] ?? {}), NO_RUN);
    expect([tool, hidden]).toEqual([tool, none]);
    expect(hidden).toContain('"success":false');
  }
  for (const name of ['report.json', 'run.json']) {
    const expected = await world.resources
      .read(connectionOf(world.principal(reader)), uriOf(`experiments/${run_id}/${name}`))
      .catch((error: unknown) => error);
    expect(expected).toBeInstanceOf(ResourceRefused);
  }
}

async function scenarioOf(reader: Reader | 'owner'): Promise<string> {
  const order = { agent: 'honest', scenario: 'basic', steps: 3 };
  return String((await made.done(reader, 'run_scenario', order))['run_id']);
}

async function liveRunOf(reader: Reader): Promise<string> {
  const started = await made.done(reader, 'start_episode', { scenario: 'basic', steps: 1 });
  const { episode_id } = started;
  return String((await made.done(reader, 'end_episode', { episode_id }))['run_id']);
}

describe('a run', () => {
  test.each(RESTRICTED)('of another agent is refused like an unknown run: %s', async (reader) => {
    await expectHidden(made, reader, await scenarioOf('owner'));
  });

  test.each(RESTRICTED)('is visible to the agent that made it: %s', async (reader) => {
    const run_id = await scenarioOf(reader);
    const live_id = await liveRunOf(reader);
    expect(await listedBy(made, reader)).toEqual(expect.arrayContaining([run_id, live_id]));
    expect(await listedBy(second, reader)).toEqual(await listedBy(made, reader));
    const path = `experiments/${run_id}/audit_honest.log.jsonl`;
    expect(await made.done(reader, 'verify_audit', { path })).toMatchObject({ ok: true });
    for (const id of [run_id, live_id]) {
      expect(await made.done(reader, 'get_report', { run_id: id })).toMatchObject({ run_id: id });
      for (const other of RESTRICTED.filter((one) => one !== reader)) {
        expect((await made.call(other, 'get_report', { run_id: id })).success).toBe(false);
      }
      expect(await listedBy(made, 'whole')).toContain(id);
    }
  });

  test('without a recorded agent is visible only to an agent that may read everything', async () => {
    const folder = makeRunFolder(made.artifacts, OLD_RUN);
    const ended_at = '2026-01-01T00:00:00.000Z';
    writeRunNote(folder, { run_id: OLD_RUN, kind: 'suite', ended_at });
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ config: {}, episodes: [] }));
    for (const reader of RESTRICTED) await expectHidden(made, reader, OLD_RUN);
    expect(await made.done('whole', 'get_report', { run_id: OLD_RUN })).toMatchObject({
      run_id: OLD_RUN,
    });
  });

  test('of another agent is visible with READ for the category Experiments', async () => {
    const run_id = await scenarioOf('owner');
    const file = join(made.workspace.dir, 'runs.json');
    const permissions = { READ: { categories: ['Experiments'] }, CREATE: {} };
    writeFileSync(file, JSON.stringify({ permissions }));
    await okHere(made.workspace.dir, 'agent', 'grant', 'region', '--permissions', file);
    expect(await made.done('region', 'get_report', { run_id })).toMatchObject({ run_id });
    expect(await listedBy(made, 'region')).toContain(run_id);
  });
});

describe('a batch', () => {
  test('is hidden in every process until its last episode has ended', async () => {
    const started = await made.done('owner', 'start_episode', {
      scenario: 'basic',
      steps: 1,
      episodes: 2,
    });
    const first = await made.done('owner', 'end_episode', { episode_id: started['episode_id'] });
    const run_id = String(first['run_id']);
    expect(first['status']).toBe('withheld');
    for (const world of [made, second]) {
      await expectHidden(world, 'owner', run_id);
      await expectHidden(world, 'whole', run_id);
      const { batch } = started as { readonly batch: { readonly batch_id: string } };
      const compared = await world.call('owner', 'compare_runs', { run_ids: [batch.batch_id] });
      expect(compared.error).toMatchObject({ name: 'RUN_NOT_FOUND' });
    }
    const { next_episode } = first as { readonly next_episode: { readonly episode_id: string } };
    await made.done('owner', 'end_episode', { episode_id: next_episode.episode_id });
    for (const world of [made, second]) {
      expect(await world.done('owner', 'get_report', { run_id })).toMatchObject({ run_id });
      expect(await listedBy(world, 'owner')).toContain(run_id);
    }
  });
});

test('a run can be exported repeatedly, and each export is recorded', async () => {
  const scenario = { agent: 'honest', scenario: 'basic', steps: 3 };
  const { run_id } = await made.done('owner', 'run_scenario', scenario);
  const recorded = new Set<string | null>();
  for (const format of ['jsonl', 'jsonl', 'html']) {
    const { success, event_id } = await made.call('owner', 'export_run', { run_id, format });
    expect([format, success]).toEqual([format, true]);
    recorded.add(event_id);
  }
  expect(recorded.size).toBe(3);
});
