/** @module http: reads and commits through the hub beside a bare SDK server on the same transport, by version of the protocol and number of clients. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { LAUNCHER, okHere, testWorkspace } from '../e2e/connect.ts';
import { type Era, loadClient, type LoadClient } from './http-load.ts';
import { type BenchRow, spread } from './measure.ts';
import { setPolicy, UNLIMITED } from './policy.ts';

const BARE = join(import.meta.dirname, 'bare-hub.ts');
const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];
const CLIENTS = [1, 4, 16, 64];
/** Clients that show the same token: half of what may run of one at once. */
const CLIENTS_OF_ONE = 16;
const ROUNDS = 5;
/** Calls of a round, over all clients. */
const CALLS = { read: 640, commit: 192 };
/** How many times as long as a call of the bare server, which keeps nothing, a governed one may take: a commit waits for the disk. */
const MOST = { read: 2, commit: 6 };

type Work = keyof typeof CALLS;
type Side = { readonly clients: readonly LoadClient[]; readonly call: Call };
type Call = (client: LoadClient) => Promise<string>;

type Started = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a server that says where it listens, and ends it. */
async function started(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /on (http:\S+)\/mcp /.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A workspace with a level and tokens for as many clients as are tried. */
async function prepared(dir: string): Promise<readonly string[]> {
  await setPolicy(dir, UNLIMITED);
  const tokens: string[] = [];
  const file = join(dir, 'bench.json');
  const most = { max_operations_per_session: 1_000_000 };
  writeFileSync(file, JSON.stringify({ permissions: { READ: {}, CREATE: {} }, ...most }));
  for (let i = 0; i * CLIENTS_OF_ONE < Math.max(...CLIENTS); i += 1) {
    await okHere(dir, 'agent', 'add', `bench-${i}`, '--permissions', file);
    tokens.push((await okHere(dir, 'agent', 'token', `bench-${i}`)).trim());
  }
  return tokens;
}

type Timed = { readonly durations_us: readonly number[]; readonly per_s: number };

/** All clients call at once, each one call after the other. */
async function timed({ clients, call }: Side, calls: number): Promise<Timed> {
  const durations_us: number[] = [];
  const each = Math.ceil(calls / clients.length);
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let i = 0; i < each; i += 1) {
        const start = performance.now();
        const answer = await call(client);
        durations_us.push((performance.now() - start) * 1000);
        if (!answer.includes('"success":true')) throw new Error(answer);
      }
    }),
  );
  return { durations_us, per_s: durations_us.length / ((performance.now() - began) / 1000) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The two sides in turn, a round that is not counted first. */
async function compared(
  work: Work,
  what: string,
  [bare, governed]: readonly [Side, Side],
): Promise<BenchRow> {
  const rounds: { readonly bare: Timed; readonly governed: Timed }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const both = {
      bare: await timed(bare, CALLS[work]),
      governed: await timed(governed, CALLS[work]),
    };
    if (round > 0) rounds.push(both);
  }
  const shown = (side: 'bare' | 'governed'): string => {
    const { p50_us, p99_us } = spread(rounds.flatMap((round) => round[side].durations_us));
    const per_s = median(rounds.map((round) => round[side].per_s));
    return `${per_s.toFixed(0)}/s, p50 ${(p50_us / 1000).toFixed(2)} ms, p99 ${(p99_us / 1000).toFixed(2)} ms`;
  };
  const ratio = median(rounds.map((round) => round.bare.per_s / round.governed.per_s));
  return {
    what,
    baseline: `bare SDK server ${shown('bare')}`,
    measured: `hub ${shown('governed')}`,
    ratio,
    target: `≤ ${MOST[work]} × the time of a call`,
    holds: ratio <= MOST[work],
  };
}

const opened = async (
  era: Era,
  url: string,
  tokens: readonly (string | null)[],
  count: number,
): Promise<readonly LoadClient[]> =>
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      loadClient(era, url, tokens[Math.floor(i / CLIENTS_OF_ONE)] ?? null),
    ),
  );

/** Walls of their own, far enough apart that none touches another. */
function wallsOn(level_id: string): () => object {
  let made = 0;
  return () => {
    const [x, y] = [(made % 100) * 2000, Math.floor(made / 100) * 2000];
    made += 1;
    return {
      level_id,
      start: { x, y },
      end: { x: x + 1000, y },
      reasoning: 'bench',
      dry_run: false,
      idempotency_key: `${level_id} ${made}`,
    };
  };
}

async function newLevel({ call }: LoadClient, name: string): Promise<string> {
  const level = { name, elevation: 0, reasoning: 'bench', dry_run: false };
  const id = /"level_id":"([^"]+)"/.exec(await call('create_level', level))?.[1];
  if (id === undefined) throw new Error('no level was made');
  return id;
}

/** Rows of the hub. */
export async function httpRows(): Promise<readonly BenchRow[]> {
  const workspace = testWorkspace();
  const tokens = await prepared(workspace.dir);
  const hub = await started(
    [LAUNCHER, 'serve', '--default-agent', '--port', '0', '--workspace', workspace.dir],
    {},
  );
  const rows: BenchRow[] = [];
  try {
    for (const work of ['read', 'commit'] as const) {
      for (const era of ERAS) rows.push(...(await rowsOf(work, era, { hub, tokens })));
    }
  } finally {
    await hub.stop();
    workspace.remove();
  }
  return rows;
}

async function rowsOf(
  work: Work,
  era: Era,
  { hub, tokens }: { readonly hub: Started; readonly tokens: readonly string[] },
): Promise<readonly BenchRow[]> {
  const [first] = await opened(era, `${hub.url}/mcp/geometry`, tokens, 1);
  if (first === undefined) throw new Error('no client');
  const args = wallsOn(await newLevel(first, `${work} ${era}`));
  const governed: Call =
    work === 'read'
      ? (client) => client.call('get_model_summary', { reasoning: 'bench' })
      : (client) => client.call('create_wall', args());
  const path = work === 'read' ? '/mcp/spatial' : '/mcp/geometry';
  const [reader] = await opened(era, hub.url + path, tokens, 1);
  const answer = reader === undefined ? '' : envelopeIn(await governed(reader));
  const bare = await started([BARE], { BARE_HUB_ANSWER: answer });
  const rows: BenchRow[] = [];
  for (const count of CLIENTS) {
    const bareUrl = `${bare.url}/${era === '2026-07-28' ? 'modern' : 'mcp'}`;
    const sides: readonly [Side, Side] = [
      {
        clients: await opened(era, bareUrl, [], count),
        call: (client) => client.call('get_model_summary', { reasoning: 'bench' }),
      },
      { clients: await opened(era, hub.url + path, tokens, count), call: governed },
    ];
    const what = `governed ${work} over HTTP, protocol of ${era}, ${count} clients`;
    rows.push(await compared(work, what, sides));
    for (const { clients } of sides) for (const client of clients) client.close();
  }
  first.close();
  reader?.close();
  await bare.stop();
  return rows;
}

/** The envelope in an answer, whichever way it came. */
function envelopeIn(text: string): string {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const message = JSON.parse(json) as { result: { structuredContent: unknown } };
  return JSON.stringify(message.result.structuredContent);
}
