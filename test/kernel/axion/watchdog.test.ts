/** @module watchdog tests: a thread that hangs is terminated, and its proposal is denied, logged and not executed. */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeResult } from '../../../kernel/axion/harness/episode-tasks.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { Watchdog } from '../../../kernel/axion/kernel/watchdog.ts';
import { config, TOOLS } from './played.ts';

const HANGING = new URL('./hanging-thread.ts', import.meta.url);
const LIVING = new URL('../../../kernel/axion/harness/episode-thread.ts', import.meta.url);

describe('a watched thread', () => {
  // The limits of the first two tests distinguish the two rules: 1 s of processor time ends long before 25 limits of
  // wall time, and 25 short limits of wall time end long before a sleeping thread uses 60 ms of processor time.
  test('is terminated if an evaluation never ends, and the next task gets a new thread', async () => {
    await using watchdog = new Watchdog(HANGING, 1000);
    const hung = await watchdog.run({ task: 'play', config: config({ agent: 'pseudo' }) });
    expect(hung).toEqual({ kind: 'hang', evaluation: 4 });
    const again = await watchdog.run({ task: 'play', config: config({ agent: 'honest' }) });
    expect(again.kind).toBe('done');
  });

  test('is terminated if an evaluation sleeps forever', async () => {
    await using watchdog = new Watchdog(HANGING, 60);
    const asleep = await watchdog.run({ task: 'play', config: config({ agent: 'coherent' }) });
    expect(asleep).toEqual({ kind: 'hang', evaluation: 4 });
    // The heartbeat of the terminated thread still signals an evaluation; the new thread has another heartbeat.
    const again = await watchdog.run({ task: 'play', config: config({ agent: 'honest' }) });
    expect(again.kind).toBe('done');
  }, 12_000);

  test('reports a thrown error', async () => {
    await using watchdog = new Watchdog(LIVING, 1000);
    const failed = await watchdog.run({ task: 'play', config: config({ agent: 'live' }) });
    expect(failed).toMatchObject({ kind: 'failed' });
  });

  test('gives the same result as the same episode without a thread', async () => {
    await using watchdog = new Watchdog(LIVING, 1000);
    const result = await watchdog.run({ task: 'play', config: config() });
    const here = playEpisode(config(), AGENT_MAKERS.honest, TOOLS);
    if (result.kind !== 'done') throw new Error(result.kind);
    const { record, audit } = result.value as EpisodeResult;
    expect(audit).toEqual(here.audit);
    const untimed = { wallclock_ms_policy_gate: 0, wallclock_ms_p5: 0 };
    expect({ ...record, ...untimed }).toEqual(here.record);
  });
});

describe('an episode with a hang (I5)', () => {
  test('denies and logs the proposal that hangs, executes nothing, and keeps the earlier entries', () => {
    const whole = playEpisode(config(), AGENT_MAKERS.honest, TOOLS);
    const hung = playEpisode(config(), AGENT_MAKERS.honest, TOOLS, 4);
    expect(hung.audit.slice(0, 3)).toEqual(whole.audit.slice(0, 3));
    expect(hung.audit.slice(3)).toMatchObject([
      {
        event: 'FATAL_HANG',
        kernel_decision: { verdict: 'deny', notes: 'I5' },
        capability_tokens: [],
      },
    ]);
    expect(hung.record).toMatchObject({
      hung: true,
      status: 'fail',
      steps: 3,
      proposals_allowed: 3,
    });
  });
});
