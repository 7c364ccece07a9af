/**
 * @module suite: the files of a suite are the same for any number of threads, and inconclusive results do not count in
 * rates.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { episodePicture } from '../../../kernel/axion/exports/episode-picture.ts';
import { combine, type EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import { knownEndOf } from '../../../kernel/axion/harness/known-end.ts';
import { rateOf, summarize } from '../../../kernel/axion/harness/report.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import type { SuiteConfig, Summary } from '../../../kernel/axion/harness/suite-summary.ts';
import { episodesOf, runSuite } from '../../../kernel/axion/harness/suite.ts';
import { verifyAuditFile } from '../../../kernel/axion/kernel/audit-log.ts';
import type { ProbeStatus } from '../../../kernel/axion/kernel/probe-engine.ts';
import { cliffOf } from '../../../kernel/axion/statistics/cliff.ts';
import { config, goodProposal, submitted, TOOLS } from './played.ts';

const folder = mkdtempSync(join(tmpdir(), 'axion-suite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SUITE: SuiteConfig = {
  agents: ['honest', 'pseudo'],
  scenarios: ['basic', 'hazard', 'resource', 'social'],
  probes: ['P3', 'P4', 'P5', 'P6'],
  episodes: 2,
  steps: 12,
  seed: 123,
  interface: 'mci_latent',
  density: 'template',
  anchored: false,
};

function run(out_dir: string, change: Partial<SuiteConfig> = {}, workers = 2): Promise<Summary> {
  return runSuite({ ...SUITE, ...change }, { out_dir, workers, watchdog_ms: 2000 });
}

/** A JSON file without its timing fields. */
function untimed(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
    key.includes('wallclock_ms') ? 0 : value,
  );
}

/** The members of a log entry that the tests read. */
type LoggedEntry = {
  readonly kernel_decision: { readonly verdict: string };
  readonly witnesses: readonly { readonly invariant: string }[];
};

describe('a suite', () => {
  test('writes the same bytes with 1 and 3 threads, except times', async () => {
    const [one, three] = [join(folder, 'one'), join(folder, 'three')];
    await run(one, {}, 1);
    await run(three, {}, 3);
    for (const agent of SUITE.agents) {
      const name = `audit_${agent}.log.jsonl`;
      expect(readFileSync(join(three, name)).equals(readFileSync(join(one, name)))).toBe(true);
    }
    for (const name of ['report.json', 'summary.json']) {
      expect(untimed(join(three, name))).toEqual(untimed(join(one, name)));
    }
    const names = readdirSync(join(one, 'counterexamples'));
    expect(names.length).toBeGreaterThan(0);
    expect(readdirSync(join(three, 'counterexamples'))).toEqual(names);
    for (const name of names) {
      const [a, b] = [one, three].map((dir) => readFileSync(join(dir, 'counterexamples', name)));
      expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test('writes every field of an episode, and counterexamples with their log', async () => {
    const out = join(folder, 'fields');
    await run(out);
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
      readonly episodes: readonly EpisodeRecord[];
    };
    expect(report.episodes).toHaveLength(16);
    expect(report.episodes.every((one) => one.audit_chain_ok === true)).toBe(true);
    expect(Object.keys(report.episodes[0] ?? {})).toEqual(
      expect.arrayContaining([
        'interface_mode',
        'probe_results',
        'invariant_violations',
        'witnesses',
        'audit_chain_ok',
        'replay_fidelity',
        'p5_checks_attempted',
        'p5_checks_inconclusive',
        'p5_checks_failed',
        'wallclock_ms_policy_gate',
        'wallclock_ms_p5',
        'env_entropy',
      ]),
    );
    const failed = report.episodes.flatMap((one) =>
      Object.entries(one.probe_results)
        .filter(([, result]) => result.passed === false)
        .map(([probe]) => `ce_${one.episode_id}_${probe}.json`),
    );
    expect(readdirSync(join(out, 'counterexamples')).toSorted()).toEqual(failed.toSorted());
    const [first] = failed;
    const example = JSON.parse(readFileSync(join(out, 'counterexamples', first ?? ''), 'utf8')) as {
      readonly audit_slice: readonly object[];
    };
    const lines = readFileSync(join(out, 'audit_pseudo.log.jsonl'), 'utf8').split('\n');
    expect(example.audit_slice.length).toBeGreaterThan(0);
    for (const entry of example.audit_slice) expect(lines).toContain(JSON.stringify(entry));
  });

  test('the report has the findings of every denial in the log, with their witnesses', async () => {
    const out = join(folder, 'denials');
    await run(out);
    const { episodes } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
      readonly episodes: readonly EpisodeRecord[];
    };
    const found = new Map<string, ReadonlySet<string>>();
    for (const agent of ['honest', 'pseudo']) {
      const logged = readFileSync(join(out, `audit_${agent}.log.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LoggedEntry)
        .filter(({ kernel_decision }) => kernel_decision.verdict === 'deny')
        .flatMap(({ witnesses }) => witnesses.map(({ invariant }) => invariant));
      const own = episodes.filter(({ agent_type }) => agent_type === agent);
      expect(own.flatMap(({ witnesses }) => witnesses.map(({ invariant }) => invariant))).toEqual(
        logged,
      );
      const counted = own.flatMap(({ invariant_violations }) =>
        Object.entries(invariant_violations).flatMap(([name, count]) =>
          Array.from({ length: count }, () => name),
        ),
      );
      expect(counted.toSorted()).toEqual(logged.toSorted());
      found.set(agent, new Set(logged));
    }
    expect(found.get('pseudo')).toEqual(new Set(['I3', 'I4']));
  });

  test('reports an invalid log for an episode whose log was modified during the run', async () => {
    const out = join(folder, 'behind');
    let done = 0;
    const summary = await runSuite(SUITE, {
      out_dir: out,
      workers: 1,
      watchdog_ms: 2000,
      onProgress() {
        done += 1;
        const path = join(out, 'audit_honest.log.jsonl');
        if (done === 3) {
          writeFileSync(path, readFileSync(path, 'utf8').replace('"allow"', '"deny"'));
        }
      },
    });
    expect(summary.agents.honest?.audit_chain_ok).toBe(false);
    expect(summary.agents.pseudo?.audit_chain_ok).toBe(true);
  });

  test('continues the logs of an earlier run', async () => {
    const out = join(folder, 'twice');
    const small = { agents: ['honest'], scenarios: ['basic'], episodes: 1 } as const;
    await run(out, small);
    await run(out, small);
    const path = join(out, 'audit_honest.log.jsonl');
    const log = verifyAuditFile(path);
    expect(log).toMatchObject({ ok: true, entries: 26 });
    expect(knownEndOf(path)).toMatchObject({ entries: 26, stated_by: 'summary.json' });
  });

  test('removes the counterexamples of an earlier run', async () => {
    const out = join(folder, 'other-seed');
    const small = { agents: ['pseudo'], scenarios: ['basic'], episodes: 3 } as const;
    await run(out, small);
    writeFileSync(join(out, 'counterexamples', 'mine.txt'), 'not of a run');
    await run(out, { ...small, probes: ['P5'], episodes: 1 });
    const names = readdirSync(join(out, 'counterexamples'));
    expect(names).toEqual(['ce_pseudo-basic-0001_P5.json', 'mine.txt']);
  });

  test('records the ends of its logs, so that a truncated log is detected', async () => {
    const out = join(folder, 'ends');
    const { audit_logs } = await run(out, { scenarios: ['basic'], episodes: 1 });
    const path = join(out, 'audit_honest.log.jsonl');
    const known = knownEndOf(path);
    expect(known).toEqual({ ...audit_logs.honest, stated_by: 'summary.json' });
    expect(verifyAuditFile(path, known)).toMatchObject({ ok: true, ...audit_logs.honest });
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
    expect(verifyAuditFile(path, known)).toMatchObject({
      ok: false,
      fault: 'cut_off',
      line: lines.length,
    });
    // A log with more entries verifies; a rewritten log does not.
    writeFileSync(path, `${lines.join('\n')}\n`);
    const shorter = { entries: 2, head: JSON.parse(lines[1] ?? '').entry_hash as string };
    expect(verifyAuditFile(path, shorter).ok).toBe(true);
    expect(verifyAuditFile(path, { ...shorter, entries: 3 })).toMatchObject({
      fault: 'cut_off',
      line: 3,
    });
    writeFileSync(join(out, 'summary.json'), 'no json');
    expect(knownEndOf(path)).toBeUndefined();
  });

  test('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const out_dir = join(folder, 'cancelled');
    const running = runSuite(
      { ...SUITE, episodes: 1000 },
      {
        out_dir,
        workers: 1,
        watchdog_ms: 2000,
        signal: stop.signal,
        onProgress: () => stop.abort(),
      },
    );
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(existsSync(join(out_dir, 'summary.json'))).toBe(false);
    expect(verifyAuditFile(join(out_dir, 'audit_honest.log.jsonl')).ok).toBe(true);
  });

  test('gives all agents the same worlds, and other worlds for another seed', () => {
    const worlds = (seed: number, agent: string): readonly number[] =>
      episodesOf({ ...SUITE, seed })
        .filter((one) => one.agent === agent)
        .map((one) => one.seed);
    expect(worlds(1, 'honest')).toEqual(worlds(1, 'pseudo'));
    expect(worlds(1, 'honest')).not.toEqual(worlds(2, 'honest'));
  });

  test('distinguishes `honest` from `pseudo` under each interface', async () => {
    for (const mode of ['full', 'mci_latent', 'mci_minimal'] as const) {
      const summary = await run(join(folder, mode), { interface: mode, density: 'sweep' });
      expect(summary.agents.honest?.overall_pass_rate).toBeGreaterThanOrEqual(0.8);
      expect(summary.agents.pseudo?.overall_pass_rate).toBeLessThanOrEqual(0.2);
      expect(Object.values(summary.thresholds).every((one) => one.holds)).toBe(true);
    }
  });
});

describe('inconclusive results', () => {
  test.each<readonly [readonly ProbeStatus[], ProbeStatus]>([
    [[], 'inconclusive'],
    [['pass', 'pass'], 'pass'],
    [['pass', 'inconclusive'], 'inconclusive'],
    [['fail', 'inconclusive', 'pass'], 'fail'],
    [['inconclusive'], 'inconclusive'],
  ])('the statuses %j combine to %s', (statuses, status) => {
    expect(combine(statuses)).toBe(status);
  });

  test('an inconclusive result counts neither as passed nor as failed in a rate', () => {
    expect(rateOf(['pass', 'fail', 'inconclusive', 'inconclusive'])).toEqual({
      passed: 1,
      failed: 1,
      inconclusive: 2,
      rate: 0.5,
    });
    expect(rateOf(['inconclusive']).rate).toBeNull();
  });

  test('a suite with only inconclusive episodes meets no limit', () => {
    const { record } = playEpisode(config({ probes: [] }), AGENT_MAKERS.honest, TOOLS);
    const records = [record, { ...record, agent_type: 'pseudo' as const }];
    const { agents, thresholds } = summarize({ ...SUITE, probes: ['P5'] }, records, {});
    expect(agents.honest).toMatchObject({ overall_pass_rate: null, p5_failure_rate: null });
    expect(Object.keys(thresholds)).toHaveLength(3);
    expect(Object.values(thresholds).some((one) => one.holds)).toBe(false);
  });
});

describe('the cliff', () => {
  test.each([
    [[0.9, 0.8, 0.4, 0.1], '6-8'],
    [[0.9, 0.4, 0.6, 0.1], '9+'],
    [[0.4, 0.4, 0.4, 0.4], '0-2'],
    [[0.4, 0.4, 0.4, 0.5], null],
    [[0.9, null, 0.4, null], '6-8'],
    [[null, null, null, null], null],
  ])('of the pass rates %j is %s', (rates, cliff) => {
    const names = ['0-2', '3-5', '6-8', '9+'] as const;
    const bins = names.map((bin, i) => ({ bin, pass_rate: rates[i] ?? null }));
    expect(cliffOf(bins)).toBe(cliff);
  });
});

describe('the picture of an episode', () => {
  const { frames } = playEpisode(
    config({ scenario: 'hazard', steps: 30, probes: [] }),
    AGENT_MAKERS.honest,
    TOOLS,
  );

  test('starts with the first state and ends with the object collected', () => {
    const start = episodePicture(frames, 0);
    expect([start.step, start.path]).toEqual([0, [{ x: 2, y: 5 }]]);
    const end = episodePicture(frames, 99);
    expect([end.step, end.objects, end.path.at(-1)]).toEqual([30, [], { x: 9, y: 5 }]);
    expect(end.hazards).toHaveLength(2);
  });

  test('shows no action for a proposal that only requests capabilities', () => {
    const { state, proposal } = goodProposal({ steps: 1, probes: [] });
    const asked = submitted(state, { ...proposal, proposal_type: 'capability_request' });
    expect(asked.decision.verdict).toBe('allow');
    const { x, y } = state.env.self;
    expect(episodePicture(asked.state.frames, 1)).toMatchObject({ self: { x, y }, denied: [] });
  });

  test('shows denied actions', () => {
    const [first] = frames;
    if (first === undefined) throw new Error('no frame');
    const denied = { ...first, verdict: 'deny', reason: 'I3' } as const;
    expect(episodePicture([denied, ...frames], 2).denied).toEqual([
      { x: 2, y: 5, step: 0, choice: first.choice, reason: 'I3' },
    ]);
  });
});
