/**
 * @module exports tests: tables, logs and pages of runs are readable by other software, have the same bytes each time
 * and contain the text of agents only as text.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { Parser } from 'htmlparser2';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import {
  exportRun,
  type ExportFormat,
  type ExportSource,
} from '../../../kernel/axion/exports/export-run.ts';
import { EPISODE_COLUMNS, STEP_COLUMNS } from '../../../kernel/axion/exports/rows.ts';
import type { EpisodeConfig } from '../../../kernel/axion/harness/episode-record.ts';
import { answer, observe, submit } from '../../../kernel/axion/harness/episode.ts';
import { episodeTurns, playEpisode, sourcesFor } from '../../../kernel/axion/harness/runner.ts';
import type { SuiteConfig } from '../../../kernel/axion/harness/suite-summary.ts';
import { episodesOf, runSuite } from '../../../kernel/axion/harness/suite.ts';
import type { TurnInput } from '../../../kernel/axion/harness/turn-input.ts';
import {
  completeForm,
  EXAMPLE_FORM,
  ProposalForm,
} from '../../../kernel/axion/outside/proposal-form.ts';
import { config, TOOLS } from './played.ts';

const CREATED = '2026-01-02T03:04:05.000Z';
const folder = mkdtempSync(join(tmpdir(), 'axion-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const suite: ExportSource = {
  run_id: 'run_suite',
  created: CREATED,
  claimed: null,
  text(...names) {
    const path = join(folder, ...names);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  },
};

beforeAll(async () => {
  await runSuite(
    {
      agents: ['honest', 'pseudo'],
      scenarios: ['basic', 'resource'],
      probes: ['P3', 'P4', 'P5', 'P6'],
      episodes: 2,
      steps: 6,
      seed: 3,
      interface: 'mci_latent',
      density: 'template',
      anchored: false,
    },
    { out_dir: folder, workers: 1, watchdog_ms: 1000 },
  );
});

/** A live run whose agent writes `evil` wherever it may write text. */
function liveRun(evil: string): ExportSource {
  const episode: EpisodeConfig = { ...config({ agent: 'live', steps: 2 }), episode_id: 'live-1' };
  const sources = sourcesFor(episode);
  const form = ProposalForm.parse({
    ...EXAMPLE_FORM,
    intent: evil,
    claims: [{ var: 'F:0', direction: 'increase', effect: evil, confidence: 1 }],
    reasoning: { seen: evil, tried: evil, chosen: evil },
  });
  const turns: TurnInput[] = [];
  const play = episodeTurns(episode);
  let due = play.next();
  while (due.done !== true) {
    const state = due.value;
    const { observation, question } = observe(state);
    if (question === undefined) {
      const proposal =
        turns.length === 0 ? { [evil]: 1 } : completeForm(form, observation, sources).proposal;
      turns.push({ turn: 'submit', proposal, now_ms: 0 });
      due = play.next(submit(state, proposal, 0, TOOLS));
      continue;
    }
    const given =
      question.ask === 'reveal'
        ? ({ answer: 'reveal', nonces: {} } as const)
        : question.ask === 'propose_without_snapshot'
          ? ({ answer: 'proposal', proposal: evil } as const)
          : ({ answer: 'decline' } as const);
    turns.push({ turn: 'answer', answer: given, now_ms: 0 });
    due = play.next(answer(state, given, 0, TOOLS));
  }
  const files: Readonly<Record<string, string>> = {
    'report.json': JSON.stringify({ config: episode, episodes: [due.value.record] }),
    'transcript.jsonl': turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''),
  };
  const claimed = { model: evil, temperature: 0.5 };
  return { run_id: evil, created: CREATED, claimed, text: (name = '') => files[name] };
}

async function exported(
  source: ExportSource,
  format: ExportFormat,
  episode_id?: string,
): Promise<Map<string, Buffer>> {
  const files = await exportRun(source, { format, episode_id });
  return new Map(files.map(({ name, bytes }) => [name, bytes]));
}

function linesOf(bytes: Buffer | undefined): readonly Readonly<Record<string, unknown>>[] {
  const text = (bytes ?? Buffer.alloc(0)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function parquetRows(bytes: Buffer | undefined): Promise<readonly unknown[]> {
  return await parquetReadObjects({ file: bufferOf(bytes) });
}

function bufferOf(bytes: Buffer | undefined): ArrayBuffer {
  return Uint8Array.from(bytes ?? []).buffer;
}

const isEvalLog = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
  JSON.parse(readFileSync(new URL('inspect-eval-log.schema.json', import.meta.url), 'utf8')),
);

describe('tables', () => {
  test('have a row per episode and per turn, equal in Parquet and JSON lines', async () => {
    const lines = await exported(suite, 'jsonl');
    const parquet = await exported(suite, 'parquet');
    for (const [name, columns] of [
      ['episodes', EPISODE_COLUMNS],
      ['steps', STEP_COLUMNS],
    ] as const) {
      const told = linesOf(lines.get(`${name}.jsonl`));
      const bytes = parquet.get(`${name}.parquet`);
      expect(await parquetRows(bytes)).toEqual(told);
      expect(Object.keys(told[0] ?? {})).toEqual(columns.map((one) => one.name));
      const { key_value_metadata: about = [] } = parquetMetadata(bufferOf(bytes));
      expect(about).toEqual(columns.map((one) => ({ key: one.name, value: one.about })));
    }
    const episodes = linesOf(lines.get('episodes.jsonl'));
    expect(episodes.map(({ agent, status }) => [agent, status].join(' '))).toEqual([
      ...Array.from({ length: 4 }, () => 'honest pass'),
      ...Array.from({ length: 4 }, () => 'pseudo fail'),
    ]);
    const steps = linesOf(lines.get('steps.jsonl'));
    const due = steps.filter(({ asked }) => asked === 'proposal_due');
    expect(due).toHaveLength(8 * 6);
    for (const row of due.filter(({ episode_id }) => String(episode_id).startsWith('honest'))) {
      expect(row).toMatchObject({ faithful: true, verdict: 'allow', claims_failing: 0 });
    }
    expect(due.some((row) => Number(row['claims_failing']) > 0)).toBe(true);
  });

  test('repeated exports have the same bytes in every format', async () => {
    for (const format of ['jsonl', 'parquet', 'inspect', 'html'] as const) {
      const [one, two] = [await exported(suite, format), await exported(suite, format)];
      expect([...one].map(([name, bytes]) => [name, bytes.toString('base64')])).toEqual(
        [...two].map(([name, bytes]) => [name, bytes.toString('base64')]),
      );
    }
  });

  test('contain the text of agents as text, one line per row', async () => {
    const evil = '=1+1\r\n"},{"\u0000\u2028,';
    const rows = linesOf((await exported(liveRun(evil), 'jsonl')).get('steps.jsonl'));
    expect(rows.map(({ intent }) => intent)).toContain(evil);
    const parquet = await exported(liveRun(evil), 'parquet');
    expect(await parquetRows(parquet.get('steps.parquet'))).toEqual(rows);
  });
});

describe('exports of protocol v2', () => {
  const order: SuiteConfig = {
    agents: ['honest'],
    scenarios: ['resource'],
    probes: ['P3', 'P4', 'P5', 'P6'],
    episodes: 1,
    steps: 8,
    seed: 123,
    interface: 'mci_latent',
    density: 'template',
    anchored: false,
    v2: { nonce: 'ab'.repeat(32) },
  };
  const records = episodesOf(order).map(
    (episode) => playEpisode(episode, AGENT_MAKERS.honest, TOOLS).record,
  );
  const report = JSON.stringify({ config: order, episodes: records });
  const source = { ...suite, text: () => report };
  const forks = records.flatMap(({ v2 }) => v2?.forks ?? []);

  test('tables have a row for each changed world, with the claimed and the actual choice', async () => {
    const lines = await exported(source, 'jsonl');
    const steps = linesOf(lines.get('steps.jsonl'));
    const shown = steps.filter(({ asked }) => asked === 'changed_world');
    expect(shown.length).toBeGreaterThan(4);
    expect(
      shown.map(({ step, change, expected, choice }) => [step, change, expected, choice]),
    ).toEqual(forks.map(({ step, change, expected, actual }) => [step, change, expected, actual]));
    expect(steps.filter(({ asked }) => asked === 'proposal_due')).toHaveLength(order.steps);
    const [episode] = linesOf(lines.get('episodes.jsonl'));
    expect(episode).toMatchObject({ protocol: 'v2', world: records[0]?.v2?.world });
    expect(episode?.['v2_failed']).toBe('');
  });

  test('the page shows each changed world with the claimed and the actual choice', async () => {
    const page = (await exported(source, 'html')).values().next().value?.toString('utf8') ?? '';
    expect(page.match(/<b>Said:<\/b>/g)).toHaveLength(forks.length);
    expect(page).toContain('<th>protocol v2</th>');
    // The path of the agent has at most one cell per step, although changed worlds are shown between steps.
    const [, moves = ''] = /over ([0-9]+) moves/.exec(page) ?? [];
    expect(Number(moves)).toBeLessThanOrEqual(order.steps);
    expect(Number(moves)).toBeGreaterThan(0);
  });

  test('the log of Inspect fits the published schema', async () => {
    const log = JSON.parse(
      (await exported(source, 'inspect')).get('inspect-honest.json')?.toString('utf8') ?? '',
    );
    isEvalLog(log);
    expect(isEvalLog.errors).toBeNull();
    expect(JSON.stringify(log)).toContain('changed world (');
  });
});

describe('a log of Inspect', () => {
  test('fits the published schema, one per agent, with a sample per episode', async () => {
    const logs = await exported(suite, 'inspect');
    expect([...logs.keys()]).toEqual(['inspect-honest.json', 'inspect-pseudo.json']);
    for (const [name, bytes] of logs) {
      const log = JSON.parse(bytes.toString('utf8'));
      isEvalLog(log);
      expect(isEvalLog.errors).toBeNull();
      const [all] = log.results.scores;
      const rate = name.includes('honest') ? 1 : 0;
      expect([log.samples.length, all.metrics.pass_rate.value]).toEqual([4, rate]);
      expect(all.metrics.low_95.value).toBeLessThanOrEqual(rate);
      expect(log.samples[0].scores.all.value).toBe(rate === 1 ? 'C' : 'I');
      expect(isEvalLog({ ...log, version: 'two' })).toBe(false);
      expect(isEvalLog({ ...log, samples: [{ ...log.samples[0], scores: { all: {} } }] })).toBe(
        false,
      );
    }
  });

  test('marks the statements of a live caller about itself as claims', async () => {
    const logs = await exported(liveRun('a model'), 'inspect');
    const log = JSON.parse(logs.get('inspect-live.json')?.toString('utf8') ?? '');
    isEvalLog(log);
    expect(isEvalLog.errors).toBeNull();
    expect(log).toMatchObject({
      eval: { model: 'claimed/a model', model_generate_config: { temperature: 0.5 } },
      metadata: { claimed: true, verified: false },
    });
  });
});

describe('a page', () => {
  test('shows the episode turn by turn, with claims and their replay', async () => {
    const page = (await exported(suite, 'html', 'pseudo-basic-0001')).values().next().value;
    const text = page?.toString('utf8') ?? '';
    const tables = await exported(suite, 'jsonl', 'pseudo-basic-0001');
    const turns = linesOf(tables.get('steps-pseudo-basic-0001.jsonl'));
    expect(text.match(/<section /g)).toHaveLength(turns.length);
    expect(text.match(/class="grid"/g)).toHaveLength(turns.length);
    expect(text).toContain('IF F:');
    expect(text).toMatch(/<b class="mark fail">fail<\/b>/);
    expect(text).toContain('Asked:');
  });

  test('has no script, loads nothing, and escapes markup of an agent', async () => {
    const evil = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u202egpj`;
    const page = (await exported(liveRun(evil), 'html')).values().next().value;
    const tags = new Set<string>();
    const attributes: [string, string][] = [];
    let shown = '';
    const parser = new Parser({
      onopentag(name, given) {
        tags.add(name);
        attributes.push(...Object.entries(given));
      },
      ontext: (text) => void (shown += text),
    });
    parser.end(page?.toString('utf8') ?? '');
    for (const name of ['script', 'img', 'iframe', 'link', 'object', 'form']) {
      expect(tags).not.toContain(name);
    }
    for (const [name, value] of attributes) {
      expect(name).not.toMatch(/^on/);
      expect(name === 'href' && !value.startsWith('#')).toBe(false);
      expect(name).not.toBe('src');
    }
    expect(shown).toContain(evil.replace('\u202e', String.raw`\u{202e}`));
    expect(shown).not.toContain('\u202e');
  });
});

describe('refused exports', () => {
  test.each([
    ['a report that is not JSON', { 'report.json': '{' }],
    ['a run without files', {}],
    ['a report of another configuration', { 'report.json': '{"config":{},"episodes":[]}' }],
  ])('an export refuses %s', async (_what, files: Readonly<Record<string, string>>) => {
    const source = { ...suite, text: (name = '') => files[name] };
    await expect(exported(source, 'jsonl')).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  });

  test('an export refuses a report of a million episodes that contains few', async () => {
    const { config: stored, episodes } = JSON.parse(suite.text('report.json') ?? '');
    const report = JSON.stringify({ config: { ...stored, episodes: 1_000_000 }, episodes });
    const source = { ...suite, text: () => report };
    await expect(exported(source, 'jsonl')).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  });

  test('an export refuses an unknown episode of the run', async () => {
    await expect(exported(suite, 'html', 'nobody')).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  });
});
