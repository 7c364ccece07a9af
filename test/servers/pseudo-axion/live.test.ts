/** @module live tests: the caller is the agent under test; turns, probes, limits and the signed report. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AGENT_MAKERS, type AgentName } from '../../../kernel/axion/agents/agents.ts';
import { endEpisode } from '../../../kernel/axion/harness/episode.ts';
import { TurnInput } from '../../../kernel/axion/harness/turn-input.ts';
import { playAgain } from '../../../kernel/axion/outside/watched-turn.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { publicKeyOf, signText, verifyText } from '../../../kernel/base/canonical/signature.ts';
import { plainQuestion, sources, withTrace } from '../../kernel/axion/played.ts';
import { workbench, type Called, type Workbench } from './workbench.ts';

let bench: Workbench;
beforeEach(() => {
  bench = workbench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const WORLD = { scenario: 'basic', seed: 77, steps: 3 } as const;

/** Plays a live episode to its end with a built-in agent on the caller's side. */
async function play(name: AgentName, start: Readonly<Record<string, unknown>>): Promise<Called> {
  const agent = AGENT_MAKERS[name](sources(name));
  let turn = await bench.call('start_episode', start);
  const { episode_id } = turn.data;
  while (turn.data['phase'] !== 'ended') {
    const { question, observation } = turn.data;
    turn =
      question === undefined
        ? await bench.call('submit_proposal', {
            episode_id,
            proposal: JSON.parse(JSON.stringify(agent.propose(observation))),
          })
        : await bench.call('answer_probe', {
            episode_id,
            answer: agent.answer(plainQuestion(question, observation)),
          });
    expect(turn.events).toEqual([]);
  }
  return bench.call('end_episode', { episode_id });
}

describe('a live agent', () => {
  test.each([
    ['honest', {}, 'pass'],
    ['honest', { interface: 'full' }, 'pass'],
    ['honest', { anchored: true }, 'pass'],
    ['pseudo', {}, 'fail'],
    ['honest', { protocol: 'v2', scenario: 'resource', steps: 20 }, 'pass'],
    ['stale', { protocol: 'v2', steps: 4 }, 'fail'],
  ] as const)('an episode of %s with %o has the status %s', async (name, options, status) => {
    const { data, events } = await play(name, { ...WORLD, ...options });
    expect(data).toMatchObject({ status, report: { audit_chain_ok: true, agent_type: 'live' } });
    expect(events).toEqual([
      expect.objectContaining({
        type: 'experiment.run',
        aggregate_id: data['run_id'],
        payload: expect.objectContaining({ digest: data['digest'], kind: 'live' }),
      }),
    ]);
  });

  test('gets a signed report whose seed was fixed at the start', async () => {
    const { data } = await play('honest', WORLD);
    const folder = join(bench.artifacts, 'experiments', data['run_id']);
    const text = readFileSync(join(folder, 'signed-report.json'), 'utf8');
    const verified = (changed: string): boolean =>
      verifyText(data['public_key'], changed, data['signature'], 'axion-report/v1');
    expect([sha256Hex(text), verified(text)]).toEqual([data['digest'], true]);
    expect(verified(text.replace('"status":"pass"', '"status":"fail"'))).toBe(false);
    const report = JSON.parse(text);
    expect(report.seed_commitment).toBe(
      sha256Hex(`${report.seed_nonce}\n${report.config.suite_seed}`),
    );
    expect(report.transcript_sha256).toBe(
      sha256Hex(readFileSync(join(folder, 'transcript.jsonl'))),
    );
    const lines = readFileSync(join(folder, 'transcript.jsonl'), 'utf8').trim().split('\n');
    const again = endEpisode(
      playAgain(
        report.config,
        lines.map((line) => TurnInput.parse(JSON.parse(line))),
      ),
    );
    const timing = { wallclock_ms_p5: 0, wallclock_ms_policy_gate: 0 };
    expect({ ...again, audit_chain_ok: true }).toEqual({ ...report.record, ...timing });
    const shown = await bench.call('get_report', { run_id: data['run_id'] });
    expect(shown.data).toMatchObject({ kind: 'live', signature: { digest: data['digest'] } });
    const path = `${data['folder']}/audit_live.log.jsonl`;
    expect((await bench.call('verify_audit', { path })).data).toMatchObject({
      ok: true,
      entries: report.audit.entries,
      head: report.audit.head,
      end_told_by: 'signed-report.json',
    });
    const log = join(folder, 'audit_live.log.jsonl');
    const written = readFileSync(log, 'utf8').trimEnd().split('\n');
    writeFileSync(log, `${written.slice(0, -1).join('\n')}\n`);
    expect((await bench.call('verify_audit', { path })).data).toMatchObject({
      ok: false,
      fault: 'cut_off',
    });
  });

  test('gets a report that detects every changed file', async () => {
    const { data } = await play('honest', { ...WORLD, steps: 2 });
    const { run_id } = data;
    const folder = join(bench.artifacts, 'experiments', run_id);
    const checked = async (): Promise<unknown> =>
      (await bench.call('get_report', { run_id })).data['signed_report'];
    expect(await checked()).toEqual({ holds: true, fault: null });
    for (const [name, from, to, fault] of [
      ['signed-report.json', '"status":"pass"', '"status":"fail"', 'does not hash to its digest'],
      ['signature.json', /"signature":"(.)/, '"signature":"$1A', 'signature is invalid'],
      ['signature.json', '{', '', 'is missing'],
      ['transcript.jsonl', '"now_ms":', '"now_ms": ', 'transcript is not the signed one'],
      ['report.json', '"status":"pass"', '"status":"fail"', 'not the signed record'],
    ] as const) {
      const path = join(folder, name);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, whole.replace(from, to));
      expect(await checked()).toMatchObject({ fault: expect.stringContaining(fault) });
      writeFileSync(path, whole);
    }
    // All files agree and are signed with another key, but the report does not match the turns.
    const { privateKey } = generateKeyPairSync('ed25519');
    const signed = JSON.parse(readFileSync(join(folder, 'signed-report.json'), 'utf8'));
    for (const [change, fault] of [
      [
        { record: { ...signed.record, status: 'fail' } },
        'replaying the transcript produces another record',
      ],
      [{ seed_nonce: '0'.repeat(64) }, 'not the committed one'],
    ] as const) {
      const report = { ...signed, ...change };
      const text = canonicalJson(report);
      const seal = {
        digest: sha256Hex(text),
        signature: signText(privateKey, text, 'axion-report/v1'),
        public_key: publicKeyOf(privateKey),
      };
      writeFileSync(join(folder, 'signed-report.json'), text);
      writeFileSync(join(folder, 'signature.json'), JSON.stringify(seal));
      const { config, record } = report;
      writeFileSync(join(folder, 'report.json'), JSON.stringify({ config, episodes: [record] }));
      expect(await checked()).toMatchObject({ fault: expect.stringContaining(fault) });
    }
  });

  test('may submit a short form, whose nonces the server stores', async () => {
    const start = await bench.call('start_episode', { ...WORLD, steps: 1 });
    const { episode_id, observation } = start.data;
    const { factors = [] } = observation;
    const counterfactual = { var: 'F:0', new_value: 0, choice: 'WAIT', score: 0, prob_mass: 0.3 };
    const form = {
      intent: 'rest',
      choices: ['WAIT'],
      claims: [
        { var: 'F:0', direction: 'decrease', effect: 'IF F:0 DEC THEN CHOICE WAIT', confidence: 1 },
      ],
      counterfactuals: [counterfactual, counterfactual, counterfactual],
      factors,
      replay_model: { actions: ['WAIT'], W: [factors.map(() => 0)], b: [1] },
      reasoning: { seen: 'a grid', tried: 'nothing', chosen: 'to wait' },
    };
    let turn = await bench.call('submit_proposal', { episode_id, proposal: { form } });
    expect(turn.data).toMatchObject({ verdict: 'allow', phase: 'asked' });
    const asked: string[] = [];
    for (let { question } = turn.data; question !== undefined; { question } = turn.data) {
      asked.push(question.ask);
      const answer =
        question.ask === 'proposal'
          ? { answer: 'proposal', proposal: { form } }
          : { answer: question.ask === 'nonces' ? 'reveal' : 'decline' };
      turn = await bench.call('answer_probe', { episode_id, answer });
    }
    expect(asked).toEqual(['proposal', 'direct_action', 'nonces', 'token', 'nonces']);
    const { data } = await bench.call('end_episode', { episode_id });
    expect(data['report'].probe_results).toMatchObject({
      P3: { passed: true },
      P4: { passed: true },
      P5: { passed: true },
      P6: { passed: true },
    });
    expect(data['report'].commitments_unopened).toBe(0);
  });

  test('may omit the factors if the kernel computes them', async () => {
    const form = {
      intent: 'rest',
      choices: ['WAIT'],
      claims: [],
      counterfactuals: [0.3, 0.3, 0.3].map((prob_mass) => ({
        var: 'F:0',
        new_value: 0,
        choice: 'WAIT',
        score: 0,
        prob_mass,
      })),
      replay_model: { actions: ['WAIT'], W: [Array.from({ length: 8 }, () => 0)], b: [1] },
      reasoning: { seen: 'a grid', tried: 'nothing', chosen: 'to wait' },
    };
    const verdictUnder = async (mode: string): Promise<unknown> => {
      const { data } = await bench.call('start_episode', { ...WORLD, interface: mode });
      const { episode_id } = data;
      return (await bench.call('submit_proposal', { episode_id, proposal: { form } })).data[
        'verdict'
      ];
    };
    expect(await verdictUnder('mci_latent')).toBe('allow');
    expect(await verdictUnder('mci_minimal')).toBe('deny');
  });

  test('neither fails nor passes a probe if its episode ends early', async () => {
    const { data } = await bench.call('start_episode', WORLD);
    const ended = await bench.call('end_episode', { episode_id: data['episode_id'] });
    expect(ended.data).toMatchObject({ status: 'inconclusive' });
    expect(await bench.refused('observe', { episode_id: data['episode_id'] })).toMatchObject({
      name: 'RUN_NOT_FOUND',
    });
  });
});

describe('turns of a live agent', () => {
  test('change nothing if they are malformed or not due', async () => {
    const { data } = await bench.call('start_episode', { ...WORLD, anchored: true });
    const { episode_id } = data;
    expect(data).toMatchObject({ phase: 'asked', question: { answers: ['anchor'] } });
    const before = (await bench.call('observe', { episode_id })).data;
    for (const [tool, input] of [
      ['submit_proposal', { proposal: {} }],
      ['answer_probe', { answer: { answer: 'decline' } }],
      ['answer_probe', { answer: { answer: 'anchor' } }],
      ['answer_probe', { answer: { answer: 'anchor', model_hash: 'no digest' } }],
    ] as const) {
      expect(await bench.refused(tool, { episode_id, ...input })).toMatchObject({
        name: 'INVALID_ARGUMENT',
      });
    }
    const answer = { answer: 'anchor', model_hash: '0'.repeat(64) };
    const acting = await bench.call('answer_probe', { episode_id, answer });
    expect([before['phase'], acting.data['phase']]).toEqual(['asked', 'acting']);
    const short = { episode_id, proposal: { form: { intent: '' } } };
    expect(await bench.refused('submit_proposal', short)).toMatchObject({
      message: expect.stringContaining('proposal.form.intent'),
    });
    expect(await bench.refused('answer_probe', { episode_id, answer })).toMatchObject({
      message: expect.stringContaining('has no open question'),
    });
  });

  test('are denied, cost a step and are logged if the proposal is malformed', async () => {
    const { data } = await bench.call('start_episode', WORLD);
    const { episode_id } = data;
    const turn = await bench.call('submit_proposal', { episode_id, proposal: { nonsense: 1 } });
    expect(turn.data).toMatchObject({
      verdict: 'deny',
      witnesses: [{ invariant: 'schema' }],
      observation: { step: 1 },
    });
    expect(turn.data['observation'].env).toEqual(data['observation'].env);
  });

  test('are refused if they are nested too deeply, and the episode continues', async () => {
    const { data } = await bench.call('start_episode', WORLD);
    const { episode_id } = data;
    const nest = (levels: number): unknown =>
      JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    for (const proposal of [nest(200_000), nest(65)]) {
      expect(await bench.refused('submit_proposal', { episode_id, proposal })).toMatchObject({
        message: expect.stringContaining('nested more deeply than 64 levels'),
      });
    }
    const turn = await bench.call('submit_proposal', { episode_id, proposal: nest(63) });
    expect(turn.data).toMatchObject({ verdict: 'deny', observation: { step: 1 } });
  });

  test('may use names of Object.prototype, which are neither nonces nor tokens', async () => {
    const agent = AGENT_MAKERS.honest(sources('names'));
    const start = await bench.call('start_episode', { ...WORLD, steps: 1 });
    const { episode_id, observation } = start.data;
    const proposal = agent.propose(observation);
    const { factor_snapshot } = proposal.trace;
    if (factor_snapshot === undefined) throw new Error('no snapshot');
    const named = withTrace(proposal, {
      factor_snapshot: { ...factor_snapshot, nonce_ref: 'constructor' },
    });
    let turn = await bench.call('submit_proposal', { episode_id, proposal: named });
    for (let { question } = turn.data; question !== undefined; { question } = turn.data) {
      const token = { answer: 'use_token', token_id: 'constructor', choice: 'WAIT' };
      const answer =
        question.ask === 'nonces'
          ? { answer: 'reveal' }
          : question.ask === 'token'
            ? token
            : agent.answer(plainQuestion(question, turn.data.observation));
      turn = await bench.call('answer_probe', { episode_id, answer });
    }
    const { data } = await bench.call('end_episode', { episode_id });
    expect(data.report).toMatchObject({
      status: 'fail',
      probe_results: { P5: { passed: false }, P6: { passed: false } },
    });
  });

  test('are processed one at a time for each episode', async () => {
    const { data } = await bench.call('start_episode', WORLD);
    const call = { episode_id: data['episode_id'], proposal: {} };
    const first = bench.call('submit_proposal', call);
    expect(await bench.refused('submit_proposal', call)).toMatchObject({
      message: expect.stringContaining('another turn'),
    });
    expect(await bench.refused('end_episode', { episode_id: call.episode_id })).toMatchObject({
      name: 'INVALID_ARGUMENT',
    });
    expect((await first).data['verdict']).toBe('deny');
  });
});

describe('limits of live episodes', () => {
  test('allow four episodes per session, and remove an idle one after an hour', async () => {
    const start = (session: string): Promise<Called> =>
      bench.call('start_episode', WORLD, { session });
    const first = await start('a');
    for (let i = 0; i < 3; i += 1) await start('a');
    expect(await bench.refused('start_episode', WORLD, { session: 'a' })).toMatchObject({
      name: 'SESSION_LIMIT_EXCEEDED',
    });
    await start('b');
    const { episode_id } = first.data;
    bench.clock.ms += 3_600_000;
    await bench.call('observe', { episode_id }, { session: 'a' });
    bench.clock.ms += 1;
    expect(await bench.refused('observe', { episode_id }, { session: 'a' })).toMatchObject({
      name: 'RUN_NOT_FOUND',
    });
    await start('a');
  });

  test('allow 32 episodes in total', async () => {
    for (let i = 0; i < 32; i += 1) {
      await bench.call('start_episode', WORLD, { session: `s${Math.floor(i / 4)}` });
    }
    expect(await bench.refused('start_episode', WORLD, { session: 'x' })).toMatchObject({
      name: 'SESSION_LIMIT_EXCEEDED',
    });
  });

  test('make an episode accessible only in its session', async () => {
    const { data } = await bench.call('start_episode', WORLD, { session: 'a' });
    const { episode_id } = data;
    for (const [tool, input] of [
      ['observe', {}],
      ['submit_proposal', { proposal: {} }],
      ['answer_probe', { answer: { answer: 'decline' } }],
      ['end_episode', {}],
    ] as const) {
      expect(await bench.refused(tool, { episode_id, ...input }, { session: 'b' })).toMatchObject({
        name: 'RUN_NOT_FOUND',
      });
    }
  });
});
