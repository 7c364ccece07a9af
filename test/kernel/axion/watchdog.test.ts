/** @module watchdog: a hang is ended, denied and logged, and executes nothing. */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeResult } from '../../../kernel/axion/harness/episode-tasks.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { Watchdog } from '../../../kernel/axion/kernel/watchdog.ts';
import { config, TOOLS } from './played.ts';

const HANGING = new URL('./hanging-thread.ts', import.meta.url);
const LIVING = new URL('../../../kernel/axion/harness/episode-thread.ts', import.meta.url);

describe('a thread under watch', () => {
  // The time limits of the first two tests tell the rules apart: 1 s of computing comes long before
  // 25 limits of waiting, and 25 short limits long before 60 ms of computing by a thread that sleeps.
  test('is ended when an evaluation computes for ever, and the next task gets a new one', async () => {
    await using watchdog = new Watchdog(HANGING, 1000);
    const hung = await watchdog.run({ task: 'play', config: config({ agent: 'pseudo' }) });
    expect(hung).toEqual({ kind: 'hang', evaluation: 4 });
    const again = await watchdog.run({ task: 'play', config: config({ agent: 'honest' }) });
    expect(again.kind).toBe('done');
  });

  test('is ended when an evaluation sleeps for ever', async () => {
    await using watchdog = new Watchdog(HANGING, 60);
    const asleep = await watchdog.run({ task: 'play', config: config({ agent: 'coherent' }) });
    expect(asleep).toEqual({ kind: 'hang', evaluation: 4 });
    // The heartbeat of the ended thread stays inside an evaluation; the new thread has another.
    const again = await watchdog.run({ task: 'play', config: config({ agent: 'honest' }) });
    expect(again.kind).toBe('done');
  }, 12_000);

  test('says what it threw', async () => {
    await using watchdog = new Watchdog(LIVING, 1000);
    const failed = await watchdog.run({ task: 'play', config: config({ agent: 'live' }) });
    expect(failed).toMatchObject({ kind: 'failed' });
  });

  test('gives what the same episode gives without a thread', async () => {
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
  test('ends denied, with all before it and the hang on record, and no action by it', () => {
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
