/**
 * @module own agent tests: agents from files and commands play episodes; one that misbehaves is terminated, and its
 * episode is recorded.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test, vi } from 'vitest';

import { AxionFault } from '../../../kernel/axion/axion-fault.ts';
import type { EpisodeConfig } from '../../../kernel/axion/harness/episode-record.ts';
import { endEpisode } from '../../../kernel/axion/harness/episode.ts';
import {
  ownAgent,
  playOwnEpisode,
  type OwnEpisode,
} from '../../../kernel/axion/outside/own-agent.ts';
import { playAgain, TurnThread } from '../../../kernel/axion/outside/watched-turn.ts';
import { config } from './played.ts';

const folder = mkdtempSync(join(tmpdir(), 'axion-own-'));
const thread = new TurnThread();
afterAll(async () => {
  await thread[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Time limits in ms for an answer: far more than an answer takes, and a short one for an answer that never comes. */
const [PATIENCE_MS, SHORT_MS] = [20_000, 250];

/** A proposal form with the action WAIT, as the text of an expression in which `factors` is in scope. */
const REST = `{
  intent: 'rest', choices: ['WAIT'],
  claims: [{ var: 'F:0', direction: 'decrease', effect: 'IF F:0 DEC THEN CHOICE WAIT', confidence: 1 }],
  counterfactuals: [0.4, 0.3, 0.3].map((prob_mass) => (
    { var: 'F:0', new_value: 0, choice: 'WAIT', score: 1, prob_mass })),
  replay_model: { actions: ['WAIT'], W: [factors.map(() => 0)], b: [1] },
  reasoning: { seen: 'a grid', tried: 'nothing', chosen: 'to wait' },
}`;

async function play(
  given: string,
  answer_ms = PATIENCE_MS,
  change: Partial<EpisodeConfig> = {},
): Promise<OwnEpisode> {
  const agent = await ownAgent(given);
  const episode = config({ agent: 'own', steps: 3, ...change });
  return await playOwnEpisode(episode, agent, thread, answer_ms);
}

let files = 0;

/** Plays a file whose agent waits. It runs the code `first` when it is loaded and `second` after the first step. */
function played({ first = '', second = '', ms = PATIENCE_MS }): Promise<OwnEpisode> {
  files += 1;
  const path = join(folder, `agent${files}.ts`);
  const body = `type Seen = { readonly step: number; readonly factors: readonly number[] };
    export async function propose({ step, factors }: Seen) {
      if (step === 1) { ${second} }
      return ${REST};
    }`;
  writeFileSync(path, `${first}\n${body}`);
  return play(path, ms);
}

/** Plays a Node.js program as a command; it writes the line that the code `answer` returns for a message `line`. */
function commanded(answer: string, ms = PATIENCE_MS): Promise<OwnEpisode> {
  files += 1;
  const path = join(folder, `command${files}.mjs`);
  writeFileSync(
    path,
    `import { createInterface } from 'node:readline';
    const answer = (line) => { ${answer} };
    for await (const line of createInterface({ input: process.stdin })) {
      const said = await answer(JSON.parse(line));
      if (said !== undefined) process.stdout.write(said + '\\n');
    }`,
  );
  return play(`command:${process.execPath} ${path}`, ms);
}

test('the example agent makes true claims and passes protocol v2', async () => {
  const path = fileURLToPath(
    new URL('../../../examples/agents/walk-to-the-object.ts', import.meta.url),
  );
  const v2 = { secret: 'ab'.repeat(32) };
  const { result, fault } = await play(path, PATIENCE_MS, { scenario: 'resource', steps: 20, v2 });
  const { record } = result;
  expect([fault, record.status, record.v2?.claims.failed]).toEqual([null, 'pass', 0]);
  expect(record.v2?.claims.checks).toBeGreaterThan(2);
});

describe('an agent in a file', () => {
  test('a file with only `propose` plays whole episodes, and replaying its turns gives the same record', async () => {
    const { result, turns, fault } = await played({});
    expect([fault, result.record.status]).toEqual([null, 'pass']);
    expect(result.record).toMatchObject({ proposals_allowed: 3, commitments_unopened: 0 });
    const again = endEpisode(playAgain(config({ agent: 'own', steps: 3 }), turns));
    const untimed = { wallclock_ms_p5: 0, wallclock_ms_policy_gate: 0 };
    expect(again).toEqual({ ...result.record, ...untimed });
  });

  test.each([
    ['loops', { second: 'for (;;) {}', ms: SHORT_MS }, /did not answer within/],
    ['throws', { second: `throw new Error('no idea')` }, /no idea/],
    ['answers too much', { second: `return { intent: 'x'.repeat(2 ** 21) }` }, /more than 1048576/],
    [
      'nests',
      { second: `let a = []; for (let i = 0; i < 500; i += 1) a = [a]; return { a }` },
      /deep/,
    ],
    [
      'takes memory',
      { second: 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))' },
      /more than 536870912 bytes of memory/,
    ],
  ])('an agent that %s is terminated, and the episode records it', async (_what, bad, fault) => {
    const episode = await played(bad);
    expect(episode.fault).toMatch(fault);
    const { record, audit } = episode.result;
    expect(record).toMatchObject({ status: 'fail', hung: true });
    expect(audit.at(-1)).toMatchObject({ event: 'FATAL_HANG' });
  });

  test('an agent file reaches no file, network or process and cannot generate code from text', async () => {
    const modules = ['fs', 'net', 'http', 'child_process', 'worker_threads', 'module', 'vm'];
    const other = ['./x.ts', 'file:///etc/hosts'];
    const names = [...modules, ...modules.map((name) => `node:${name}`), ...other];
    const tries = `const got: unknown[] = [typeof fetch, typeof process, typeof WebSocket, typeof require];
      for (const name of ${JSON.stringify(names)}) {
        await import(name).then(() => got.push(name), () => 0);
      }
      try { got.push(new Function('return 1')()); } catch { got.push('no code'); }
      throw new Error(got.join(' '));`;
    const { fault } = await played({ second: tries });
    expect(fault).toBe('Error: undefined undefined undefined undefined no code');
  });

  test('the standard output of an agent file is ignored', async () => {
    const noisy = `for (let i = 0; i < 500; i += 1) { console.log('x'.repeat(1e5)); console.error('y'.repeat(1e3)); }`;
    const { fault, result } = await played({ second: noisy });
    expect([fault, result.record.status]).toEqual([null, 'pass']);
  });

  test.each([
    ['an intent that is a number', `return { intent: 7 }`],
    ['a lone surrogate', `return { ...form, intent: '\\ud800' }`],
    ['a number out of range', `return { ...form, factors: [1e300] }`],
  ])('a proposal with %s is denied, and the agent continues to play', async (_what, second) => {
    const { fault, result } = await played({ second: `const form = ${REST}; ${second}` });
    expect(fault).toBeNull();
    expect(result.record.proposals_denied).toBeGreaterThan(0);
  });

  test.each(['missing.ts', '.'])('the path `%s` is refused before the run', async (name) => {
    await expect(ownAgent(join(folder, name))).rejects.toThrow(AxionFault);
  });

  test('a file that is not a module is refused before the run', async () => {
    const path = join(folder, 'broken.ts');
    writeFileSync(path, 'export function (');
    await expect(ownAgent(path)).rejects.toThrow(/not a valid TypeScript module/);
  });
});

describe('an agent that is a command', () => {
  const factors = 'const factors = line.observation?.factors ?? [];';
  const proposes = `${factors} if (line.kind === 'propose') return JSON.stringify({ id: line.id, form: ${REST} });`;
  const answers = `
    if (line.question.ask === 'proposal') return JSON.stringify({ id: line.id, answer: { answer: 'proposal', form: ${REST} } });
    const answer = line.question.ask === 'nonces' ? 'reveal' : line.question.answers[0];
    return JSON.stringify({ id: line.id, answer: { answer } });`;

  test('a command plays episodes by JSON lines', async () => {
    const { result, fault } = await commanded(`${proposes}${answers}`);
    expect([fault, result.record.status]).toEqual([null, 'pass']);
  });

  test.each([
    ['never answers', 'return undefined;', /did not answer within 1250 ms/],
    [
      'lies about ids',
      `${factors} return JSON.stringify({ id: 7, form: ${REST} });`,
      /answered question 7, asked was 1/,
    ],
    ['writes more lines than requested', `return '{}\\n{}';`, /was not requested/],
    ['writes a line that is not JSON', `return 'hello';`, /not JSON/],
    [
      'writes an endless line',
      `process.stdout.write('x'.repeat(2 ** 21));`,
      /more than 1048576 bytes/,
    ],
    ['ends', 'process.exit(3);', /it ended/],
    [
      'sends an answer of another type',
      `${proposes} return JSON.stringify({ id: line.id, answer: { answer: 'anchor' } });`,
      /the invalid answer/,
    ],
  ])('a command that %s is terminated', async (what, answer, fault) => {
    const episode = await commanded(answer, what === 'never answers' ? SHORT_MS : PATIENCE_MS);
    expect(episode.fault).toMatch(fault);
    expect(episode.result.record).toMatchObject({ status: 'fail', hung: true });
  });

  test('a command gets only the environment variables that programs need and those that are listed', async () => {
    const given = {
      PLUMBLINE_DATABASE_URL: 'postgresql://u:s3cret@db/plans',
      PGPASSWORD: 's3cret',
      OTHER_KEY: 's3cret',
      MODEL_KEY: 'for the agent',
      AXION_AGENT_ENV: 'MODEL_KEY, ANOTHER',
    };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    const names = JSON.stringify([...Object.keys(given), 'PATH']);
    const tells = `const has = ${names}.filter((name) => name in process.env);
      process.stderr.write('it has ' + has); process.exit();`;
    const { fault } = await commanded(tells);
    vi.unstubAllEnvs();
    expect(fault).toBe('it ended: it has MODEL_KEY,PATH');
  });

  test('a command is terminated together with its child processes', async () => {
    // The grandchild process keeps a connection to this server open until it ends.
    const server = createServer();
    const closed = Promise.withResolvers<void>();
    server.on('connection', (socket) => socket.on('close', () => closed.resolve()).resume());
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
    const child = `require('net').connect(${port},'127.0.0.1',()=>process.send(1))`;
    const spawns = `return import('node:child_process').then(({ spawn }) => {
      const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
      const started = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio });
      return new Promise((resolve) => started.once('message', () => resolve('it is up')));
    });`;
    expect((await commanded(spawns)).fault).toMatch(/not JSON/);
    await closed.promise;
    server.close();
  });
});
