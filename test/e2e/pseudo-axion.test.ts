/** @module pseudo-axion.test: the experiment over a real connection: a suite with progress, its record in the ledger, and a live episode with a signed report. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Answer, Observation } from '../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../kernel/axion/agents/agents.ts';
import type { WordedQuestion } from '../../kernel/axion/outside/worded-question.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { verifyText } from '../../kernel/base/canonical/signature.ts';
import { plainQuestion, sources } from '../kernel/axion/played.ts';
import { connect, ok, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';
import { playBlind, type ReadTool } from './fresh-reader.ts';

let workspace: TestWorkspace;
let server: Connected;
const why = { reasoning: 'the experiment' };

beforeAll(async () => {
  workspace = testWorkspace();
  server = await connect(workspace.dir, 'pseudo-axion');
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('a suite reports progress, writes its files and one event; its picture is a PNG', async () => {
  const suite = { agents: ['honest'], scenarios: ['basic'], episodes: 6, steps: 8, ...why };
  const answer = await server.client.callTool({ name: 'run_suite', arguments: suite }, undefined, {
    onprogress: () => undefined,
  });
  const { success, data, event_id } = answer.structuredContent as {
    success: boolean;
    data: Record<string, string>;
    event_id: string;
  };
  expect([success, typeof event_id]).toEqual([true, 'string']);
  expect(server.progress().at(-1)).toMatchObject({ progress: 6, total: 6 });
  const run_id = data['run_id'];
  expect(existsSync(join(workspace.dir, data['folder'] ?? '', 'summary.json'))).toBe(true);
  const outcome = await server.call('get_operation', { operation_id: event_id, ...why });
  expect(outcome.data['events']).toMatchObject([{ type: 'experiment.run', aggregate_id: run_id }]);
  const drawn = await server.client.callTool({
    name: 'render_episode',
    arguments: { run_id, episode_id: 'honest-basic-0003', ...why },
  });
  expect(drawn.content).toMatchObject([
    { type: 'text' },
    { type: 'image', mimeType: 'image/png' },
    { type: 'resource_link', mimeType: 'image/png' },
    { type: 'resource_link', mimeType: 'image/apng' },
  ]);
  const away = { path: '../.plumbline/keys/log.pem', ...why };
  expect((await server.call('verify_audit', away)).error).toMatchObject({
    name: 'INVALID_ARGUMENT',
  });
  expect((await server.call('get_report', { run_id: 'run_1', ...why })).error).toMatchObject({
    name: 'RUN_NOT_FOUND',
  });
});

test('a cancelled suite records no event, and the server continues', async () => {
  const stop = new AbortController();
  const cancelled = server.client.callTool(
    { name: 'run_suite', arguments: { episodes: 300, ...why } },
    undefined,
    { signal: stop.signal, onprogress: () => stop.abort(new Error('enough')) },
  );
  await expect(cancelled).rejects.toThrow('enough');
  expect(await server.call('list_scenarios', why)).toMatchObject({ success: true });
});

test('a live episode ends with a report signed by the key of the log, and the ledger has its digest', async () => {
  const agent = AGENT_MAKERS.honest(sources('e2e'));
  let turn = await server.call('start_episode', { scenario: 'resource', steps: 2, ...why });
  const { episode_id } = turn.data;
  while (turn.data['phase'] !== 'ended') {
    const { question, observation } = turn.data as {
      question?: WordedQuestion;
      observation: Observation;
    };
    const proposal = question === undefined ? { ...agent.propose(observation) } : {};
    const answer: Answer | null =
      question === undefined ? null : agent.answer(plainQuestion(question, observation));
    turn = await (answer === null
      ? server.call('submit_proposal', { episode_id, proposal, ...why })
      : server.call('answer_probe', { episode_id, answer, ...why }));
    expect(turn).toMatchObject({ success: true, event_id: null });
  }
  const ended = await server.call('end_episode', { episode_id, ...why });
  expect(ended).toMatchObject({ success: true, data: { status: 'pass' } });
  const { folder, digest, signature, public_key } = ended.data as Record<string, string>;
  const text = readFileSync(join(workspace.dir, folder ?? '', 'signed-report.json'), 'utf8');
  expect(sha256Hex(text)).toBe(digest);
  expect(verifyText(public_key ?? '', text, signature ?? '', 'axion-report/v1')).toBe(true);
  expect(ended.event_id).toEqual(expect.any(String));
  const again = await server.call('end_episode', { episode_id, ...why });
  expect(again.error).toMatchObject({ name: 'RUN_NOT_FOUND' });
  expect(ok(workspace.dir, 'audit', 'verify')).toContain('ok');
});

test('a client that has read only the list of tools plays a complete live episode', async () => {
  const { tools } = await server.client.listTools();
  const read = JSON.parse(JSON.stringify(tools)) as readonly ReadTool[];
  const verdicts: unknown[] = [];
  const { called, last } = await playBlind('start a live episode', read, async (tool, input) => {
    const answer = await server.call(tool, { ...input });
    expect(answer).toMatchObject({ success: true });
    if (tool === 'submit_proposal') verdicts.push(answer.data['verdict']);
    return answer.data;
  });
  expect([called[0], called.at(-1)]).toEqual(['start_episode', 'end_episode']);
  expect(new Set(called)).toContain('answer_probe');
  expect(verdicts.length).toBeGreaterThanOrEqual(15);
  expect(new Set(verdicts)).toEqual(new Set(['allow']));
  // It was asked every question, and treating the offers as offers fails none.
  expect(last).toMatchObject({
    report: {
      status: 'pass',
      commitments_unopened: 0,
      probe_results: {
        P3: { passed: true },
        P4: { passed: true },
        P5: { passed: true },
        P6: { passed: true },
      },
    },
  });
});
